import { toIso } from '../../../base/clock.ts'
import { SoulgateError } from '../../../base/errors.ts'
import type { JsonObject, JsonValue } from '../../../contracts/json-value.ts'
import { PlanFeedbackInput, PlanGoalInput, type PlanState } from '../../../contracts/plan.ts'
import type { AgentDefinition, RunContext } from '../../run/run.ts'
import { adaptPlan } from './adapt-plan.ts'
import { approveStage, missingForCompletion } from './approve.ts'
import { capsOf } from './caps.ts'
import { clarify } from './clarify.ts'
import { collectContext, mergeConstraints, readGoal } from './collect-context.ts'
import { escalate } from './escalate.ts'
import { type Flow, factsOfDrafter, newAttempt, situationOf } from './flow.ts'
import { draftOutline, validateOutline } from './outline.ts'
import type { PlanningParts } from './parts.ts'
import { type PlanRecord, readPlanOfRun } from './record.ts'
import { listSubtypes, policyFor } from './remembered.ts'
import { draftRoadmap, validateRoadmap } from './roadmap.ts'
import { saveFlow } from './save.ts'
import { draftSchedule, validateSchedule } from './schedule.ts'
import { runTool } from './tool-executor.ts'
import { nextState, type PlanOutcome, STATES } from './transitions.ts'

/**
 * The planning agent: a goal becomes an outline, a roadmap and a schedule, each validated and approved as the person's
 * policy asks; feedback on a plan that stands becomes an adaptation that a person decides about.
 */
export function createPlanAgent(parts: PlanningParts): AgentDefinition {
  return {
    kind: 'plan',
    version: '1',
    run: async (context, input) => {
      if (PlanFeedbackInput.safeParse(input).success) return adaptPlan(parts, context, input)
      return followPlan(await openFlow(parts, context, input))
    },
  }
}

type Work = (flow: Flow) => Promise<PlanOutcome>

const WORK: Readonly<Record<Exclude<PlanState, 'COMPLETE' | 'ABORTED'>, Work>> = {
  COLLECT_CONTEXT: collectContext,
  DRAFT_OUTLINE: draftOutline,
  VALIDATE_OUTLINE: validateOutline,
  APPROVE_OUTLINE: flow => approveStage(flow, 'outline'),
  DRAFT_ROADMAP: draftRoadmap,
  VALIDATE_ROADMAP: validateRoadmap,
  APPROVE_ROADMAP: flow => approveStage(flow, 'roadmap'),
  DRAFT_SCHEDULE: draftSchedule,
  VALIDATE_SCHEDULE: validateSchedule,
  SEEK_APPROVAL: flow => approveStage(flow, 'final'),
  NEEDS_CLARIFICATION: clarify,
  NEEDS_SCHED_ESCALATION: escalate,
}

/** The outer loop: does a state's work, looks up where its outcome leads, stores the plan, until it ends. */
async function followPlan(flow: Flow): Promise<JsonObject> {
  const { context, plan_id } = flow
  context.emit('planning_started', { plan_id, goal: flow.goal })
  await saveFlow(flow)
  while (flow.state !== 'COMPLETE' && flow.state !== 'ABORTED') {
    const { state } = flow
    context.emit('plan_stage_started', { plan_id, state })
    const outcome = await WORK[state](flow)
    await enter(flow, outcome)
    context.emit('plan_stage_completed', { plan_id, state, outcome, next: flow.state })
  }
  return summarize(flow)
}

async function enter(flow: Flow, outcome: PlanOutcome): Promise<void> {
  const { state } = flow
  const next = nextState(state, outcome, flow.cameFrom)
  if (next === 'COMPLETE') requireComplete(flow)
  if (next !== state) flow.cameFrom = next === 'NEEDS_CLARIFICATION' ? state : undefined
  flow.state = next
  if (next === 'COMPLETE') await sayComplete(flow)
  if (next === 'ABORTED' && flow.responseText === '')
    flow.responseText = flow.errorMessage ?? 'The plan was aborted.'
  if (next === 'ABORTED' && outcome === 'fatal_error')
    flow.responseText = flow.errorMessage ?? 'The tools could not go on.'
  // While it waits, the gate's own save says what is asked.
  if (!STATES[next].waits) await saveFlow(flow)
}

/** The last guard: whatever led here, nothing is complete without its validators and the approvals of people. */
function requireComplete(flow: Flow): void {
  const missing = missingForCompletion(flow)
  if (missing.length === 0) return
  throw new SoulgateError(
    'plan_incomplete',
    `Plan ${flow.plan_id} cannot be complete: ${missing.join(', ')}.`,
    {
      data: { plan_id: flow.plan_id, missing },
    },
  )
}

async function sayComplete(flow: Flow): Promise<void> {
  const { artifacts, plan_id } = flow
  const { pattern, outline, roadmap, draft } = artifacts
  const said = await runTool(flow, 'summarizer', {
    situation: situationOf(flow),
    stage: 'complete',
    ...(pattern === undefined ? {} : { pattern }),
    ...(outline === undefined ? {} : { outline }),
    ...(roadmap === undefined ? {} : { roadmap }),
    ...(draft?.schedule === undefined ? {} : { schedule: draft.schedule }),
    facts: factsOfDrafter(flow),
  })
  const text = (said.reached ? undefined : said.result.data?.text) ?? 'The plan is approved.'
  flow.responseText = `${text}\nTake it into your calendar with \`soulgate plan ics ${plan_id}\`.`
}

