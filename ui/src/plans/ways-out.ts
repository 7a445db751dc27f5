import type { JsonObject } from 'soulgate/contracts/json-value'
import type { PlanConflict, PlanConflictConstraint } from 'soulgate/contracts/plan'

/** A constraint that can give way, with the field by which a person says to what. */
export interface WayOut {
  readonly id: string
  readonly text: string
  /** `fixed` where what was tried is taken as it is. */
  readonly kind: 'date' | 'number' | 'fixed'
  /** What was tried and fits, as it stands in a field. */
  readonly value: string
}

/** The ways out of a conflict, in the order in which they were found. */
export function waysOut(conflict: PlanConflict | undefined): readonly WayOut[] {
  return (conflict?.constraints ?? []).flatMap(constraint =>
    constraint.can_relax ? [wayOf(constraint)] : [],
  )
}

/** What is sent for a way out; undefined while its field is empty. */
export function relaxationWith({ id, kind }: WayOut, value: string): JsonObject | undefined {
  if (kind === 'fixed') return { constraint: id }
  if (value.trim() === '') return undefined
  return { constraint: id, to: kind === 'number' ? Number(value) : value }
}

function wayOf({ constraint_id: id, message: text, suggestion }: PlanConflictConstraint): WayOut {
  if (typeof suggestion === 'number') return { id, text, kind: 'number', value: String(suggestion) }
  if (typeof suggestion === 'string' && /^\d{4}-\d{2}-\d{2}/.test(suggestion))
    return { id, text, kind: 'date', value: suggestion.slice(0, 10) }
  return { id, text, kind: 'fixed', value: '' }
}
