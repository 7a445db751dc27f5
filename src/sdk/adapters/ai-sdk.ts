import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { ToolDeclaration } from '../sdk.ts'
import { CallNotRun, declareOnce, type GatedOutcome, runGated } from '../sdk.ts'
import { type AdapterPolicy, aboutCall, askOf, keyOf } from './adapter-policy.ts'

export type { AdapterPolicy } from './adapter-policy.ts'

/** What this adapter needs of a tool of the AI SDK; `tool()` and `dynamicTool()` make it. */
interface SdkTool {
  readonly description?: unknown
  readonly inputSchema?: unknown
  // biome-ignore lint/suspicious/noExplicitAny: every tool of the AI SDK fits, whatever its input and output
  readonly execute?: ((input: any, options: any) => unknown) | undefined
}

/** What the model asked for: an entry of `result.toolCalls`. */
interface SdkToolCall {
  readonly toolCallId: string
  readonly toolName: string
  readonly input: unknown
}

/** What the AI SDK takes as the results of tools: append it to `messages`. */
export interface ToolResultMessage {
  readonly role: 'tool'
  readonly content: {
    readonly type: 'tool-result'
    readonly toolCallId: string
    readonly toolName: string
    readonly output: ToolOutput
  }[]
}
type ToolOutput =
  | { readonly type: 'json'; readonly value: JsonValue }
  | { readonly type: 'error-text'; readonly value: string }

/**
 * The same tools behind gates: `execute` runs once, when it was let through, with the arguments that were approved. What
 * was not run is an error that the model reads. Tools without `execute` stay as they are: see `runToolCalls`.
 */
export function gateTools<Tools extends Readonly<Record<string, SdkTool>>>(
  tools: Tools,
  policy: AdapterPolicy,
): Tools {
  const scope = policy.conversation
  const gatedTools = Object.entries(tools).map(([name, tool]) => {
    const { execute } = tool
    if (!execute) return [name, tool] as const
    const gatedExecute = async (input: unknown, options: { readonly toolCallId: string }) => {
      const outcome = await runCall(policy, {
        ...{ name, tool, input },
        ...(scope === undefined ? {} : { key: keyOf(scope, options.toolCallId) }),
        run: approved => lastOf(execute(approved, options)),
      })
      if (outcome.status === 'succeeded') return outcome.output
      throw outcome.status === 'failed' ? outcome.error : new CallNotRun(outcome)
    }
    return [name, { ...tool, execute: gatedExecute }] as const
  })
  // Each tool is what it was but for its `execute`, which takes and gives the same.
  return Object.fromEntries(gatedTools) as Tools
}

/** Who runs the tools that the AI SDK leaves to its caller, by name. */
export type ToolRunners = Readonly<Record<string, (input: never) => unknown>>

/**
 * For tools without `execute`: asks for each call that the model made, runs those that were let through, with the
 * arguments that were approved, and gives the message that goes back to the model. Calls run one after the other.
 */
export async function runToolCalls(
  toolCalls: readonly SdkToolCall[],
  {
    runners,
    tools,
    ...policy
  }: AdapterPolicy & {
    readonly runners: ToolRunners
    /** Where the descriptions and schemas are taken from. */
    readonly tools?: Readonly<Record<string, SdkTool>>
  },
): Promise<ToolResultMessage> {
  const content: ToolResultMessage['content'] = []
  for (const { toolCallId, toolName, input } of toolCalls) {
    const runner = runners[toolName] as ((approved: JsonObject) => unknown) | undefined
    if (!runner) continue
    const outcome = await runCall(policy, {
      ...{ name: toolName, tool: tools?.[toolName] ?? {}, input },
      ...(policy.conversation === undefined ? {} : { key: keyOf(policy.conversation, toolCallId) }),
      run: async approved => runner(approved),
    })
    content.push({ type: 'tool-result', toolCallId, toolName, output: toOutput(outcome) })
  }
  return { role: 'tool', content }
}

interface OneCall {
  readonly name: string
  readonly tool: SdkTool
  readonly input: unknown
  readonly key?: string
  readonly run: (approved: JsonObject) => Promise<unknown>
}

async function runCall(policy: AdapterPolicy, call: OneCall): Promise<GatedOutcome<unknown>> {
  const { name, tool, input, key, run } = call
  const declaration = await declarationOf(name, tool)
  if (declaration) await declareOnce(policy.soulgate, declaration)
  const proposed = { tool: name, arguments: toArguments(input), ...aboutCall(policy) }
  return runGated(policy.soulgate, proposed, { ...askOf(policy), idempotencyKey: key, run })
}

/** A tool that streams its results has run when it has given the last one. */
async function lastOf(result: unknown): Promise<unknown> {
  if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result)) return result
  let last: unknown
  for await (const value of result as AsyncIterable<unknown>) last = value
  return last
}

function toOutput(outcome: GatedOutcome<unknown>): ToolOutput {
  if (outcome.status !== 'succeeded') return { type: 'error-text', value: outcome.message }
  return { type: 'json', value: JSON.parse(JSON.stringify(outcome.output) ?? 'null') }
}

function toArguments(input: unknown): JsonObject {
  const value: unknown = JSON.parse(JSON.stringify(input) ?? '{}')
  return isRecord(value) ? (value as JsonObject) : { input: value as JsonValue }
}

/** What the tool says of itself; nothing when it says nothing. */
async function declarationOf(name: string, tool: SdkTool): Promise<ToolDeclaration | undefined> {
  if (typeof tool.description !== 'string') return undefined
  const schema = await toJsonSchema(tool.inputSchema)
  return { name, description: tool.description, ...(schema ? { input_schema: schema } : {}) }
}

/** JSON Schema of whatever the AI SDK takes as one: its own, a standard schema that can tell, or one made late. */
async function toJsonSchema(schema: unknown): Promise<JsonObject | undefined> {
  const made: unknown = typeof schema === 'function' && !('~standard' in schema) ? schema() : schema
  if (!isRecord(made) && typeof made !== 'function') return undefined
  const own: unknown = await Reflect.get(made, 'jsonSchema')
  if (isRecord(own)) return own as JsonObject
  const standard: unknown = Reflect.get(made, '~standard')
  const teller = isRecord(standard) ? standard.jsonSchema : undefined
  const tell = isRecord(teller) ? teller.input : undefined
  const told: unknown = typeof tell === 'function' ? tell({ target: 'draft-2020-12' }) : undefined
  return isRecord(told) ? (told as JsonObject) : undefined
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
