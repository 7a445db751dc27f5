import type { DecideRequest } from '../../contracts/decision.ts'
import type { Gate } from '../../contracts/gate.ts'
import { needsViewing } from '../../contracts/gate-review.ts'
import type {
  IterationApprovalRequest,
  IterationState,
  StartIterationsRequest,
} from '../../contracts/iteration.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import {
  createIterationReader,
  type IterationReader,
  toCancelled,
  toPaused,
  toProgress,
} from '../../engine/iterations/iterations.ts'
import type { StoredRun } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Soulgate } from '../program.ts'
import { canSee } from '../visibility.ts'
import { isUnderWay, waitFor } from '../waiting.ts'
import { exportPlan } from './iteration-export.ts'
import { readEntities, readEntityVersions } from './memory-entities.ts'
import { toSinglePlan } from './single-plan.ts'

/** A proposal of a model takes seconds; of the rules, milliseconds. */
const MAX_ANSWER_MS = 60_000
const SESSION_IDLE_LIMIT_MS = 30 * 86_400_000

/** Planning in iterations as surfaces see it. */
export function createIterations(
  engine: Engine,
  { runs, plans }: Pick<Soulgate, 'runs' | 'plans'>,
): Soulgate['iterations'] {
  const { store } = engine
  const reader = createIterationReader(store)
  const parts: IterationParts = { engine, reader }
  return {
    start: async (who, body, idempotencyKey) => {
      const { session_id, ...input } = body
      if (input.max_iterations === 1) return startOnce(plans, { who, body, idempotencyKey })
      const started = await runs.start(
        who,
        { kind: 'iteration', input, ...(session_id === undefined ? {} : { session_id }) },
        idempotencyKey,
      )
      if (isRefusal(started)) return inWordsOfE(started, session_id === undefined ? {} : { session_id })
      return restingState(parts, started.run.run_id, MAX_ANSWER_MS)
    },
    approve: (who, body, waitMs) => approve(parts, { who, body, waitMs }),
    state: async (who, sessionId, runId) => {
      const run = await findRun(parts, { who, sessionId, runId })
      if (isRefusal(run)) return (await singleState(parts, plans, { who, sessionId, runId })) ?? run
      return (await refuseIdle(parts, run)) ?? reader.state(run)
    },
    record: async (who, sessionId, runId) => {
      const run = await findRun(parts, { who, sessionId, runId })
      if (isRefusal(run)) return run
      return (
        (await reader.record(run)) ??
        unknown(`Nothing is kept of the plan of session ${sessionId}.`, { session_id: sessionId })
      )
    },
    export: async (who, sessionId, { format, run_id: runId }) => {
      const run = await findRun(parts, { who, sessionId, runId })
      if (isRefusal(run)) return run
      const record = await reader.record(run)
      if (record === undefined)
        return unknown(`Nothing is kept of the plan of session ${sessionId}.`, { session_id: sessionId })
      return exportPlan(record, format)
    },
    entities: (who, filter) => readEntities({ store, reader }, who, filter),
    entity: (who, name, planId) => readEntityVersions({ store, reader }, { who, name, planId }),
  }
}

/** One iteration is one run of the planning agent, which asks and answers for itself. */
async function startOnce(
  plans: Soulgate['plans'],
  {
    who,
    body,
    idempotencyKey,
  }: { who: Principal; body: StartIterationsRequest; idempotencyKey: string | undefined },
): Promise<IterationState | Refusal> {
  const { goal, session_id } = body
  const session = session_id === undefined ? {} : { session_id }
  const options = { idempotencyKey, waitMs: MAX_ANSWER_MS }
  const started = await plans.start(who, { goal, ...session }, options)
  return isRefusal(started) ? inWordsOfE(started, session) : toSinglePlan(plans, who, started.plan)
}

/** Where the planning agent of a session stands that never planned in iterations. */
async function singleState(
  { engine: { store } }: IterationParts,
  plans: Soulgate['plans'],
  { who, sessionId, runId }: Finding,
): Promise<IterationState | undefined> {
  if (runId !== undefined) return undefined
  const { items } = await store.listRuns({ session_id: sessionId, kind: 'plan' }, { limit: 20 })
  const run = items.find(each => canSee(who, each))
  const stored = run && (await store.findPlanOfRun(run.run_id))
  const plan = stored && (await plans.get(who, stored.plan_id))
  return plan === undefined || isRefusal(plan) ? undefined : toSinglePlan(plans, who, plan)
}

interface Finding {
  readonly who: Principal
  readonly sessionId: string
  readonly runId: string | undefined
}

interface IterationParts {
  readonly engine: Engine
  readonly reader: IterationReader
}

