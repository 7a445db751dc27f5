import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Gate } from '../../src/contracts/gate.ts'
import type { Grant } from '../../src/contracts/grant.ts'
import type { Session } from '../../src/contracts/session.ts'
import type { Step } from '../../src/contracts/step.ts'
import type { Store, StoreDocument, StoredRun } from '../../src/store/store.ts'

/** What a store kept of runs of an earlier definition. */
export interface Kept {
  readonly runs: readonly StoredRun[]
  readonly sessions: readonly Session[]
  readonly steps: readonly Step[]
  readonly gates: readonly Gate[]
  readonly grants: readonly Grant[]
  readonly documents: readonly StoreDocument[]
  readonly files: Readonly<Record<string, string>>
}

/** What lies in a file of `journals`. */
export function readKept(name: string): unknown {
  return JSON.parse(gunzipSync(readFileSync(new URL(`journals/${name}.json.gz`, import.meta.url))).toString())
}

/** Puts runs that were kept into an empty store. */
export async function putBack(store: Store, kept: Kept): Promise<void> {
  await store.transact(async tx => {
    for (const session of kept.sessions) await tx.putSession(session)
    for (const run of kept.runs.toReversed()) await tx.insertRun(run)
    await tx.putSteps(kept.steps)
    for (const gate of kept.gates) await tx.insertGate(gate)
    await tx.insertGrants(kept.grants)
    for (const { kind, id, lookup, body, created_at: at } of kept.documents)
      await tx.putDocument({ kind, id, body, at, ...(lookup === undefined ? {} : { lookup }) })
  })
}

/** Place, kind and name of each step. */
export function namesOf(steps: readonly Step[]): readonly string[] {
  return steps.map(({ seq, name, kind }) => `${seq} ${kind} ${name}`)
}
