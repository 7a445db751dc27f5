import type {
  ConditionField,
  EvaluatedContext,
  Guideline,
  GuidelineCondition,
} from '../../contracts/guideline.ts'
import { compileExpression, type Expression } from './expression.ts'
import { climbs, comparedPath, compileGlob } from './glob.ts'
import { buildIndex, type GuidelineIndex } from './guideline-index.ts'
import { canonicalWord, type PreparedContext } from './prepared-context.ts'

/** Guidelines ready to be evaluated: in order of rank, and indexed so that most are never looked at. */
export interface CompiledGuidelines {
  readonly source: EvaluatedContext['source']
  /** Enabled guidelines; the position is the rank (priority desc, specificity desc, id). */
  readonly ranked: readonly CompiledGuideline[]
  readonly disabled: readonly Guideline[]
  readonly index: GuidelineIndex
  /** Whether paths are compared as a file system does that takes upper and lower case for the same. */
  readonly foldsCase: boolean
  /** Release rules that are tried on the past: whether they are in force yet is not looked at. */
  readonly dryRunIds?: ReadonlySet<string>
}

export interface CompiledGuideline {
  readonly guideline: Guideline
  readonly tests: readonly FieldTest[]
}

/** One set field of a condition, or the two alternatives of a gate as one. */
export interface FieldTest {
  readonly fields: readonly ConditionField[]
  /** The fields that matched; empty when the test fails. Throws when an expression has no answer. */
  readonly match: (context: PreparedContext) => readonly ConditionField[]
  readonly wanted: string
}

/**
 * Prepares guidelines for `evaluate`. The order of the list never matters. A stored expression that cannot be
 * compiled fails every evaluation that reaches it, so that its calls are held; a stored path pattern with `..`
 * is dropped, and with none left the guideline does not match.
 */
export function compileGuidelines(
  guidelines: readonly Guideline[],
  source: EvaluatedContext['source'] = 'store',
  foldsCase = false,
): CompiledGuidelines {
  const ranked = guidelines
    .filter(guideline => guideline.enabled)
    .map(guideline => ({ guideline, tests: compileTests(guideline, foldsCase) }))
    .sort(compareRank)
  return {
    source,
    ranked,
    disabled: guidelines.filter(guideline => !guideline.enabled).toSorted(compareIds),
    index: buildIndex(ranked, foldsCase),
    foldsCase,
  }
}

function compareRank(a: CompiledGuideline, b: CompiledGuideline): number {
  return (
    b.guideline.priority - a.guideline.priority ||
    b.tests.length - a.tests.length ||
    compareIds(a.guideline, b.guideline)
  )
}

function compareIds(a: Guideline, b: Guideline): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

const EXACT_FIELDS = {
  agents: context => context.agent,
  domains: context => context.domain,
  actions: context => context.action,
  events: context => context.event,
  gate_types: context => context.gateType,
} as const satisfies Record<string, (context: PreparedContext) => string | undefined>

type ExactField = keyof typeof EXACT_FIELDS
const exactFields = ['agents', 'domains', 'actions', 'events', 'gate_types'] as const

function compileTests(guideline: Guideline, foldsCase: boolean): readonly FieldTest[] {
  const { condition, action } = guideline
  const set = exactFields.filter(field => isSet(condition[field]))
  const areAlternatives = action.type === 'hitl_gate' && set.includes('events') && set.includes('gate_types')
  const tests: FieldTest[] = []
  for (const field of set) {
    if (areAlternatives && field === 'gate_types') continue
    const fields: readonly ExactField[] =
      areAlternatives && field === 'events' ? ['events', 'gate_types'] : [field]
    tests.push(exactTest(fields, condition))
  }
  if (isSet(condition.paths)) tests.push(pathTest(condition.paths, guideline, foldsCase))
  if (isSet(condition.tools)) tests.push(toolTest(condition.tools, action.type === 'release'))
  if (condition.custom !== undefined) tests.push(customTest(condition.custom))
  return tests
}

const NOTHING: readonly ConditionField[] = []
const PATHS: readonly ConditionField[] = ['paths']
const TOOLS: readonly ConditionField[] = ['tools']
const CUSTOM: readonly ConditionField[] = ['custom']

function isSet<T>(list: readonly T[] | undefined): list is readonly T[] {
  return list !== undefined && list.length > 0
}

function exactTest(fields: readonly ExactField[], condition: GuidelineCondition): FieldTest {
  const alternatives = fields.map(field => ({
    field,
    values: new Set((condition[field] ?? []).map(canonicalWord)),
  }))
  return {
    fields,
    wanted: fields.map(field => `${field} ${list(condition[field] ?? [])}`).join(' or '),
    match: context => {
      const matched: ConditionField[] = []
      for (const { field, values } of alternatives) {
        const value = EXACT_FIELDS[field](context)
        if (value !== undefined && values.has(value)) matched.push(field)
      }
      return matched
    },
  }
}

/** A gate for an event holds it also where nobody can say beforehand which files it touches. */
function holdsUnknownPaths({ action, condition }: Guideline): boolean {
  return action.type === 'hitl_gate' && isSet(condition.events)
}

/** What restricts needs one path that matches; what releases needs all of them. */
function pathTest(patterns: readonly string[], guideline: Guideline, foldsCase: boolean): FieldTest {
  const isRelease = guideline.action.type === 'release'
  const takesUnknown = holdsUnknownPaths(guideline)
  const globs = patterns
    .filter(pattern => !climbs(pattern))
    .map(pattern => compileGlob(comparedPath(pattern, foldsCase)))
  const matchesAny = (path: string) => globs.some(glob => glob(path))
  return {
    fields: ['paths'],
    wanted: `${isRelease ? 'all ' : ''}paths ${list(patterns)}`,
    match: ({ comparedPaths: paths, discardedPaths, pathsUnknown }) => {
      if (pathsUnknown && takesUnknown) return PATHS
      const isMatch = isRelease
        ? paths.length > 0 && discardedPaths.length === 0 && paths.every(matchesAny)
        : paths.some(matchesAny)
      return isMatch ? PATHS : NOTHING
    },
  }
}

/** What restricts looks through letter case; what releases takes names as they are. */
function toolTest(patterns: readonly string[], isRelease: boolean): FieldTest {
  const globs = patterns.map(pattern => compileGlob(isRelease ? pattern : pattern.toLowerCase()))
  return {
    fields: ['tools'],
    wanted: `tools ${list(patterns)}`,
    match: ({ tool, toolLowerCase }) => {
      const name = isRelease ? tool : toolLowerCase
      return name !== undefined && globs.some(glob => glob(name)) ? TOOLS : NOTHING
    },
  }
}

function customTest(source: string): FieldTest {
  const outcome = compileExpression(source)
  const evaluate: Expression = outcome.ok
    ? outcome.evaluate
    : () => {
        throw new TypeError(outcome.message)
      }
  return {
    fields: ['custom'],
    wanted: `custom ${source}`,
    match: context => (evaluate(context.variables()) ? CUSTOM : NOTHING),
  }
}

function list(values: readonly string[]): string {
  return values.join(', ')
}
