/** One line of a CSV file, ended as RFC 4180 has it. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

/** Quoted, and never read as a formula by a spreadsheet: spaces before the sign do not hide it. */
function toCell(text: string): string {
  const safe = /^\s*[=+\-@|%]|^[\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
