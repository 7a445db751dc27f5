import type { Guideline } from '../../contracts/guideline.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import { type CheckOptions, checkGuideline, type FieldError } from './check-guideline.ts'
import { type CompiledGuidelines, compileGuidelines } from './compile.ts'

/**
 * The guardrails as they would be with drafts laid over them, by id; a draft without an id stands beside the others
 * as `draft-1`, `draft-2` …. Stores nothing. `invalid` names the fields of a draft that could not be saved.
 */
export function dryRunGuidelines(
  standing: CompiledGuidelines,
  drafts: readonly unknown[],
  options: CheckOptions & {
    readonly at: string
    /** Ids of standing guidelines that are left out. */
    readonly without?: readonly string[]
    /** Tried on the past, where the drafts had not begun. */
    readonly ignoresLapse?: true
  },
): CompiledGuidelines | Refusal {
  const checked = drafts.map((draft, index) => ({
    index,
    id: idOf(draft, index),
    check: checkGuideline(draft, options),
  }))
  const errors = checked.flatMap(({ index, check }) =>
    check.ok ? [] : check.errors.map(error => placed(error, index)),
  )
  if (errors.length > 0) {
    const named = errors.map(({ field, message }) => `${field} ${message}`).join('; ')
    return refuse('invalid', `The draft could not be saved: ${named}.`, { errors })
  }
  const laid = checked.flatMap(({ id, check }) =>
    check.ok ? [toDraft(id, check.guideline, options.at)] : [],
  )
  const ids = new Set(laid.map(({ id }) => id))
  const left = new Set([...ids, ...(options.without ?? [])])
  const kept = [...standing.ranked.map(({ guideline }) => guideline), ...standing.disabled]
  const compiled = compileGuidelines(
    [...kept.filter(({ id }) => !left.has(id)), ...laid],
    standing.source,
    standing.foldsCase,
  )
  return options.ignoresLapse ? { ...compiled, dryRunIds: ids } : compiled
}

function idOf(draft: unknown, index: number): string {
  const id = typeof draft === 'object' && draft !== null && 'id' in draft ? draft.id : undefined
  return typeof id === 'string' && id !== '' ? id : `draft-${index + 1}`
}

function placed({ field, message }: FieldError, index: number): FieldError {
  return { field: field === '' ? `guidelines.${index}` : `guidelines.${index}.${field}`, message }
}

function toDraft(
  id: string,
  fields: Omit<Guideline, 'id' | 'version' | 'created_at' | 'updated_at' | 'created_by'>,
  at: string,
): Guideline {
  return { ...fields, id, version: 1, created_at: at, updated_at: at, created_by: 'draft' }
}
