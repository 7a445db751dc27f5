import type { z } from 'zod'

/** A field of a body and what is wrong with it. */
export interface FieldError {
  readonly field: string
  readonly message: string
}

/**
 * Fields and what is wrong with them, from the issues of a schema; branches of a union are looked into. An entry of a
 * list is named by what was given too, where the schema was parsed with `reportInput`.
 */
export function issuesToErrors(
  issues: readonly z.core.$ZodIssue[],
  at: readonly PropertyKey[] = [],
): readonly FieldError[] {
  const errors = issues.flatMap(issue => issueToErrors(issue, at))
  const unique = new Map(errors.map(error => [`${error.field}\0${error.message}`, error]))
  return [...unique.values()].slice(0, MAX_ERRORS)
}

const MAX_ERRORS = 50

function issueToErrors(issue: z.core.$ZodIssue, at: readonly PropertyKey[]): readonly FieldError[] {
  const path = [...at, ...issue.path]
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(key => ({
      field: fieldName([...path, key]),
      message: 'is not a field of this request',
    }))
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const deepest = [...issue.errors].sort((left, right) => depth(right) - depth(left))[0] ?? []
    return issuesToErrors(deepest, path)
  }
  return [{ field: fieldName(path), message: `${readable(issue)}${given(issue, path)}` }]
}

function depth(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map(issue => issue.path.length))
}

/** Nobody reads further into a body than this, and what is nested without end must not come back as it was sent. */
const MAX_DEPTH_NAMED = 40
const MAX_FIELD_CHARACTERS = 300

function fieldName(path: readonly PropertyKey[]): string {
  const name = path.length === 0 ? 'body' : path.slice(0, MAX_DEPTH_NAMED).map(String).join('.')
  const isCut = path.length > MAX_DEPTH_NAMED || name.length > MAX_FIELD_CHARACTERS
  return isCut ? `${name.slice(0, MAX_FIELD_CHARACTERS)}…` : name
}

function readable(issue: z.core.$ZodIssue): string {
  const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
  if (isMissing) return 'is required'
  const { message } = issue
  return message.startsWith('Invalid input: ') ? message.slice('Invalid input: '.length) : message
}

const MAX_GIVEN_CHARACTERS = 120

/** Nobody counts the entries of a list: the one that is wrong is quoted. */
function given({ input }: z.core.$ZodIssue, path: readonly PropertyKey[]): string {
  if (!path.some(part => typeof part === 'number')) return ''
  if (typeof input === 'number' || typeof input === 'boolean') return `: ${input}`
  if (typeof input !== 'string' || input === '') return ''
  return `: “${input.length > MAX_GIVEN_CHARACTERS ? `${input.slice(0, MAX_GIVEN_CHARACTERS)}…` : input}”`
}
