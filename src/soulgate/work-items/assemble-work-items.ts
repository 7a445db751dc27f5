import type { Clock } from '../../base/clock.ts'
import type { GuidelineService } from '../../engine/guardrails/guardrails.ts'
import type { Admission, AgentDefinition } from '../../engine/run/run.ts'
import {
  createAdmission,
  createWorkItemAgent,
  offlinePlanner,
  offlineReviewer,
} from '../../engine/workitem/workitem.ts'
import type { Store } from '../../store/store.ts'
import { createFolderFiles, type FolderFiles, type JudgeReads } from '../../workspace/workspace.ts'
import { demandedTerms } from '../gates/gate-terms.ts'

interface WorkItemBasis {
  readonly store: Store
  readonly clock: Clock
  readonly guidelines: GuidelineService
  readonly toWorkspacePath: (path: string) => string
  readonly judgeReads: JudgeReads
}

export interface AssembledWorkItems {
  readonly agent: AgentDefinition
  readonly admission: Admission
  readonly folderFiles: FolderFiles
}

/** The work-item agent over the folders of this workspace and the guidelines of this engine. */
export function assembleWorkItems(
  basis: WorkItemBasis,
  { workspace, home }: { readonly workspace: string; readonly home: string },
): AssembledWorkItems {
  const { store, clock } = basis
  const folderFiles = createFolderFiles({ root: workspace, forbiddenPaths: [home] })
  const agent = createWorkItemAgent({
    store,
    clock,
    files: folderFiles,
    mayRead: async reader => {
      const judge = await basis.judgeReads(reader)
      return path => judge('read_file', path) === 'allowed'
    },
    planner: offlinePlanner,
    reviewer: offlineReviewer,
    demands: ({ event, context, ...opening }) =>
      demandedTerms(basis, { ...opening, context: { ...context, event } }),
  })
  return { agent, folderFiles, admission: createAdmission({ plannerName: offlinePlanner.name }) }
}
