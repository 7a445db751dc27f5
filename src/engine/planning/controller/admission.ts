import { type Clock, toIso } from '../../../base/clock.ts'
import type { JsonValue } from '../../../contracts/json-value.ts'
import { DEFAULT_INTERACTION_POLICY, PlanFeedbackInput, PlanGoalInput } from '../../../contracts/plan.ts'
import { isRefusal, type Refusal, refuse } from '../../../contracts/refusal.ts'
import type { EventDraft, StoredRun, StoreTransaction } from '../../../store/store.ts'
import { SYSTEM_ACTOR } from '../../gate/gate.ts'
import type { Admission, StartRequest } from '../../run/run.ts'
import type { PlanTime } from '../planning-tools.ts'
import { mergeConstraints } from './collect-context.ts'
import { type PlanBody, putPlanRecord, readPlan, revise } from './record.ts'
import { POLICY, policyFor } from './remembered.ts'

interface AdmissionParts {
  readonly clock: Clock
  readonly time: Pick<PlanTime, 'checkConstraints' | 'readWords' | 'defaultCalendar'>
}

/**
 * What starts with a run of the planning agent, and what may not start: the plan's row is written with the run, and
 * feedback becomes the next run of a plan that stands. Constraints that cannot hold are refused, naming the field.
 */
export function createPlanAdmission(parts: AdmissionParts): Admission {
  return {
    refuse: async (tx, request) => {
      if (request.kind !== 'plan') return undefined
      if (hasField(request.input, 'feedback')) return refuseFeedback(tx, request)
      return refuseGoal(parts, request.input)
    },
    admitted: async (tx, run) => {
      if (run.kind !== 'plan') return []
      const feedback = PlanFeedbackInput.safeParse(run.input)
      return feedback.success ? takeOver(parts, tx, run, feedback.data) : begin(parts, tx, run)
    },
  }
}

/** The id of the plan that a run begins. */
export function planIdOf(runId: string): string {
  return runId.replace(/^run_/, 'plan_')
}

function hasField(input: JsonValue, name: string): boolean {
  return typeof input === 'object' && input !== null && Object.hasOwn(input, name)
}

function refuseGoal({ clock, time }: AdmissionParts, input: JsonValue): Refusal | undefined {
  const parsed = PlanGoalInput.safeParse(input)
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => ({
      field: path.join('.') || 'input',
      message,
    }))
    return refuse('invalid', `The plan cannot be started: ${errors[0]?.field} ${errors[0]?.message}.`, {
      errors,
    })
  }
  const { goal, constraints = {}, calendar } = parsed.data
  const now = toIso(clock.now())
  const given = time.checkConstraints(constraints, calendar, now)
  if (given.length > 0) return unfit(given)
  const timezone = calendar?.timezone ?? 'UTC'
  const words = time.readWords(goal, { now, timezone })
  const said = time.checkConstraints(mergeConstraints(words.constraints, constraints), calendar, now)
  return said.length === 0 ? undefined : unfit(said.map(({ message }) => ({ field: 'goal', message })))
}

function unfit(errors: readonly { readonly field: string; readonly message: string }[]): Refusal {
  const [first] = errors
  return refuse('invalid', `The plan cannot be started: ${first?.field}: ${first?.message}.`, { errors })
}

async function refuseFeedback(
  tx: StoreTransaction,
  { input, who }: StartRequest,
): Promise<Refusal | undefined> {
  const parsed = PlanFeedbackInput.safeParse(input)
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
    return refuse('invalid', 'The feedback does not fit.', { errors })
  }
  const { plan_id: planId } = parsed.data
  const record = await readPlan(tx, planId)
  const isForeign = who.kind === 'agent' && record?.body.requested_by !== who.id && record?.owner !== who.id
  if (!record || isForeign) return refuse('not_found', `There is no plan ${planId}.`)
  const open = await refuseWhileOpen(tx, record)
  if (isRefusal(open)) return open
  if (record.planning_status === 'complete') return undefined
  const detail = `Plan ${planId} was not completed; there is nothing to adapt. Start another one.`
  return refuse('plan_not_complete', detail, { data: { plan_id: planId } })
}

