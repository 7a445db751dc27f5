import type { ChatRequest, KeptMessage } from '../../contracts/chat.ts'
import type { DecideRequest } from '../../contracts/decision.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import { type Principal, voiceOf } from '../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import {
  type ChatInput,
  type InterviewReply,
  readInterviewReply,
  runToChatResponse,
  toChatInput,
} from '../../engine/loop/loop.ts'
import type { StoredRun } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { canSee, refuseForeignSession, toRun, unknownRun } from '../visibility.ts'
import { isQueuedInVain, noWorkerFor } from '../waiting.ts'
import { followChat } from './chat-follow.ts'
import type { ChatPart, ChatSender, ChatStarted } from './chat-part.ts'
import type { ChatQueue } from './chat-queue.ts'
import { findActiveChat, openGatesOf, waitForRest } from './chat-rest.ts'
import { withPreview } from './with-preview.ts'

type Sent = ChatStarted | ({ readonly refused?: false } & KeptMessage) | Refusal

/** How long a run that is to be replaced may take to end before the new message is kept instead. */
const REPLACED_WAIT_MS = 5_000

/** Conversations as surfaces see them. */
export function createChat(engine: Engine, queue: ChatQueue): ChatPart {
  const { store } = engine
  return {
    send: (who, request, sender) => send({ engine, queue, who, sender }, request),
    response: async (who, runId, waitMs) => {
      const standing = await store.getRun(runId)
      if (!standing || !canSee(who, standing)) return unknownRun(runId)
      const isInVain = await isQueuedInVain(engine, standing)
      const rest = await waitForRest(engine, runId, isInVain ? 0 : waitMs)
      const run = rest?.run ?? toRun((await store.getRun(runId)) ?? standing)
      const steps = await store.listSteps(runId)
      const tokens = steps.reduce((sum, step) => sum + (step.tokens ?? 0), 0)
      const response = await withPreview(engine, runToChatResponse(run, rest?.gates ?? [], tokens))
      return isInVain && !rest ? { ...response, message: noWorkerFor(run) } : response
    },
    follow: async (who, runId, options) => {
      const run = await store.getRun(runId)
      return run && canSee(who, run) ? followChat(engine, run, options) : unknownRun(runId)
    },
  }
}

interface Sending {
  readonly engine: Engine
  readonly queue: ChatQueue
  readonly who: Principal
  readonly sender: ChatSender
}

async function send(sending: Sending, request: ChatRequest): Promise<Sent> {
  const { engine, who } = sending
  const foreign = await refuseForeignSession(engine.store, who, request.session_id)
  if (foreign) return foreign
  const { follow } = request.resume ?? {}
  if (typeof follow === 'string') return followOn(sending, follow)
  const reply = readInterviewReply(request.message, request.resume)
  if (typeof reply === 'string')
    return refuse('invalid', reply, { errors: [{ field: 'message', message: reply }] })
  const active =
    request.session_id === undefined ? undefined : await findActiveChat(engine.store, request.session_id)
  if (reply) return answer(sending, { request, reply, active })
  const steer = steerOf(request)
  if (steer !== undefined) return active ? steerRun(sending, active, steer) : nothingWaits(request)
  return say(sending, request, active)
}

/** Says nothing: takes up a run again where somebody decided last. */
async function followOn({ engine, who }: Sending, runId: string): Promise<Sent> {
  const run = await engine.store.getRun(runId)
  if (!run || !canSee(who, run)) return unknownRun(runId)
  const filter = { run_id: runId, types: ['gate_decided' as const] }
  const { items } = await engine.store.searchEvents(filter, { limit: 1 })
  return { run: toRun(run), since: (items[0]?.seq ?? 1) - 1 }
}

function steerOf({ resume }: ChatRequest): string | undefined {
  return [resume?.feedback, resume?.user_feedback].find(text => typeof text === 'string')
}

function nothingWaits({ session_id }: ChatRequest): Refusal {
  const where = session_id === undefined ? 'Without a session_id nothing' : `Nothing in session ${session_id}`
  return refuse('not_waiting', `${where} waits for an answer. Send a message instead.`)
}

