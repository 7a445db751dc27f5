import { Cron } from 'croner'
import { type Clock, toIso } from '../../base/clock.ts'
import { SoulgateError } from '../../base/errors.ts'
import { AgentSchedule } from '../../contracts/agent-schedule.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import type { Dispatch } from '../../dispatch/dispatch.ts'
import type { Store, StoredRun, StoreReader, StoreTransaction } from '../../store/store.ts'
import type { StartRequest } from '../run/run.ts'

/** What a configuration says of one schedule. */
export type ScheduleDefinition = Pick<
  AgentSchedule,
  'agent' | 'name' | 'cron' | 'time_zone' | 'input' | 'missed'
>

export interface ScheduleEnvironment {
  readonly store: Store
  readonly dispatch: Dispatch
  readonly clock: Clock
  /** As whom scheduled runs are started: it vouches for nothing and decides nothing. */
  readonly who: Principal
  /** Inserts a queued run inside the transaction. */
  readonly startWithin: (tx: StoreTransaction, request: StartRequest) => Promise<StoredRun | Refusal>
}

export interface ScheduleService {
  /** By agent and name. */
  list(): Promise<readonly AgentSchedule[]>
  /**
   * Writes down the schedules of these agents and sets their next tick; those that their configuration has no more are
   * forgotten. One that was paused stays paused.
   */
  register(agents: readonly string[], definitions: readonly ScheduleDefinition[]): Promise<void>
  /** Starts what is due, once over all processes, and sets the next tick. `key` is the job's. */
  tick(key: string): Promise<void>
  setStatus(agent: string, name: string, status: AgentSchedule['status']): Promise<AgentSchedule | Refusal>
  /** Starts a run now, beside its ticks, also while it is paused. */
  runNow(agent: string, name: string): Promise<StoredRun | Refusal>
}

const KIND = 'agent_schedule'
const JOB = 'schedule:'
/** A tick that is handled later than this counts as missed. */
const MISSED_AFTER_MS = 60_000

export function isScheduleJob(key: string): boolean {
  return key.startsWith(JOB)
}

/** Throws `invalid_schedule` for a pattern or a time zone that means nothing. */
export function checkSchedule({ agent, name, cron, time_zone: zone }: ScheduleDefinition): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    new Cron(cron, { timezone: zone, paused: true, mode: '5-or-6-parts' }).nextRun()
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new SoulgateError(
      'invalid_schedule',
      `Schedule ${name} of agent ${agent} cannot be used (cron “${cron}”, time zone ${zone}): ${why}`,
      { cause },
    )
  }
}

/** The first time of the pattern after this moment, in epoch milliseconds; a repeated hour counts once. */
export function nextTick(
  { cron, time_zone: zone }: Pick<ScheduleDefinition, 'cron' | 'time_zone'>,
  afterMs: number,
): number | undefined {
  const pattern = new Cron(cron, { timezone: zone, paused: true, mode: '5-or-6-parts' })
  return pattern.nextRun(new Date(afterMs))?.getTime()
}

export function createScheduleService(environment: ScheduleEnvironment): ScheduleService {
  const { store, clock } = environment
  return {
    list: async () => (await store.listDocuments(KIND)).map(({ body }) => AgentSchedule.parse(body)),
    register: (agents, definitions) =>
      store.transact(async tx => {
        const kept = new Set(definitions.map(idOf))
        for (const { id, body } of await tx.listDocuments(KIND)) {
          if (agents.includes(AgentSchedule.parse(body).agent) && !kept.has(id))
            await tx.deleteDocument(KIND, id)
        }
        for (const definition of definitions) await registerOne(environment, tx, definition)
      }),
    tick: key => store.transact(tx => tick(environment, tx, key.slice(JOB.length))),
    setStatus: (agent, name, status) =>
      store.transact(async tx => {
        const standing = await lockSchedule(environment, tx, idOf({ agent, name }))
        if (standing === undefined) return unknown(agent, name)
        const next = status === 'active' ? nextTick(standing, clock.now()) : undefined
        return putSchedule(environment, tx, {
          ...without(standing, 'next_at'),
          status,
          ...at('next_at', next),
        })
      }),
    runNow: (agent, name) =>
      store.transact(async tx => {
        const standing = await lockSchedule(environment, tx, idOf({ agent, name }))
        if (standing === undefined) return unknown(agent, name)
        const run = await startRun(environment, tx, standing)
        if (!isRefusal(run)) await putSchedule(environment, tx, withStart(environment, standing, run))
        return run
      }),
  }
}

