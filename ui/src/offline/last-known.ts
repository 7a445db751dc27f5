import { headingOf } from 'soulgate/contracts/act-line'
import type { Gate } from 'soulgate/contracts/gate'
import { targetOf } from '../calls/call-summary.ts'

/** One line of the queue as it was last seen: enough to know what waits, too little to decide on. */
export interface KnownItem {
  readonly gateId: string
  readonly type: Gate['type']
  readonly summary: string
  readonly about: string
  readonly createdAt: string
  readonly expiresAt?: string
}

/** What waited when the server was last heard, for whom, and when that was. */
export interface LastKnown {
  readonly personId: string
  readonly name: string
  readonly at: string
  readonly total: number
  readonly items: readonly KnownItem[]
}

const PLACE = 'soulgate.last-known'
const MAX_ITEMS = 60
const MAX_LETTERS = 160

/** Keeps the queue in this browser, for the one person who is signed in; it takes the place of what was kept before. */
export function keepLastKnown(
  who: { readonly id: string; readonly name: string },
  queue: { readonly gates: readonly Gate[]; readonly total: number; readonly at: string },
): void {
  const known: LastKnown = {
    personId: who.id,
    name: who.name,
    at: queue.at,
    total: queue.total,
    items: queue.gates.slice(0, MAX_ITEMS).map(itemOf),
  }
  try {
    localStorage.setItem(PLACE, JSON.stringify(known))
  } catch {
    // A browser that keeps nothing shows nothing while it is offline.
  }
}

/** What was kept, or nothing: somebody signed out, or this browser keeps nothing. */
export function lastKnown(): LastKnown | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? 'null')
    return isLastKnown(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

/** On signing out, and whenever the server says that nobody is signed in. */
export function forgetLastKnown(): void {
  try {
    localStorage.removeItem(PLACE)
  } catch {
    // What cannot be written was not kept either.
  }
}

function itemOf(gate: Gate): KnownItem {
  const calls = 'tool_calls' in gate.subject ? gate.subject.tool_calls : []
  const [call] = calls
  return {
    gateId: gate.gate_id,
    type: gate.type,
    // The heading of a call holds its arguments, which are not kept in the browser.
    summary: (call ? `${call.tool} ${targetOf(call)}` : headingOf(gate)).slice(0, MAX_LETTERS),
    about: gate.requested_by.slice(0, MAX_LETTERS),
    createdAt: gate.created_at,
    ...(gate.expires_at ? { expiresAt: gate.expires_at } : {}),
  }
}

function isLastKnown(value: unknown): value is LastKnown {
  if (typeof value !== 'object' || value === null) return false
  return (
    ['personId', 'name', 'at'].every(key => typeof Reflect.get(value, key) === 'string') &&
    Array.isArray(Reflect.get(value, 'items'))
  )
}
