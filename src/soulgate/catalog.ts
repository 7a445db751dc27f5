import type { Clock } from '../base/clock.ts'
import { toIso } from '../base/clock.ts'
import { sha256Hex } from '../base/digest.ts'
import { DEFAULT_SETTINGS, type Settings } from '../contracts/settings.ts'
import { type Catalog, createCatalog } from '../engine/catalog/catalog.ts'
import type { AttachableSealing, SecretService } from '../engine/secrets/secrets.ts'
import {
  createToolRegistry,
  type ExecutableTool,
  secretNamesOf,
  type UndoStore,
} from '../engine/tools/tools.ts'
import type { Store } from '../store/store.ts'
import { createWorkspaceTools, type JudgeReads } from '../workspace/workspace.ts'

interface CatalogParts {
  readonly store: Store
  readonly home: string
  readonly workspace: string
  /** Instead of the tools of the workspace. */
  readonly dryRunTools?: readonly ExecutableTool[]
  /** Taught the names under which tools take secrets. */
  readonly sealing?: Pick<AttachableSealing, 'learn'>
}

/** The tools of the workspace, and those that were declared. */
export async function assembleCatalog(
  parts: CatalogParts,
  {
    clock,
    settings,
    secrets,
    judgeReads,
  }: {
    clock: Clock
    settings: () => Promise<Settings>
    secrets: Pick<SecretService, 'copies'>
    judgeReads: JudgeReads
  },
): Promise<Catalog> {
  const { store } = parts
  let allowList: readonly string[] = DEFAULT_SETTINGS.http_allow_list
  const refresh = async (): Promise<void> => {
    allowList = (await settings()).http_allow_list
  }
  await refresh()
  store.subscribe(topics => {
    if (topics.includes('document:settings') || topics.includes('*')) refresh().catch(() => {})
  })
  const tools =
    parts.dryRunTools ??
    createWorkspaceTools({
      root: parts.workspace,
      forbiddenPaths: [parts.home],
      clock,
      undoStore: createUndoStore({ store, clock, copies: secrets.copies }),
      httpAllowList: () => [...allowList],
      judgeReads,
    })
  const registry = createToolRegistry({ tools })
  const catalog = createCatalog({
    store,
    clock,
    registry,
    // A claim teaches nothing: a name of somebody's choice would be sealed and masked everywhere.
    known: tool => (tool.claimed ? undefined : parts.sealing?.learn(secretNamesOf(tool))),
  })
  await catalog.load()
  return catalog
}

/** Undo copies live in the store, so that any machine can take a call back. */
function createUndoStore({
  store,
  clock,
  copies,
}: { readonly store: Store; readonly clock: Clock } & Pick<SecretService, 'copies'>): UndoStore {
  return {
    put: async bytes => {
      const digest = sha256Hex(bytes)
      const kept = await copies.seal(bytes)
      await store.transact(tx => tx.putBlob(digest, kept, toIso(clock.now())))
      return digest
    },
    get: async digest => {
      const kept = await store.getBlob(digest)
      return kept === undefined ? undefined : copies.open(kept)
    },
  }
}