function summarize(flow: Flow): JsonObject {
  const { plan_id, state, responseText, errorMessage } = flow
  const planning_status = state === 'COMPLETE' ? 'complete' : 'aborted'
  return {
    plan_id,
    planning_status,
    response_text: responseText,
    ...(errorMessage === undefined ? {} : { error_message: errorMessage }),
  }
}

interface Opened {
  readonly record: PlanRecord
  readonly policy: Flow['policy']
  readonly isPolicyKnown: boolean
  readonly knownSubtypes: string[]
  readonly model: string
  readonly settings: Pick<Awaited<ReturnType<PlanningParts['settings']>>, 'flags' | 'planning' | 'budgets'>
  readonly now: string
}

async function openFlow(parts: PlanningParts, context: RunContext, input: JsonValue): Promise<Flow> {
  const opened = (await context.step('open', async () => {
    return ((await open(parts, context, input)) ?? null) as unknown as JsonValue
  })) as unknown as Opened | null
  if (opened === null) {
    const detail = `Run ${context.run_id} belongs to no plan. Start one with POST /api/plans.`
    throw new SoulgateError('plan_missing', detail)
  }
  const request = PlanGoalInput.parse(input)
  const flow = createFlow({ parts, context }, opened, request)
  await readGoal(flow, request)
  flow.constraints = mergeConstraints(flow.constraints, request.constraints ?? {})
  if (request.calendar !== undefined && request.calendar.weekly.length > 0) flow.calendar = request.calendar
  return flow
}

async function open(
  parts: PlanningParts,
  context: RunContext,
  input: JsonValue,
): Promise<Opened | undefined> {
  const { store, llm, clock } = parts
  const record = await readPlanOfRun(store, context.run_id)
  if (record === undefined) return undefined
  const override = PlanGoalInput.parse(input).interaction_policy
  const { owner, session_id } = record
  const { policy, isKnown } = await policyFor(store, { owner, session_id, override })
  const { flags, planning, budgets } = await parts.settings()
  return {
    record,
    policy,
    isPolicyKnown: isKnown,
    knownSubtypes: await listSubtypes(store),
    model: llm.describe('STANDARD').model,
    settings: { flags, planning, budgets },
    now: toIso(clock.now()),
  }
}

/** A request that names no working hours means the usual ones, in its time zone. */
function calendarOf({ time }: PlanningParts, { calendar }: PlanGoalInput): Flow['calendar'] {
  if (calendar === undefined) return time.defaultCalendar('UTC')
  if (calendar.weekly.length > 0) return calendar
  return { ...time.defaultCalendar(calendar.timezone), exceptions: calendar.exceptions }
}

/** A plan that stands is by whoever drafted it, until it is drafted anew. */
function draftedByOf({ body }: PlanRecord, model: string): Flow['draftedBy'] {
  if (body.model === '') return { model }
  const { model_failure } = body
  return { model: body.model, ...(model_failure === undefined ? {} : { model_failure }) }
}

function createFlow(
  { parts, context }: Pick<Flow, 'parts' | 'context'>,
  { record, policy, isPolicyKnown, knownSubtypes, model, settings, now }: Opened,
  request: PlanGoalInput,
): Flow {
  const { flags, planning } = settings
  const caps = capsOf(settings)
  return {
    ...{ parts, context, plan_id: record.plan_id, goal: request.goal, owner: record.owner, now, model },
    draftedBy: draftedByOf(record, model),
    limits: { continue_min: planning.continue_min, retry_min: planning.retry_min },
    flags: {
      allow_new_subtypes: flags.allow_new_subtype_proposals,
      require_rfc: flags.require_rfc_for_new_subtype,
    },
    strategy: request.strategy ?? { mode: 'hybrid' },
    wished: request.pattern,
    knownSubtypes,
    rejectedPatterns: [],
    policy,
    isPolicyKnown,
    ...{ brief: undefined, briefNotes: [] },
    constraints: {},
    calendar: calendarOf(parts, request),
    clarifications: [],
    instructions: [],
    ...{ state: 'COLLECT_CONTEXT', cameFrom: undefined, pending: undefined, asking: undefined },
    artifacts: { busy: [] },
    selfScores: { outline: 0, roadmap: 0, schedule: 0 },
    attempts: { outline: newAttempt(), roadmap: newAttempt(), schedule: newAttempt() },
    accepted: new Set(),
    validated: {},
    saved: {},
    ...{ approvals: [], confidence: [], adaptations: [], conflict: undefined, relaxedTiming: {} },
    ...{ unclearTimes: [], rounds: 0, isContextSettled: false, uncertain: undefined },
    caps,
    used: { turns: 0, working_ms: 0, cost_usd: 0, turn_usd: 0 },
    isDayWaived: false,
    ...{ produced: new Set(), remembered: new Map(), traceLength: 0 },
    ...{ steeredFrom: undefined, responseText: '', errorMessage: undefined },
  }
}