/** Answers to open questions. They go to the run's own gate, so that who may answer is decided where it always is. */
async function answer(
  sending: Sending,
  asked: {
    readonly request: ChatRequest
    readonly reply: InterviewReply
    readonly active: StoredRun | undefined
  },
): Promise<Sent> {
  const { request, reply, active } = asked
  const gates = active ? await openGatesOf(sending.engine.store, active) : []
  const gate = gates.find(item => item.type === 'interview')
  if (!gate || !active) {
    const isLate = reply.action === 'update_answers' && reply.answers.length > 0
    return isLate ? sayAnswersAnew(sending, request, reply) : nothingWaits(request)
  }
  return decide(sending, { run: active, gate, decision: toDecision(gate, reply) })
}

function toDecision(gate: Gate, { action, answers }: InterviewReply): DecideRequest {
  const asked = 'questions' in gate.subject ? gate.subject.questions.map(question => question.id) : []
  // A widget sends what was answered before, too; only this batch is asked here.
  const fitting = answers.filter(({ question_id: id }) => id === undefined || asked.includes(id))
  if (action === 'skip_batch') return { decision: 'skip', option_id: 'skip', answers: fitting }
  if (action === 'generate_now') return { decision: 'skip', option_id: 'generate_now', answers: fitting }
  return { decision: 'answer', answers: fitting }
}

async function decide(
  { engine, who }: Sending,
  { run, gate, decision }: { readonly run: StoredRun; readonly gate: Gate; readonly decision: DecideRequest },
): Promise<Sent> {
  const since = await lastSeq(engine, run.run_id)
  const decided = await engine.gates.decide(who, gate.gate_id, decision)
  if (isRefusal(decided)) return decided
  return { run: toRun((await engine.store.getRun(run.run_id)) ?? run), since }
}

async function lastSeq({ store }: Engine, runId: string): Promise<number> {
  let seq = 0
  while (true) {
    const page = await store.listStream(`run:${runId}`, seq, 1000)
    seq = page.at(-1)?.seq ?? seq
    if (page.length < 1000) return seq
  }
}

/** Changed answers when nobody waits for them: a message for the model that no bubble shows. */
function sayAnswersAnew(sending: Sending, request: ChatRequest, reply: InterviewReply): Promise<Sent> {
  const told = reply.answers.map(item => ({
    question: item.question_id ?? item.question_index ?? null,
    answer: item.value,
    ...(item.other === undefined ? {} : { other: item.other }),
  }))
  const message = `The person changed earlier answers: ${JSON.stringify(told)}`
  return start(sending, { ...request, message }, { hidden: true })
}

/** A text that corrects what waits: a steer of its gate, or words instead of the answers that were asked for. */
async function steerRun(sending: Sending, active: StoredRun, text: string): Promise<Sent> {
  const gates = await openGatesOf(sending.engine.store, active)
  const asking = gates.find(gate => gate.type === 'interview')
  if (asking) {
    const decision = { decision: 'skip' as const, option_id: 'skip', feedback: text }
    return decide(sending, { run: active, gate: asking, decision })
  }
  const steerable = gates.find(gate => gate.options.some(option => option.decision === 'steer'))
  if (!steerable) {
    const open = gates.map(gate => gate.gate_id).join(', ')
    return refuse('invalid', `Run ${active.run_id} waits where a text changes nothing. Decide at ${open}.`, {
      data: { waiting_gate_ids: gates.map(gate => gate.gate_id) },
    })
  }
  if (!sending.sender.decides) {
    const detail = `This credential lies on a disk and carries no decision. Steer at gate ${steerable.gate_id}.`
    return refuse('forbidden', detail, { data: { gate_id: steerable.gate_id } })
  }
  const option = steerable.options.find(item => item.decision === 'steer')
  const decision = {
    decision: 'steer' as const,
    steer_instructions: text,
    ...(option ? { option_id: option.id } : {}),
  }
  return decide(sending, { run: active, gate: steerable, decision })
}

