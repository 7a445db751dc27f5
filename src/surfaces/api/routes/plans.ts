import {
  InteractionPolicy,
  InteractionPolicyPatch,
  Plan,
  PlanOutline,
  PlanSchedule,
  Roadmap,
} from '../../../contracts/plan.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import {
  BlockAnswer,
  ChangeBlockRequest,
  ChangeNodeRequest,
  NodeAnswer,
  PlanAdaptations,
  PlanChart,
  PlanFeedbackRequest,
  PlanListQuery,
  PlanPage,
  PlanStarted,
  PlanTrace,
  StartPlanRequest,
} from '../../../contracts/requests/plans.ts'
import type { Refusal } from '../../../soulgate.ts'
import { present } from '../present.ts'
import {
  idempotencyKey,
  json,
  pathValue,
  preferredWaitMs,
  type Route,
  type RouteCall,
  route,
} from '../route.ts'

const plans = { tag: 'plans' } as const
const reads = { ...plans, method: 'GET', action: 'run.read' } as const

/** Plans: from a goal to an approved schedule, and living with it. */
export const planRoutes: readonly Route[] = [
  route({
    ...plans,
    id: 'startPlan',
    method: 'POST',
    path: '/api/plans',
    action: 'run.start',
    limit: 'start',
    summary: 'plan a goal; with `Prefer: wait=N` answers when people are asked or it is done',
    body: StartPlanRequest,
    answers: { status: 201, schema: PlanStarted },
    handle: async call => {
      const { soulgate, who, body } = call
      return started(await soulgate.plans.start(who, present(body), optionsOf(call)))
    },
  }),
  route({
    ...reads,
    id: 'listPlans',
    path: '/api/plans',
    summary: 'list plans, newest first',
    query: PlanListQuery,
    answers: { status: 200, schema: PlanPage },
    handle: async ({ soulgate, who, query }) => {
      const { items, ...rest } = await soulgate.plans.list(who, present(query))
      return json({ plans: items, ...rest })
    },
  }),
  route({
    ...reads,
    id: 'getPlanChart',
    path: '/api/plans/chart',
    summary: 'read the controller of plans as data: states, outcomes, and where each leads',
    answers: { status: 200, schema: PlanChart },
    handle: async ({ soulgate }) => json(soulgate.plans.chart()),
  }),
  route({
    ...reads,
    id: 'getPlan',
    path: '/api/plans/{plan_id}',
    summary: 'read a plan as it stands',
    answers: { status: 200, schema: Plan },
    handle: async call => answer(await call.soulgate.plans.get(call.who, pathValue(call, 'plan_id'))),
  }),
  route({
    ...reads,
    id: 'getPlanOutline',
    path: '/api/plans/{plan_id}/outline',
    summary: 'read its outline',
    answers: { status: 200, schema: PlanOutline },
    handle: async call => answer(await call.soulgate.plans.outline(call.who, pathValue(call, 'plan_id'))),
  }),
  route({
    ...reads,
    id: 'getPlanRoadmap',
    path: '/api/plans/{plan_id}/roadmap',
    summary: 'read its roadmap with the ways that were compared',
    answers: { status: 200, schema: Roadmap },
    handle: async call => answer(await call.soulgate.plans.roadmap(call.who, pathValue(call, 'plan_id'))),
  }),
  route({
    ...reads,
    id: 'getPlanSchedule',
    path: '/api/plans/{plan_id}/schedule',
    summary: 'read its schedule; blocks in the past that nobody ticked off are overdue',
    answers: { status: 200, schema: PlanSchedule },
    handle: async call => answer(await call.soulgate.plans.schedule(call.who, pathValue(call, 'plan_id'))),
  }),
  route({
    ...reads,
    id: 'getPlanCalendar',
    path: '/api/plans/{plan_id}/schedule.ics',
    summary: 'read its schedule for a calendar program',
    answers: { status: 200, contentType: 'text/calendar' },
    handle: async call => {
      const planId = pathValue(call, 'plan_id')
      const made = await call.soulgate.plans.ics(call.who, planId)
      if (isRefusal(made)) return made
      return new Response(made.ics, {
        headers: {
          'content-type': 'text/calendar; charset=utf-8',
          'content-disposition': `attachment; filename="${planId}.ics"`,
        },
      })
    },
  }),
  route({
    ...reads,
    id: 'getPlanTrace',
    path: '/api/plans/{plan_id}/trace',
    summary: 'read what each tool did, oldest first',
    answers: { status: 200, schema: PlanTrace },
    handle: async call => answer(await call.soulgate.plans.trace(call.who, pathValue(call, 'plan_id'))),
  }),
  route({
    ...reads,
    id: 'getPlanAdaptations',
    path: '/api/plans/{plan_id}/adaptations',
    summary: 'read its structural changes, oldest first',
    answers: { status: 200, schema: PlanAdaptations },
    handle: async call => answer(await call.soulgate.plans.adaptations(call.who, pathValue(call, 'plan_id'))),
  }),
  ...changeRoutes(),
  ...policyRoutes(),
]

