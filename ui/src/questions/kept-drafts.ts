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
