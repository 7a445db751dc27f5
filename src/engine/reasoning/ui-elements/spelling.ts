/** “e-mail”, “log-in”, “check-out” are one word. */
export function joinHyphens(text: string): string {
  return text.replace(/\b(e|log|sign|check|drop|pop|set|up|on|off|re|pre)-(?=\p{L})/giu, '$1')
}
