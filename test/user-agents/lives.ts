import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type FakeClock, fakeClock, toIso } from '../../src/base/clock.ts'
import type { Principal } from '../../src/contracts/principal.ts'
import { createInProcessDispatch } from '../../src/dispatch/in-process/in-process.ts'
import { createSealing } from '../../src/engine/secrets/secrets.ts'
import { connectWorker } from '../../src/sdk/worker/worker.ts'
import { assembleProgram } from '../../src/soulgate/assemble-program.ts'
import type { Storage } from '../../src/soulgate/storage.ts'
import type { Soulgate } from '../../src/soulgate.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts'
import type { Store } from '../../src/store/store.ts'
import { createApi, serveApi } from '../../src/surfaces/api/api.ts'
import { createTestDatabase } from '../postgres/test-database.ts'
import type { RefundDesk } from './refund-desk.ts'

/** Where the functions, steps and tools of the user execute. */
export type Host = 'in the program' | 'on a remote worker'
export const HOSTS: readonly Host[] = ['in the program', 'on a remote worker']

export const ADMIN: Principal = { kind: 'system', id: 'system:test', name: 'test', role: 'admin' }
export const PERSON: Principal = { kind: 'person', id: 'person_rita', name: 'Rita', role: 'reviewer' }
const START_MS = Date.parse('2026-03-01T09:00:00.000Z')
const LIMITS = { starts_per_second: 10_000, sign_ins_per_minute: 1000, open_gates_per_key: 10_000 }
const TOKEN = 'desk'

type Opened = Pick<Storage, 'store' | 'sealing'>

/** One world: the data of one program over all of its lives. */
export interface Place {
  readonly home: string
  /** Opens the database as the next process finds it. */
  open(): Promise<Opened>
  /** Takes back what a killed process held: its locks, its open transactions. It may never let go of them itself. */
  sever(killed: Opened): Promise<void>
}

/** A program that has just been started for the first time, to be copied for every world. */
export interface Origin {
  readonly workerToken: string
  /** A copy that nothing happened in yet. */
  copy(): Promise<Place>
  close(): Promise<void>
}

export type Database = 'SQLite' | 'PostgreSQL'
export const DATABASES: readonly Database[] = ['SQLite', 'PostgreSQL']

/** Starts a program once, with the desk's definitions confirmed by a person. */
export async function createOrigin(
  { database, host, root }: { readonly database: Database; readonly host: Host; readonly root: string },
  desk: RefundDesk,
): Promise<Origin> {
  const folder = join(root, 'origin')
  mkdirSync(join(root, 'workspace'), { recursive: true })
  const ground = database === 'SQLite' ? sqliteGround() : await postgresGround()
  const opened = await ground.open(folder)
  const program = await startProgram({
    ...{ home: folder, clock: fakeClock(START_MS), opened },
    ...{ desk, host },
  })
  const { soulgate } = program
  const made = await soulgate.access.createToken(ADMIN, {
    ...{ name: TOKEN, role: 'worker', agents: desk.agents.map(({ name }) => name) },
  })
  if (made.refused) throw new Error(made.detail)
  const worker =
    host === 'on a remote worker' ? startRemoteWorker(made.token, desk, () => program.url) : undefined
  await worker?.ready
  for (const tool of await soulgate.tools.list(ADMIN)) {
    const isOurs = desk.tools.some(({ name }) => name === tool.name)
    if (isOurs) await soulgate.tools.confirm(PERSON, tool.name, { definition_hash: tool.definition_hash })
  }
  await worker?.close()
  await program.stop()
  await ground.settle(folder)
  let copies = 0
  return {
    workerToken: made.token,
    copy: async () => {
      copies += 1
      const home = join(root, `home-${copies}`)
      cpSync(folder, home, { recursive: true })
      return { home, ...(await ground.copy(home)) }
    },
    close: ground.close,
  }
}

interface Ground {
  open(folder: string): Promise<Opened>
  /** The origin is not written to any more. */
  settle(folder: string): Promise<void>
  copy(home: string): Promise<Pick<Place, 'open' | 'sever'>>
  close(): Promise<void>
}

