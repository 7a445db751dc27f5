import { canonicalize } from '../../src/base/canonical-json.ts'
import { fakeClock } from '../../src/base/clock.ts'
import type { DecideRequest } from '../../src/contracts/decision.ts'
import type { Gate } from '../../src/contracts/gate.ts'
import type { Grant } from '../../src/contracts/grant.ts'
import { isRefusal } from '../../src/contracts/refusal.ts'
import type { Soulgate } from '../../src/soulgate.ts'
import { eventHash, GENESIS_HASH, type LedgerCall, type Store } from '../../src/store/store.ts'
import { type CrashingStore, type CrashPoint, createCrashingStore } from '../crash/crashing-store.ts'
import { ADMIN, type Host, journalOf, type Origin, PERSON, startProgram, startRemoteWorker } from './lives.ts'
import {
  createRefundDesk,
  DESK_EFFECTS,
  DESK_INPUT,
  DESK_OUTPUT,
  type DeskEffect,
  IDEMPOTENT,
} from './refund-desk.ts'

/** What came of one world; `ungated`, `doubled`, `lost` and `different` are 0 for a sound engine. */
export interface Survived {
  readonly died: boolean
  /** Effects without a consumed right to exactly these arguments. */
  readonly ungated: number
  /** Second effects of one call of a tool that is not idempotent. */
  readonly doubled: number
  /** Effects and runs that the undisturbed run has and this one has not. */
  readonly lost: number
  /** Runs that ended otherwise, gates left open, broken audit chains. */
  readonly different: number
  /** Calls that a person was asked about. */
  readonly doubts: number
  readonly journal: readonly string[]
}

interface World {
  readonly host: Host
  readonly origin: Origin
  readonly point: CrashPoint
}

const MAX_ROUNDS = 1_000
const ROUND_MS = 1_000
/** A worker beside the server lives by a real clock, and is not to count as silent. */
const REMOTE_ROUND_MS = 250

/** Lives through one world of the refund desk, whose first program is killed around one write of its run. */
export async function surviveCrash({ host, origin, point }: World): Promise<Survived> {
  const effects: DeskEffect[] = []
  const desk = createRefundDesk(effect => void effects.push(effect))
  const place = await origin.copy()
  const first = await place.open()
  const kill: { write?: number; when: CrashPoint['when'] } = { when: point.when }
  const crashing = createCrashingStore(first.store, kill)
  let url: string | undefined
  const isRemote = host === 'on a remote worker'
  const worker = isRemote ? startRemoteWorker(origin.workerToken, desk, () => url) : undefined
  const options = { home: place.home, desk, host }
  const clock = fakeClock(Date.parse('2026-03-01T09:05:00.000Z'))
  const opened = { ...first, store: crashing.store }
  const program = await startProgram({ ...options, clock, opened })
  url = program.url
  await worker?.ready
  if (point.write !== undefined) kill.write = crashing.writes() + point.write
  const living = { clock, effects, isRemote, store: crashing }
  const before = await Promise.race([liveOn(program.soulgate, living), crashing.died.then(() => undefined)])
  const died = crashing.isDead()
  // It ended undisturbed, and its end is not to be disturbed either.
  if (!died) delete kill.write
  url = undefined
  await program.hangUp()
  if (!died) await program.soulgate.close()
  await rest(living)
  await (died ? place.sever(first) : first.store.close())
  const second = await place.open()
  const counting = createCrashingStore(second.store, { when: 'after' })
  const later = fakeClock(clock.now() + 60_000)
  const revived = await startProgram({
    ...{ ...options, clock: later },
    opened: { ...second, store: counting.store },
  })
  url = revived.url
  const alive = { clock: later, effects, isRemote, store: counting }
  const doubts = (await liveOn(revived.soulgate, alive)).doubts + (before?.doubts ?? 0)
  const judged = await judge(second.store, effects)
  await worker?.close()
  await revived.stop()
  await second.store.close()
  return { ...judged, died, doubts }
}

interface Living {
  readonly clock: ReturnType<typeof fakeClock>
  readonly effects: readonly DeskEffect[]
  readonly isRemote: boolean
  readonly store: CrashingStore
}

/** Starts the run, answers what people are asked and lets time pass, until all runs have ended. */
async function liveOn(soulgate: Soulgate, living: Living): Promise<{ readonly doubts: number }> {
  const { clock, effects, store, isRemote } = living
  const isOver = store.isDead
  let doubts = 0
  let runId: string | undefined
  for (let round = 0; round < MAX_ROUNDS && !isOver(); round += 1) {
    runId ??= await start(soulgate)
    if (runId !== undefined && (await hasEnded(soulgate))) return { doubts }
    const { items } = await soulgate.gates.list(PERSON, { status: 'pending' }, { limit: 20 })
    for (const gate of items) {
      const answer = await soulgate.gates.decide(PERSON, gate.gate_id, answerTo(gate, effects))
      if (gate.type === 'unknown_outcome' && !isRefusal(answer)) doubts += 1
    }
    clock.advance(isRemote ? REMOTE_ROUND_MS : ROUND_MS)
    await rest(living)
  }
  if (isOver()) return new Promise(() => {})
  const { items } = await soulgate.runs.list(ADMIN, {}, { limit: 9 })
  throw new Error(`the runs did not end: ${JSON.stringify(items)}`)
}

