import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FakeClock, fakeClock } from '../base/clock.ts'
import type { JsonObject } from '../contracts/json-value.ts'
import type { Principal, Role } from '../contracts/principal.ts'
import { createSoulgateClient, type SoulgateClient } from '../sdk/sdk.ts'
import { createSoulgate, type Soulgate, type SoulgateOptions } from '../soulgate.ts'
import { createApi, serveApi } from '../surfaces/api/api.ts'
import { createReviewer, type ScriptedReviewer } from './scripted-reviewer.ts'

/** How the program of a test is made: its clock, its settings, and anything that `createSoulgate` takes. */
export interface TestSoulgateOptions {
  /** When the virtual clock starts. Default 2026-01-05T09:00:00Z, a Monday. */
  readonly startAt?: string
  /** Parts of the stored settings, as `PUT /api/settings` takes them. */
  readonly settings?: JsonObject
  /** Anything else that the program is made with. */
  readonly soulgate?: Partial<SoulgateOptions>
}

/** The whole program, on a port of this machine, over a database in memory and a clock that moves when told. */
export interface TestSoulgate {
  readonly url: string
  /** The key of an agent: it asks, and decides nothing. */
  readonly agentKey: string
  /** The client of that agent. */
  readonly client: SoulgateClient
  /** The token of a person of this role, for whatever speaks HTTP by itself. */
  tokenOf(role: Exclude<Role, 'agent'>): string
  /** A client of a person of this role. */
  clientOf(role: Exclude<Role, 'agent'>): SoulgateClient
  /** Answers gates as it was told to; gates that it was told nothing of wait. */
  readonly reviewer: ScriptedReviewer
  /** Now, by the virtual clock. */
  now(): Date
  /** Lets time pass and gives back when everything that became due has happened; some seconds more may pass for that. */
  advance(time: { readonly days?: number; readonly hours?: number; readonly seconds?: number }): Promise<void>
  readonly soulgate: Soulgate
  close(): Promise<void>
}

const SYSTEM: Principal = { kind: 'system', id: 'system:testing', name: 'testing', role: 'admin' }
const LIMITS = { starts_per_second: 10_000, sign_ins_per_minute: 1000, open_gates_per_key: 10_000 }

/** Starts a Soulgate for tests: nothing of it outlives `close`, nothing leaves this machine. */
export async function openTestSoulgate(options: TestSoulgateOptions = {}): Promise<TestSoulgate> {
  const root = mkdtempSync(join(tmpdir(), 'soulgate-test-'))
  const clock = fakeClock(Date.parse(options.startAt ?? '2026-01-05T09:00:00.000Z'))
  const soulgate = await createSoulgate({
    ...{ home: join(root, 'home'), workspace: join(root, 'workspace'), storePath: ':memory:' },
    ...{ clock, timers: clock.timers, settingsSeed: { ...options.settings, limits: LIMITS } },
    ...options.soulgate,
  })
  await soulgate.startWorker()
  const app = createApi({ soulgate, version: '0.0.0', knownHosts: [] })
  const served = await serveApi({ app, port: 0, host: '127.0.0.1' })
  const tokens = await createTokens(soulgate)
  const clientOf = (role: Role) =>
    createSoulgateClient({ baseUrl: served.url, token: tokens.get(role) ?? '' })
  const reviewer = createReviewer(soulgate, clientOf('reviewer'))
  return {
    url: served.url,
    agentKey: tokens.get('agent') ?? '',
    client: clientOf('agent'),
    clientOf,
    tokenOf: role => tokens.get(role) ?? '',
    reviewer,
    now: () => new Date(clock.now()),
    async advance({ days = 0, hours = 0, seconds = 0 }) {
      const untilMs = clock.now() + (days * 86_400 + hours * 3600 + seconds) * 1000
      do {
        clock.advance(Math.max(0, (await nextStop(clientOf('reviewer'), clock, untilMs)) - clock.now()))
        await nothingIsDue(clientOf('reviewer'), clock)
      } while (clock.now() < untilMs)
    },
    soulgate,
    async close() {
      reviewer.stop()
      await served.close(100)
      await soulgate.close()
      rmSync(root, { recursive: true, force: true })
      if (reviewer.failures.length > 0) throw reviewer.failures[0]
    },
  }
}

async function createTokens(soulgate: Soulgate): Promise<ReadonlyMap<Role, string>> {
  const tokens = new Map<Role, string>()
  for (const role of ['viewer', 'member', 'reviewer', 'admin'] as const) {
    const made = await soulgate.access.createPerson(SYSTEM, { name: role, role })
    if (made.refused) throw new TypeError(made.detail)
    tokens.set(role, await createToken(soulgate, role, made.person.person_id))
  }
  return tokens.set('agent', await createToken(soulgate, 'agent'))
}

async function createToken(soulgate: Soulgate, role: Role, personId?: string): Promise<string> {
  const person = personId === undefined ? {} : { person_id: personId }
  const made = await soulgate.access.createToken(SYSTEM, { name: `test-${role}`, role, ...person })
  if (made.refused) throw new TypeError(made.detail)
  return made.token
}

const TURNS_A_SECOND = 20

/** Timers start work that takes a few turns; it is done when no gate is open, and no run asleep, past its time. */
async function nothingIsDue(client: SoulgateClient, clock: FakeClock): Promise<void> {
  for (let turn = 1; ; turn += 1) {
    const isDue = [isScheduleDue, isGateDue, isRunDue].map(look => look(client, clock))
    if (!(await Promise.all(isDue)).includes(true)) return
    await new Promise(resolve => setImmediate(resolve))
    // A timer that was set meanwhile for what is due already fires at the next leap, however small.
    clock.advance(0)
    // A warning comes before the end; when one leap made both due, the end is looked for again a second later.
    if (turn % TURNS_A_SECOND === 0) clock.advance(1_000)
  }
}

/** A leap over the time of a schedule would make the schedule late, so time stops at each. */
async function nextStop(client: SoulgateClient, clock: FakeClock, untilMs: number): Promise<number> {
  const due = (await nextTicks(client)).filter(at => at > clock.now())
  return Math.min(untilMs, ...due)
}

async function isScheduleDue(client: SoulgateClient, clock: FakeClock): Promise<boolean> {
  return (await nextTicks(client)).some(at => at <= clock.now())
}

async function nextTicks(client: SoulgateClient): Promise<readonly number[]> {
  const schedules = await client.schedules.list()
  return schedules.flatMap(({ next_at }) => (next_at === undefined ? [] : [Date.parse(next_at)]))
}

async function isGateDue(client: SoulgateClient, clock: FakeClock): Promise<boolean> {
  const { items } = await client.gates.list({ status: 'pending', sort: 'expiring', limit: 50 })
  return items.some(({ expires_at }) => expires_at !== undefined && Date.parse(expires_at) <= clock.now())
}

async function isRunDue(client: SoulgateClient, clock: FakeClock): Promise<boolean> {
  const { items } = await client.runs.list({ status: 'waiting_input', limit: 50 })
  for (const run of items.filter(({ waiting_reason }) => waiting_reason === 'timer')) {
    const steps = await client.runs.steps(run.run_id)
    const asleep = steps.find(({ kind, settled }) => kind === 'timer' && settled === undefined)
    if (asleep !== undefined && Number(Object(asleep.output).due_ms) <= clock.now()) return true
  }
  return false
}