async function registerOne(
  environment: ScheduleEnvironment,
  tx: StoreTransaction,
  definition: ScheduleDefinition,
): Promise<void> {
  const now = environment.clock.now()
  const standing = await lockSchedule(environment, tx, idOf(definition))
  const isSame = standing?.cron === definition.cron && standing.time_zone === definition.time_zone
  const status = standing?.status ?? 'active'
  // A tick that fell due while nobody was there is kept, so that its policy decides over it.
  const next =
    isSame && standing.next_at !== undefined ? Date.parse(standing.next_at) : nextTick(definition, now)
  const { last_at, last_run_id, last_error } = standing ?? {}
  await putSchedule(environment, tx, {
    ...definition,
    status,
    ...(last_at === undefined ? {} : { last_at }),
    ...(last_run_id === undefined ? {} : { last_run_id }),
    ...(last_error === undefined ? {} : { last_error }),
    ...(status === 'active' ? at('next_at', next) : {}),
  })
}

async function tick(environment: ScheduleEnvironment, tx: StoreTransaction, id: string): Promise<void> {
  const now = environment.clock.now()
  const standing = await lockSchedule(environment, tx, id)
  if (standing?.status !== 'active' || standing.next_at === undefined) return
  const due = Date.parse(standing.next_at)
  // Woken early, because the clock went back or the pattern was changed: set again.
  if (due > now) return void (await putSchedule(environment, tx, standing))
  const next = at('next_at', nextTick(standing, now))
  const moved = { ...without(standing, 'next_at'), ...next }
  if (now - due > MISSED_AFTER_MS && standing.missed === 'skip') {
    const last_error = `The tick of ${standing.next_at} was missed, and is skipped.`
    return void (await putSchedule(environment, tx, { ...moved, last_error }))
  }
  const run = await startRun(environment, tx, standing)
  const after = isRefusal(run) ? { ...moved, last_error: run.detail } : withStart(environment, moved, run)
  await putSchedule(environment, tx, after)
}

function startRun(
  { startWithin, who }: ScheduleEnvironment,
  tx: StoreTransaction,
  { agent, input }: AgentSchedule,
): Promise<StoredRun | Refusal> {
  return startWithin(tx, { who, kind: 'agent', agent, input, trigger_source: 'schedule' })
}

function withStart({ clock }: ScheduleEnvironment, schedule: AgentSchedule, run: StoredRun): AgentSchedule {
  return { ...without(schedule, 'last_error'), last_at: toIso(clock.now()), last_run_id: run.run_id }
}

/** The schedule as it stands, from now on ours until the transaction ends. */
async function lockSchedule(
  { clock }: ScheduleEnvironment,
  tx: StoreTransaction,
  id: string,
): Promise<AgentSchedule | undefined> {
  const lock = { kind: 'lock', id: `${JOB}${id}` }
  await tx.putDocument({ ...lock, body: null, at: toIso(clock.now()) })
  await tx.deleteDocument(lock.kind, lock.id)
  return readSchedule(tx, id)
}

async function readSchedule(reader: StoreReader, id: string): Promise<AgentSchedule | undefined> {
  const document = await reader.getDocument(KIND, id)
  return document && AgentSchedule.parse(document.body)
}

async function putSchedule(
  { dispatch, clock }: ScheduleEnvironment,
  tx: StoreTransaction,
  schedule: AgentSchedule,
): Promise<AgentSchedule> {
  const id = idOf(schedule)
  await tx.putDocument({ kind: KIND, id, body: JSON.parse(JSON.stringify(schedule)), at: toIso(clock.now()) })
  if (schedule.next_at !== undefined) {
    const due_at = Date.parse(schedule.next_at)
    await dispatch.enqueue(tx, { queue: 'maintenance', key: `${JOB}${id}`, due_at, payload: {} })
  }
  return schedule
}

function idOf({ agent, name }: Pick<AgentSchedule, 'agent' | 'name'>): string {
  return `${agent}/${name}`
}

function at<Key extends string>(key: Key, ms: number | undefined): { readonly [K in Key]?: string } {
  return (ms === undefined ? {} : { [key]: toIso(ms) }) as { readonly [K in Key]?: string }
}

function without<Key extends keyof AgentSchedule>(
  schedule: AgentSchedule,
  key: Key,
): Omit<AgentSchedule, Key> & { [K in Key]?: never } {
  const { [key]: _left, ...rest } = schedule
  return rest as Omit<AgentSchedule, Key> & { [K in Key]?: never }
}

function unknown(agent: string, name: string): Refusal {
  return refuse('not_found', `Agent ${agent} has no schedule ${name}. \`soulgate schedules\` lists them.`)
}
