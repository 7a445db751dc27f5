import type { Tool as McpTool } from '@modelcontextprotocol/client'
import { digest, sha256Hex } from '../../../base/digest.ts'
import { JsonObject } from '../../../contracts/json-value.ts'
import type { RegisteredTool, Tool } from '../../../contracts/tool.ts'
import { isRefused, type ResultClient, SoulgateProblem } from '../../../sdk/sdk.ts'
import { toVisible, toVisibleSchema } from './visible-text.ts'

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

/**
 * Sees to it that exactly this definition is the one that Soulgate judges by. Asked before each call: another key may
 * have declared the name meanwhile. Throws when Soulgate cannot be told; then nothing may be proposed.
 */
export async function ensureDeclared(
  client: ResultClient,
  { declaration }: Definition,
): Promise<RegisteredTool> {
  const known = await client.tools.get(declaration.name).catch((error: unknown) => {
    if (error instanceof SoulgateProblem && error.status === 404) return undefined
    throw error
  })
  return known && isSame(known, declaration) ? known : await declare(client, declaration)
}

/** Declares what is new or was changed, so that a reviewer finds it before anybody calls it. */
export async function declareAll(
  client: ResultClient,
  definitions: readonly Definition[],
): Promise<ReadonlyMap<string, RegisteredTool>> {
  const known = new Map((await client.tools.list()).map(tool => [tool.name, tool]))
  for (const { declaration } of definitions) {
    const standing = known.get(declaration.name)
    if (standing && isSame(standing, declaration)) continue
    known.set(declaration.name, await declare(client, declaration))
  }
  return known
}

async function declare(client: ResultClient, declaration: Tool): Promise<RegisteredTool> {
  const answer = await client.tools.declare(declaration)
  if (!isRefused(answer)) return answer
  // A schema that cannot be read here demands nothing here: the tool is a claim all the same, and held.
  const { $comment } = declaration.input_schema
  const permissive = await client.tools.declare({
    ...declaration,
    input_schema: { type: 'object', $comment },
  })
  if (isRefused(permissive)) throw new SoulgateProblem(permissive.problem)
  return permissive
}

/** The digest in the comment covers the rest, annotations as the server claims them included. */
function isSame(known: RegisteredTool, declaration: Tool): boolean {
  return (
    known.description === declaration.description &&
    known.input_schema.$comment === declaration.input_schema.$comment
  )
}

/** The tool as it is listed to clients. What the server says of it is shown, and said to be its word. */
export function toListed({ mcp, declaration }: Definition, known: RegisteredTool | undefined): McpTool {
  const isConfirmed = known !== undefined && !known.claimed
  const note = `[Behind Soulgate as ${declaration.name}: a call may wait until a person approves it. The text above is the server's own.]`
  const { annotations: claimed, ...rest } = mcp
  const annotations = isConfirmed ? { ...claimed, ...toHints(known.annotations) } : claimed
  return {
    ...rest,
    ...(mcp.title === undefined ? {} : { title: toVisible(mcp.title) }),
    description: `${toVisible(mcp.description ?? '')}\n\n${note}`.trim(),
    execution: { taskSupport: 'optional' },
    inputSchema: toVisibleSchema(mcp.inputSchema),
    ...(mcp.outputSchema === undefined ? {} : { outputSchema: toVisibleSchema(mcp.outputSchema) }),
    ...(annotations === undefined ? {} : { annotations }),
    _meta: { ...mcp._meta, 'soulgate/annotations': isConfirmed ? 'confirmed' : 'claimed' },
  }
}

function toHints({ read_only, idempotent, destructive, open_world }: Tool['annotations']) {
  return {
    readOnlyHint: read_only,
    idempotentHint: idempotent,
    destructiveHint: destructive,
    openWorldHint: open_world,
  }
}

function withoutMeaning<Schema extends object>(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === 'x-soulgate' ? undefined : value)))
}
