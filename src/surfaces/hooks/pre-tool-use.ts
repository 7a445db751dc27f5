import type { Grant } from '../../contracts/grant.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import { awaitPermission, isRefused, type NotRun, type Permission, type ResultClient } from '../../sdk/sdk.ts'
import { type HookMemory, sha256 } from './hook-memory.ts'
import { allow, type HostAnswer, type HostEvent, leaveToHost, refuse } from './host-event.ts'
import { type Place, realPlace, refuseLocally, toAsked, toHost } from './local-refusals.ts'

export interface HookTools {
  readonly client: ResultClient
  readonly memory: HookMemory
  /** The folder with keys and database, which no tool may touch. */
  readonly home: string
  /** How long people are waited for. */
  readonly waitMs: number
  readonly signal: AbortSignal
}

interface Call {
  readonly tool: string
  readonly input: JsonObject
  readonly asked: JsonObject
  readonly event: HostEvent
  readonly place: Place
}

/**
 * Asks for one call of the host and answers when it may run. A grant is consumed before the host is told so; a call that
 * people do not decide in time is refused, and goes on at the same gate when the host asks for it again.
 */
export async function answerPreToolUse(tools: HookTools, event: HostEvent): Promise<HostAnswer> {
  const { tool_name: tool, tool_input: input = {}, cwd } = event
  if (tool === undefined) return refuse('The host did not say which tool it wants to call.')
  const { memory } = tools
  const place = cwd === undefined ? {} : { cwd, project: memory.project(event.session_id, cwd) }
  const local = refuseLocally({ tool, input, ...place }, tools.home)
  if (local !== undefined) return refuse(local)
  const call = { tool: toToolName(tool), input, asked: toAsked(tool, input, place), event, place }
  const fresh = `claude-code:${event.tool_use_id ?? crypto.randomUUID()}`
  const remembered = memory.hasPending() ? memory.pendingKey(fingerprintOf(call)) : undefined
  const keys = remembered === undefined ? [fresh] : [remembered, fresh]
  for (const key of keys) {
    // Remembered before people are waited for: the host may end this process at any moment.
    const onGate = () => memory.rememberPending(fingerprintOf(call), key)
    const { answer, isPending, isSpent } = await attempt(tools, call, { key, onGate })
    if (!isPending && memory.hasPending()) memory.forgetPending(fingerprintOf(call))
    if (!isSpent || key === fresh) return answer
  }
  return refuse('Nothing was asked.')
}

interface Attempted {
  readonly answer: HostAnswer
  readonly isPending?: true
  /** The key led to something that is over; the call has to be asked for anew. */
  readonly isSpent?: true
}

async function attempt(
  { client, memory, waitMs, signal }: HookTools,
  call: Call,
  { key, onGate }: { readonly key: string; readonly onGate: () => void },
): Promise<Attempted> {
  const { event } = call
  const goal = memory.goal(event.session_id)
  const proposal = {
    ...{ tool: call.tool, arguments: call.asked, session_id: sessionOf(event) },
    reason: `Claude Code in ${event.cwd ?? 'an unknown folder'} wants to use ${call.tool}`,
    ...(goal === undefined ? {} : { goal }),
    ...(call.place.project === undefined ? {} : { folder: realPlace(call.place.project) }),
  }
  const permission = await awaitPermission(client, proposal, {
    ...{ idempotencyKey: key, waitMs, signal, onGate, patienceMs: 5_000 },
  })
  if (permission.status !== 'permitted') return notLetThrough(permission)
  const consumed = await client.grants.consume(permission.grant_id, permission.digest)
  if (isRefused(consumed))
    return { answer: refuse(`${consumed.problem.detail} Try the call once more.`), isSpent: true }
  const { grant } = consumed
  // What is let through is what the grant says, whatever this hook believes it has asked for.
  if (grant.tool !== call.tool || grant.digest !== permission.digest || grant.status !== 'consumed')
    return { answer: refuse('The grant is for another call.') }
  if (event.tool_use_id !== undefined) memory.rememberGrant(event.tool_use_id, grant.grant_id)
  return { answer: letThrough(call, permission, grant) }
}

/** What a rule, a class or a contract of people let run, the host need not ask them again. */
const BY_PEOPLE = /^policy:(?:rule|class|contract):/

function letThrough(
  call: Call,
  { gate_id }: Permission,
  { arguments: approved, issued_by: by }: Pick<Grant, 'arguments' | 'issued_by'>,
): HostAnswer {
  const isEdited = JSON.stringify(sorted(approved)) !== JSON.stringify(sorted(call.asked))
  if (gate_id === undefined) {
    if (isEdited) return refuse('The grant is for other arguments.')
    return BY_PEOPLE.test(by) ? allow(`Let run by ${by.slice('policy:'.length)}.`) : leaveToHost('PreToolUse')
  }
  if (!isEdited) return allow(`Approved at gate ${gate_id}.`)
  const forHost = toHost(call.tool, approved, call)
  if (forHost === undefined)
    return refuse('It was approved for another folder, and the host runs it where it stands.')
  return allow(`Approved at gate ${gate_id} with changed arguments: ${JSON.stringify(approved)}`, forHost)
}

function notLetThrough(outcome: NotRun): Attempted {
  if (outcome.status !== 'pending')
    return { answer: refuse(outcome.message), ...(outcome.status === 'expired' ? { isSpent: true } : {}) }
  const again = 'Try the same call again later to see what was decided; nobody is asked twice.'
  return { answer: refuse(`${outcome.message} ${again}`), isPending: true }
}

/** Sessions of the host under names that both sides accept. */
export function sessionOf({ session_id }: Pick<HostEvent, 'session_id'>): string {
  return `cc-${session_id.replaceAll(/[^A-Za-z0-9_-]/g, '')}`.slice(0, 64)
}

function toToolName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_.:/-]/g, '_').slice(0, 128)
}

function fingerprintOf({ tool, asked, event }: Call): string {
  return sha256(JSON.stringify([event.session_id, event.cwd, tool, sorted(asked)]))
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return entries.map(([key, inner]) => [key, sorted(inner)])
}