const now = (): string => toIso(START_MS)

function sqliteGround(): Ground {
  const open = async (folder: string): Promise<Opened> => {
    mkdirSync(folder, { recursive: true })
    const sealing = createSealing()
    return { sealing, store: await openSqliteStore({ path: join(folder, 'soulgate.db'), now, sealing }) }
  }
  const copy: Ground['copy'] = async home => {
    return { open: () => open(home), sever: ({ store }) => store.close() }
  }
  return { open, settle: async () => {}, copy, close: async () => {} }
}

/** Each world is a database made from the origin's as its template. */
async function postgresGround(): Promise<Ground> {
  const url = await createTestDatabase()
  const name = new URL(url).pathname.slice(1)
  const to = (database: string): string => Object.assign(new URL(url), { pathname: `/${database}` }).href
  const admin = new pg.Client({ connectionString: to('postgres') })
  await admin.connect()
  const open = async (connectionString: string): Promise<Opened> => {
    const sealing = createSealing()
    return { sealing, store: await openPostgresStore({ url: connectionString, now, sealing, poolSize: 4 }) }
  }
  return {
    open: folder => {
      mkdirSync(folder, { recursive: true })
      return open(url)
    },
    settle: async () => {},
    copy: async () => {
      const copied = `world_${randomUUID().replaceAll('-', '')}`
      await admin.query(`create database ${copied} template ${name}`)
      const end = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1'
      return {
        open: () => open(to(copied)),
        // Its pool cannot be closed: a transaction of the killed process waits for an answer for ever.
        sever: async () => void (await admin.query(end, [copied])),
      }
    },
    // The databases go with the server that the tests started.
    close: () => admin.end(),
  }
}

export interface ProgramOptions {
  readonly home: string
  readonly clock: FakeClock
  readonly opened: Opened
  readonly desk: RefundDesk
  readonly host: Host
}

/** One process of the program; `stop` is never called of one that was killed. */
export interface Program {
  readonly soulgate: Soulgate
  /** Where it listens. */
  readonly url: string
  /** Lets go of its port, as the death of a process does. */
  hangUp(): Promise<void>
  stop(): Promise<void>
}

export async function startProgram({ home, clock, opened, desk, host }: ProgramOptions): Promise<Program> {
  const { store, sealing } = opened
  const { timers } = clock
  const options = {
    ...{ home, workspace: join(home, '..', 'workspace'), clock, timers, settingsSeed: { limits: LIMITS } },
    ...(host === 'in the program' ? { agents: desk.agents, tools: desk.tools } : {}),
  }
  const dispatch = createInProcessDispatch({ store, clock, timers })
  const soulgate = await assembleProgram(options, { store, sealing, dispatch })
  await soulgate.startWorker()
  const app = createApi({ soulgate, version: '0.0.0', knownHosts: [] })
  const served = await serveApi({ app, port: 0, host: '127.0.0.1' })
  const hangUp = (): Promise<void> => served.close(1)
  return {
    ...{ soulgate, url: served.url, hangUp },
    stop: async () => {
      await hangUp()
      await soulgate.close()
    },
  }
}

/** The user's process beside the server, which outlives it: it finds the one that listens now. */
export function startRemoteWorker(token: string, desk: RefundDesk, address: () => string | undefined) {
  return connectWorker({
    ...{ url: 'http://127.0.0.1:1', token, agents: desk.agents, tools: desk.tools },
    fetch: (url, init) => {
      const base = address()
      if (base === undefined) return Promise.reject(new TypeError('nobody listens'))
      return fetch(url.replace('http://127.0.0.1:1', base), init)
    },
  })
}

/** The journal of a run as far as it is the same everywhere; which of two that wait is answered first is people's doing. */
export async function journalOf(store: Store, runId: string): Promise<readonly string[]> {
  const steps = await store.listSteps(runId)
  return steps.map(({ seq, name, kind, status }) => [seq, name, kind, status].join(' '))
}
