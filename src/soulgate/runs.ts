import { toIso } from '../base/clock.ts'
import { DecideRequest } from '../contracts/decision.ts'
import type { Event, EventPage } from '../contracts/event.ts'
import { issuesToErrors } from '../contracts/issues.ts'
import type { JsonObject, JsonValue } from '../contracts/json-value.ts'
import type { Principal } from '../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../contracts/refusal.ts'
import type { Run } from '../contracts/run.ts'
import { may } from '../engine/access/access.ts'
import { actorOf, outsideRunId, withRunOutcomes } from '../engine/gate/gate.ts'
import { describeWaiting, listRegistered } from '../engine/run/run.ts'
import type { StoredRun, StoreReader } from '../store/store.ts'
import { toInput } from './chat/chat.ts'
import type { Engine } from './engine.ts'
import { withSecrets } from './gates/reviews.ts'
import type { RunRequestBody, Soulgate } from './program.ts'
import { canSee, refuseForeignSession, toRun, unknownRun } from './visibility.ts'
import { isQueuedInVain, isUnderWay, noWorkerFor, waitFor } from './waiting.ts'

/** Runs as surfaces see them. */
export function createRuns(engine: Engine): Soulgate['runs'] {
  const { store } = engine
  return {
    start: (who, body, idempotencyKey) => start(engine, who, { body, idempotencyKey }),
    get: async (who, runId) => {
      const run = await findRun(store, who, runId)
      if (!run || !canSee(who, run)) return unknownRun(runId)
      return readWhole(engine, run)
    },
    list: async (who, filter, page) => {
      const own = who.role === 'agent' ? { principal: who.id } : {}
      const { items, ...rest } = await store.listRuns({ ...filter, ...own }, page)
      const read = await withRunOutcomes(store, items.map(toRun), engine.catalog)
      return { ...rest, items: await Promise.all(read.map(run => withWaitingDetail(engine, run))) }
    },
    steps: async (who, runId) => {
      const run = await findRun(store, who, runId)
      return run && canSee(who, run) ? { steps: await store.listSteps(runId) } : unknownRun(runId)
    },
    reveal: (who, runId) => reveal(engine, who, runId),
    resume: (who, runId, payload) => resume(engine, { who, runId, payload }),
    cancel: async (who, runId, because) => {
      const reason = because ?? `cancelled by ${who.name}`
      return toEnded(
        await endVisible(
          engine,
          { who, runId },
          {
            ofRun: () => engine.runs.cancel(who, runId, reason),
            ofName: () => engine.calls.endRun(who, runId, { status: 'cancelled', because: reason }),
          },
        ),
      )
    },
    end: async (who, runId, end) =>
      toEnded(
        await endVisible(
          engine,
          { who, runId },
          {
            ofRun: () => engine.runs.end(who, runId, end),
            ofName: () => engine.calls.endRun(who, runId, end),
          },
        ),
      ),
    send: (who, runId, body) => send(engine, who, { runId, ...body }),
    agents: () => listRegistered(store),
    events: async (who, runId, since, limit) => {
      const run = await store.getRun(runId)
      if (!run || !canSee(who, run)) return unknownRun(runId)
      return toPage(await store.listStream(`run:${runId}`, since, limit + 1), since, {
        limit,
        cursorOf: event => event.seq,
      })
    },
    settled: (runId, waitMs) =>
      waitFor(engine, { topic: `run:${runId}`, waitMs }, async () => {
        const run = await store.getRun(runId)
        return run && !(await isUnderWay(engine, run)) ? toRun(run) : undefined
      }),
  }
}

async function start(
  engine: Engine,
  who: Principal,
  { body, idempotencyKey }: { readonly body: RunRequestBody; readonly idempotencyKey: string | undefined },
): ReturnType<Soulgate['runs']['start']> {
  const { store } = engine
  const foreign = await refuseForeignSession(store, who, body.session_id)
  if (foreign) return foreign
  const input = inputOf(who, body)
  if (isRefusal(input)) return input
  const unfit = body.agent === undefined ? undefined : await engine.ownAgents.refuseInput(body.agent, input)
  if (unfit) return unfit
  const started = await engine.runs.start({
    who,
    kind: body.kind,
    ...(body.agent === undefined ? {} : { agent: body.agent }),
    input,
    trigger_source: body.trigger_source ?? 'api',
    ...(body.session_id === undefined ? {} : { session_id: body.session_id }),
    ...(idempotencyKey === undefined ? {} : { idempotency_key: idempotencyKey }),
  })
  return isRefusal(started) ? started : { run: toRun(started.run) }
}