function changeRoutes(): readonly Route[] {
  return [
    route({
      ...plans,
      id: 'feedbackOnPlan',
      method: 'POST',
      path: '/api/plans/{plan_id}/feedback',
      action: 'run.start',
      limit: 'start',
      summary: 'say what changed: what is open is planned anew, and put before a person',
      body: PlanFeedbackRequest,
      answers: { status: 202, schema: PlanStarted },
      handle: async call => {
        const { soulgate, who, body } = call
        const planId = pathValue(call, 'plan_id')
        const answer = await soulgate.plans.feedback(who, planId, body.text, {
          ...optionsOf(call),
          ...(body.brief === undefined ? {} : { brief: body.brief }),
        })
        return started(answer, 202)
      },
    }),
    route({
      ...plans,
      id: 'changePlanNode',
      method: 'PATCH',
      path: '/api/plans/{plan_id}/nodes/{node_id}',
      action: 'plan.report',
      summary: 'say how far a task is',
      body: ChangeNodeRequest,
      answers: { status: 200, schema: NodeAnswer },
      handle: async call => {
        const at = { plan_id: pathValue(call, 'plan_id'), node_id: pathValue(call, 'node_id') }
        return answer(await call.soulgate.plans.changeNode(call.who, at, present(call.body)))
      },
    }),
    route({
      ...plans,
      id: 'changePlanBlock',
      method: 'PATCH',
      path: '/api/plans/{plan_id}/schedule/blocks/{block_id}',
      action: 'plan.change',
      summary: 'move a block, or say what became of it; 409 names the constraint that a move breaks',
      body: ChangeBlockRequest,
      answers: { status: 200, schema: BlockAnswer },
      handle: async call => {
        const at = { plan_id: pathValue(call, 'plan_id'), block_id: pathValue(call, 'block_id') }
        return answer(await call.soulgate.plans.changeBlock(call.who, at, present(call.body)))
      },
    }),
  ]
}

function policyRoutes(): readonly Route[] {
  const policy = {
    tag: 'people',
    path: '/api/people/{person_id}/interaction-policy',
  } as const
  return [
    route({
      ...policy,
      id: 'getInteractionPolicy',
      method: 'GET',
      action: 'policy.read',
      summary: 'read how a person wants to be dealt with by the planning agent',
      answers: { status: 200, schema: InteractionPolicy },
      handle: async call => answer(await call.soulgate.plans.policy(call.who, pathValue(call, 'person_id'))),
    }),
    route({
      ...policy,
      id: 'setInteractionPolicy',
      method: 'PUT',
      action: 'policy.manage',
      summary: 'set some of the seven sliders of a person',
      body: InteractionPolicyPatch,
      answers: { status: 200, schema: InteractionPolicy },
      handle: async call =>
        answer(
          await call.soulgate.plans.changePolicy(call.who, pathValue(call, 'person_id'), present(call.body)),
        ),
    }),
  ]
}

/** Waits as the caller prefers; a caller who says nothing is answered at once. */
function optionsOf({ headers }: RouteCall<unknown, unknown>) {
  return { idempotencyKey: idempotencyKey(headers), waitMs: preferredWaitMs(headers) }
}

function started(
  outcome: { readonly refused?: false; readonly plan: Plan } | Refusal,
  status = 201,
): Response | Refusal {
  return isRefusal(outcome) ? outcome : json(PlanStarted.parse(outcome.plan), status)
}

function answer(outcome: object | Refusal): Response | Refusal {
  return isRefusal(outcome) ? outcome : json(outcome)
}
