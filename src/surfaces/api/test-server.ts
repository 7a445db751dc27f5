import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PolicyReplayRequest } from '../../contracts/policy-replay.ts'
import type { PersonRole, Principal, Role } from '../../contracts/principal.ts'
import { createSoulgate, ROLE_HIERARCHY, type Soulgate, type SoulgateOptions } from '../../soulgate.ts'
import { type ApiOptions, createApi, type ServedApi, serveApi } from './api.ts'

const SYSTEM: Principal = { kind: 'system', id: 'system:test', name: 'test', role: 'admin' }

/** Every role, and `cli`: the saved credential of the command line, which acts for an admin and decides nothing. */
export type Sender = Role | 'cli'
export const ROLES: readonly Exclude<Role, 'worker'>[] = [...ROLE_HIERARCHY, 'agent']

export interface Sent {
  readonly role?: Sender
  readonly body?: unknown
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into as a caller would
  readonly json: any
}

/** The whole program behind a real port of this machine, over a database in memory. */
export interface TestServer {
  readonly soulgate: Soulgate
  readonly served: ServedApi
  readonly workspace: string
  /** What was shown on the terminal of the server. */
  readonly shown: string[]
  tokenOf(role: Sender): string
  send(method: string, path: string, sent?: Sent): Promise<Answer>
  close(): Promise<void>
}

export async function startTestServer(
  options: Partial<SoulgateOptions> = {},
  apiOptions: Partial<ApiOptions> = {},
): Promise<TestServer> {
  const root = mkdtempSync(join(tmpdir(), 'soulgate-api-'))
  const workspace = options.workspace ?? join(root, 'workspace')
  mkdirSync(workspace, { recursive: true })
  writeFileSync(join(workspace, 'old.log'), 'old')
  const limits = { starts_per_second: 10_000, sign_ins_per_minute: 1000, open_gates_per_key: 10_000 }
  const home = join(root, 'home')
  const soulgate = await createSoulgate({
    ...{ home, workspace, storePath: ':memory:', settingsSeed: { limits } },
    ...options,
  })
  await soulgate.startWorker()
  const shown: string[] = []
  const terminal = { show: (lines: readonly string[]) => void shown.push(...lines) }
  const app = createApi({ soulgate, version: '0.0.0', knownHosts: [], terminal, ...apiOptions })
  const served = await serveApi({ app, port: 0, host: '127.0.0.1' })
  const tokens = await makeTokens(soulgate)
  const tokenOf = (role: Sender) => tokens.get(role) ?? ''
  return {
    soulgate,
    served,
    workspace,
    shown,
    tokenOf,
    send: (method, path, sent = {}) => send(`${served.url}${path}`, method, { ...sent, tokenOf }),
    close: async () => {
      await served.close(100)
      await requireStandingPolicy(soulgate)
      await soulgate.close()
    },
  }
}

/** Whatever a test did: judging its verdicts again by the policies of their day gives what was recorded. */
async function requireStandingPolicy(soulgate: Soulgate): Promise<void> {
  const replay = await soulgate.policy.replay(SYSTEM, PolicyReplayRequest.parse({ since: '9000d', limit: 0 }))
  if (replay.refused) throw new Error(replay.detail)
  for await (const line of replay.lines) {
    if (!('result' in line)) continue
    const { matched, of, differences } = line.result.reproduced
    // What a test sealed and threw the key away of cannot be judged again.
    const unreadable = differences.filter(({ reason }) => reason === 'unreadable').length
    if (matched + unreadable !== of)
      throw new Error(`verdicts that do not come out as recorded: ${JSON.stringify(differences)}`)
  }
}

async function makeTokens(soulgate: Soulgate): Promise<ReadonlyMap<Sender, string>> {
  const tokens = new Map<Sender, string>()
  let adminId = ''
  for (const role of ROLES) {
    const personId = role === 'agent' ? undefined : await makePerson(soulgate, role)
    if (role === 'admin') adminId = personId ?? ''
    tokens.set(role, await makeToken(soulgate, role, personId === undefined ? {} : { person_id: personId }))
  }
  tokens.set('cli', await makeToken(soulgate, 'member', { person_id: adminId, decides: false }))
  return tokens
}

async function makePerson(soulgate: Soulgate, role: PersonRole): Promise<string> {
  const answer = await soulgate.access.createPerson(SYSTEM, { name: role, role })
  if (answer.refused) throw new Error(answer.detail)
  return answer.person.person_id
}

async function makeToken(
  soulgate: Soulgate,
  role: Role,
  extra: { readonly person_id?: string; readonly decides?: boolean },
): Promise<string> {
  const answer = await soulgate.access.createToken(SYSTEM, { name: `a-${role}`, role, ...extra })
  if (answer.refused) throw new Error(answer.detail)
  return answer.token
}

async function send(
  url: string,
  method: string,
  sent: Sent & { readonly tokenOf: (role: Sender) => string },
): Promise<Answer> {
  const { role, body, text, headers, tokenOf } = sent
  const response = await fetch(url, {
    method,
    headers: {
      ...(role === undefined ? {} : { authorization: `Bearer ${tokenOf(role)}` }),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: text ?? JSON.stringify(body ?? {}) }),
  })
  const answer = await response.text()
  return { status: response.status, headers: response.headers, text: answer, json: parse(answer) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
