import type { Parameter } from '../tool-index.ts'
import { announcingStems, type ParameterRole, roleOfParameter, typeOfParameter } from './parameter-role.ts'
import { cueStems, type TextValue } from './values.ts'

/** A parameter and the value that goes into it. */
export interface Match {
  readonly parameter: Parameter
  readonly value: TextValue
  readonly score: number
}

const numberKinds: ReadonlySet<TextValue['kind']> = new Set([
  'number',
  'number_word',
  'quantity',
  'money',
  'percent',
])

/**
 * Pairs parameters with values of a text: best pairs first, each value used once, none below what its type asks.
 * Numbers left over go to number parameters left over in the order of both, when there are enough of them.
 */
export function matchValues(
  parameters: readonly Parameter[],
  values: readonly TextValue[],
): readonly Match[] {
  const pairs = parameters
    .flatMap(parameter => values.map(value => ({ parameter, value, score: scorePair(parameter, value) })))
    .filter(({ parameter, score }) => score >= (typeOfParameter(parameter.schema) === 'number' ? 2 : 1.5))
    .sort((left, right) => right.score - left.score || left.value.start - right.value.start)
  const matches: Match[] = []
  for (const pair of pairs) {
    const isTaken = matches.some(match => match.parameter === pair.parameter || match.value === pair.value)
    if (!isTaken) matches.push(pair)
  }
  return [...matches, ...fillInOrder({ parameters, values, matches })]
}

function fillInOrder({
  parameters,
  values,
  matches,
}: {
  readonly parameters: readonly Parameter[]
  readonly values: readonly TextValue[]
  readonly matches: readonly Match[]
}): readonly Match[] {
  const open = parameters.filter(
    parameter =>
      parameter.required &&
      typeOfParameter(parameter.schema) === 'number' &&
      !matches.some(match => match.parameter === parameter),
  )
  const left = values.filter(
    value => numberKinds.has(value.kind) && !matches.some(match => match.value === value),
  )
  const written = left.filter(value => value.kind !== 'number_word')
  const free = written.length >= open.length ? written : left
  if (open.length === 0 || free.length < open.length) return []
  return open.flatMap((parameter, at) => {
    const value = free[at]
    return value === undefined ? [] : [{ parameter, value, score: 0.5 }]
  })
}

/** How well a value suits a parameter; below 1 it is a guess, 0 or less it does not suit. */
function scorePair(parameter: Parameter, value: TextValue): number {
  const type = typeOfParameter(parameter.schema)
  const isNumber = numberKinds.has(value.kind)
  if (type === 'number' && isNumbered(value)) return 2 + scoreCues(parameter, value)
  if (type === 'number') return isNumber ? (isBareWord(value) ? 0.4 : 1) + scoreCues(parameter, value) : 0
  if (type !== 'text') return 0
  // “room two” is called two; “the room to thirty percent” is not called thirty.
  if (value.kind === 'number_word')
    return announcingStems(parameter).includes(value.before[0]?.stem ?? '') ? 1.5 : -2
  const role = roleOfParameter(parameter)
  if (strictRoles.has(role) && kindsByRole[role]?.includes(value.kind) !== true) return 0
  const announced = scoreCues(parameter, value)
  // What a tool can do without takes a name only where a word says so.
  if (!parameter.required && value.kind === 'proper_name' && announced === 0) return 0
  if (!parameter.required && value.kind === 'quoted' && !isNamedNear(parameter, value)) return 0
  const own = isRepository(parameter, value) ? 4 : isNamedAtOnce(parameter, value) ? 2.2 : 0
  return scoreKind(role, value) + announced + own
}

/** A number written out without a measure behind it often counts something else: “two of them”. */
function isBareWord({ kind, after }: TextValue): boolean {
  return (
    kind === 'number_word' && !/^(?:percent|degrees?|euros?|dollars?|pounds?)$/.test(after[0]?.lower ?? '')
  )
}

/** Roles that take values of their own kind and no others. */
const strictRoles: ReadonlySet<ParameterRole> = new Set(['date', 'time', 'email', 'url', 'phone'])

function scoreKind(role: ParameterRole, value: TextValue): number {
  const wanted = kindsByRole[role]
  if (wanted?.includes(value.kind) === true) return 2.5
  if (value.kind === 'quoted') return ['date', 'time', 'email', 'url', 'element'].includes(role) ? -1 : 1
  if (role === 'identifier' && isDigitGroups(value)) return 2
  if (numberKinds.has(value.kind)) return role === 'identifier' || role === 'phone' ? 1 : -1
  if (value.kind === 'proper_name') return ['other', 'query', 'title'].includes(role) ? 0.6 : -2
  return -2
}

/** A word of the parameter's name stands near the value. */
function isNamedNear(parameter: Parameter, value: TextValue): boolean {
  const cues = [...cueStems(value.before), ...cueStems(value.after)]
  return announcingStems(parameter).some(stem => cues.some(cue => isShortFor(cue, stem)))
}

/** “owner/name” is how repositories are called. */
function isRepository({ name }: Parameter, { kind, text }: TextValue): boolean {
  return kind === 'path' && /^repo(?:sitory)?(?:_?name)?$/i.test(name) && /^[\w.-]+\/[\w.-]+$/.test(text)
}

/** “seat 14C”: the very word before it is what the parameter is called. */
function isNamedAtOnce(parameter: Parameter, { kind, before }: TextValue): boolean {
  const [nearest] = before
  if (roleOfParameter(parameter) !== 'other' || !['identifier', 'path', 'handle'].includes(kind)) return false
  return nearest !== undefined && announcingStems(parameter).includes(nearest.stem)
}

/** “#77” is the number 77 where one is wanted. */
function isNumbered({ kind, text }: TextValue): boolean {
  return kind === 'identifier' && /^#\d+$/.test(text)
}

/** “2026-0450” may be dialled, and as well be a number on a paper. */
function isDigitGroups({ kind, text }: TextValue): boolean {
  return kind === 'phone' && /^\d+(?:-\d+)+$/.test(text)
}

const kindsByRole: Readonly<Partial<Record<ParameterRole, readonly TextValue['kind'][]>>> = {
  email: ['email'],
  url: ['url', 'host'],
  path: ['path', 'glob'],
  date: ['date', 'date_time'],
  time: ['date', 'date_time'],
  phone: ['phone'],
  identifier: ['identifier', 'iban'],
  place: ['proper_name'],
  name: ['proper_name', 'email', 'handle', 'identifier'],
}

/** The kinds of value that a role takes; undefined when it takes any. */
export function kindsOfRole(role: ParameterRole): readonly TextValue['kind'][] | undefined {
  return kindsByRole[role]
}

/** A word of the parameter's name near the value announces it; the nearer the stronger. */
function scoreCues(parameter: Parameter, value: TextValue): number {
  const stems = announcingStems(parameter)
  const nearest = (cues: readonly string[]): number => {
    const at = cues.findIndex(cue => stems.some(stem => isShortFor(cue, stem)))
    return at < 0 ? 0 : 1 / (1 + at * 0.45)
  }
  return 3 * nearest(cueStems(value.before)) + 2.4 * nearest(cueStems(value.after))
}

/** The same stem, or one that is short for the other: “ref” and “reference”. */
function isShortFor(left: string, right: string): boolean {
  if (left === right) return true
  return Math.min(left.length, right.length) >= 3 && (left.startsWith(right) || right.startsWith(left))
}
