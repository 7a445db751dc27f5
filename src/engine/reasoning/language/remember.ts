/**
 * The same reading for the same text, because one goal is read many times on its way; of at most `most` texts, fewer
 * where they are long. The reading must be a pure function of the text, and nobody may change what it answers.
 */
export function remember<Reading>(read: (text: string) => Reading, most = 200): (text: string) => Reading {
  const kept = new Map<string, Reading>()
  let characters = 0
  return text => {
    const known = kept.get(text)
    if (known !== undefined) return known
    const made = read(text)
    characters += text.length
    if (kept.size >= most || characters > MAX_CHARACTERS) {
      kept.clear()
      characters = text.length
    }
    kept.set(text, made)
    return made
  }
}

const MAX_CHARACTERS = 60_000
