import type { Decision } from '../../src/contracts/decision.ts'
import type { Gate } from '../../src/contracts/gate.ts'
import type { Grant } from '../../src/contracts/grant.ts'
import type { JsonObject } from '../../src/contracts/json-value.ts'
import type { EventDraft, LedgerCall, StoredRun, StoreTransaction } from '../../src/store/store.ts'

/** One touch of the world by a tool, seen from outside the engine. */
export interface Effect {
  readonly tool: string
  readonly arguments: JsonObject
  readonly key: string
  readonly worker: string
}

/** A decision that its person was told had been taken. */
export interface Acknowledged {
  readonly gate_id: string
  readonly decision: Decision
  readonly isDeferred: boolean
  readonly gate: Gate
}

/** What was seen from outside while it happened; invariants are checked against it as it grows and at the end. */
export interface History {
  readonly effects: Effect[]
  readonly acknowledged: Acknowledged[]
  /** Intents by idempotency key, in the order of their commits. */
  readonly intents: Map<string, LedgerCall[]>
  readonly consumed: Map<string, Grant>
  readonly gates: Map<string, Gate>
  readonly endedRuns: Set<string>
  readonly committedEvents: { count: number }
  readonly violations: string[]
  violate(text: string): void
}

export function createHistory(): History {
  const violations: string[] = []
  return {
    effects: [],
    acknowledged: [],
    intents: new Map(),
    consumed: new Map(),
    gates: new Map(),
    endedRuns: new Set(),
    committedEvents: { count: 0 },
    violations,
    violate: text => void violations.push(text),
  }
}

type Write =
  | { readonly what: 'gate'; readonly gate: Gate }
  | { readonly what: 'grants'; readonly grants: readonly Grant[] }
  /** `by` wrote it while `owner` held the lease of the run. */
  | {
      readonly what: 'call'
      readonly call: LedgerCall
      readonly by: string
      readonly owner: string | undefined
    }
  | { readonly what: 'run'; readonly run: StoredRun }
  | { readonly what: 'events'; readonly events: readonly EventDraft[] }

/** A transaction that remembers what it wrote, to be added to the history when it is committed. */
export function watchTransaction(tx: StoreTransaction, writes: Write[], by: string): StoreTransaction {
  const noting =
    <Value>(note: (value: Value) => Write, write: (value: Value) => Promise<void>) =>
    (value: Value): Promise<void> => {
      writes.push(note(value))
      return write(value)
    }
  return {
    ...tx,
    insertGate: noting(gate => ({ what: 'gate', gate }), tx.insertGate),
    updateGate: noting(gate => ({ what: 'gate', gate }), tx.updateGate),
    insertGrants: noting(grants => ({ what: 'grants', grants }), tx.insertGrants),
    updateGrant: noting(grant => ({ what: 'grants', grants: [grant] }), tx.updateGrant),
    putCall: async call => {
      const owner = call.run_id === undefined ? undefined : (await tx.getRun(call.run_id))?.lease_owner
      writes.push({ what: 'call', call, by, owner })
      await tx.putCall(call)
    },
    updateRun: async (before, patch) => {
      const run = await tx.updateRun(before, patch)
      writes.push({ what: 'run', run })
      return run
    },
    appendEvents: events => {
      writes.push({ what: 'events', events })
      return tx.appendEvents(events)
    },
  }
}

/** Adds a committed transaction, and checks what must hold of every single change. */
export function record(history: History, writes: readonly Write[]): void {
  for (const write of writes) {
    switch (write.what) {
      case 'gate':
        recordGate(history, write.gate)
        break
      case 'grants':
        for (const grant of write.grants) recordGrant(history, grant)
        break
      case 'call':
        recordIntent(history, write)
        break
      case 'run':
        if (TERMINAL.includes(write.run.status)) history.endedRuns.add(write.run.run_id)
        break
      case 'events':
        history.committedEvents.count += write.events.length
    }
  }
}

const TERMINAL: readonly string[] = ['completed', 'failed', 'cancelled']

function recordGate(history: History, gate: Gate): void {
  const before = history.gates.get(gate.gate_id)
  history.gates.set(gate.gate_id, gate)
  if (!before) return
  const isDecided = before.status === 'pending' && !['pending', 'cancelled'].includes(gate.status)
  if (
    isDecided &&
    gate.run_id &&
    history.endedRuns.has(gate.run_id) &&
    gate.type !== 'run_definition_changed'
  ) {
    history.violate(`orphan: gate ${gate.gate_id} became ${gate.status} after its run had ended`)
  }
  if (before.status !== 'pending' && before.status !== gate.status) {
    history.violate(`first wins: gate ${gate.gate_id} was ${before.status} and became ${gate.status}`)
  }
  if (
    JSON.stringify(before.subject) !== JSON.stringify(gate.subject) ||
    before.subject_digest !== gate.subject_digest
  ) {
    history.violate(`what you saw: the subject of gate ${gate.gate_id} changed`)
  }
}

function recordGrant(history: History, grant: Grant): void {
  if (grant.status !== 'consumed') return
  if (history.consumed.has(grant.grant_id))
    history.violate(`single use: grant ${grant.grant_id} was consumed twice`)
  history.consumed.set(grant.grant_id, grant)
}

function recordIntent(history: History, { call, by, owner }: Extract<Write, { what: 'call' }>): void {
  if (call.status !== 'started') return
  if (owner !== by) history.violate(`fenced: ${by} began call ${call.call_id} while ${owner} held the run`)
  const known = history.intents.get(call.idempotency_key) ?? []
  history.intents.set(call.idempotency_key, [...known, call])
}
