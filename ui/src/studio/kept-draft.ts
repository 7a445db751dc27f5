const PLACE = 'soulgate.talk.'

/** What is typed and not sent yet, of this tab, so that a reload loses none of it. */
export function keptDraft(sessionId: string | undefined): string {
  try {
    return sessionStorage.getItem(PLACE + (sessionId ?? 'new')) ?? ''
  } catch {
    return ''
  }
}

export function keepDraft(sessionId: string | undefined, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(PLACE + (sessionId ?? 'new'))
    else sessionStorage.setItem(PLACE + (sessionId ?? 'new'), text)
  } catch {
    // A browser that keeps nothing lets it be typed again.
  }
}
