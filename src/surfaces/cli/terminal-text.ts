import picocolors from 'picocolors'

/**
 * Code points that change what a reader sees without being seen: controls (ANSI escapes begin with one), soft hyphen,
 * joiners, marks of direction, fillers, zero width, variation selectors, halves of pairs, private use, music and
 * shorthand controls, tags. Line feed and tab are left to the caller.
 */
const HIDDEN_RANGES: readonly (readonly [number, number])[] = [
  ...([
    [0x00, 0x08],
    [0x0b, 0x1f],
    [0x7f, 0x9f],
    [0xad, 0xad],
    [0x34f, 0x34f],
    [0x61c, 0x61c],
  ] as const),
  ...([
    [0x115f, 0x1160],
    [0x17b4, 0x17b5],
    [0x180b, 0x180f],
    [0x200b, 0x200f],
    [0x2028, 0x202f],
  ] as const),
  ...([
    [0x205f, 0x206f],
    [0x3164, 0x3164],
    [0xd800, 0xdfff],
    [0xe000, 0xf8ff],
    [0xfe00, 0xfe0f],
  ] as const),
  ...([
    [0xfeff, 0xfeff],
    [0xffa0, 0xffa0],
    [0xfff0, 0xfffb],
    [0x1bca0, 0x1bca3],
    [0x1d173, 0x1d17a],
  ] as const),
  ...([
    [0xe0000, 0xe0fff],
    [0xf0000, 0x10ffff],
  ] as const),
]

/** Text from anywhere as it can be shown on a terminal: what is hidden is written out, such as `⟨U+202E⟩`. */
export function escapeHidden(text: string): string {
  let shown = ''
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    shown += isHidden(code) ? `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩` : character
  }
  return shown
}

function isHidden(code: number): boolean {
  return HIDDEN_RANGES.some(([first, last]) => code >= first && code <= last)
}

/** The same on one line: line feeds and tabs are written out too. */
export function escapeLine(text: string): string {
  return escapeHidden(text).replace(/\n/g, '⏎').replace(/\t/g, '⇥')
}

/** Cuts one line to a number of characters, saying that it was cut. */
export function clip(text: string, length: number): string {
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, Math.max(0, length - 1)).join('')}…`
}

export type Colors = ReturnType<typeof picocolors.createColors>

/** Colours only on a terminal that wants them. */
export function colorsFor(
  isTerminal: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): Colors {
  const isWanted = isTerminal && environment.NO_COLOR === undefined && environment.TERM !== 'dumb'
  return picocolors.createColors(isWanted)
}

/** A share in [0,1] as a bar of ten cells and a number. */
export function bar(share: number): string {
  const cells = Math.round(Math.min(1, Math.max(0, share)) * 10)
  return `${'█'.repeat(cells)}${'░'.repeat(10 - cells)} ${share.toFixed(2)}`
}

/** Rows in columns; the last column is not padded. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = []
  for (const row of rows) {
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, [...cell].length)
    })
  }
  return rows.map(row =>
    row
      .map((cell, index) =>
        index === row.length - 1 ? cell : cell + ' '.repeat((widths[index] ?? 0) - [...cell].length),
      )
      .join('  ')
      .trimEnd(),
  )
}
