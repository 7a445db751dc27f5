import { type AgentEnvironment, toEngineAgent } from '../../agents/agents.ts'
import type { Clock } from '../../base/clock.ts'
import { createWorkItemAgent, offlinePlanner, offlineReviewer } from '../../bundled/workitem/workitem.ts'
import type { Admission, AgentDefinition } from '../../engine/run/run.ts'
import { createAdmission, createWorkItemHost } from '../../engine/workitem/workitem.ts'
import type { Store } from '../../store/store.ts'
import { createFolderFiles, type FolderFiles, type JudgeReads } from '../../workspace/workspace.ts'

interface WorkItemBasis {
  readonly store: Store
  readonly clock: Clock
  readonly judgeReads: JudgeReads
}

export interface AssembledWorkItems {
  readonly agent: AgentDefinition
  readonly admission: Admission
  readonly folderFiles: FolderFiles
}

/** The work-item agent over the folders of this workspace; to the engine it is an agent like a user's own. */
export function assembleWorkItems(
  basis: WorkItemBasis,
  environment: AgentEnvironment,
  { workspace, home }: { readonly workspace: string; readonly home: string },
): AssembledWorkItems {
  const { store, clock } = basis
  const folderFiles = createFolderFiles({ root: workspace, forbiddenPaths: [home] })
  const host = createWorkItemHost({
    store,
    clock,
    files: folderFiles,
    mayRead: async reader => {
      const judge = await basis.judgeReads(reader)
      return path => judge('read_file', path) === 'allowed'
    },
  })
  const agent = createWorkItemAgent({ host, planner: offlinePlanner, reviewer: offlineReviewer })
  return {
    agent: toEngineAgent(agent, environment, 'workitem'),
    folderFiles,
    admission: createAdmission({ plannerName: offlinePlanner.name }),
  }
}
