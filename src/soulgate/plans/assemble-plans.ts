import type { Clock } from '../../base/clock.ts'
import {
  createPlanAdmission,
  createPlanAgent,
  createPlanService,
  type PlanService,
  planTime,
  planTools,
} from '../../engine/planning/planning.ts'
import type { Admission, AgentDefinition, StartRequest } from '../../engine/run/run.ts'
import type { SettingsService } from '../../engine/settings/settings.ts'
import type { Llm } from '../../llm/llm.ts'
import type { Store, StoredRun, StoreTransaction } from '../../store/store.ts'
import { createSpending } from '../models/spending.ts'

interface PlanBasis {
  readonly store: Store
  readonly clock: Clock
  readonly llm: Llm
  readonly settings: SettingsService
}

export interface AssembledPlans {
  readonly agent: AgentDefinition
  readonly admission: Admission
  readonly service: PlanService
}

/** The planning agent over the models, the settings and the calendar of this engine. */
export function assemblePlans({ store, clock, llm, settings }: PlanBasis): AssembledPlans {
  const agent = createPlanAgent({
    ...{ store, clock, llm, tools: planTools, time: planTime },
    elapsedMs: () => performance.now(),
    settings: settings.get,
    spentTodayUsd: createSpending(store, clock),
  })
  return {
    agent,
    admission: createPlanAdmission({ clock, time: planTime }),
    service: createPlanService({ store, clock, time: planTime }),
  }
}

/** Every one of them must let a run start, and each adds what starts with it. */
export function joinAdmissions(admissions: readonly Admission[]): Admission {
  return {
    refuse: async (tx: StoreTransaction, request: StartRequest) => {
      for (const admission of admissions) {
        const refused = await admission.refuse(tx, request)
        if (refused !== undefined) return refused
      }
      return undefined
    },
    admitted: async (tx: StoreTransaction, run: StoredRun) => {
      const events = []
      for (const admission of admissions) events.push(...(await admission.admitted(tx, run)))
      return events
    },
  }
}
