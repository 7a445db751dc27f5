import { createHash } from 'node:crypto'
import { canonicalize } from '../../src/base/canonical-json.ts'
import { type FakeClock, fakeClock, toIso } from '../../src/base/clock.ts'
import { createIds } from '../../src/base/ids.ts'
import { createSeededRandom } from '../../src/base/random.ts'
import type { JsonObject } from '../../src/contracts/json-value.ts'
import type { Principal } from '../../src/contracts/principal.ts'
import { type Audit, createAudit, type KeyStore } from '../../src/engine/audit/audit.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts'
import type { EventDraft, Store } from '../../src/store/store.ts'

export const START_MS = Date.parse('2026-03-01T09:00:00.000Z')
export const admin: Principal = { kind: 'person', id: 'person_ada', name: 'Ada', role: 'admin' }

export interface MemoryKeys extends KeyStore {
  /** Every seed that ever stood, in order. */
  readonly saved: readonly Uint8Array[]
}

/** Key files that live in memory. */
export function memoryKeys(seedNumber = 1): MemoryKeys {
  const random = createSeededRandom(seedNumber)
  const saved: Uint8Array[] = []
  const staged = new Map<string, Uint8Array>()
  const trusted: string[] = []
  let record: string | undefined
  return {
    saved,
    load: async () => saved.at(-1),
    create: async seed => {
      if (saved.length === 0) saved.push(seed)
    },
    stage: async (keyId, seed) => {
      staged.set(keyId, seed)
    },
    takeOver: async keyId => {
      const seed = staged.get(keyId)
      if (seed !== undefined) saved.push(seed)
      return staged.delete(keyId)
    },
    newSeed: () => Uint8Array.from({ length: 32 }, () => random.uint32() & 255),
    trusted: async () => trusted,
    trust: async keys => {
      trusted.push(...keys)
    },
    record: async () => record,
    keepRecord: async text => {
      record = text
    },
  }
}

export function memoryStore(): Promise<Store> {
  return openSqliteStore({ path: ':memory:', now: () => toIso(START_MS) })
}

export interface TestAudit {
  readonly store: Store
  readonly clock: FakeClock
  readonly audit: Audit
  append(stream: string, changes?: Partial<EventDraft>): Promise<void>
  lines(): Promise<string[]>
}

export function openAudit(
  store: Store,
  keys: KeyStore = memoryKeys(),
  clock = fakeClock(START_MS),
): TestAudit {
  const audit = createAudit({ store, clock, keys, ids: createIds({ clock }) })
  return {
    store,
    clock,
    audit,
    append: async (stream, changes = {}) => {
      const at = toIso(clock.now())
      const actor = { kind: 'system', id: 'system:test' } as const
      const draft: EventDraft = {
        stream,
        type: 'tool_call',
        at,
        actor,
        payload: { stream, ü: 'ß"\\' },
        ...changes,
      }
      await store.transact(tx => tx.appendEvents([draft]))
    },
    lines: async () => {
      const lines: string[] = []
      for await (const line of audit.exportLines()) lines.push(line)
      return lines
    },
  }
}

/** Gives changed lines a last line that fits them, as somebody would who hides what was changed. */
export function withEnd(lines: readonly string[]): string[] {
  const body = lines.filter(line => kindOf(line) !== 'end')
  const events = body.filter(line => kindOf(line) === 'event')
  const sha256 = createHash('sha256')
  for (const line of body) sha256.update(`${line}\n`)
  const end = {
    kind: 'end',
    events: events.length,
    streams: new Set(events.map(line => String(parse(line).stream))).size,
    checkpoints: body.filter(line => kindOf(line) === 'checkpoint').length,
    sha256: sha256.digest('hex'),
  }
  return [...body, canonicalize(end)]
}

export function parse(line: string): JsonObject {
  return JSON.parse(line)
}

export function kindOf(line: string): string {
  return String(parse(line).kind)
}

/** Where the event of a stream and seq stands. */
export function lineOf(lines: readonly string[], stream: string, seq: number): number {
  return lines.findIndex(line => {
    const fields = parse(line)
    return fields.kind === 'event' && fields.stream === stream && fields.seq === seq
  })
}
