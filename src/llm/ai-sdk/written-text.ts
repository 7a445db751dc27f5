/** Text that arrives in pieces. A piece may end within a character that JSON wrote as two escapes. */
export interface WrittenText {
  /** What can be shown now. */
  push(piece: string): string
  /** What was kept back for a second half that never came. */
  end(): string
  all(): string
}

/** Joins pieces so that every text handed out is well-formed Unicode. */
export function createWrittenText(): WrittenText {
  const parts: string[] = []
  let half = ''
  const give = (text: string): string => {
    const whole = text.toWellFormed()
    if (whole !== '') parts.push(whole)
    return whole
  }
  return {
    push: piece => {
      const text = half + piece
      half = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.slice(-1) : ''
      return give(half === '' ? text : text.slice(0, -1))
    },
    end: () => {
      const rest = half
      half = ''
      return give(rest)
    },
    all: () => parts.join(''),
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}
