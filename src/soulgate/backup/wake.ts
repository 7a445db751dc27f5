import { join } from 'node:path'
import { systemClock, toIso } from '../../base/clock.ts'
import type { Dispatch, Job } from '../../dispatch/dispatch.ts'
import { type AuditReport, recordPayload, replaceRecord, verifyStore } from '../../engine/audit/audit.ts'
import type { Page, Paged, Store } from '../../store/store.ts'
import { createAuditKeyFiles } from '../audit/key-files.ts'
import { openStorage } from '../storage.ts'
import type { BackupSummary } from './backup-file.ts'
import type { LiveToken } from './caution.ts'
import type { BackupPlace } from './place.ts'

/** What a restore did to the rows it wrote. */
interface Restored {
  readonly backup: BackupSummary
  readonly revoked_grants: number
  readonly revoked_tokens: readonly LiveToken[]
  readonly kept_tokens: readonly LiveToken[]
}

/**
 * Jobs are hints and are not in a backup: every run and gate that is not over is looked at once more. Then the audit
 * chain is proven as it stands.
 */
export async function wakeRestored(
  place: BackupPlace,
  { backup, revoked_grants, revoked_tokens, kept_tokens }: Restored,
): Promise<{
  readonly woken: { readonly runs: number; readonly gates: number }
  readonly audit: AuditReport
}> {
  const { store, dispatch } = await openStorage({ ...place, workspace: '' })
  const now = (place.clock ?? systemClock).now()
  try {
    let runs = 0
    for (const status of ['queued', 'running', 'waiting_input'] as const) {
      const list = (page: Page) => store.listRuns({ status }, page)
      runs += await wakeAll({ store, dispatch }, list, run => ({
        queue: 'run',
        key: run.run_id,
        due_at: now,
      }))
    }
    const gates = await wakeAll(
      { store, dispatch },
      page => store.listGates({ status: 'pending' }, page),
      gate => ({ queue: 'gate_timer', key: gate.gate_id, due_at: now }),
    )
    const keys = createAuditKeyFiles(join(place.home, 'keys'))
    const replaced = await replaceRecord({ store, keys })
    const payload = {
      backup_at: backup.at,
      sha256: backup.sha256,
      rows: backup.rows,
      revoked_grants,
      kept_tokens: kept_tokens.map(token => token.token_id),
      ...(replaced && { replaced_record: recordPayload(replaced) }),
    }
    const actor = { kind: 'system', id: 'system:restore' } as const
    const event = { stream: 'system', at: toIso(now), actor } as const
    await store.transact(async tx => {
      await tx.appendEvents([
        { ...event, type: 'backup_restored', payload },
        ...revoked_tokens.map(({ token_id, name, role }) => ({
          ...{ ...event, type: 'token_revoked' as const, payload: { token_id, name, role } },
        })),
        { ...event, type: 'stop_engaged', payload: { reason: 'backup restored' } },
      ])
    })
    const audit = await verifyStore({ store, keys, at: toIso(now) })
    return { woken: { runs, gates }, audit }
  } finally {
    await dispatch.stop()
    await store.close()
  }
}

async function wakeAll<Item>(
  { store, dispatch }: { readonly store: Store; readonly dispatch: Dispatch },
  list: (page: Page) => Promise<Paged<Item>>,
  toJob: (item: Item) => Omit<Job, 'payload'>,
): Promise<number> {
  let count = 0
  let cursor: string | undefined
  do {
    const page = await list({ limit: 200, ...(cursor === undefined ? {} : { cursor }) })
    await store.transact(async tx => {
      for (const item of page.items) await dispatch.enqueue(tx, { ...toJob(item), payload: {} })
    })
    count += page.items.length
    cursor = page.next_cursor
  } while (cursor !== undefined)
  return count
}
