import { type Clock, toIso } from '../../base/clock.ts'
import { isSoulgateError } from '../../base/errors.ts'
import type { Ids } from '../../base/ids.ts'
import type { Event } from '../../contracts/event.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { Receipt, ReceiptFile } from '../../contracts/receipt.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { Checkpoint, EventFilter, Page, Paged, Store } from '../../store/store.ts'
import { may } from '../access/access.ts'
import { type EraseParts, eraseSession } from './erase.ts'
import { exportLines } from './export-lines.ts'
import { findKey, loadKey } from './keys.ts'
import { signReceipt } from './receipt.ts'
import { rotateKey } from './rotation.ts'
import { findDifference, loadSigner } from './seal-record.ts'
import { createSealing } from './sealing.ts'
import { type KeyStore, type PublicKey, type SigningKey, toPublicKey } from './signing-key.ts'
import type { BadEntry } from './verify-chain.ts'
import { type VerifyOptions, verifyExport } from './verify-export.ts'
import type { AuditReport } from './verify-report.ts'

export { type ReceiptReport, verifyReceipt } from './receipt.ts'
export {
  acceptHistory,
  historyDiffers,
  recordPayload,
  replaceRecord,
  type SealRecord,
} from './seal-record.ts'
export { type KeyStore, keyOfSeed, type PublicKey, toPublicKey } from './signing-key.ts'
export { isKeyName, readTrustedKeys } from './trusted-keys.ts'
export type { BadEntry } from './verify-chain.ts'
export { type VerifyOptions, verifyExport } from './verify-export.ts'
export type { AuditReport } from './verify-report.ts'

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
  /** The same verification over the store itself; trusted are the key of this home and those it vouches for. */
  verifyStore(): Promise<AuditReport>
  /**
   * To be called every second or so: seals when 60 s or 1,000 events have passed since the last checkpoint, at once
   * with `force`. One process does it; the others take over when it is gone. Answers the checkpoints made now.
   */
  checkpoint(options?: { readonly force?: boolean }): Promise<readonly Checkpoint[]>
  /** Where the store is not what this home sealed last; cheap enough to be asked often. */
  findDifference(): Promise<BadEntry | undefined>
  /** The key that signs here, as everybody may know it; made when there is none. */
  key(): Promise<PublicKey>
  /** Throws `audit_history_differs` where the store is not what this home sealed. */
  signReceipt(receipt: Receipt): Promise<ReceiptFile>
  /** A new signing key; the old one endorses it, and it vouches for what the old one sealed. Admins only. */
  rotateKey(
    who: Principal,
  ): Promise<(PublicKey & { readonly refused?: false; readonly previous_key_id: string }) | Refusal>
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
  const at = () => toIso(clock.now())
  const toPublic = async (key: SigningKey) => toPublicKey(key, await keys.trusted())
  return {
    search: (filter, page) => store.searchEvents(filter, page),
    exportLines: async function* () {
      yield* exportLines(store, { at: at(), key: await loadSigner({ store, keys }) })
    },
    verifyStore: () => verifyStore({ store, keys, at: at() }),
    findDifference: () => findDifference({ store, keys }),
    key: async () => toPublic(await loadKey(keys, store)),
    checkpoint: sealing.checkpoint,
    signReceipt: async receipt => signReceipt(receipt, await loadSigner({ store, keys })),
    rotateKey: async who => {
      if (!may(who.role, 'settings.write')) return refuse('forbidden', 'Only an admin may rotate the key.')
      const actor = { kind: who.kind, id: who.id }
      const { old, fresh } = await rotateKey({ store, clock, keys, actor })
      return { ...(await toPublic(fresh)), previous_key_id: old.key_id }
    },
    eraseSession: (who, sessionId) => eraseSession(options, who, sessionId),
    close: sealing.close,
  }
}

/** Proves a store as it stands. Only the key of the home and what it vouches for count, whatever keys the rows hold. */
export async function verifyStore({ store, keys, at }: StoreCheck): Promise<AuditReport> {
  const ownKey = (await findKey(keys, store)).key.key_id
  const options = { ownKey, trustedKeys: await keys.trusted(), isLive: true }
  const report = await verifyOrName(exportLines(store, { at }), options)
  const bad = report.ok ? await findDifference({ store, keys }) : undefined
  if (bad === undefined) return report
  const note = `What is there is whole in itself, and is not the history that this home sealed. ${report.note}`
  return { ...report, ok: false, vouched: false, first_bad: { ...bad, line: 0 }, note }
}

interface StoreCheck {
  readonly store: Store
  readonly keys: KeyStore
  readonly at: string
}

/** A row that was changed so that it cannot even be read is a finding, not a failure. */
async function verifyOrName(lines: AsyncIterable<string>, options: VerifyOptions): Promise<AuditReport> {
  try {
    return await verifyExport(lines, options)
  } catch (error) {
    if (!isSoulgateError(error, 'audit_unreadable')) throw error
    const { stream, seq } = error.data
    const first_bad = { stream: String(stream), seq: Number(seq) + 1, line: 0, reason: error.message }
    const counts = { events: 0, streams: 0, checkpoints: 0, erased: 0, unsealed: 0 }
    const note = 'Nothing behind it was looked at.'
    return { ok: false, ...counts, keys: [], vouched: false, first_bad, note }
  }
}
