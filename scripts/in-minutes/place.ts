import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blockOf, commandsOf } from './blocks.ts'

/**
 * An empty folder of somebody who reads the documents, with a home of their own, and a server once one was started.
 * Three things differ from what is written: `soulgate` is installed from a tarball, the server listens on a free port,
 * and where a person would read a phrase or press a key, the person's token does it.
 */
export interface Place {
  readonly project: string
  /** Where the server listens. */
  readonly url: string
  /** The token of the first admin. */
  readonly personToken: string
  /** Asks as the person in the browser does. */
  readonly person: Person
  /** Writes the file that a document shows, with the port of this server. */
  write(document: string, name: string): void
  /** Runs the commands of a block, each in a shell of its own; gives back what each printed. */
  follow(document: string, name: string, how?: Following): Promise<readonly string[]>
  start(command: string, environment?: Environment): ChildProcess
  /** Kills the server without a word, and starts it again where it was. */
  killAndRestart(): Promise<void>
  makeKey(name: string): Promise<string>
  /** The one agent key of docs/sdk.md: its examples declare the same tool, so they are one agent. */
  sdkKey(): Promise<string>
  approveNext(): Promise<void>
  close(): void
}

export interface Following {
  /** Leaves out commands that an earlier block has run already. */
  readonly without?: RegExp
  /** What a reader puts in place of words such as GATE_ID. */
  readonly words?: Readonly<Record<string, string>>
  /** Runs as the person: their token stands in SOULGATE_TOKEN. */
  readonly asPerson?: boolean
}

export type Environment = Readonly<Record<string, string>>
export type Person = (method: string, path: string, body?: unknown) => Promise<Answer>
type Answer = Readonly<Record<string, unknown>>

const PATIENCE_MS = 300_000

/** Makes the folder, installs as docs/first-gate.md says, and starts the server as it says. */
export async function openPlace(tarball: string, beside: readonly string[]): Promise<Place> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'soulgate-in-minutes-')))
  const project = join(folder, 'project')
  mkdirSync(project)
  const started: ChildProcess[] = []
  const close = () => {
    for (const child of started) stopGroup(child)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', close)
  const home = { HOME: folder, SOULGATE_HOME: join(folder, 'data'), SOULGATE_PORT: '0' }
  const start = (command: string, more: Environment = {}) => {
    const env = { ...process.env, ...home, ...more }
    const child = spawn('/bin/sh', ['-c', `exec ${command}`], {
      cwd: project,
      env,
      stdio: 'pipe',
      detached: true,
    })
    child.stderr.pipe(process.stderr)
    started.push(child)
    return child
  }
  const run = (command: string, more: Environment = {}) =>
    runCommand(command.replace(/\bsoulgate$/, `${tarball} ${beside.join(' ')} --no-audit --no-fund`), {
      cwd: project,
      env: { ...process.env, ...home, ...more },
    })
  try {
    const [init = '', install = '', up = ''] = commandsOf('docs/first-gate.md', 'install')
    await run(init)
    await run(install)
    const first = join(folder, 'first-token')
    let server = start(`${up} --json`, {
      SOULGATE_BOOTSTRAP_TOKEN_FILE: first,
      SOULGATE_BOOTSTRAP_FULL: 'true',
    })
    const { url } = await firstWords(server)
    const personToken = await exchangeFirstToken(personWith(url, readFileSync(first, 'utf8').trim()))
    const person = personWith(url, personToken)
    const follow = async (document: string, name: string, how: Following = {}) => {
      const more: Environment = how.asPerson === true ? { SOULGATE_TOKEN: personToken } : {}
      const lines = commandsOf(document, name).filter(line => how.without?.test(line) !== true)
      const printed: string[] = []
      for (const line of lines) printed.push(await run(fillIn(line, how.words ?? {}), more))
      return printed
    }
    const makeKey = async (name: string) =>
      String((await person('POST', '/api/tokens', { name, role: 'agent' })).token)
    let sdkKey: Promise<string> | undefined
    return {
      ...{ project, url, personToken, person, follow, start, close },
      write: (document, name) =>
        writeFileSync(
          join(project, name),
          blockOf(document, 'file', name).replaceAll('http://127.0.0.1:7411', url),
        ),
      killAndRestart: async () => {
        stopGroup(server, 'SIGKILL')
        server = start(`${up} --json`, { SOULGATE_PORT: new URL(url).port })
        await firstWords(server)
      },
      makeKey,
      sdkKey: () => (sdkKey ??= makeKey('docs-sdk')),
      approveNext: () => approveNext(person),
    }
  } catch (error) {
    close()
    throw error
  }
}

/** `npx` starts what it is told in a process of its own: both are of one group. */
function stopGroup({ pid, exitCode }: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): void {
  if (pid === undefined || exitCode !== null) return
  try {
    process.kill(-pid, signal)
  } catch {
    // It has ended by itself in the meantime.
  }
}

/** Everything that a process printed until it ended. */
export function endOf(child: ChildProcess): Promise<string> {
  return textOf(child.stdout)
}

function fillIn(line: string, words: Readonly<Record<string, string>>): string {
  return Object.entries(words).reduce((text, [word, value]) => text.replaceAll(word, value), line)
}

/** 0 is done, 3 is waiting for a person; anything else is a document that does not say what happens. */
async function runCommand(
  command: string,
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<string> {
  const child = spawn('/bin/sh', ['-c', command], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
  const ended = new Promise<number | null>(done => child.on('close', done))
  const [printed, errors] = await Promise.all([textOf(child.stdout), textOf(child.stderr)])
  const status = await ended
  clearTimeout(patience)
  if (status !== 0 && status !== 3)
    throw new Error(`“${command}” ended with ${status}:\n${printed}\n${errors}`)
  return printed
}

async function textOf(stream: AsyncIterable<unknown> | null): Promise<string> {
  let text = ''
  for await (const piece of stream ?? []) text += String(piece)
  return text
}

async function firstWords(server: ChildProcess): Promise<{ readonly url: string }> {
  let text = ''
  for await (const piece of server.stdout ?? []) {
    text += piece
    if (text.trimEnd().endsWith('}')) return JSON.parse(text)
  }
  throw new Error(`soulgate up ended: ${text}`)
}

/** A token of the reader's own; the first token ends, as somebody's first sign-in would end it. */
async function exchangeFirstToken(first: Person): Promise<string> {
  const made = await first('POST', '/api/tokens', { name: 'reader', role: 'admin' })
  const { tokens } = await first('GET', '/api/tokens')
  for (const { name, token_id } of Array.isArray(tokens) ? tokens : [])
    if (name === 'bootstrap') await first('DELETE', `/api/tokens/${String(token_id)}`)
  return String(made.token)
}

function personWith(url: string, token: string): Person {
  return async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const answer: Answer = { ...Object(text === '' ? {} : JSON.parse(text)) }
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer
  }
}

/** Waits for the next gate that waits, of any type: publishing a package opens one of its own. */
export async function nextGate(person: Person): Promise<Answer> {
  const until = Date.now() + PATIENCE_MS
  while (Date.now() < until) {
    const { gates } = await person('GET', '/api/gates/pending')
    if (Array.isArray(gates) && gates[0]) return gates[0]
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error('No call waits.')
}

async function approveNext(person: Person): Promise<void> {
  const { gate_id, view_digest, confirm_word: confirm } = await nextGate(person)
  const body = { decision: 'approve', view_digest, ...(confirm === undefined ? {} : { confirm }) }
  await person('POST', `/api/gates/${String(gate_id)}/decide`, body)
}
