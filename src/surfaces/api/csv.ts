/** What a spreadsheet would read as a formula; spaces before the sign do not hide it, nor quotes that stand for text. */
const FORMULA = /^'*(?:\s*[=+\-@|%]|[\t\r])/

/** One line of a CSV file, ended as RFC 4180 has it. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

/** Quoted, and never read as a formula by a spreadsheet; `readCsv` gives the same text back. */
function toCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/**
 * The rows of a CSV file, cells as they were before `csvRow` wrote them; lines end in CRLF or LF, quotes may be absent.
 * Undefined where a quote is not closed or text follows one.
 */
export function readCsv(text: string): readonly (readonly string[])[] | undefined {
  const cell = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/y
  const rows: string[][] = []
  let row: string[] = []
  const whole = text.replace(/^\uFEFF/, '')
  while (cell.lastIndex < whole.length || row.length > 0) {
    const found = cell.exec(whole)
    if (found === null) return undefined
    const [, quoted, plain = '', end] = found
    row.push(fromCell(quoted?.replaceAll('""', '"') ?? plain))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

function fromCell(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text
}
