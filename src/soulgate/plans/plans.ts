import type { JsonObject } from '../../contracts/json-value.ts'
import type { Plan } from '../../contracts/plan.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import type { PlanListQuery } from '../../contracts/requests/plans.ts'
import { describeController } from '../../engine/planning/planning.ts'
import type { PlanFilter } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Soulgate } from '../program.ts'
import { canSee } from '../visibility.ts'
import { isUnderWay, waitFor } from '../waiting.ts'

/** With the offline model a plan is there in less; with another one people are told to look again. */
const USUAL_WAIT_MS = 20_000

/** Plans as surfaces see them. */
export function createPlans(engine: Engine, runs: Soulgate['runs']): Soulgate['plans'] {
  const { plans } = engine
  const seen = async <Item>(
    who: Principal,
    planId: string,
    read: () => Promise<Item | Refusal>,
  ): Promise<Item | Refusal> => {
    const plan = await visiblePlan(engine, who, planId)
    return isRefusal(plan) ? plan : read()
  }
  return {
    start: async (who, { session_id, ...input }, { idempotencyKey, waitMs = USUAL_WAIT_MS } = {}) => {
      const body = {
        kind: 'plan' as const,
        input: JSON.parse(JSON.stringify(input)) as JsonObject,
        ...(session_id === undefined ? {} : { session_id }),
      }
      const started = await runs.start(who, body, idempotencyKey)
      return isRefusal(started) ? started : restingPlan(engine, started.run.run_id, waitMs)
    },
    feedback: async (who, planId, text, { idempotencyKey, waitMs = USUAL_WAIT_MS, brief } = {}) => {
      const plan = await visiblePlan(engine, who, planId)
      if (isRefusal(plan)) return plan
      const foreign = refuseForeign(who, plan)
      if (foreign) return foreign
      const given = brief === undefined ? {} : { brief: JSON.parse(JSON.stringify(brief)) as JsonObject }
      const input = { plan_id: planId, feedback: text, ...given }
      const started = await runs.start(
        who,
        { kind: 'plan', input, session_id: plan.session_id },
        idempotencyKey,
      )
      return isRefusal(started) ? started : restingPlan(engine, started.run.run_id, waitMs)
    },
    list: (who, { limit, cursor, ...filter }) => {
      const own = who.role === 'agent' ? { owner: who.person_id ?? who.id } : {}
      const page = { limit, ...(cursor === undefined ? {} : { cursor }) }
      return plans.list({ ...given(filter), ...own }, page)
    },
    get: (who, planId) => visiblePlan(engine, who, planId),
    outline: (who, planId) => seen(who, planId, () => plans.outline(planId)),
    roadmap: (who, planId) => seen(who, planId, () => plans.roadmap(planId)),
    schedule: (who, planId) => seen(who, planId, () => plans.schedule(planId)),
    ics: (who, planId) => seen(who, planId, () => plans.ics(planId)),
    trace: (who, planId) => seen(who, planId, async () => ({ steps: await plans.trace(planId) })),
    adaptations: (who, planId) =>
      seen(who, planId, async () => ({ adaptations: await plans.adaptations(planId) })),
    changeNode: async (who, at, body) =>
      (await refuseChange(engine, who, at.plan_id)) ?? plans.changeNode(who, at, body),
    changeBlock: async (who, at, body) =>
      (await refuseChange(engine, who, at.plan_id)) ?? plans.changeBlock(who, at, body),
    chart: describeController,
    policy: async (who, personId) => (await refusePolicy(engine, who, personId)) ?? plans.policy(personId),
    changePolicy: async (who, personId, patch) =>
      (await refusePolicy(engine, who, personId)) ?? plans.changePolicy(personId, patch),
  }
}

function given(filter: Omit<PlanListQuery, 'limit' | 'cursor'>): PlanFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

async function visiblePlan({ plans }: Engine, who: Principal, planId: string): Promise<Plan | Refusal> {
  const plan = await plans.get(planId)
  return plan && canSee(who, plan) ? plan : refuse('not_found', `There is no plan ${planId}.`)
}

/** The plan of a run as soon as it waits or has ended. */
async function restingPlan(
  engine: Engine,
  runId: string,
  waitMs: number,
): Promise<{ readonly plan: Plan } | Refusal> {
  if (waitMs > 0) {
    await waitFor(engine, { topic: `run:${runId}`, waitMs }, async () => {
      const run = await engine.store.getRun(runId)
      return run && !(await isUnderWay(engine, run)) ? run : undefined
    })
  }
  const plan = await engine.plans.ofRun(runId)
  return plan ? { plan } : refuse('not_found', `Run ${runId} has no plan.`)
}

function refuseForeign(who: Principal, plan: Plan): Refusal | undefined {
  const isOwn = plan.on_behalf_of === who.id || plan.requested_by === who.id
  const isReviewer = who.role === 'reviewer' || who.role === 'admin'
  if (isOwn || isReviewer) return undefined
  return refuse('forbidden', `Plan ${plan.plan_id} belongs to somebody else; a reviewer can change it.`)
}

/** Only people change a plan by hand, and only their own; an agent sends feedback, which people decide about. */
async function refuseChange(engine: Engine, who: Principal, planId: string): Promise<Refusal | undefined> {
  const plan = await visiblePlan(engine, who, planId)
  if (isRefusal(plan)) return plan
  if (who.kind !== 'person') {
    const detail = `${who.name} is not a person. Send feedback instead: POST /api/plans/${planId}/feedback.`
    return refuse('forbidden', detail)
  }
  return refuseForeign(who, plan)
}

async function refusePolicy(
  { access }: Engine,
  who: Principal,
  personId: string,
): Promise<Refusal | undefined> {
  if (who.id === personId) return undefined
  // Who may not see people is told the same of those who exist and of those who do not.
  const isKnown = (await access.listPeople(who)).some(person => person.person_id === personId)
  return isKnown ? undefined : refuse('not_found', `There is no person ${personId}.`)
}