/** Undefined while no process carries the agent yet. */
async function start(soulgate: Soulgate): Promise<string | undefined> {
  const body = { kind: 'agent', agent: 'refunds', input: DESK_INPUT } as const
  const started = await soulgate.runs.start(PERSON, body, 'desk-1')
  return isRefusal(started) ? undefined : started.run.run_id
}

async function hasEnded(soulgate: Soulgate): Promise<boolean> {
  const { items } = await soulgate.runs.list(ADMIN, {}, { limit: 9 })
  return items.every(({ status }) => ['completed', 'failed', 'cancelled'].includes(status))
}

/** Whoever is asked what happened looks at the world. */
function answerTo(gate: Gate, effects: readonly DeskEffect[]): DecideRequest {
  const seen = {
    view_digest: gate.view_digest,
    ...(gate.confirm_word === undefined ? {} : { confirm: gate.confirm_word }),
  }
  if (gate.type === 'interview')
    return { ...seen, decision: 'answer', answers: [{ question_id: 'method', value: 'card' }] }
  if (gate.type !== 'unknown_outcome' || !('tool_calls' in gate.subject))
    return { ...seen, decision: 'approve' }
  const [call] = gate.subject.tool_calls
  const wanted = canonicalize(call?.arguments ?? {})
  const isDone = effects.some(
    ({ tool, arguments: args }) => tool === call?.tool && canonicalize(args) === wanted,
  )
  return isDone
    ? { ...seen, decision: 'answer', option_id: 'happened', option_input: { result: { receipt: 'seen' } } }
    : { ...seen, decision: 'approve', option_id: 'run_again' }
}

async function judge(
  store: Store,
  effects: readonly DeskEffect[],
): Promise<Omit<Survived, 'died' | 'doubts'>> {
  const runs = (await store.listRuns({}, { limit: 10 })).items
  const calls = (await Promise.all(runs.map(run => store.listCalls(run.run_id)))).flat()
  const grants = (await Promise.all(runs.map(run => store.listGrants({ run_id: run.run_id })))).flat()
  const once = effects.filter(({ tool }) => !IDEMPOTENT.includes(tool))
  const seen = new Set(effects.map(({ tool, arguments: args }) => `${tool} ${canonicalize(args)}`))
  const main = runs.find(({ agent }) => agent === 'refunds')
  const asExpected = runs.length === 2 && runs.every(({ status }) => status === 'completed')
  const isSame = canonicalize(main?.output ?? null) === canonicalize(DESK_OUTPUT)
  const open = (await store.listGates({ status: 'pending' }, { limit: 9 })).items.length
  const broken = (await Promise.all(runs.map(({ run_id }) => isChainWhole(store, `run:${run_id}`)))).filter(
    isWhole => !isWhole,
  )
  return {
    ungated: countUngated(effects, calls, grants),
    doubled:
      once.length - new Set(once.map(({ tool, arguments: args }) => `${tool} ${canonicalize(args)}`)).size,
    lost: DESK_EFFECTS.filter(effect => !seen.has(effect)).length + (main === undefined ? 1 : 0),
    different: (asExpected ? 0 : 1) + (isSame ? 0 : 1) + open + broken.length,
    journal: main === undefined ? [] : await journalOf(store, main.run_id),
  }
}

/** Effects without a consumed grant for exactly these arguments. */
export function countUngated(
  effects: readonly DeskEffect[],
  calls: readonly LedgerCall[],
  grants: readonly Grant[],
): number {
  const consumed = new Map(
    grants.flatMap(grant => (grant.status === 'consumed' ? [[grant.grant_id, grant] as const] : [])),
  )
  const isGated = (effect: DeskEffect): boolean =>
    calls.some(
      call =>
        call.idempotency_key === effect.key &&
        consumed.get(call.grant_id)?.digest === call.digest &&
        canonicalize(call.arguments) === canonicalize(effect.arguments),
    )
  return effects.filter(effect => !isGated(effect)).length
}

async function isChainWhole(store: Store, stream: string): Promise<boolean> {
  let previous = GENESIS_HASH
  for (const event of await store.listStream(stream, 0, 10_000)) {
    if (event.prev_hash !== previous || eventHash(event) !== event.hash) return false
    previous = event.hash
  }
  return true
}

const QUIET_TURNS = 12

/** What was set off comes to rest: nothing was written for a while. A worker beside the server needs the network between. */
async function rest({ store, isRemote }: Pick<Living, 'store' | 'isRemote'>): Promise<void> {
  const turn = (): Promise<void> =>
    new Promise(resolve => {
      if (isRemote) setTimeout(resolve, 1)
      else setImmediate(resolve)
    })
  let writes = -1
  for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
    await turn()
    if (store.writes() !== writes) quiet = 0
    writes = store.writes()
  }
}