/** The newest plan in iterations of a session that may be seen. */
async function findRun(
  { engine }: IterationParts,
  { who, sessionId, runId }: Finding,
): Promise<StoredRun | Refusal> {
  const filter = { session_id: sessionId, kind: 'iteration' as const }
  const { items } =
    runId === undefined
      ? await engine.store.listRuns(filter, { limit: 20 })
      : { items: [await engine.store.getRun(runId)] }
  const run = items.find(
    each => each?.session_id === sessionId && each.kind === 'iteration' && canSee(who, each),
  )
  return run ?? unknown(`There is no plan in iterations in session ${sessionId}.`, { session_id: sessionId })
}

interface Approving {
  readonly who: Principal
  readonly body: IterationApprovalRequest
  readonly waitMs: number
}

async function approve(
  parts: IterationParts,
  { who, body, waitMs }: Approving,
): Promise<IterationState | Refusal> {
  const { engine, reader } = parts
  const gate = await engine.store.getGate(body.approval_id)
  const run = gate?.run_id === undefined ? undefined : await engine.store.getRun(gate.run_id)
  const facts = { approval_id: body.approval_id }
  if (!gate || run?.kind !== 'iteration' || !canSee(who, gate))
    return unknown(`There is no approval ${body.approval_id}.`, facts)
  const idle = await refuseIdle(parts, run, body.approval_id)
  if (idle) return idle
  const about = { ...facts, session_id: run.session_id }
  const request = toDecision(gate, body)
  if (isRefusal(request)) return inWordsOfE(request, about)
  if (body.view_digest !== undefined && needsViewing(gate) && gate.status === 'pending') {
    const viewed = await engine.gates.markViewed(who, gate.gate_id, body.view_digest)
    if (isRefusal(viewed)) return inWordsOfE(viewed, about)
  }
  const decided = await engine.gates.decide(who, gate.gate_id, request)
  if (isRefusal(decided)) return inWordsOfE(await namingSuccessor(parts, decided), about)
  const isOpen = decided.gate.status === 'pending'
  if (decided.repeated || isOpen) {
    const state = await reader.state((await engine.store.getRun(run.run_id)) ?? run)
    return decided.repeated ? { ...state, repeated: true } : state
  }
  return afterDecision(parts, { run, gate: decided.gate, waitMs })
}

/** What the client is told right after its decision: what it led to, without waiting for all of it. */
async function afterDecision(
  parts: IterationParts,
  { run, gate, waitMs }: { run: StoredRun; gate: Gate; waitMs: number },
): Promise<IterationState> {
  const standing = await parts.reader.standing(run)
  const iteration = 'plan' in gate.subject ? Number(gate.subject.plan.iteration ?? 0) : 0
  if (gate.status === 'rejected') return toCancelled({ run: asCancelled(run, gate), head: standing.head })
  if (gate.type === 'proposal' && gate.status === 'steered')
    return restingState(parts, run.run_id, MAX_ANSWER_MS)
  if (waitMs > 0) return restingState(parts, run.run_id, waitMs)
  const done = completedBy(gate, iteration)
  if (gate.status === 'skipped') return toPaused(standing, done)
  return toProgress({ ...standing, run: { ...standing.run, status: 'running' } }, done + 1)
}

/** A failed iteration is the one to come again. */
function completedBy(gate: Gate, iteration: number): number {
  const isFailed = 'plan' in gate.subject && gate.subject.plan.reason === 'iteration_failed'
  return isFailed ? Math.max(0, iteration - 1) : iteration
}

function asCancelled(run: StoredRun, gate: Gate): StoredRun {
  const because = gate.type === 'proposal' ? 'user_rejected_proposal' : 'aborted_at_budget'
  return { ...run, status: 'cancelled', cancelled_because: because }
}

/** Waits until the plan waits for people or has ended; answers how it stands then, or when the time is over. */
async function restingState(
  { engine, reader }: IterationParts,
  runId: string,
  waitMs: number,
): Promise<IterationState> {
  const { store } = engine
  const rested = await waitFor(engine, { topic: `run:${runId}`, waitMs }, async () => {
    const run = await store.getRun(runId)
    if (!run || (await isUnderWay(engine, run))) return undefined
    if (run.status !== 'waiting_input') return run
    const gates = await store.getGates(run.waiting_gate_ids)
    return gates.some(({ status }) => status === 'pending' || status === 'expired') ? run : undefined
  })
  const run = rested ?? (await store.getRun(runId))
  if (run === undefined) throw new TypeError(`run ${runId} is gone`)
  return reader.state(run)
}

