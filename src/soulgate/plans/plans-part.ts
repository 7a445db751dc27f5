import type {
  AdaptationLogEntry,
  InteractionPolicy,
  InteractionPolicyPatch,
  Plan,
  PlanBrief,
  PlanOutline,
  PlanSchedule,
  Roadmap,
  TraceStep,
} from '../../contracts/plan.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { Refusal } from '../../contracts/refusal.ts'
import type { PlanChart, PlanListQuery, StartPlanRequest } from '../../contracts/requests/plans.ts'
import type { PlanService } from '../../engine/planning/planning.ts'

type Answer<Item> = (Item & { readonly refused?: false }) | Refusal

/** Plans, from a goal to what people live with. Deciding about them is the gates'. */
export interface PlansPart extends Pick<PlanService, 'changeNode' | 'changeBlock'> {
  /** Answers when the plan waits for people or is done, or after `waitMs` as it stands. */
  start(
    who: Principal,
    body: StartPlanRequest,
    options?: { readonly idempotencyKey?: string | undefined; readonly waitMs?: number },
  ): Promise<Answer<{ readonly plan: Plan }>>
  /** Plans anew what is open; nothing approved changes without another decision. */
  feedback(
    who: Principal,
    planId: string,
    text: string,
    options?: {
      readonly idempotencyKey?: string | undefined
      readonly waitMs?: number
      /** The brief as it is to be from now on, whole. */
      readonly brief?: PlanBrief
    },
  ): Promise<Answer<{ readonly plan: Plan }>>
  list(
    who: Principal,
    query: PlanListQuery,
  ): Promise<{ readonly items: readonly Plan[]; readonly next_cursor?: string }>
  get(who: Principal, planId: string): Promise<Plan | Refusal>
  outline(who: Principal, planId: string): Promise<PlanOutline | Refusal>
  roadmap(who: Principal, planId: string): Promise<Roadmap | Refusal>
  schedule(who: Principal, planId: string): Promise<PlanSchedule | Refusal>
  ics(who: Principal, planId: string): Promise<Answer<{ readonly ics: string }>>
  trace(who: Principal, planId: string): Promise<Answer<{ readonly steps: readonly TraceStep[] }>>
  adaptations(
    who: Principal,
    planId: string,
  ): Promise<Answer<{ readonly adaptations: readonly AdaptationLogEntry[] }>>
  /** The controller as data. */
  chart(): PlanChart
  policy(who: Principal, personId: string): Promise<InteractionPolicy | Refusal>
  changePolicy(
    who: Principal,
    personId: string,
    patch: InteractionPolicyPatch,
  ): Promise<InteractionPolicy | Refusal>
}
