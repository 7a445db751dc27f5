import { type AgentEnvironment, toEngineAgent } from '../../agents/agents.ts'
import type { Clock } from '../../base/clock.ts'
import {
  type AskModel,
  createModelPlanner,
  createWorkItemAgent,
  offlinePlanner,
  offlineReviewer,
} from '../../bundled/workitem/workitem.ts'
import type { Settings } from '../../contracts/settings.ts'
import type { Admission, AgentDefinition } from '../../engine/run/run.ts'
import { createAdmission, createWorkItemHost } from '../../engine/workitem/workitem.ts'
import { askWithin, type Llm } from '../../llm/llm.ts'
import type { Store } from '../../store/store.ts'
import { createFolderFiles, type FolderFiles, type JudgeReads } from '../../workspace/workspace.ts'

interface WorkItemBasis {
  readonly store: Store
  readonly clock: Clock
  readonly judgeReads: JudgeReads
  readonly llm: Llm
  readonly settings: { get(): Promise<Settings> }
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
  const planner = createModelPlanner(createAskModel(basis))
  const agent = createWorkItemAgent({ host, planner, reviewer: offlineReviewer })
  return {
    agent: toEngineAgent(agent, environment, 'workitem'),
    folderFiles,
    admission: createAdmission({ plannerName: offlinePlanner.name }),
  }
}

/** The STANDARD tier, for at most `budgets.plan_usd` a plan. */
function createAskModel({ llm, settings }: Pick<WorkItemBasis, 'llm' | 'settings'>): AskModel {
  return {
    isThere: () => !llm.describe('STANDARD').isOffline,
    ask: async ({ messages, output_schema, spent }, signal) => {
      const request = {
        tier: 'STANDARD' as const,
        purpose: 'plan_work_item',
        messages: [...messages],
        output_schema,
      }
      return askWithin(llm, request, { spent, budgetUsd: (await settings.get()).budgets.plan_usd, signal })
    },
  }
}
