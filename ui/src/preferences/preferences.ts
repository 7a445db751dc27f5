import { useSyncExternalStore } from 'react'

/** What somebody prefers in this browser; it is nobody else's business and not kept by the server. */
interface Preferences {
  readonly queueSort: 'section' | 'oldest' | 'newest' | 'expiring'
  readonly queueGrouped: boolean
  readonly notifications: boolean
  readonly diffView: 'unified' | 'split'
  /** Groups of rooms that are unfolded. */
  readonly openGroups: readonly ('Build' | 'Operate')[]
}

const DEFAULTS: Preferences = {
  ...{ queueSort: 'section', queueGrouped: true, notifications: false, diffView: 'unified', openGroups: [] },
}
const PLACE = 'soulgate.preferences'

let current: Preferences = read()
const listeners = new Set<() => void>()

export function usePreference<Name extends keyof Preferences>(name: Name) {
  const value = useSyncExternalStore(subscribe, () => current[name])
  const set = (next: Preferences[Name]) => setPreference(name, next)
  return [value, set] as const
}

export function preference<Name extends keyof Preferences>(name: Name): Preferences[Name] {
  return current[name]
}

export function setPreference<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void {
  current = { ...current, [name]: value }
  try {
    localStorage.setItem(PLACE, JSON.stringify(current))
  } catch {
    // A browser that keeps nothing still follows the choice until it is closed.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): Preferences {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '{}')
    return typeof kept === 'object' && kept !== null ? { ...DEFAULTS, ...kept } : DEFAULTS
  } catch {
    return DEFAULTS
  }
}