/** Which decision a status means at which gate; a status that does not fit is refused, naming the field. */
function toDecision(gate: Gate, body: IterationApprovalRequest): DecideRequest | Refusal {
  const { approval_status, adjusted_proposal, adjusted_strategy, feedback, view_digest } = body
  const said = feedback === undefined || feedback.trim() === '' ? {} : { feedback }
  const seen = view_digest === undefined ? {} : { view_digest }
  const meaning = MEANINGS[gate.type]?.[approval_status]
  if (meaning === undefined) {
    const allowed = Object.keys(MEANINGS[gate.type] ?? {}).join(', ')
    const message =
      allowed === ''
        ? 'does not fit: decide this gate over /api/gates'
        : `must be one of ${allowed} at a ${gate.type}`
    return refuse('invalid', `approval_status ${approval_status} ${message}.`, {
      errors: [{ field: 'approval_status', message }],
    })
  }
  if (meaning.decision !== 'steer' || meaning.isDefault) return { ...meaning.request, ...said, ...seen }
  const own = adjusted_proposal?.trim() === '' ? undefined : adjusted_proposal
  const instruction = [adjusted_strategy, feedback].find(text => text !== undefined && text.trim() !== '')
  if (instruction === undefined && (own === undefined || gate.type !== 'proposal')) {
    const field = gate.type === 'proposal' ? 'feedback' : 'adjusted_strategy'
    return refuse('invalid', 'An adjustment must say what to do differently.', {
      errors: [{ field, message: 'must say what to do differently' }],
    })
  }
  const input: { option_input?: JsonObject } =
    own === undefined || gate.type !== 'proposal' ? {} : { option_input: { adjusted_proposal: own } }
  const words = instruction === undefined ? {} : { steer_instructions: instruction }
  return { ...meaning.request, ...words, ...input, ...seen }
}

interface Meaning {
  readonly decision: DecideRequest['decision']
  readonly request: DecideRequest
  /** The option says itself what is meant. */
  readonly isDefault?: boolean
}

const meaning = (decision: DecideRequest['decision'], option_id: string, isDefault = false): Meaning => {
  return { decision, request: { decision, option_id }, isDefault }
}

const MEANINGS: Partial<
  Record<Gate['type'], Partial<Record<IterationApprovalRequest['approval_status'], Meaning>>>
> = {
  proposal: {
    approved: meaning('approve', 'approve'),
    rejected: meaning('reject', 'reject'),
    adjust_requested: meaning('steer', 'adjust'),
  },
  checkpoint: {
    approved: meaning('approve', 'continue'),
    paused: meaning('skip', 'pause'),
    adjust_strategy: meaning('steer', 'adjust'),
  },
  constraint_exception: {
    approved: meaning('approve', 'expand'),
    paused: meaning('steer', 'reduce', true),
    rejected: meaning('reject', 'abort'),
  },
}

/** A stale approval is told which one stands now, however often it was superseded. */
async function namingSuccessor({ engine }: IterationParts, refusal: Refusal): Promise<Refusal> {
  let next = refusal.data?.superseded_by ?? refusal.gate?.superseded_by
  let latest: Gate | undefined
  for (let hops = 0; typeof next === 'string' && hops < 100; hops += 1) {
    latest = await engine.store.getGate(next)
    next = latest?.superseded_by
  }
  if (latest === undefined) return refusal
  return {
    ...refusal,
    data: { ...refusal.data, latest_approval_id: latest.gate_id, latest_status: latest.status },
  }
}

/**
 * A plan that nobody touched for thirty days and that waits at an approval which expired long ago. An approval that is
 * still open, and a plan that is made, do not expire.
 */
async function refuseIdle(
  { engine }: IterationParts,
  run: StoredRun,
  approvalId?: string,
): Promise<Refusal | undefined> {
  const { store, clock } = engine
  if (run.status === 'running' || run.status === 'queued') return undefined
  if (run.status !== 'waiting_input' && approvalId === undefined) return undefined
  const [session, gates] = await Promise.all([
    store.getSession(run.session_id),
    store.listGates({ session_id: run.session_id, sort: 'newest' }, { limit: 50 }),
  ])
  if (gates.items.some(({ status }) => status === 'pending')) return undefined
  const touched = [
    session?.last_active_at,
    run.created_at,
    run.finished_at,
    ...gates.items.flatMap(gate => [gate.created_at, gate.decided_at]),
  ].flatMap(at => (at === undefined ? [] : [Date.parse(at)]))
  if (clock.now() - Math.max(...touched) <= SESSION_IDLE_LIMIT_MS) return undefined
  const standing = approvalId ?? run.waiting_gate_ids[0]
  return inWordsOfE(refuse('session_expired', 'Your session has expired. Please start planning again.'), {
    session_id: run.session_id,
    ...(standing === undefined ? {} : { approval_id: standing }),
  })
}

function unknown(detail: string, about: JsonObject): Refusal {
  return inWordsOfE(refuse('not_found', detail), about)
}

/** The same refusal with the fields of source E; `status` is the number of the problem. */
function inWordsOfE(refusal: Refusal, about: JsonObject): Refusal {
  return { ...refusal, data: { ...about, ...refusal.data, error: refusal.code, message: refusal.detail } }
}
