/**
 * The same reading for the same text: at least the last half of `most` texts keep their readings, because one goal is
 * read many times on its way. The reading must be a pure function of the text, and nobody may change what it answers.
 */
export function remember<Reading>(read: (text: string) => Reading, most = 200): (text: string) => Reading {
  const half = Math.ceil(most / 2)
  let young = new Map<string, Reading>()
  let old = new Map<string, Reading>()
  return text => {
    const known = young.get(text)
    if (known !== undefined) return known
    const reading = old.get(text) ?? read(text)
    if (text.length > LONGEST_KEPT) return reading
    if (young.size >= half) {
      old = young
      young = new Map()
    }
    young.set(text, reading)
    return reading
  }
}

const LONGEST_KEPT = 2_000