/** A message: it starts a run, unless one of its session is at work or waits. */
async function say(sending: Sending, asked: ChatRequest, active: StoredRun | undefined): Promise<Sent> {
  const request = await withKept(sending, asked)
  if (isRefusal(request)) return request
  if (!active || active.waiting_reason === 'gate_expired') return start(sending, request)
  const isWaiting = active.status === 'waiting_input' && active.waiting_reason !== 'child'
  const { on_busy: onBusy } = request
  if (onBusy === 'replace') return replace(sending, request, active)
  if (onBusy === 'steer' && isWaiting) return steerWith(sending, request, active)
  if (onBusy !== undefined) return keep(sending, { request, active, mode: onBusy })
  if (isWaiting) return keep(sending, { request, active, mode: 'kept' })
  return refuse('session_busy', `Session ${active.session_id} is busy with run ${active.run_id}.`, {
    data: { run_id: active.run_id, offers: ['queue', 'steer', 'replace'] },
  })
}

async function steerWith(sending: Sending, request: ChatRequest, active: StoredRun): Promise<Sent> {
  const steered = await steerRun(sending, active, request.message)
  if (!isRefusal(steered) && request.kept_id !== undefined) await sending.queue.forget(request.kept_id)
  return steered
}

/** The text of a message that was kept, where it is named instead of sent again. */
async function withKept({ queue }: Sending, request: ChatRequest): Promise<ChatRequest | Refusal> {
  const { kept_id: keptId, session_id: sessionId } = request
  if (keptId === undefined) return request
  const kept = sessionId === undefined ? undefined : await queue.find(sessionId, keptId)
  if (!kept) return refuse('not_found', `No message ${keptId} is kept in this session.`)
  return { ...request, ...kept.input, interview: kept.input.interview, message: kept.input.message }
}

async function replace(sending: Sending, request: ChatRequest, active: StoredRun): Promise<Sent> {
  const { engine, who } = sending
  const cancelled = await engine.runs.cancel(who, active.run_id, 'replaced')
  if (isRefusal(cancelled)) return cancelled
  await waitForRest(engine, active.run_id, REPLACED_WAIT_MS)
  const started = await start(sending, request)
  const isBusy = isRefusal(started) && started.code === 'session_busy'
  return isBusy ? keep(sending, { request, active, mode: 'queue' }) : started
}

interface Keeping {
  readonly request: ChatRequest
  readonly active: StoredRun
  readonly mode: 'queue' | 'steer' | 'kept'
}

async function keep({ engine, queue, who }: Sending, { request, active, mode }: Keeping): Promise<Sent> {
  const input = toInput(who, request)
  if (isRefusal(input)) return input
  const keptId = request.kept_id ?? engine.ids.newId('kept')
  const { session_id, run_id } = active
  await queue.keep({ kept_id: keptId, session_id, run_id, mode, input, who })
  const gates = await openGatesOf(engine.store, active)
  return {
    kept: true,
    kept_id: keptId,
    session_id,
    run_id,
    offers: mode === 'kept' ? ['steer', 'queue', 'replace'] : [],
    waiting_gate_ids: gates.map(gate => gate.gate_id),
  }
}

async function start(
  { engine, queue, who, sender }: Sending,
  request: ChatRequest,
  extra: JsonObject = {},
): Promise<Sent> {
  const input = toInput(who, request, extra)
  if (isRefusal(input)) return input
  const started = await engine.runs.start({
    who,
    kind: 'chat',
    input: JSON.parse(JSON.stringify(input)),
    trigger_source: 'chat',
    ...(request.session_id === undefined ? {} : { session_id: request.session_id }),
    ...(sender.idempotencyKey === undefined ? {} : { idempotency_key: sender.idempotencyKey }),
  })
  if (isRefusal(started)) return started
  if (request.kept_id !== undefined) await queue.forget(request.kept_id)
  return { run: toRun(started.run), since: 0 }
}

/** The input of a run, with the authenticated author; what does not fit is refused by its field. */
export function toInput(who: Principal, sent: object, extra: JsonObject = {}): ChatInput | Refusal {
  const from = { kind: voiceOf(who), id: who.id }
  const made = toChatInput({ ...JSON.parse(JSON.stringify(sent)), ...extra }, from)
  if ('input' in made) return made.input
  return refuse('invalid', `${made.field} ${made.message}`, { errors: [made] })
}
