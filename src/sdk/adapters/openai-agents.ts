import type { JsonObject } from '../../contracts/json-value.ts'
import { awaitPermission, declareOnce, runGated } from '../sdk.ts'
import { type AdapterPolicy, aboutCall, askOf, keyOf } from './adapter-policy.ts'

export type { AdapterPolicy } from './adapter-policy.ts'

/** What this adapter needs of a function tool of the OpenAI Agents SDK; `tool()` makes it. */
interface AgentTool {
  readonly type: 'function'
  readonly name: string
  readonly description: string
  readonly parameters: object
  // biome-ignore lint/suspicious/noExplicitAny: every function tool fits, whatever its context and result
  readonly invoke: (context: any, input: string, details?: any) => Promise<any>
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly needsApproval: (...about: any[]) => Promise<boolean>
}

interface CallDetails {
  readonly toolCall?: { readonly callId?: string; readonly arguments?: string }
  readonly signal?: AbortSignal | undefined
  readonly resumeState?: string | undefined
}

/** An entry of `result.interruptions`. */
interface Interruption {
  readonly name: string | undefined
  readonly arguments: string | undefined
  readonly rawItem: object
}

interface AgentState<Item extends Interruption> {
  approve(item: Item): void
  reject(item: Item, options?: { readonly message?: string }): void
}

/** Gates for the tools of agents, and the answer to their interruptions. */
export interface AgentGates {
  /**
   * The same tool behind its gate. A run that calls it is interrupted until `settle` has the answer, so that it can be
   * stored and go on elsewhere; the tool then runs once, with the arguments that were approved.
   */
  tool<Tool extends AgentTool>(tool: Tool): Tool
  /**
   * Asks people for every interruption of a result and waits for them; give what it returns to `run()` again. Calls
   * that were not let through are rejected with words that the model reads. What still waits stays interrupted.
   */
  settle<Item extends Interruption, State extends AgentState<Item>>(result: {
    readonly interruptions: readonly Item[]
    readonly state: State
  }): Promise<State>
}

/** Puts gates in front of the tools of the OpenAI Agents SDK. */
export function gateAgents(policy: AdapterPolicy): AgentGates {
  const scope = policy.conversation ?? crypto.randomUUID()
  const descriptions = new Map<string, AgentTool>()
  const proposal = async (name: string, input: string | undefined) => {
    const tool = descriptions.get(name)
    if (tool) {
      const { description, parameters } = tool
      await declareOnce(policy.soulgate, { name, description, input_schema: { ...parameters } })
    }
    return { tool: name, arguments: readArguments(input), ...aboutCall(policy) }
  }
  return {
    tool: tool => {
      descriptions.set(tool.name, tool)
      const invoke = async (context: unknown, input: string, details: CallDetails = {}) => {
        const callId = details.toolCall?.callId
        const outcome = await runGated(policy.soulgate, await proposal(tool.name, input), {
          ...askOf(policy),
          idempotencyKey: callId === undefined ? undefined : keyOf(scope, callId),
          run: approved =>
            tool.invoke(context, JSON.stringify(approved), withArguments(details, JSON.stringify(approved))),
        })
        if (outcome.status === 'succeeded') return outcome.output
        if (outcome.status === 'failed') throw outcome.error
        return outcome.message
      }
      return { ...tool, invoke, needsApproval: async () => true }
    },
    async settle({ interruptions, state }) {
      await Promise.all(
        interruptions.map(async item => {
          const callId = 'callId' in item.rawItem ? String(item.rawItem.callId) : undefined
          if (item.name === undefined || callId === undefined) {
            return state.reject(item, { message: 'Only calls of functions can be asked for at a gate.' })
          }
          const permission = await awaitPermission(
            policy.soulgate,
            await proposal(item.name, item.arguments),
            { ...askOf(policy), idempotencyKey: keyOf(scope, callId) },
          )
          if (permission.status === 'permitted') return state.approve(item)
          if (permission.status !== 'pending') state.reject(item, { message: permission.message })
        }),
      )
      return state
    },
  }
}

/** What the tool is told of its call must say what was approved, and hold nothing that was read from the original. */
function withArguments({ toolCall, signal, resumeState }: CallDetails, input: string): CallDetails {
  return {
    ...(toolCall === undefined ? {} : { toolCall: { ...toolCall, arguments: input } }),
    ...(signal === undefined ? {} : { signal }),
    ...(resumeState === undefined ? {} : { resumeState }),
  }
}

/** The model writes arguments as text; text that is none is shown as it is and refused by the schema. */
function readArguments(input: string | undefined): JsonObject {
  try {
    const value: unknown = JSON.parse(input ?? '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : { input: String(input) }
  } catch {
    return { input: String(input) }
  }
}
