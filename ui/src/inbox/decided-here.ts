import { useSyncExternalStore } from 'react'

/** What was decided in this tab, newest last; decisions sent together stand together. Only ids: the server knows the rest. */
type Acts = readonly (readonly string[])[]

const PLACE = 'soulgate.decided'
const MOST = 20

let acts: Acts = read()
const listeners = new Set<() => void>()

export function noteDecided(gateIds: readonly string[]): void {
  keep([...acts.filter(act => !act.some(id => gateIds.includes(id))), gateIds].slice(-MOST))
}

/** Takes an act out of the list once its result was seen. */
export function forgetDecided(gateIds: readonly string[]): void {
  keep(acts.filter(act => !act.some(id => gateIds.includes(id))))
}

function keep(next: Acts): void {
  acts = next
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
