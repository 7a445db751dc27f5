import { SoulgateError } from './base/errors.ts'
import { assembleProgram } from './soulgate/assemble-program.ts'
import type { Soulgate, SoulgateOptions } from './soulgate/program.ts'
import { openStorage } from './soulgate/storage.ts'

export * from './agents/public.ts'
export {
  ACTION_NAMES,
  ACTIONS,
  type Action,
  isDecision,
  may,
  needsSignIn,
  ROLE_HIERARCHY,
} from './engine/access/access.ts'
export {
  isKeyName,
  type ReceiptReport,
  verifyExport,
  verifyReceipt,
} from './engine/audit/audit.ts'
export { previewFrame } from './engine/pages/pages.ts'
export { acceptHomeHistory, readHomeKey, readTrustedKeyFile, trustKeys } from './soulgate/audit/key-files.ts'
export {
  type BackupSummary,
  backUp,
  checkBackupFile,
  type LiveToken,
  liveTokensOf,
  type RestoreSummary,
  restore,
} from './soulgate/backup/backup.ts'
export type { ModelSettings } from './soulgate/models/language-models.ts'
export { findLocalServers, type LocalServer } from './soulgate/models/local-servers.ts'
export { type TriedModel, tryModels } from './soulgate/models/try-models.ts'
export { scheduleProjectFile } from './soulgate/plans/scheduling.ts'
export type * from './soulgate/program.ts'
export {
  compareReports,
  type HarnessDifference,
  readScenarios,
  readToolSets,
  runHarness,
} from './soulgate/reasoning/harness.ts'

/** Opens the store, wires every part, loads the default guidelines on a first start. Nothing runs before `startWorker`. */
export async function createSoulgate(options: SoulgateOptions): Promise<Soulgate> {
  refuseAutoApproval(options, process.env.NODE_ENV)
  const storage = await openStorage(options)
  try {
    return await assembleProgram(options, storage)
  } catch (error) {
    await storage.store.close()
    throw error
  }
}

/** Approving without people is for tests: never in production, never on a database that others may share. */
function refuseAutoApproval(
  { autoApproveIterations, databaseUrl }: SoulgateOptions,
  nodeEnv: string | undefined,
): void {
  if (autoApproveIterations !== true) return
  const why = nodeEnv === 'production' ? 'NODE_ENV is production' : 'the database may be shared with others'
  if (nodeEnv !== 'production' && databaseUrl === undefined) return
  const detail = `Proposals and checkpoints are approved without people in tests only, and ${why}. Nothing was started.`
  throw new SoulgateError('auto_approval_refused', detail)
}
