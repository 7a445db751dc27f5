import { type Clock, toIso } from '../../base/clock.ts'
import { isSoulgateError } from '../../base/errors.ts'
import type { Ids } from '../../base/ids.ts'
import type { Event } from '../../contracts/event.ts'
import type { Principal } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { Checkpoint, EventFilter, Page, Paged, Store } from '../../store/store.ts'
import { may } from '../access/access.ts'
import { type EraseParts, eraseSession } from './erase.ts'
import { exportLines } from './export-lines.ts'
import { createSealing } from './sealing.ts'
import type { KeyStore } from './signing-key.ts'
import { type AuditReport, verifyExport } from './verify-export.ts'

export { exportLines } from './export-lines.ts'
export type { KeyStore } from './signing-key.ts'
export type { BadEntry } from './verify-chain.ts'
export { type AuditReport, type VerifyOptions, verifyExport } from './verify-export.ts'

export interface AuditOptions {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly keys: KeyStore
  /** What an erased session loses beside its events. */
  readonly alsoErase?: NonNullable<EraseParts['alsoErase']>
}

/** The chain of everything that happened: searched, exported, proven and sealed. */
export interface Audit {
  /** Newest first. */
  search(filter: EventFilter, page: Page): Promise<Paged<Event>>
  /** JSON lines without line ends (docs/audit-format.md); `verifyExport` checks them anywhere. */
  exportLines(): AsyncIterable<string>
  /** The same verification over the store itself. */
  verifyStore(): Promise<AuditReport>
  /**
   * To be called every second or so: seals when 60 s or 1,000 events have passed since the last checkpoint, at once
   * with `force`. One process does it; the others take over when it is gone. Answers the checkpoints made now.
   */
  checkpoint(options?: { readonly force?: boolean }): Promise<readonly Checkpoint[]>
  /** A new signing key, endorsed by the old one; admins only. */
  rotateKey(who: Principal): Promise<{ readonly refused?: false; readonly key_id: string } | Refusal>
  /** Erases the payloads of a session's events and what is remembered of it, and says so in the chain; admins only. */
  eraseSession(
    who: Principal,
    sessionId: string,
  ): Promise<{ readonly refused?: false; readonly erased: number } | Refusal>
  close(): void
}

export function createAudit(options: AuditOptions): Audit {
  const { store, clock, ids, keys } = options
  const sealing = createSealing({ store, clock, keys, holder: ids.newId('sealer') })
  const lines = () => exportLines(store, toIso(clock.now()))
  return {
    search: (filter, page) => store.searchEvents(filter, page),
    exportLines: lines,
    verifyStore: () => verifyOrName(lines()),
    checkpoint: sealing.checkpoint,
    rotateKey: async who => {
      if (!may(who.role, 'settings.write')) return refuse('forbidden', 'Only an admin may rotate the key.')
      const { key_id } = await sealing.rotateKey()
      return { key_id }
    },
    eraseSession: (who, sessionId) => eraseSession(options, who, sessionId),
    close: sealing.close,
  }
}

/** A row that was changed so that it cannot even be read is a finding, not a failure. */
async function verifyOrName(lines: AsyncIterable<string>): Promise<AuditReport> {
  try {
    return await verifyExport(lines)
  } catch (error) {
    if (!isSoulgateError(error, 'audit_unreadable')) throw error
    const { stream, seq } = error.data
    const first_bad = { stream: String(stream), seq: Number(seq) + 1, line: 0, reason: error.message }
    const counts = { events: 0, streams: 0, checkpoints: 0, erased: 0, unsealed: 0 }
    return { ok: false, ...counts, keys: [], first_bad, note: 'Nothing behind it was looked at.' }
  }
}
