import { useSyncExternalStore } from 'react'

/** What was decided in this tab, newest last; decisions sent together stand together. Only ids: the server knows the rest. */
type Acts = readonly (readonly string[])[]

const PLACE = 'soulgate.decided'
const MOST = 20

let acts: Acts = read()
const listeners = new Set<() => void>()

export function noteDecided(gateIds: readonly string[]): void {
  acts = [...acts.filter(act => !act.some(id => gateIds.includes(id))), gateIds].slice(-MOST)
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(acts))
  } catch {
    // Then a reload forgets them; their undo windows still pass on the server.
  }
  for (const listener of listeners) listener()
}

export function useDecidedHere(): Acts {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => acts,
  )
}

function read(): Acts {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PLACE) ?? '[]')
    return Array.isArray(kept) ? kept.filter(Array.isArray) : []
  } catch {
    return []
  }
}