async function readWhole(engine: Engine, run: StoredRun): Promise<Run> {
  const [read = toRun(run)] = await withRunOutcomes(engine.store, [toRun(run)], engine.catalog)
  return withWaitingDetail(engine, await withChildGates(engine.store, read))
}

async function withWaitingDetail(engine: Engine, run: Run): Promise<Run> {
  const detail = await waitingDetail(engine, run)
  return detail === undefined ? run : { ...run, waiting_detail: detail }
}

async function waitingDetail(engine: Engine, run: Run): Promise<string | undefined> {
  if (run.waiting_reason !== undefined) return describeWaiting(engine.store, run)
  return (await isQueuedInVain(engine, run)) ? noWorkerFor(run) : undefined
}

/** By its id, or by the name that its requester gave a run of its own which has ended. */
async function findRun(store: StoreReader, who: Principal, runId: string): Promise<StoredRun | undefined> {
  return (await store.getRun(runId)) ?? store.getRun(outsideRunId(who.id, runId))
}

type Ended = { readonly refused?: false; readonly run: StoredRun; readonly accepted: boolean } | Refusal

/** Ends a run that one may end: one's own, or any as a reviewer; what is no run here may be a name of one's own. */
async function endVisible(
  { store }: Engine,
  { who, runId }: { readonly who: Principal; readonly runId: string },
  ways: { readonly ofRun: () => Promise<Ended>; readonly ofName: () => Promise<Ended> },
): Promise<Ended> {
  const run = await store.getRun(runId)
  if (!run) return ways.ofName()
  if (!canSee(who, run)) return unknownRun(runId)
  if (mayEnd(who, run)) return ways.ofRun()
  return refuse('forbidden', `Run ${runId} belongs to somebody else; a reviewer can cancel it.`)
}

/** The run and its journal with the secrets in them, for whoever may end it; that one looked is told first. */
async function reveal(engine: Engine, who: Principal, runId: string): ReturnType<Soulgate['runs']['reveal']> {
  const { store, clock } = engine
  const run = await findRun(store, who, runId)
  if (!run || !canSee(who, run)) return unknownRun(runId)
  if (!may(who.role, 'run.reveal') || !mayEnd(who, run))
    return refuse(
      'forbidden',
      `The secrets of run ${runId} are shown to reviewers, and to the person whose run it is.`,
    )
  const at = toIso(clock.now())
  const about = {
    run_id: run.run_id,
    ...(run.session_id === undefined ? {} : { session_id: run.session_id }),
  }
  const stream = `run:${run.run_id}`
  await store.transact(tx =>
    tx.appendEvents([{ type: 'run_revealed', stream, at, ...about, actor: actorOf(who), payload: {} }]),
  )
  return { run: await readWhole(engine, run), steps: await store.listSteps(run.run_id) }
}

function mayEnd(who: Principal, run: StoredRun): boolean {
  const isOwn = run.requested_by === who.id || run.on_behalf_of === who.id
  return isOwn || who.role === 'reviewer' || who.role === 'admin'
}

/** Only for agents of one's own: what the bundled ones receive is the word of a person, checked by their own routes. */
async function send(
  { store, runs }: Engine,
  who: Principal,
  {
    runId,
    mailbox,
    message,
  }: { readonly runId: string; readonly mailbox: string; readonly message: JsonObject },
): Promise<{ readonly refused?: false } | Refusal> {
  const run = await store.getRun(runId)
  if (!run || !canSee(who, run)) return unknownRun(runId)
  if (!mayEnd(who, run))
    return refuse('forbidden', `Run ${runId} belongs to somebody else; a reviewer can send it messages.`)
  if (run.kind !== 'agent')
    return refuse(
      'invalid',
      `Run ${runId} is of kind ${run.kind}, which takes no messages. Answer its gate instead.`,
    )
  return (await store.transact(tx => runs.send(tx, { run_id: runId, mailbox, body: message }))) ?? {}
}

