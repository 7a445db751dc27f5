import type { McpServerState } from '../contracts/mcp-server.ts'
import type { Principal } from '../contracts/principal.ts'
import type { Refusal } from '../contracts/refusal.ts'
import type { RegisteredTool, Tool } from '../contracts/tool.ts'

type Answered = { readonly refused?: false; readonly tool: RegisteredTool } | Refusal

/** The tools of this installation as surfaces see them. */
export interface ToolsPart {
  list(who: Principal): Promise<readonly RegisteredTool[]>
  get(who: Principal, name: string): Promise<RegisteredTool | Refusal>
  declare(who: Principal, tool: Tool): Promise<Answered>
  confirm(
    who: Principal,
    name: string,
    body: {
      readonly definition_hash: string
      readonly reversibility?: Tool['reversibility']
      readonly annotations?: Tool['annotations']
    },
  ): Promise<Answered>
  withdraw(who: Principal, name: string): Promise<Answered>
  /** The MCP servers of the configuration, in its order, as this process sees them. */
  servers(): readonly McpServerState[]
}
