import type {
  ConditionField,
  EvaluatedContext,
  EvaluatedGuideline,
  Guideline,
  GuidelineExplanation,
  TaskContext,
} from '../../contracts/guideline.ts'
import { aggregate } from './aggregate.ts'
import type { CompiledGuideline, CompiledGuidelines, FieldTest } from './compile.ts'
import { findCandidates } from './guideline-index.ts'
import { type PreparedContext, prepareContext } from './prepared-context.ts'

/**
 * What the guardrails say about a context: which guidelines match, in order of rank, and what they demand
 * together. Deterministic, and independent of the order in which guidelines were given. With `explain` each
 * guideline that does not match says why, at the cost of looking at all of them.
 */
export function evaluate(
  compiled: CompiledGuidelines,
  context: TaskContext,
  options: { readonly explain?: boolean } = {},
): EvaluatedContext {
  const prepared = prepareContext(context, compiled.foldsCase)
  const matched: Guideline[] = []
  const guidelines: EvaluatedGuideline[] = []
  const errors: { guideline_id: string; message: string }[] = []
  const candidates = findCandidates(compiled.index, prepared)
  for (let position = 0; position < candidates.length; position += 1) {
    const candidate = compiled.ranked[candidates[position] ?? -1]
    if (candidate === undefined) continue
    const verdict = judge(candidate, prepared, compiled.dryRunIds)
    if (verdict.kind === 'matched') {
      matched.push(candidate.guideline)
      guidelines.push(describeMatch(candidate.guideline, verdict.fields))
    } else if (verdict.kind === 'failed') {
      errors.push({ guideline_id: candidate.guideline.id, message: verdict.message })
    }
  }
  return {
    matched_count: matched.length,
    ...aggregate(matched),
    guidelines,
    errors,
    discarded_paths: [...prepared.discardedPaths],
    ...(options.explain === true && { explanations: explainAll(compiled, prepared) }),
    source: compiled.source,
  }
}

/**
 * What several contexts of one call come to together: a guideline counts that matches any of them, and a release only
 * where each of them has one.
 */
export function mergeEvaluated(
  compiled: CompiledGuidelines,
  evaluated: readonly EvaluatedContext[],
): EvaluatedContext {
  const [first = evaluate(compiled, {}), ...others] = evaluated
  if (others.length === 0) return first
  const all = [first, ...others]
  const matches = new Map(all.flatMap(each => each.guidelines).map(match => [match.guideline_id, match]))
  const ranked = compiled.ranked.map(({ guideline }) => guideline).filter(({ id }) => matches.has(id))
  const together = aggregate(ranked)
  const gates = new Map(
    [...together.hitl_gates, ...all.flatMap(each => each.hitl_gates)].map(gate => [gate.guideline_id, gate]),
  )
  const { explanations } = first
  return {
    matched_count: ranked.length,
    ...together,
    hitl_gates: [...gates.values()],
    releases: all.every(each => each.releases.length > 0) ? first.releases : [],
    guidelines: ranked.flatMap(({ id }) => matches.get(id) ?? []),
    errors: distinctBy(
      all.flatMap(each => each.errors),
      error => error.guideline_id,
    ),
    discarded_paths: [...new Set(all.flatMap(each => each.discarded_paths))],
    ...(explanations && { explanations: explanations.filter(({ guideline_id: id }) => !matches.has(id)) }),
    source: compiled.source,
  }
}

function distinctBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map(item => [keyOf(item), item])).values()]
}

type Verdict =
  | { readonly kind: 'matched'; readonly fields: readonly ConditionField[] }
  | { readonly kind: 'unmatched'; readonly test: FieldTest }
  | { readonly kind: 'lapsed'; readonly field: 'suspended' | 'expires_at'; readonly text: string }
  | { readonly kind: 'failed'; readonly message: string }

/** Tests run in their order; the expression comes last, so that it only runs where all else matches. */
function judge(
  { guideline, tests }: CompiledGuideline,
  context: PreparedContext,
  dryRunIds?: ReadonlySet<string>,
): Verdict {
  const canLapse = guideline.action.type === 'release' && !dryRunIds?.has(guideline.id)
  const lapsed = canLapse ? findLapse(guideline, context) : undefined
  if (lapsed !== undefined) return lapsed
  const fields: ConditionField[] = []
  for (const test of tests) {
    const outcome = runTest(test, context)
    if (typeof outcome === 'string') return { kind: 'failed', message: outcome }
    if (outcome.length === 0) return { kind: 'unmatched', test }
    fields.push(...outcome)
  }
  return { kind: 'matched', fields }
}

function runTest(test: FieldTest, context: PreparedContext): readonly ConditionField[] | string {
  try {
    return test.match(context)
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  }
}

function findLapse({ action }: Guideline, { nowMs }: PreparedContext): Verdict | undefined {
  if (action.suspended !== undefined) {
    return { kind: 'lapsed', field: 'suspended', text: `suspended: ${action.suspended.because}` }
  }
  if (action.expires_at === undefined) return undefined
  const isAhead = nowMs !== undefined && Date.parse(action.expires_at) > nowMs
  return isAhead ? undefined : { kind: 'lapsed', field: 'expires_at', text: 'expired, or its end is unknown' }
}

function describeMatch(guideline: Guideline, fields: readonly ConditionField[]): EvaluatedGuideline {
  return {
    guideline_id: guideline.id,
    guideline_name: guideline.name,
    priority: guideline.priority,
    match_score: 1,
    matched_fields: [...fields],
  }
}

function describeMiss(test: FieldTest, context: PreparedContext): { field: ConditionField; text: string } {
  const field = test.fields[0] ?? 'custom'
  return { field, text: `wants ${test.wanted}; found ${foundFor(field, context)}` }
}

function foundFor(field: ConditionField, context: PreparedContext): string {
  switch (field) {
    case 'agents':
      return context.agent ?? 'none'
    case 'domains':
      return context.domain ?? 'none'
    case 'actions':
      return context.action ?? 'none'
    case 'events':
    case 'gate_types':
      return `event ${context.event ?? 'none'}, gate type ${context.gateType ?? 'none'}`
    case 'paths':
      return describePaths(context)
    case 'tools':
      return context.tool ?? 'none'
    case 'custom':
      return 'false'
  }
}

function describePaths({ paths, discardedPaths }: PreparedContext): string {
  const shown = paths.slice(0, 5).join(', ') || 'none'
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : ''
  return discardedPaths.length === 0
    ? shown + more
    : `${shown}${more}; ${discardedPaths.length} with .. left out`
}

function explainAll(compiled: CompiledGuidelines, context: PreparedContext): GuidelineExplanation[] {
  const explanations: GuidelineExplanation[] = []
  for (const candidate of compiled.ranked) {
    const verdict = judge(candidate, context, compiled.dryRunIds)
    if (verdict.kind === 'lapsed') explanations.push(explain(candidate.guideline, verdict))
    if (verdict.kind === 'unmatched') {
      explanations.push(explain(candidate.guideline, describeMiss(verdict.test, context)))
    }
  }
  for (const guideline of compiled.disabled) {
    explanations.push(explain(guideline, { field: 'enabled', text: 'is switched off' }))
  }
  return explanations
}

function explain(
  { id, name }: Guideline,
  { field, text }: Pick<GuidelineExplanation, 'field' | 'text'>,
): GuidelineExplanation {
  return { guideline_id: id, guideline_name: name, field, text }
}
