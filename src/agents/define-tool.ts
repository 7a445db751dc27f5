import type { StandardSchemaV1 } from '@standard-schema/spec'
import { SoulgateError } from '../base/errors.ts'
import type { JsonValue } from '../contracts/json-value.ts'
import { type Reversibility, Tool, ToolName } from '../contracts/tool.ts'
import {
  type ExecutableTool,
  findDefinitionProblem,
  type ToolOutcome,
  type UndoOptions,
  type UndoOutcome,
} from '../engine/tools/tools.ts'
import { type Duration, toMilliseconds } from './duration.ts'
import { withOwnLine } from './own-line.ts'
import { type InputOf, inputJsonSchema, type OutputOf, toJson, validate } from './schema.ts'

/**
 * How far the effect of a call can be taken back. `read`: it changes nothing. `reversible`: `undo` restores what was
 * there, and nobody outside could notice in between. `external`: it can be corrected, but others saw it. `irreversible`:
 * it cannot be taken back.
 */
export type Effect = 'read' | 'reversible' | 'external' | 'irreversible'

/** What a tool is given beside its arguments. */
export interface ToolContext {
  /** The same for every attempt of one call and different for every other call: hand it to the service that you call. */
  readonly idempotencyKey: string
  /** Aborted when the run is cancelled. */
  readonly signal: AbortSignal
  /** Absent when the call comes from outside of a run. */
  readonly runId?: string
  readonly sessionId?: string
  /**
   * Opens a secret that an admin stored under this name; what the tool answers or throws is rid of its value. Throws
   * `secret_missing`; name it in `secrets`, so that the call fails without effect instead.
   */
  secret(name: string): Promise<string>
}

export interface ToolOptions<Input extends StandardSchemaV1, Output> {
  /** 1–128 of the characters A–Z a–z 0–9 _ . : / - */
  readonly name: string
  /** What it does, in one sentence; people read it on the card, models choose by it. */
  readonly description: string
  /** Mark meaning with `.meta({ soulgate: 'path' | 'host' | 'recipient' | 'amount' | 'secret' })`. */
  readonly input: Input
  readonly effect: Effect
  /** `closed`: it reaches nothing beyond this machine or one's own system. Default `open`. */
  readonly world?: 'open' | 'closed'
  /** A second call with the same idempotency key has no second effect; after a crash it is then repeated. Default false. */
  readonly idempotent?: boolean
  /** How long one call may take; after that its `signal` is aborted and its outcome counts as unknown. Default 10 minutes. */
  readonly timeout?: Duration
  /** Stored secrets without which it cannot run: one that is missing means that nothing ran. */
  readonly secrets?: readonly string[]
  /**
   * Does it. A thrown error means that the outcome is unknown, unless the tool reads or is idempotent: a person is then
   * asked what happened. Throw `toolFailed(…)` when you know that nothing happened.
   */
  readonly execute: (input: OutputOf<Input>, context: ToolContext) => Promise<Output> | Output
  /**
   * How a call is shown to people, once one of them has confirmed the tool: `act` is the line that says what it does
   * (`Refund {amount} to {customer}`), `first` the arguments shown first, `compare` pairs shown side by side, `link` and
   * `picture` arguments that hold an `https` address and a `data:image/…` text.
   */
  readonly display?: Displayed<Extract<keyof InputOf<Input>, string>>
  /**
   * Predicts what a call would do, for the people who decide on it: any JSON, shown as a prediction and never as a fact.
   * It stands alone, because its source is part of the definition and runs in a process of its own without files, network,
   * environment and secrets: it uses its argument and what the language itself has, nothing from around it. At most 5 s.
   */
  readonly simulate?: (input: OutputOf<Input>) => unknown
  /**
   * Takes one call back, from what `execute` answered; required where the effect is `reversible`. Where the program ended in
   * the middle of it a person may ask for it again: it then gets the same `idempotencyKey`.
   */
  readonly undo?: (output: Output, context: UndoOptions) => Promise<void> | void
}

/** `ToolDisplay`, with the names of the tool's own arguments. */
interface Displayed<Argument extends string> {
  readonly act?: string
  readonly first?: readonly Argument[]
  readonly compare?: readonly { readonly before: Argument; readonly after: Argument }[]
  readonly link?: Argument
  readonly picture?: Argument
}

/** A tool of one's own: what it is called with, and what it answers, by type. */
export interface ToolDefinition<Input = unknown, Output = unknown> {
  readonly name: string
  readonly effect: Effect
  /** The side that the engine runs. */
  readonly executable: ExecutableTool
  /** Types only; never set. */
  readonly types?: { readonly input: Input; readonly output: Output }
}

/**
 * Declares a tool. Its effect holds after a person has confirmed it once, and again after its definition changed; until
 * then its calls are held. Throws `invalid_tool` when the declaration contradicts itself.
 */
