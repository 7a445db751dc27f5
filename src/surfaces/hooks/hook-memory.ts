import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isInside, realPlace } from './local-refusals.ts'

/** Where the hook reaches the server and with which key: an agent's, which decides nothing. */
export interface HookConnection {
  readonly url: string
  readonly token: string
  /** Whoever installed the hook let its key go over plain http to another machine. */
  readonly allowPlainHttp?: boolean
}

/**
 * What one run of the hook leaves for the next. These are only hints: what they name is looked up at the server, which
 * knows whose it is. A hint that is lost means that people are asked once more.
 */
export interface HookMemory {
  /** Whether any call was not decided in time. */
  hasPending(): boolean
  /** The key under which a call that was not decided in time goes on. */
  pendingKey(call: string): string | undefined
  rememberPending(call: string, key: string): void
  forgetPending(call: string): void
  /** The grant that a tool was begun under, until its result is reported. */
  takeGrant(toolUseId: string): string | undefined
  rememberGrant(toolUseId: string, grantId: string): void
  /** The last words of the person in a session. */
  goal(sessionId: string): string | undefined
  rememberGoal(sessionId: string, prompt: string): void
  /** The folder that a session began in, where it still is inside: an agent changes folders, its project stays. */
  project(sessionId: string, cwd: string): string
}

const CONNECTION = 'claude-code.json'
/** A name of the host that can be a file's as it is. */
const PLAIN_NAME = /^[A-Za-z0-9_-]{1,100}$/

/** In hexadecimal. Loaded where it is used: few hooks need it, and loading takes longer than the rest of a hook. */
export function sha256(text: string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex')
}

/** The folder of hooks inside the home folder, which no agent's tool may touch. */
export function openHookMemory(home: string): HookMemory {
  const folder = join(home, 'hooks')
  const placeOf = (kind: string, name: string) =>
    join(folder, kind, PLAIN_NAME.test(name) ? name : sha256(name).slice(0, 40))
  const read = (kind: string, name: string) => readOrNothing(placeOf(kind, name))
  const write = (kind: string, name: string, text: string) => writeOrNot(placeOf(kind, name), text)
  const remove = (kind: string, name: string) => rmSync(placeOf(kind, name), { force: true })
  return {
    hasPending: () => isFilled(join(folder, 'pending')),
    pendingKey: call => read('pending', call),
    rememberPending: (call, key) => write('pending', call, key),
    forgetPending: call => remove('pending', call),
    takeGrant: toolUseId => {
      const grantId = read('grant', toolUseId)
      if (grantId !== undefined) remove('grant', toolUseId)
      return grantId
    },
    rememberGrant: (toolUseId, grantId) => write('grant', toolUseId, grantId),
    goal: sessionId => read('goal', sessionId),
    rememberGoal: (sessionId, prompt) => write('goal', sessionId, prompt.slice(0, 20_000)),
    project: (sessionId, cwd) => {
      const began = read('project', sessionId)
      if (began === undefined) write('project', sessionId, cwd)
      else if (isInside(realPlace(cwd), [realPlace(began)])) return began
      return cwd
    },
  }
}

export function readHookConnection(home: string): HookConnection | undefined {
  try {
    const { url, token, allowPlainHttp } = JSON.parse(readFileSync(join(home, 'hooks', CONNECTION), 'utf8'))
    if (typeof url !== 'string' || typeof token !== 'string') return undefined
    return { url, token, allowPlainHttp: allowPlainHttp === true }
  } catch {
    return undefined
  }
}

/** Saves the connection, readable for this user only. */
export function writeHookConnection(home: string, connection: HookConnection): void {
  const folder = join(home, 'hooks')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, CONNECTION)
  writeFileSync(file, `${JSON.stringify(connection)}\n`, { mode: 0o600 })
  if (process.platform !== 'win32') chmodSync(file, 0o600)
}

function readOrNothing(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function isFilled(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0
  } catch {
    return false
  }
}

function writeOrNot(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, text, { mode: 0o600 })
  } catch {
    // A hint that cannot be left is a question that is asked twice.
  }
}
