/** One piece of text: readable as it stands, or a character that a reader could not see, by its code. */
export type TextPiece =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'hidden'; readonly code: string; readonly name: string; readonly count: number }

interface HiddenRange {
  readonly from: number
  readonly to: number
  readonly name: string
}

/** Everything that changes how text is shown without being seen: Unicode categories Cc, Cf, Zl, Zp and blank fillers. */
const HIDDEN: readonly HiddenRange[] = [
  { from: 0x00, to: 0x08, name: 'control character' },
  { from: 0x0b, to: 0x1a, name: 'control character' },
  { from: 0x1b, to: 0x1b, name: 'terminal escape' },
  { from: 0x1c, to: 0x1f, name: 'control character' },
  { from: 0x7f, to: 0x84, name: 'control character' },
  { from: 0x86, to: 0x9a, name: 'control character' },
  { from: 0x85, to: 0x85, name: 'next line' },
  { from: 0x9b, to: 0x9b, name: 'terminal escape' },
  { from: 0x9c, to: 0x9f, name: 'control character' },
  { from: 0xad, to: 0xad, name: 'soft hyphen' },
  { from: 0x034f, to: 0x034f, name: 'joiner' },
  { from: 0x0600, to: 0x0605, name: 'number sign' },
  { from: 0x061c, to: 0x061c, name: 'text direction' },
  { from: 0x06dd, to: 0x06dd, name: 'number sign' },
  { from: 0x070f, to: 0x070f, name: 'abbreviation mark' },
  { from: 0x0890, to: 0x0891, name: 'number sign' },
  { from: 0x08e2, to: 0x08e2, name: 'number sign' },
  { from: 0x115f, to: 0x1160, name: 'blank filler' },
  { from: 0x17b4, to: 0x17b5, name: 'blank filler' },
  { from: 0x180b, to: 0x180f, name: 'variation selector' },
  { from: 0x200b, to: 0x200d, name: 'zero width' },
  { from: 0x200e, to: 0x200f, name: 'text direction' },
  { from: 0x2028, to: 0x2029, name: 'line separator' },
  { from: 0x202a, to: 0x202e, name: 'text direction' },
  { from: 0x2060, to: 0x2065, name: 'zero width' },
  { from: 0x2066, to: 0x2069, name: 'text direction' },
  { from: 0x206a, to: 0x206f, name: 'format character' },
  { from: 0x2800, to: 0x2800, name: 'blank filler' },
  { from: 0x3164, to: 0x3164, name: 'blank filler' },
  { from: 0xd800, to: 0xdfff, name: 'broken character' },
  { from: 0xfe00, to: 0xfe0e, name: 'variation selector' },
  { from: 0xfeff, to: 0xfeff, name: 'zero width' },
  { from: 0xffa0, to: 0xffa0, name: 'blank filler' },
  { from: 0xfff0, to: 0xfffb, name: 'annotation' },
  { from: 0x110bd, to: 0x110bd, name: 'number sign' },
  { from: 0x110cd, to: 0x110cd, name: 'number sign' },
  { from: 0x13430, to: 0x1343f, name: 'format character' },
  { from: 0x1bca0, to: 0x1bca3, name: 'format character' },
  { from: 0x1d173, to: 0x1d17a, name: 'format character' },
  { from: 0xe0000, to: 0xe0fff, name: 'tag' },
]

/** Printable ASCII, tabs and line breaks: most texts, told apart at once. */
const PLAIN = /^[\t\n\x20-\x7e]*$/

/** Emoji that Unicode recommends, such as families and flags: one picture each, although joined by what has none. */
const EMOJI = /(\p{RGI_Emoji})/v

/**
 * Splits text written by an agent so that every character which cannot be seen is named instead of obeyed. Line
 * breaks, tabs and emoji stay. A run of the same hidden character is one piece with its count.
 */
export function splitHiddenCharacters(text: string): readonly TextPiece[] {
  if (PLAIN.test(text)) return text === '' ? [] : [{ kind: 'plain', text }]
  const pieces: TextPiece[] = []
  let plain = ''
  for (const character of text
    .split(EMOJI)
    .flatMap((part, index) => (index % 2 === 1 ? [part] : [...part]))) {
    const range = character.length > 2 ? undefined : hiddenRangeOf(character)
    if (!range) {
      plain += character
      continue
    }
    if (plain !== '') pieces.push({ kind: 'plain', text: plain })
    plain = ''
    pushHidden(pieces, codeOf(character), range.name)
  }
  if (plain !== '') pieces.push({ kind: 'plain', text: plain })
  return pieces
}

/** The same as one string: `pay␣⟨U+202E⟩gpj`. For titles and accessible names. */
export function escapeHiddenCharacters(text: string): string {
  return splitHiddenCharacters(text)
    .map(piece => (piece.kind === 'plain' ? piece.text : `⟨${piece.code}${countText(piece.count)}⟩`))
    .join('')
}

export function countHiddenCharacters(text: string): number {
  return splitHiddenCharacters(text).reduce(
    (sum, piece) => sum + (piece.kind === 'hidden' ? piece.count : 0),
    0,
  )
}

export function countText(count: number): string {
  return count === 1 ? '' : ` ×${count}`
}

function pushHidden(pieces: TextPiece[], code: string, name: string): void {
  const last = pieces.at(-1)
  if (last?.kind === 'hidden' && last.code === code) pieces.splice(-1, 1, { ...last, count: last.count + 1 })
  else pieces.push({ kind: 'hidden', code, name, count: 1 })
}

function hiddenRangeOf(character: string): HiddenRange | undefined {
  const code = character.codePointAt(0) ?? 0
  if (code >= 0x20 && code < 0x7f) return undefined
  return HIDDEN.find(range => code >= range.from && code <= range.to)
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
