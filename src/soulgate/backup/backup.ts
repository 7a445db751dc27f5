import { join } from 'node:path'
import { type Clock, systemClock, toIso } from '../../base/clock.ts'
import { SoulgateError } from '../../base/errors.ts'
import type { AuditReport } from '../../engine/audit/audit.ts'
import { dumpSqlite, loadSqlite, readSqliteSchema } from '../../store/sqlite/sqlite.ts'
import type { BackupTarget } from '../../store/store.ts'
import {
  type BackupSummary,
  checkBackupFile,
  openBackupFile,
  readBackupHeader,
  writeBackupFile,
} from './backup-file.ts'
import { type LiveToken, readLiveTokens, withCaution } from './caution.ts'
import type { BackupPlace } from './place.ts'
import { wakeRestored } from './wake.ts'

export { type BackupSummary, checkBackupFile } from './backup-file.ts'
export type { LiveToken } from './caution.ts'

/** What a restore took over, and which rights it revoked or kept. */
export interface RestoreSummary extends BackupSummary {
  /** Rights to run that were open in the backup: what they allowed may have run since. */
  readonly revoked_grants: number
  /** Bearer tokens that were revoked, or that work again because `keepTokens` was said. */
  readonly revoked_tokens: readonly LiveToken[]
  readonly kept_tokens: readonly LiveToken[]
  readonly woken: { readonly runs: number; readonly gates: number }
  readonly audit: AuditReport
}

/**
 * Writes everything the database holds at this moment into one file, while programs go on working with it, and reads
 * the file back. Keys that sign or decide are files of the home folder and stay there.
 */
export async function backUp(place: BackupPlace, file: string): Promise<BackupSummary> {
  const at = toIso((place.clock ?? systemClock).now())
  if (place.databaseUrl !== undefined) {
    const { dumpPostgres, readPostgresSchema } = await postgres()
    const schema = await readPostgresSchema(place.databaseUrl)
    return writeBackupFile(file, { schema, at }, dumpPostgres(place.databaseUrl))
  }
  const path = pathOf(place)
  const schema = await readSqliteSchema(path)
  return writeBackupFile(file, { schema, at }, dumpSqlite(path))
}

/**
 * Makes a new database out of a backup, of the other kind too: all of it or nothing. The file is read whole before
 * anything is written. What was restored starts stopped: calls that ran after the backup are not in it, so an admin
 * looks first and lifts the stop; rights that were open are revoked, and so are bearer tokens unless `keepTokens`
 * is said. Nobody stays signed in.
 * Throws `backup_unreadable`, `store_not_empty`, `schema_too_new` and what the store throws.
 */
export async function restore(
  place: BackupPlace,
  file: string,
  { keepTokens = false }: { readonly keepTokens?: boolean } = {},
): Promise<RestoreSummary> {
  const summary = await checkBackupFile(file)
  const { schema } = await readBackupHeader(file)
  const at = toIso((place.clock ?? systemClock).now())
  const caution = withCaution(openBackupFile(file).rows, { at, from: summary.at, keepTokens })
  await load(place, { rows: caution.rows, schema, at })
  const { revokedGrants: revoked_grants, tokens } = caution.found()
  const [revoked_tokens, kept_tokens] = keepTokens ? [[], tokens] : [tokens, []]
  const restored = { revoked_grants, revoked_tokens, kept_tokens }
  const { woken, audit } = await wakeRestored(place, { ...restored, backup: summary })
  if (!audit.ok) {
    const bad = audit.first_bad
    throw new SoulgateError(
      'audit_broken',
      `The backup was restored, but its audit chain does not hold at ${bad?.stream ?? '?'} #${bad?.seq ?? '?'}: ${bad?.reason ?? ''}`,
    )
  }
  return { ...summary, ...restored, woken, audit }
}

/** Reads the whole file, as `restore` does: the bearer tokens that would work in what is restored from it now. */
export async function liveTokensOf(file: string, clock: Clock = systemClock): Promise<readonly LiveToken[]> {
  return readLiveTokens(openBackupFile(file).rows, toIso(clock.now()))
}

/** Loaded only where there is a server. */
function postgres() {
  return import('../../store/postgres/postgres.ts')
}

async function load(place: BackupPlace, target: BackupTarget): Promise<void> {
  if (place.databaseUrl !== undefined) {
    const { loadPostgres } = await postgres()
    await loadPostgres(place.databaseUrl, target)
  } else await loadSqlite(pathOf(place), target)
}

function pathOf({ home, storePath }: BackupPlace): string {
  return storePath ?? join(home, 'soulgate.db')
}
