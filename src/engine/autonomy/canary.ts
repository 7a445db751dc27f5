import { posix } from 'node:path'
import { digest } from '../../base/digest.ts'
import type { Random } from '../../base/random.ts'
import type { CanaryKind } from '../../contracts/canary.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { JsonSchema } from '../../contracts/tool.ts'
import type { ArgumentOrigin, ToolCall } from '../../contracts/tool-call.ts'
import {
  buildGate,
  callsOf,
  describeCall,
  isStandingReason,
  STANDING_REASON,
  showingOf,
} from '../gate/gate.ts'

/** A card that must not be approved: a call that was approved once, with made-up values and one that is wrong. */
export interface Canary {
  readonly gate: Gate
  readonly kind: CanaryKind
  readonly argument: string
  /** What the request on the card says, and what its call says instead. */
  readonly asked: string
  readonly proposed: string
}

interface Making {
  readonly gate_id: string
  readonly call_id: string
  readonly nowMs: number
  readonly random: Random
  readonly schemaOf: (call: ToolCall) => JsonSchema | undefined
  readonly tools: Parameters<typeof describeCall>[0]
}

/** How a factor of ten is asked about: the request says the number, the call ten times as much. */
const TIMES = 10
const KINDS: Readonly<Record<string, CanaryKind>> = {
  amount: 'amount',
  recipient: 'recipient',
  receiver: 'recipient',
  path: 'path',
}

/**
 * A canary in the shape of a gate that people approved; undefined where it would have to repeat a text that may name
 * somebody, or where nothing in it can be made wrong. Nothing is stored: its gate and its call exist nowhere.
 */
export function makeCanary(model: Gate, making: Making): Canary | undefined {
  const [call, ...others] = callsOf(model)
  const schema = call && making.schemaOf(call)
  if (call === undefined || schema === undefined || others.length > 0 || call.claimed) return undefined
  // A card of a run leads to the run, and there is none.
  if (model.run_id !== undefined) return undefined
  const { random } = making
  const wrongs = (call.origins ?? []).flatMap(origin => wrongIn(call, origin))
  const wrong = wrongs[Math.floor(random.float() * wrongs.length)]
  const asked = wrong && madeUpArguments(call, { schema, random })
  if (wrong === undefined || asked === undefined || !Object.hasOwn(asked, wrong.name)) return undefined
  const { name, kind } = wrong
  const right = asked[name] ?? null
  const proposed: JsonValue =
    kind === 'amount'
      ? Number(right) * TIMES
      : kind === 'path'
        ? `/etc/${posix.basename(String(right))}`
        : madeUp(String(right), { random, domain: 'example.net' })
  if (proposed === right) return undefined
  const agent = `assistant-${2 + Math.floor(random.float() * 8)}`
  const gate = buildGate(
    {
      ...{ gate_id: making.gate_id, requested_by: `agent:${agent}`, agent },
      ...termsOf(model, [call]),
      ...saidOf(model, describeCall(making.tools, { tool: call.tool, arguments: asked })),
      subject: { tool_calls: [withArguments(call, { ...asked, [name]: proposed }, making)] },
    },
    making.nowMs,
    showingOf(making),
  )
  return { gate, kind, argument: name, asked: String(right), proposed: String(proposed) }
}

/** What the model asks of people, and why; reasons that quote its values or somebody’s rule are left out. */
function termsOf(model: Gate, calls: readonly ToolCall[]) {
  const { type, threshold, separate_approver, quorum, created_at, expires_at: end } = model
  const values = calls.flatMap(({ arguments: args }) => Object.values(args).map(String))
  const isPlain = (text: string) => !values.some(value => value !== '' && text.includes(value))
  const why = model.why_held.filter(
    each =>
      each.source === 'reversibility' ||
      isStandingReason(each) ||
      (each.source === 'provenance' && isPlain(each.text)),
  )
  return {
    terms: { type, threshold, separate_approver },
    ...{ quorum, ttl_seconds: end === undefined ? null : (Date.parse(end) - Date.parse(created_at)) / 1000 },
    why_held: why.length > 0 ? why : [STANDING_REASON],
  }
}

/** The request where the model has its own: a person’s goal, or else what the agent says. */
function saidOf({ briefing: { asked_for, asked_by, details } }: Gate, request: string) {
  const voice = asked_for === undefined ? 'agent' : asked_by
  return {
    ...{ asked_for: request, details: details === '' ? '' : request },
    ...(voice === undefined ? {} : { asked_by: voice }),
  }
}

function wrongIn({ arguments: args }: ToolCall, { pointer, meaning = '' }: ArgumentOrigin) {
  const name = pointer.slice(1)
  const value = Object.hasOwn(args, name) ? args[name] : undefined
  const kind = KINDS[meaning]
  const fits = kind === 'amount' ? typeof value === 'number' && value > 0 : typeof value === 'string'
  return kind !== undefined && fits ? [{ name, kind }] : []
}

/**
 * Plain values without anybody’s name in them. What is neither plain nor short may name somebody: it is left out where the
 * schema allows that; undefined where it has to stand.
 */
function madeUpArguments(
  { arguments: args, origins = [] }: ToolCall,
  { schema, random }: { readonly schema: JsonSchema; readonly random: Random },
): JsonObject | undefined {
  const { properties, required } = Object(schema)
  const made: [string, JsonValue][] = []
  for (const [name, value] of Object.entries(args)) {
    const isOption = Object(Object(properties)[name]).enum?.includes?.(value) === true
    const isPath = origins.some(({ pointer, meaning }) => pointer === `/${name}` && meaning === 'path')
    if (typeof value === 'number' || typeof value === 'boolean' || isOption) made.push([name, value])
    else if (typeof value !== 'string' || !PLAIN.test(value)) {
      if (Array.isArray(required) && required.includes(name)) return undefined
    } else made.push([name, isPath ? `docs/notes${posix.extname(value)}` : madeUp(value, { random })])
  }
  return Object.fromEntries(made)
}

/** One short word, such as an id or an address. */
const PLAIN = /^[\w.@/+:-]{1,64}$/

/** A value of the same form that stands for nobody: an address of a domain that is reserved for examples, other letters and digits. */
function madeUp(
  text: string,
  { random, domain = 'example.org' }: { readonly random: Random; readonly domain?: string },
): string {
  if (text.includes('@')) return `accounts@${domain}`
  const other = (from: string) => from[Math.floor(random.float() * from.length)] ?? ''
  const kept = /^[a-z]{1,5}[_-]/i.exec(text)?.[0] ?? ''
  const rest = text.slice(kept.length)
  const letters = 'abcdefghjkmnpqrstuvwxyz'
  return (
    kept +
    rest
      .replaceAll(/[a-z]/g, () => other(letters))
      .replaceAll(/[A-Z]/g, () => other(letters).toUpperCase())
      .replaceAll(/\d/g, () => other('123456789'))
  )
}

/** The call under another id, its origins beside their new values; its digest is that of no call. */
function withArguments(call: ToolCall, args: JsonObject, { call_id, tools }: Making): ToolCall {
  const { folder: _folder, rests_on: _words, ...rest } = call
  const origins = (call.origins ?? []).flatMap(({ where: _where, ...origin }) => {
    const name = origin.pointer.slice(1)
    return Object.hasOwn(args, name) ? [{ ...origin, value: String(args[name]) }] : []
  })
  return {
    ...{ ...rest, call_id, arguments: args, origins },
    // An agent’s own words may name somebody; those of the tool do not.
    description: tools.get(call.tool)?.description ?? '',
    digest: digest('soulgate.canary.call.v1', { call_id, arguments: args }),
  }
}
