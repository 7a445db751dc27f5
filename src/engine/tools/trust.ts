import type { Role } from '../../contracts/principal.ts'
import type { JsonSchema, RegisteredTool, Reversibility, ToolAnnotations } from '../../contracts/tool.ts'

/** What may be relied on about a tool. `declared` is false for a tool whose facts are only claimed. */
export interface EffectiveAnnotations {
  readonly annotations: ToolAnnotations
  readonly reversibility: Reversibility
  readonly declared: boolean
}

/** What is assumed of a tool nobody vouches for. */
const undeclaredAnnotations: EffectiveAnnotations = {
  annotations: { read_only: false, idempotent: false, destructive: true, open_world: true },
  reversibility: 'irreversible',
  declared: false,
}

/**
 * What the engine may rely on: claims of an agent or a remote server count for nothing until a reviewer has
 * confirmed them, and an unknown tool (undefined) for no more. Facts that contradict each other are read
 * pessimistically: `read_only` needs both the annotation and the reversibility.
 */
export function effectiveAnnotations(tool: RegisteredTool | undefined): EffectiveAnnotations {
  if (tool === undefined || tool.claimed) return undeclaredAnnotations
  const saysReadOnly = tool.annotations.read_only
  const isReadOnly = saysReadOnly && tool.reversibility === 'read_only'
  const reversibility =
    tool.reversibility === 'read_only' && !isReadOnly ? 'irreversible' : tool.reversibility
  return {
    annotations: { ...tool.annotations, read_only: isReadOnly },
    reversibility,
    declared: true,
  }
}

/** A reviewer's word on a claimed tool; what is left out stays as it was claimed. */
export interface ToolConfirmation {
  readonly definitionHash: string
  readonly confirmedBy: string
  /** ISO-8601, UTC. */
  readonly confirmedAt: string
  readonly annotations?: ToolAnnotations
  readonly reversibility?: Reversibility
}

export type ConfirmationOutcome =
  | { readonly ok: true; readonly tool: RegisteredTool }
  | { readonly ok: false; readonly message: string; readonly definition_hash: string }

/**
 * Confirms (and may correct) what was claimed. Refused when the definition is no longer the one the reviewer
 * saw. `definition_hash` stays that of the definition as it was sent, so that the same definition sent again
 * keeps the confirmation and any other voids it.
 */
export function confirmTool(tool: RegisteredTool, confirmation: ToolConfirmation): ConfirmationOutcome {
  if (confirmation.definitionHash !== tool.definition_hash) {
    return {
      ok: false,
      definition_hash: tool.definition_hash,
      message: `Tool ${tool.name} has changed since you looked at it. Look again, then confirm ${tool.definition_hash}.`,
    }
  }
  return {
    ok: true,
    tool: {
      ...tool,
      annotations: confirmation.annotations ?? tool.annotations,
      reversibility: confirmation.reversibility ?? tool.reversibility,
      claimed: false,
      confirmed_by: confirmation.confirmedBy,
      confirmed_at: confirmation.confirmedAt,
    },
  }
}

/** Who declares a tool: an agent's key only claims, whatever its role says. */
export interface Declarer {
  readonly id: string
  readonly role: Role
}

/**
 * Why somebody may not declare a tool over the one that stands: what a person declared is not replaced by somebody of
 * a lower role, and what an agent declared is replaced by itself or by people. Undefined when nothing stands against
 * it; the same definition declared again replaces nothing.
 */
export function findStandingObjection(
  standing: RegisteredTool,
  { definitionHash, by }: { readonly definitionHash: string; readonly by: Declarer },
): string | undefined {
  if (standing.definition_hash === definitionHash || standing.declared_by === by.id) return undefined
  const rank = rankOf(standing)
  const isLower = RANKS[by.role] < rank || (rank === RANKS.agent && RANKS[by.role] === RANKS.agent)
  if (!isLower) return undefined
  const owner = rank === RANKS.admin ? 'an admin' : rank === RANKS.reviewer ? 'a reviewer' : 'another agent'
  return `Tool ${standing.name} was declared by ${owner} with another definition. Declare yours under another name, or ask a reviewer to withdraw it (\`soulgate tools withdraw ${standing.name}\`).`
}

const RANKS: Readonly<Record<Role, number>> = {
  ...{ viewer: 0, member: 0, agent: 1, worker: 1, reviewer: 2, admin: 3 },
}

/** Tools stored before roles were kept: what was never a claim was declared by a person. */
function rankOf(tool: RegisteredTool): number {
  if (tool.declared_role !== undefined) return RANKS[tool.declared_role]
  return tool.claimed || tool.confirmed_by !== undefined ? RANKS.agent : RANKS.reviewer
}

/**
 * What stands after a tool is declared again: the standing entry with its confirmation when the definition
 * is the same, otherwise the new declaration with no confirmation at all. The meanings that earlier declarations
 * marked stay: a newer one can only add to them.
 */
export function redeclareTool(
  standing: RegisteredTool | undefined,
  declared: RegisteredTool,
): RegisteredTool {
  if (standing === undefined) return declared
  const isSame = standing.definition_hash === declared.definition_hash
  // A person's word turns the same definition from a claim into a declaration.
  if (isSame && (!standing.claimed || declared.claimed)) return standing
  const earlier = earlierSchemas(standing, declared)
  return earlier.length === 0 ? declared : { ...declared, earlier_schemas: earlier }
}

function earlierSchemas(standing: RegisteredTool, declared: RegisteredTool): JsonSchema[] {
  const texts = new Map(markedSchemas(standing).map(schema => [JSON.stringify(schema), schema]))
  texts.delete(JSON.stringify(declared.input_schema))
  return [...texts.values()]
}

/** The schemas by which a tool and its earlier declarations state what arguments mean. */
export function markedSchemas({ earlier_schemas = [], input_schema }: RegisteredTool): JsonSchema[] {
  return [...earlier_schemas, input_schema].filter(schema => JSON.stringify(schema).includes('"x-soulgate"'))
}
