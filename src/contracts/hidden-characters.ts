/**
 * Characters that change what a reader sees without being seen: controls, marks of direction, zero width, tags, fillers,
 * line separators, what no character stands for, and spaces that are not the plain one.
 */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFFD]|(?! )\p{Zs}/gu

/** Whether a text holds characters that a reader cannot see, such as those that reverse its direction. */
export function hasHiddenCharacters(text: string): boolean {
  return text.search(HIDDEN) >= 0
}

/** The same text with each of them written out, such as `⟨U+202E⟩`. */
export function writeOutHidden(text: string): string {
  return text.replace(HIDDEN, character => {
    const code = character.codePointAt(0) ?? 0
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}
