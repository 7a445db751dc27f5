import type { RegisteredTool, Reversibility, ToolAnnotations } from '../../contracts/tool.ts'

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

/**
 * What stands after a tool is declared again: the standing entry with its confirmation when the definition
 * is the same, otherwise the new declaration with no confirmation at all.
 */
export function redeclareTool(
  standing: RegisteredTool | undefined,
  declared: RegisteredTool,
): RegisteredTool {
  const isConfirmed = standing !== undefined && !standing.claimed && standing.confirmed_by !== undefined
  return isConfirmed && standing.definition_hash === declared.definition_hash ? standing : declared
}