function toEnded(ended: Ended) {
  return isRefusal(ended) ? ended : { run: toRun(ended.run), accepted: ended.accepted }
}

/** The input of a chat names its author, who is the one that was authenticated. */
function inputOf(who: Principal, { kind, input }: RunRequestBody): JsonValue | Refusal {
  if (kind !== 'chat') return input
  const made = toInput(who, Object(input))
  return isRefusal(made) ? made : JSON.parse(JSON.stringify(made))
}

/** A waiting run with the open gates of its children behind its own: whoever looks at it sees what it waits for. */
export async function withChildGates(store: StoreReader, run: Run): Promise<Run> {
  if (run.status !== 'waiting_input') return run
  const children = await store.listRuns({ parent_run_id: run.run_id }, { limit: 1000 })
  const surfaced: string[] = []
  for (const child of children.items) {
    surfaced.push(
      ...(child.status === 'waiting_input' ? (await withChildGates(store, child)).waiting_gate_ids : []),
    )
  }
  return surfaced.length === 0 ? run : { ...run, waiting_gate_ids: [...run.waiting_gate_ids, ...surfaced] }
}

async function resume(
  engine: Engine,
  {
    who,
    runId,
    payload,
  }: { who: Parameters<Soulgate['runs']['resume']>[0]; runId: string; payload: JsonObject },
): ReturnType<Soulgate['runs']['resume']> {
  const run = await engine.store.getRun(runId)
  if (!run || !canSee(who, run)) return unknownRun(runId)
  const { gate_id: named, ...body } = payload
  const closed = typeof named === 'string' ? await closedGateOf(engine, run, named) : undefined
  if (run.status !== 'waiting_input' && closed === undefined)
    return refuse('not_waiting', `Run ${runId} is ${run.status}; there is nothing to answer.`)
  const gateId =
    typeof named === 'string'
      ? named
      : run.waiting_gate_ids.length === 1
        ? run.waiting_gate_ids[0]
        : undefined
  if (gateId === undefined || ![...run.waiting_gate_ids, closed].includes(gateId)) {
    const open = run.waiting_gate_ids.join(', ')
    return refuse('invalid', `Say which gate of run ${runId} you answer: ${open}.`, {
      errors: [{ field: 'resume_payload.gate_id', message: `must be one of ${open}` }],
    })
  }
  const request = DecideRequest.safeParse(
    Array.isArray(body.answers) && body.decision === undefined ? { ...body, decision: 'answer' } : body,
    { reportInput: true },
  )
  if (!request.success) {
    const errors = issuesToErrors(request.error.issues, ['resume_payload'])
    return refuse('invalid', 'The resume payload is not a decision.', { errors })
  }
  const gate = await engine.store.getGate(gateId)
  const meant = gate === undefined ? request.data : withSecrets(engine, gate, request.data)
  if (isRefusal(meant)) return meant
  const decided = await engine.gates.decide(who, gateId, meant)
  if (isRefusal(decided)) return decided
  const standing = toRun((await engine.store.getRun(runId)) ?? run)
  return { run: standing, ...(decided.repeated ? { repeated: true } : {}) }
}

/** A gate of the run that was answered before: the same answer may come again. */
async function closedGateOf({ store }: Engine, run: StoredRun, gateId: string): Promise<string | undefined> {
  const gate = await store.getGate(gateId)
  return gate?.run_id === run.run_id && gate.status !== 'pending' ? gateId : undefined
}

/** One more than the limit was read, so that `has_more` is known. */
export function toPage(
  events: readonly Event[],
  since: number,
  { limit, cursorOf }: { limit: number; cursorOf: (event: Event) => number },
): EventPage {
  const page = events.slice(0, limit)
  const last = page.at(-1)
  return { events: page, last_seq: last ? cursorOf(last) : since, has_more: events.length > limit }
}
