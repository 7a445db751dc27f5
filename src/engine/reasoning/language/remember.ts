/**
 * The same reading for the same text, because one goal is read many times on its way: at least the last half of `most`
 * texts keep their readings, and of long texts, whose readings are large, the last few. The reading must be a pure
 * function of the text, and nobody may change what it answers.
 */
export function remember<Reading>(read: (text: string) => Reading, most = 200): (text: string) => Reading {
  const short = keepLast<Reading>(Math.ceil(most / 2))
  const long = keepLast<Reading>(LONG_TEXTS_KEPT / 2)
  return text => {
    const kept = text.length > LONG_FROM ? long : short
    return kept.get(text) ?? kept.put(text, read(text))
  }
}

const LONG_FROM = 2_000
const LONG_TEXTS_KEPT = 8

/** Two generations: when the young one is full it becomes the old one, and the old one goes. */
function keepLast<Reading>(half: number) {
  let young = new Map<string, Reading>()
  let old = new Map<string, Reading>()
  const put = (text: string, reading: Reading): Reading => {
    if (young.size >= half) {
      old = young
      young = new Map()
    }
    young.set(text, reading)
    return reading
  }
  const get = (text: string): Reading | undefined => {
    const known = young.get(text)
    if (known !== undefined) return known
    const older = old.get(text)
    return older === undefined ? undefined : put(text, older)
  }
  return { get, put }
}