export function defineTool<Input extends StandardSchemaV1, Output>(
  options: ToolOptions<Input, Output>,
): ToolDefinition<InputOf<Input>, Output> {
  const { name, effect, input, undo } = options
  const named = ToolName.safeParse(name)
  if (!named.success) throw invalid(String(name), named.error.issues[0]?.message ?? 'its name does not fit')
  if (effect === 'reversible' && undo === undefined)
    throw invalid(name, 'its effect is reversible, so it needs `undo`')
  if (effect !== 'reversible' && undo !== undefined)
    throw invalid(name, `it has \`undo\`, so its effect is reversible, not ${effect}`)
  const definition = Tool.safeParse({
    name,
    description: options.description,
    input_schema: inputJsonSchema(input, `tool ${name}`),
    annotations: {
      read_only: effect === 'read',
      idempotent: options.idempotent ?? effect === 'read',
      destructive: effect === 'irreversible',
      open_world: options.world !== 'closed',
    },
    reversibility: REVERSIBILITY[effect],
    ...(options.display === undefined ? {} : { display: options.display }),
    ...(options.simulate === undefined ? {} : { simulation: sourceOf(name, options.simulate) }),
  })
  if (!definition.success)
    throw invalid(
      name,
      definition.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '),
    )
  const problem = findDefinitionProblem(definition.data)
  if (problem !== undefined) throw invalid(name, inWords(problem))
  const executable: ExecutableTool = {
    definition: definition.data,
    execute: call => execute(options, call),
    ...(undo === undefined
      ? {}
      : { undo: (record, context) => takeBack(name, () => undo(record as Output, context)) }),
  }
  return { name, effect, executable }
}

/** Some problems are sentences of their own, others say what is wrong with a field. */
function inWords({ field, message }: { readonly field: string; readonly message: string }): string {
  return /^[A-Z]/.test(message) ? message.replace(/\.$/, '') : `\`${field}\` ${message}`
}

/** Written as a method of the declaration it lacks the word that makes it a function by itself. */
function sourceOf(name: string, simulate: (input: never) => unknown): string {
  if (typeof simulate !== 'function') throw invalid(name, '`simulate` is not a function')
  const source = Function.prototype.toString.call(simulate)
  if (source.endsWith('{ [native code] }'))
    throw invalid(name, '`simulate` has no source: write the function itself, without `bind`')
  return /^(async\s+)?simulate\s*\(/.test(source) ? `({ ${source} }).simulate` : source
}

/** Thrown out of `execute` to say that the call failed and had no effect; agents and people see the message. */
export function toolFailed(message: string): SoulgateError {
  return new SoulgateError('tool_failed', message)
}

const REVERSIBILITY: Readonly<Record<Effect, Reversibility>> = {
  read: 'read_only',
  reversible: 'reversible',
  external: 'externally_reversible',
  irreversible: 'irreversible',
}

function invalid(name: string, why: string): SoulgateError {
  return new SoulgateError('invalid_tool', `Tool ${name} cannot be used: ${why}.`)
}

async function execute<Input extends StandardSchemaV1, Output>(
  { name, input, secrets = [], timeout = DEFAULT_TIMEOUT, execute: work, undo }: ToolOptions<Input, Output>,
  call: Parameters<ExecutableTool['execute']>[0],
): Promise<ToolOutcome> {
  const valid = await validate(input, call.arguments)
  if (!valid.ok) return failed(`The arguments of ${name} do not fit: ${valid.problems}`)
  const { idempotencyKey, signal, runId, sessionId, secret = noSecrets(name) } = call
  for (const needed of secrets) {
    const missing = await secret(needed).then(noFault, toMessage)
    if (missing !== undefined) return failed(missing)
  }
  const overdue = AbortSignal.timeout(toMilliseconds(timeout))
  const context: ToolContext = {
    ...{ idempotencyKey, signal: AbortSignal.any([signal, overdue]), secret },
    ...(runId === undefined ? {} : { runId }),
    ...(sessionId === undefined ? {} : { sessionId }),
  }
  try {
    const answer = await Promise.race([
      work(valid.value as OutputOf<Input>, context),
      rejectAt(overdue, name),
    ])
    const output = readOutput(answer, name)
    return {
      result: { success: true, output },
      ...(undo === undefined ? {} : { undo: output }),
    }
  } catch (error) {
    if (error instanceof SoulgateError && error.code === 'tool_failed') return failed(error.message)
    throw withOwnLine(error)
  }
}

function noSecrets(tool: string): ToolContext['secret'] {
  return async name => {
    throw new SoulgateError(
      'secret_missing',
      `${tool} runs outside of a run, where no secret ${name} is opened.`,
    )
  }
}

/** What cannot be JSON is told as a text: the effect has happened, so the call must not count as in doubt. */
function readOutput(answer: unknown, name: string): JsonValue {
  try {
    return toJson(answer, `Tool ${name}`)
  } catch (error) {
    return { unreadable_output: error instanceof Error ? error.message : String(error) }
  }
}

const DEFAULT_TIMEOUT: Duration = { minutes: 10 }

/** Rejects when the time is over, whatever the tool makes of its signal. */
function rejectAt(overdue: AbortSignal, name: string): Promise<never> {
  return new Promise((_done, failed) => {
    const message = `${name} did not answer in time. Raise its \`timeout\`, or hand \`signal\` to what it calls.`
    overdue.addEventListener('abort', () => failed(new SoulgateError('tool_timeout', message)), {
      once: true,
    })
  })
}

const noFault = () => undefined

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function failed(error: string): ToolOutcome {
  return { result: { success: false, output: null, error }, effect: 'none' }
}

async function takeBack(name: string, undo: () => Promise<void> | void): Promise<UndoOutcome> {
  try {
    await undo()
    return { status: 'undone', message: `${name} was taken back.`, restored: [name] }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return {
      status: 'refused',
      because: 'failed',
      message: `${name} could not be taken back: ${why}`,
      changes: [],
    }
  }
}
