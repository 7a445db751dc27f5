import type { Tool as McpTool } from '@modelcontextprotocol/client'
import type { RegisteredTool, Tool } from '../../../contracts/tool.ts'
import { type Definition, toVisible, toVisibleSchema } from '../../../mcp-client/mcp-client.ts'
import { isRefused, type ResultClient, SoulgateProblem, withPatience } from '../../../sdk/sdk.ts'

/**
 * Sees to it that exactly this definition is the one that Soulgate judges by. Asked before each call: another key may
 * have declared the name meanwhile, as something else, and a reviewer may have confirmed that. What a person declared of
 * this tool stands. Throws when Soulgate cannot be told; then nothing may be proposed.
 */
export async function ensureDeclared(
  client: ResultClient,
  { declaration }: Definition,
): Promise<RegisteredTool> {
  const known = await client.tools.get(declaration.name).catch((error: unknown) => {
    if (error instanceof SoulgateProblem && error.status === 404) return undefined
    throw error
  })
  const isByAgent = known === undefined || known.declared_by.startsWith('agent:')
  return known && !isByAgent && isSame(known, declaration)
    ? known
    : await declareDefinition(client, declaration)
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
    known.set(declaration.name, await declareDefinition(client, declaration))
  }
  return known
}

/** Declares this definition with the key of the client, whatever stands by its name. Throws when it is refused. */
export async function declareDefinition(client: ResultClient, declaration: Tool): Promise<RegisteredTool> {
  const tell = (tool: Tool) => withPatience({}, () => client.tools.declare(tool))
  const answer = await tell(declaration)
  if (!isRefused(answer)) return answer
  if (answer.problem.code === 'declaration_exists') throw new SoulgateProblem(answer.problem)
  // A schema that cannot be read here demands nothing here: the tool is a claim all the same, and held.
  const { $comment } = declaration.input_schema
  const permissive = await tell({ ...declaration, input_schema: { type: 'object', $comment } })
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
