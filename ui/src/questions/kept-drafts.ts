import type { Drafts } from './answers.ts'

const PLACE = 'soulgate.answers.'

/** Half-given answers of this tab, so that a reload loses none. */
export function keptDrafts(name: string): Drafts {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PLACE + name) ?? '{}')
    return typeof kept === 'object' && kept !== null ? { ...kept } : {}
  } catch {
    return {}
  }
}

export function keepDrafts(name: string, drafts: Drafts): void {
  try {
    sessionStorage.setItem(PLACE + name, JSON.stringify(drafts))
  } catch {
    // A browser that keeps nothing asks again.
  }
}

/** Which of the questions was shown last; the first at first. */
export function keptPlace(name: string): number | 'all' {
  try {
    const kept = sessionStorage.getItem(`${PLACE}at.${name}`)
    return kept === 'all' ? 'all' : Math.max(0, Number.parseInt(kept ?? '0', 10) || 0)
  } catch {
    return 0
  }
}

export function keepPlace(name: string, place: number | 'all'): void {
  try {
    sessionStorage.setItem(`${PLACE}at.${name}`, String(place))
  } catch {
    // Then a reload begins at the first one.
  }
}
