import type { RegisteredTool, Tool } from '../contracts/tool.ts'
import { isRefused, SoulgateProblem } from './problem.ts'
import { isSameJson } from './same-json.ts'
import type { SoulgateClient } from './sdk.ts'

export type ToolDeclaration = Partial<Tool> & Pick<Tool, 'name' | 'description'>

const declared = new WeakMap<SoulgateClient, Map<string, Promise<void>>>()

/**
 * Tells the server what a tool does, once per client and process, and only when it does not know it so already: what a
 * person declared or confirmed is not overwritten by a claim that says the same, and never by one after a person's own
 * declaration. A server that cannot be told now is told at the next call: an undeclared tool is held, never let through.
 */
export function declareOnce(client: SoulgateClient, declaration: ToolDeclaration): Promise<void> {
  const ofClient = declared.get(client) ?? new Map<string, Promise<void>>()
  declared.set(client, ofClient)
  const standing = ofClient.get(declaration.name)
  if (standing) return standing
  const declaring = declare(client, toTool(declaration)).catch(() => void ofClient.delete(declaration.name))
  ofClient.set(declaration.name, declaring)
  return declaring
}

async function declare(client: SoulgateClient, tool: Tool): Promise<void> {
  const known = await client.tools.get(tool.name).catch((error: unknown) => {
    if (error instanceof SoulgateProblem && error.status === 404) return undefined
    throw error
  })
  if (known && (isByPerson(known) || isSame(known, tool))) return
  const answer = await client.tools.declare(tool)
  if (isRefused(answer)) throw new SoulgateProblem(answer.problem)
}

/** Declared by somebody whose word counts without being confirmed. */
function isByPerson({ claimed, confirmed_by, origin }: RegisteredTool): boolean {
  return origin === 'built_in' || (!claimed && confirmed_by === undefined)
}

/** The confirmation may have corrected annotations, so a confirmed tool is compared by what it cannot correct. */
function isSame(known: RegisteredTool, tool: Tool): boolean {
  const facts = ({ description, input_schema }: Tool) => ({ description, input_schema })
  const claims = ({ annotations, reversibility }: Tool) => ({ annotations, reversibility })
  return isSameJson(facts(known), facts(tool)) && (!known.claimed || isSameJson(claims(known), claims(tool)))
}

function toTool({ name, description, ...given }: ToolDeclaration): Tool {
  return {
    name,
    description,
    input_schema: given.input_schema ?? { type: 'object' },
    annotations: {
      ...{ read_only: false, idempotent: false, destructive: false, open_world: false },
      ...given.annotations,
    },
    reversibility: given.reversibility ?? 'irreversible',
    prerequisites: given.prerequisites ?? [],
    produces: given.produces ?? [],
  }
}
