import type { JsonObject, JsonValue } from '../contracts/json-value.ts'
import type { Tool } from '../contracts/tool.ts'
import type { AnyClient } from './client.ts'
import { CallNotRun, type GatedOutcome } from './outcome.ts'
import { type AskOptions, type RunContext, runGated } from './permission.ts'
import { declareOnce } from './tool-declaration.ts'

/** What a gated function gets as its second argument. */
export type CallContext = RunContext

/** How the calls of one function are asked for. */
export interface GatePolicy<Values extends readonly unknown[] = readonly unknown[]>
  extends Omit<AskOptions, 'idempotencyKey'> {
  readonly soulgate: AnyClient
  /** What the tool is called at the gate and in guidelines. Default: the name of the function. */
  readonly name?: string
  /** Session that the calls belong to. Default: one of the key's own. */
  readonly session?: string
  /** Run of the caller's own; conditions of people bind the rest of it. */
  readonly run?: string
  /** What the call is for: shown on the card, and graded where a tool can be taken back. */
  readonly goal?: string | ((...values: Values) => string)
  /** One line for the head of the card. */
  readonly reason?: string | ((...values: Values) => string)
  /** Tells what the tool does, before its first call; a claim until a reviewer confirms it. */
  readonly declare?: Partial<Omit<Tool, 'name'>> & Pick<Tool, 'description'>
  /** Names a call, so that after a restart it goes on instead of being asked again. */
  readonly idempotencyKey?: (...values: Values) => string
}

/** For functions that do not take one object: what each of their parameters is called. */
export interface PositionalPolicy<Values extends readonly unknown[]> extends GatePolicy<Values> {
  readonly parameters: readonly string[]
}

/**
 * A function behind its gate. Called, it gives the result of the tool, throws what the tool threw, and throws
 * `CallNotRun` when it did not run. `ask` gives every end as a value.
 */
export interface Gated<Values extends readonly unknown[], Output> {
  (...values: Values): Promise<Output>
  ask(...values: Values): Promise<GatedOutcome<Output>>
}

/**
 * Puts a gate in front of a function: each call is asked for, bound to its arguments, run once when it was let through,
 * with the arguments that were approved (a reviewer may have edited them), and its result is reported. The function takes
 * one object that JSON can hold; `parameters` names the arguments of one that does not.
 */
export function gated<Values extends readonly JsonValue[], Output>(
  tool: (...values: Values) => Output | PromiseLike<Output>,
  policy: PositionalPolicy<Values>,
): Gated<Values, Output>
export function gated<Arguments extends object, Output>(
  tool: (args: Arguments, context: CallContext) => Output | PromiseLike<Output>,
  policy: GatePolicy<[Arguments]>,
): Gated<[Arguments], Output>
export function gated<Output>(
  tool: (...values: never[]) => Output | PromiseLike<Output>,
  policy: GatePolicy<unknown[]> & { readonly parameters?: readonly string[] },
): Gated<unknown[], Output> {
  const name = policy.name ?? tool.name
  if (!/^[A-Za-z0-9_.:/-]{1,128}$/.test(name)) {
    const form = 'with 1–128 of the characters A–Z a–z 0–9 _ . : / -'
    throw new TypeError(`A gated function needs a name (${form}): give one as \`name\`.`)
  }
  const { soulgate, parameters, declare } = policy
  // The overloads have proven that what comes in goes into the tool.
  const callTool = tool as (...values: unknown[]) => Output | PromiseLike<Output>
  const ask = async (...values: unknown[]): Promise<GatedOutcome<Output>> => {
    const args = toArguments(name, values, parameters)
    if (declare) await declareOnce(soulgate, { name, ...declare })
    const { signal, waitMs, patienceMs, onGate } = policy
    return runGated(soulgate, callOf(name, policy, { values, args }), {
      ...{ signal, waitMs, patienceMs, onGate },
      idempotencyKey: policy.idempotencyKey?.(...values),
      run: (approved, context) =>
        parameters
          ? callTool(...parameters.map(parameter => approved[parameter]))
          : callTool(approved, context),
    })
  }
  return Object.assign(async (...values: unknown[]) => outputOf(await ask(...values)), { ask })
}

function callOf(
  tool: string,
  { goal, reason, session, run }: GatePolicy<unknown[]>,
  { values, args }: { readonly values: unknown[]; readonly args: JsonObject },
) {
  const words = (text: string | ((...given: unknown[]) => string) | undefined) =>
    typeof text === 'function' ? text(...values) : text
  const [goalText, reasonText] = [words(goal), words(reason)]
  return {
    ...{ tool, arguments: args },
    ...(session === undefined ? {} : { session_id: session }),
    ...(run === undefined ? {} : { run_id: run }),
    ...(goalText === undefined ? {} : { goal: goalText }),
    ...(reasonText === undefined ? {} : { reason: reasonText }),
  }
}

/** The result of a call that ran; throws the error of a tool that failed, and `CallNotRun` otherwise. */
function outputOf<Output>(outcome: GatedOutcome<Output>): Output {
  if (outcome.status === 'succeeded') return outcome.output
  if (outcome.status === 'failed') throw outcome.error
  throw new CallNotRun(outcome)
}

/** The arguments as JSON: what cannot be shown on a card must not be run behind it. */
function toArguments(
  name: string,
  values: readonly unknown[],
  parameters: readonly string[] | undefined,
): JsonObject {
  if (parameters) {
    if (values.length > parameters.length)
      throw new TypeError(`${name} takes ${parameters.length} arguments: ${parameters.join(', ')}.`)
    return toPlain(name, Object.fromEntries(values.map((value, at) => [parameters[at] ?? '', value])))
  }
  const [first = {}, ...more] = values
  if (more.length > 0 || typeof first !== 'object' || first === null || Array.isArray(first)) {
    throw new TypeError(`${name} takes one object, or name its arguments with \`parameters\`.`)
  }
  return toPlain(name, first)
}

/** A copy, so that nothing that is changed while people look reaches the tool. */
function toPlain(name: string, value: object): JsonObject {
  const unfit = findUnfit(value)
  if (unfit !== undefined) throw new TypeError(`${name}: ${unfit} is nothing that JSON can hold.`)
  return JSON.parse(JSON.stringify(value))
}

function findUnfit(value: unknown, at = 'the argument'): string | undefined {
  if (value === null || ['string', 'boolean', 'undefined'].includes(typeof value)) return undefined
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : at
  if (typeof value !== 'object') return at
  const isPlain = Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value))
  if (!isPlain) return at
  for (const [key, inner] of Object.entries(value)) {
    const unfit = findUnfit(inner, `${at}.${key}`)
    if (unfit !== undefined) return unfit
  }
  return undefined
}
