import type { Tool as McpTool } from '@modelcontextprotocol/client'
import { digest, sha256Hex } from '../base/digest.ts'
import { JsonObject } from '../contracts/json-value.ts'
import type { Tool } from '../contracts/tool.ts'

const MAX_DESCRIPTION = 3800

/** A tool of a server, and what it is called and declared as here. */
export interface Definition {
  readonly mcp: McpTool
  readonly declaration: Tool
  /** Over everything that the server says of the tool, and over who serves it. */
  readonly digest: string
}

/** The server as its operator named it; nothing that it says of itself counts. */
export interface ServerNames {
  /** The first part of the name of each of its tools. */
  readonly name: string
  /** The command or address behind the name: tools that come from elsewhere are other tools. */
  readonly servedBy: string
}

/**
 * What is declared of a tool. Its digest stands in the schema, so that whatever the server changes of it (also what no
 * card shows) makes another definition, which voids the confirmation of the one before. Marks of meaning are left out:
 * they are a reviewer's to set.
 */
export function toDefinition(server: ServerNames, mcp: McpTool): Definition {
  const whole = digest('soulgate.mcp-tool.v1', {
    server: server.name,
    served_by: server.servedBy,
    tool: JsonObject.parse(JSON.parse(JSON.stringify(mcp))),
  })
  const { annotations = {} } = mcp
  const readOnly = annotations.readOnlyHint === true
  const declaration: Tool = {
    name: toToolName(server.name, mcp.name),
    description: (mcp.description ?? mcp.title ?? mcp.name).slice(0, MAX_DESCRIPTION),
    input_schema: {
      ...withoutMeaning(mcp.inputSchema),
      $comment: `MCP tool ${mcp.name}, ${whole}`,
    },
    annotations: {
      read_only: readOnly,
      idempotent: annotations.idempotentHint === true,
      destructive: !readOnly && annotations.destructiveHint !== false,
      open_world: annotations.openWorldHint !== false,
    },
    reversibility: readOnly ? 'read_only' : 'irreversible',
    prerequisites: [],
    produces: [],
  }
  return { mcp, declaration, digest: whole }
}

/** `SERVER/TOOL`; a name that does not fit gets what fits of it and a digest, so that two never become one. */
export function toToolName(server: string, tool: string): string {
  const name = `${server}/${tool}`
  // Names that Soulgate refuses, because a part of them means something else (`a/../b`, `__proto__`).
  const isPlain = tool.split(/[/:.]/).every(part => part !== '' && part !== 'prototype' && !(part in {}))
  if (isPlain && /^[A-Za-z0-9_.:/-]{1,128}$/.test(name)) return name
  const kept = tool.replaceAll(/[^A-Za-z0-9_.-]/g, '_').slice(0, 60)
  return `${server}/${kept}-${sha256Hex(tool).slice(0, 12)}`
}

function withoutMeaning<Schema extends object>(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === 'x-soulgate' ? undefined : value)))
}
