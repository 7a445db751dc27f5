/** What stands in place of a value that looks like a secret, where nobody needs it. */
export const MASKED_SECRET = '[looks like a secret]'

/** The same with four hexadecimal digits, where people decide: equal secrets of an installation have equal marks. */
const SECRET_MARKS = /\[looks like a secret(?: [0-9a-f]{4})?\]/g

/** The pieces of a text, its marks apart from the rest. */
export function splitSecretMarks(
  text: string,
): readonly { readonly isMark: boolean; readonly text: string }[] {
  let at = 0
  const pieces: { readonly isMark: boolean; readonly text: string }[] = []
  for (const { 0: mark, index } of text.matchAll(SECRET_MARKS)) {
    if (index > at) pieces.push({ isMark: false, text: text.slice(at, index) })
    pieces.push({ isMark: true, text: mark })
    at = index + mark.length
  }
  return at < text.length || pieces.length === 0
    ? [...pieces, { isMark: false, text: text.slice(at) }]
    : pieces
}

/** Whether a text holds a mark. */
export function holdsSecretMark(text: string): boolean {
  return text.includes('[looks like a secret')
}
