import type { JsonObject } from '../../contracts/json-value.ts'
import { declareOnce, runGated } from '../sdk.ts'
import { type AdapterPolicy, aboutCall, askOf } from './adapter-policy.ts'

export type { AdapterPolicy } from './adapter-policy.ts'

interface ToolListing {
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema: object
  readonly annotations?:
    | {
        readonly readOnlyHint?: boolean | undefined
        readonly idempotentHint?: boolean | undefined
        readonly destructiveHint?: boolean | undefined
        readonly openWorldHint?: boolean | undefined
      }
    | undefined
}

/** What this adapter needs of an MCP client; the official one has it, and so has any that looks like it. */
interface McpClient {
  // biome-ignore lint/suspicious/noExplicitAny: parameters and results are the client's own
  callTool(params: any, options?: any): Promise<any>
  // biome-ignore lint/suspicious/noExplicitAny: see above
  listTools(params?: any, options?: any): Promise<{ readonly tools: readonly ToolListing[] }>
}

/** How calls of an MCP client's server are gated. */
export interface McpPolicy extends AdapterPolicy {
  /** What the server is called: its tools stand as `server/tool` in guidelines and on cards. */
  readonly server: string
}

/** A result that the server marked as an error: reported as a failure, given to the caller as it came. */
class ToolError extends Error {
  readonly result: unknown

  constructor(result: unknown) {
    super(JSON.stringify(result).slice(0, 2000))
    this.result = result
  }
}

/**
 * The same client with gates in front of its tools: a call runs once, when it was let through, with the arguments that
 * were approved. What was not run is an answer with `isError` that the model reads. What the server says of its tools
 * (`listTools`) is declared as a claim; when it says something else, what a person confirmed no longer counts.
 */
export function gateMcpClient<Client extends McpClient>(client: Client, policy: McpPolicy): Client {
  const nameOf = (tool: string) =>
    `${policy.server}/${tool}`.replaceAll(/[^A-Za-z0-9_.:/-]/g, '_').slice(0, 128)
  const listed = new Map<string, ToolListing>()
  const list: Client['listTools'] = async (...parameters) => {
    const answer = await client.listTools(...parameters)
    for (const tool of answer.tools) listed.set(tool.name, tool)
    return answer
  }
  const callTool = async (
    params: { readonly name: string; readonly arguments?: JsonObject },
    options?: unknown,
  ) => {
    if (!listed.has(params.name)) await list()
    const tool = listed.get(params.name)
    if (tool) await declareOnce(policy.soulgate, { ...claimsOf(tool), name: nameOf(tool.name) })
    const call = { tool: nameOf(params.name), arguments: params.arguments ?? {}, ...aboutCall(policy) }
    const outcome = await runGated(policy.soulgate, call, {
      ...askOf(policy),
      run: async approved => {
        const result = await client.callTool({ ...params, arguments: approved }, options)
        if (result?.isError === true) throw new ToolError(result)
        return result
      },
    })
    if (outcome.status === 'succeeded') return outcome.output
    if (outcome.status !== 'failed')
      return { isError: true, content: [{ type: 'text', text: outcome.message }] }
    if (outcome.error instanceof ToolError) return outcome.error.result
    throw outcome.error
  }
  return new Proxy(client, {
    get(target, property) {
      if (property === 'callTool') return callTool
      if (property === 'listTools') return list
      const value: unknown = Reflect.get(target, property, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** What the server says of a tool; what it leaves out is read as the protocol says: destructive and open. */
function claimsOf({ description = '', inputSchema, annotations = {} }: ToolListing) {
  const { readOnlyHint = false, idempotentHint = false, destructiveHint, openWorldHint = true } = annotations
  return {
    description: description.slice(0, 4000),
    input_schema: { ...inputSchema },
    annotations: {
      read_only: readOnlyHint,
      idempotent: idempotentHint,
      destructive: destructiveHint ?? !readOnlyHint,
      open_world: openWorldHint,
    },
    reversibility: readOnlyHint ? ('read_only' as const) : ('irreversible' as const),
  }
}