/** A plan whose run is at work or waits for people takes no feedback beside it: it is said at the gate. */
async function refuseWhileOpen(
  tx: StoreTransaction,
  { plan_id, run_id }: { readonly plan_id: string; readonly run_id: string },
): Promise<Refusal | undefined> {
  const run = await tx.getRun(run_id)
  if (run?.status === 'waiting_input') {
    const gates = run.waiting_gate_ids
    const detail = `Plan ${plan_id} waits for a decision: say it at gate ${gates.join(', ')} by steering it.`
    return refuse('plan_busy', detail, { data: { plan_id, waiting_gate_ids: gates } })
  }
  if (run?.status === 'running' || run?.status === 'queued')
    return refuse(
      'plan_busy',
      `Plan ${plan_id} is being worked on by run ${run_id}; try again in a moment.`,
      {
        data: { plan_id, run_id },
      },
    )
  return undefined
}

async function begin(
  { clock, time }: AdmissionParts,
  tx: StoreTransaction,
  run: StoredRun,
): Promise<EventDraft[]> {
  const input = PlanGoalInput.parse(run.input)
  const now = clock.now()
  const at = toIso(now)
  const owner = run.on_behalf_of ?? run.requested_by
  const plan_id = planIdOf(run.run_id)
  const { session_id } = run
  if (input.interaction_policy !== undefined) {
    const body = JSON.parse(JSON.stringify(input.interaction_policy))
    await tx.putDocument({ kind: POLICY, id: `session:${session_id}`, body, at })
  }
  const { policy } = await policyFor(tx, { owner, session_id, override: input.interaction_policy })
  const body: PlanBody = {
    goal: input.goal,
    title: input.goal.slice(0, 200),
    response_text: 'The plan is being drafted.',
    pattern_rfc_required: false,
    ...{ outline_approved: false, roadmap_approved: false, schedule_approved: false },
    interaction_policy: policy ?? DEFAULT_INTERACTION_POLICY,
    constraints: input.constraints ?? {},
    calendar: input.calendar ?? time.defaultCalendar('UTC'),
    strategy: input.strategy ?? { mode: 'hybrid' },
    ...{ confidence: [], approvals: [], adaptations: [], run_ids: [run.run_id] },
    caps: NO_CAPS,
    used: { turns: 0, working_ms: 0, cost_usd: 0, retries: {} },
    model: '',
    requested_by: run.requested_by,
    ...(run.on_behalf_of === undefined ? {} : { on_behalf_of: run.on_behalf_of }),
  }
  await putPlanRecord(tx, {
    ...{ plan_id, run_id: run.run_id, session_id, owner, state: 'COLLECT_CONTEXT', planning_status: null },
    ...{ revision: 0, created_at: at, updated_at: at, body },
  })
  return [event(run, { at, plan_id, type: 'plan_created' })]
}

/** Until the run has read the settings. */
const NO_CAPS: PlanBody['caps'] = {
  turns: 1,
  retries_per_stage: 0,
  working_seconds: 1,
  session_usd: 0,
  turn_usd: 0,
  day_usd: 0,
}

async function takeOver(
  { clock }: AdmissionParts,
  tx: StoreTransaction,
  run: StoredRun,
  { plan_id }: PlanFeedbackInput,
): Promise<EventDraft[]> {
  const record = await readPlan(tx, plan_id)
  if (record === undefined) return []
  const run_ids = [...record.body.run_ids, run.run_id]
  await putPlanRecord(tx, revise(record, { run_id: run.run_id, body: { run_ids } }, clock.now()))
  return [event(run, { at: toIso(clock.now()), plan_id, type: 'plan_updated' })]
}

function event(
  run: StoredRun,
  { at, plan_id, type }: { readonly at: string; readonly plan_id: string; readonly type: EventDraft['type'] },
): EventDraft {
  const { run_id, session_id } = run
  return { stream: `run:${run_id}`, type, at, run_id, session_id, actor: SYSTEM_ACTOR, payload: { plan_id } }
}
