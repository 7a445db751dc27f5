const MAX_BRIEF_LENGTH = 10_000

/** Words as they may stand on a page: no control or direction-changing characters, no lone surrogates, at most 10,000. */
export function cleanText(text: string): string {
  return text
    .slice(0, MAX_BRIEF_LENGTH)
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{C}\n\t\u200d]/gu, '')
    .trim()
}

export function cut(text: string, most: number): string {
  const letters = [...text.trim()]
  return letters.length <= most
    ? letters.join('')
    : `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}
