import type { WhyHeld } from '../../contracts/gate.ts'
import { hasHiddenCharacters } from '../../contracts/hidden-characters.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import type { ArgumentOrigin, ToolCall } from '../../contracts/tool-call.ts'

/** A call whose values were traced. */
export type TracedCall = Pick<ToolCall, 'tool' | 'arguments' | 'origins'>

/**
 * One reason for each value of a call that nobody trusted vouches for: recipients, accounts, hosts, credentials,
 * paths outside the workspace; names and addresses inside texts that leave the closed world. A meaning that is not known
 * here counts as recipient-like, and so does a value that was never traced.
 */
export function findProvenanceHolds(call: TracedCall, isOpenWorld: boolean): readonly WhyHeld[] {
  const traced = new Set((call.origins ?? []).map(origin => origin.pointer))
  const untraced = leafPointers(call.arguments).filter(pointer => !traced.has(pointer))
  return [
    ...(call.origins ?? [])
      .filter(origin => !isTrusted(origin) && isRecipientLike(origin, isOpenWorld))
      .map(origin => because(call, origin)),
    ...untraced.slice(0, 20).map(pointer => because(call, { pointer, value: '', source: 'unknown' })),
  ]
}

/**
 * One reason for each path, host or recipient with characters that a reader does not see: what is shown is not what is
 * meant, whoever said it and whatever rule would let it pass.
 */
export function findHiddenHolds(call: TracedCall): readonly WhyHeld[] {
  const found = (call.origins ?? []).filter(
    ({ pointer, meaning, value }) =>
      PLACES.has(meaning ?? '') && hasHiddenCharacters(`${value}${textAt(call.arguments, pointer)}`),
  )
  return found.map(({ meaning, pointer }) => ({
    source: 'provenance',
    text: `The ${meaning} at ${pointer} of ${call.tool} has hidden characters.`,
  }))
}

const PLACES: ReadonlySet<string> = new Set(['path', 'host', 'recipient', 'receiver'])

/** The value that stands at a pointer; empty where none does. */
function textAt(value: JsonValue, pointer: string): string {
  let at: JsonValue | undefined = value
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    at =
      typeof at === 'object' && at !== null
        ? Object.entries(at).find(([name]) => name === key)?.[1]
        : undefined
  }
  return typeof at === 'string' ? at : ''
}

/** Whether every value of the arguments stems from a person or from trusted data. */
export function isFullyTrusted(call: ToolCall): boolean {
  return (call.origins ?? []).every(origin => isTrusted(origin) || origin.value.trim() === '')
}

function isTrusted({ source }: ArgumentOrigin): boolean {
  return source === 'person' || source === 'trusted'
}

function isRecipientLike({ meaning, value }: ArgumentOrigin, isOpenWorld: boolean): boolean {
  switch (meaning) {
    case undefined:
    case 'text':
    case 'amount':
      return false
    case 'path':
      return isOutsideWorkspace(value)
    case 'link':
    case 'name':
      return isOpenWorld
    default:
      return true
  }
}

/** By its form alone: whatever is not plainly a path below the workspace root may lie outside. */
export function isOutsideWorkspace(path: string): boolean {
  const slashed = path.trim().replaceAll('\\', '/')
  return /^(?:\/|~|\$|%|[a-z][a-z0-9+.-]*:)/i.test(slashed) || slashed.split('/').includes('..')
}

function because(call: TracedCall, origin: ArgumentOrigin): WhyHeld {
  const what = `The ${origin.meaning ?? 'value'} at ${origin.pointer} of ${call.tool}`
  const text =
    origin.source === 'untrusted'
      ? `${what} came from ${origin.where ?? 'untrusted data'}, not from a person.`
      : `${what} stands neither in a person’s words nor in trusted data.`
  return { source: 'provenance', text }
}

/** Booleans and null carry nothing; every other leaf must have been traced. */
function leafPointers(value: JsonValue, pointer = ''): readonly string[] {
  if (value === null || typeof value === 'boolean') return []
  if (typeof value !== 'object') return [pointer]
  return Object.entries(value).flatMap(([key, inner]) =>
    leafPointers(inner, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  )
}
