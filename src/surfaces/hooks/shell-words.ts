/** Words as a shell reads them back one by one. */
export function joinWords(words: readonly string[]): string {
  return words.map(word => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
}

/** The words of a command line of plain and single-quoted words; the other way round than `joinWords`. */
export function splitWords(line: string): readonly string[] {
  const words: string[] = []
  for (const [token] of line.matchAll(/(?:'[^']*'|\\.|"[^"]*"|[^\s'\\"])+/g)) {
    words.push(
      token.replaceAll(
        /'([^']*)'|"([^"]*)"|\\(.)/g,
        (_, single, double, escaped) => single ?? double ?? escaped,
      ),
    )
  }
  return words
}
