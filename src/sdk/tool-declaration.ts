import type { RegisteredTool, Tool } from '../contracts/tool.ts'
import type { AnyClient } from './client.ts'
import { withPatience } from './patience.ts'
import { isRefused, SoulgateProblem, toRefused } from './problem.ts'
import { isSameJson } from './same-json.ts'

/**
 * What an executor says of its tool. A claim until a person confirms it: what is left out counts as the dangerous
 * value.
 */
export type ToolDeclaration = Partial<Tool> & Pick<Tool, 'name' | 'description'>

interface Declared {
  readonly definition: string
  readonly done: Promise<void>
}

const declared = new WeakMap<AnyClient, Map<string, Declared>>()

/**
 * Tells the server what a tool does, before its first call and whenever the definition changes; what the server knows so
 * already is not told again, and what a person declared is not overwritten by a claim. Throws when the server knows
 * something else under this name and cannot be told: then the call must not be asked for as that.
 */
export function declareOnce(client: AnyClient, declaration: ToolDeclaration): Promise<void> {
  const ofClient = declared.get(client) ?? new Map<string, Declared>()
  declared.set(client, ofClient)
  const tool = toTool(declaration)
  const definition = JSON.stringify(tool)
  const standing = ofClient.get(tool.name)
  if (standing?.definition === definition) return standing.done
  const done = declare(client, tool)
  ofClient.set(tool.name, { definition, done })
  done.catch(() => ofClient.delete(tool.name))
  return done
}

async function declare(client: AnyClient, tool: Tool): Promise<void> {
  const known = await client.tools.get(tool.name).catch((error: unknown) => {
    if (error instanceof SoulgateProblem && error.status === 404) return undefined
    throw error
  })
  if (known?.claimed && isSame(known, tool)) return
  if (known?.origin === 'built_in')
    throw new TypeError(`${tool.name} is a tool of Soulgate itself. Give yours another name.`)
  if (known && isByPerson(known)) return
  // The server knows whether what was confirmed is this, and not what another key declared in its name as harmless.
  const answer = await withPatience({}, () => client.tools.declare(tool).catch(toRefused))
  if (!isRefused(answer)) return
  // Without the right to declare it stays undeclared, and is held.
  const isAsKnown = known === undefined || isSame(known, tool)
  if (answer.problem.status !== 403 || !isAsKnown) throw new SoulgateProblem(answer.problem)
}

/** Declared by somebody whose word counts without being confirmed. */
function isByPerson({ claimed, confirmed_by }: RegisteredTool): boolean {
  return !claimed && confirmed_by === undefined
}

/** The confirmation may have corrected annotations, so a confirmed tool is compared by what it cannot correct. */
function isSame(known: RegisteredTool, tool: Tool): boolean {
  const facts = ({ description, input_schema }: Tool) => ({ description, input_schema })
  const claims = ({ annotations, reversibility, display }: Tool) => ({
    ...{ annotations, reversibility, display: display ?? null },
  })
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
    ...(given.display === undefined ? {} : { display: given.display }),
  }
}
