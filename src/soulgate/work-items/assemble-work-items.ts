import { type AgentEnvironment, toEngineAgent } from '../../agents/agents.ts'
import type { Clock } from '../../base/clock.ts'
import { isSoulgateError } from '../../base/errors.ts'
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
import type { Llm } from '../../llm/llm.ts'
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

/** What goes wrong with a model is a reason to do without it. */
const FAILURES: readonly string[] = ['model_unavailable', 'budget_exceeded', 'context_too_small']

/** The STANDARD tier, within the budget of a plan. */
function createAskModel({ llm, settings }: Pick<WorkItemBasis, 'llm' | 'settings'>): AskModel {
  return {
    isThere: () => !llm.describe('STANDARD').isOffline,
    ask: async ({ messages, output_schema, spentUsd }, signal) => {
      const budgetUsd = (await settings.get()).budgets.plan_usd - spentUsd
      try {
        const { text, object, model, usage, cost_usd } = await llm.generate(
          { tier: 'STANDARD', purpose: 'plan_work_item', messages: [...messages], output_schema },
          { signal, budgetUsd },
        )
        const tokens = usage.input_tokens + usage.output_tokens
        return { text, ...(object === undefined ? {} : { object }), model, tokens, cost_usd }
      } catch (error) {
        if (isSoulgateError(error) && FAILURES.includes(error.code)) return { failed: error.message }
        throw error
      }
    },
  }
}
