/**
 * The same reading for the same text: the last `most` texts keep their readings, because one goal is read many times
 * on its way. The reading must be a pure function of the text, and nobody may change what it answers.
 */
export function remember<Reading>(read: (text: string) => Reading, most = 200): (text: string) => Reading {
  const readings = new Map<string, Reading>()
  return text => {
    const known = readings.get(text)
    if (known !== undefined) return known
    const fresh = read(text)
    if (text.length <= LONGEST_KEPT) {
      const [oldest] = readings.keys()
      if (readings.size >= most && oldest !== undefined) readings.delete(oldest)
      readings.set(text, fresh)
    }
    return fresh
  }
}

const LONGEST_KEPT = 2_000
