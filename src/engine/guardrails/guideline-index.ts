import type { ConditionField, Guideline } from '../../contracts/guideline.ts'
import { climbs, comparedPath, isAscii, isLiteralGlob } from './glob.ts'
import { type Gram, type GramIndex, indexGrams, requiredGrams, visitByGrams } from './literal-grams.ts'
import { canonicalWord, type PreparedContext } from './prepared-context.ts'

/** Finds by the facts of a context the few guidelines worth looking at, as ranks. */
export interface GuidelineIndex {
  readonly ranksByText: ReadonlyMap<IndexedField, ReadonlyMap<string, readonly number[]>>
  readonly ranksByGram: ReadonlyMap<IndexedField, GramIndex>
  /** Ranks of guidelines that nothing can find, such as those with an expression alone. */
  readonly unindexed: readonly number[]
}

type IndexedField = Exclude<ConditionField, 'custom'>

/** A guideline and, for each of its tests, the fields of it: alternatives when they are several. */
interface IndexedGuideline {
  readonly guideline: Guideline
  readonly tests: readonly { readonly fields: readonly ConditionField[] }[]
}

/**
 * Each guideline goes under the one of its fields whose keys are rarest over all guidelines; a pattern under the
 * rarest of its grams. What a guideline matches is never decided here: only who is certainly no match is left out.
 */
export function buildIndex(ranked: readonly IndexedGuideline[], foldsCase: boolean): GuidelineIndex {
  const choices = ranked.map(each => placementsOf(each, foldsCase))
  const counts = countKeys(choices)
  const filed = new Map<IndexedField, Map<Key, number[]>>()
  const unindexed: number[] = []
  for (const [rank, placements] of choices.entries()) {
    const best = cheapest(placements, counts)
    if (best === undefined) unindexed.push(rank)
    for (const { field, keys } of best ?? []) {
      const key = rarest(field, keys, counts)
      if (key !== undefined) fileRank(filed, { field, key, rank })
    }
  }
  return { ...splitByKind(filed), unindexed }
}

/** The ranks worth looking at, ascending. */
export function findCandidates(index: GuidelineIndex, context: PreparedContext): ArrayLike<number> {
  const found = new Set<readonly number[]>()
  const visit = (ranks: readonly number[] | undefined) => {
    if (ranks !== undefined && ranks.length > 0) found.add(ranks)
  }
  visit(index.unindexed)
  visit(find(index, 'agents', context.agent))
  visit(find(index, 'domains', context.domain))
  visit(find(index, 'actions', context.action))
  visit(find(index, 'events', context.event))
  visit(find(index, 'gate_types', context.gateType))
  visitPatterns(index, 'tools', {
    texts: context.toolLowerCase === undefined ? [] : [context.toolLowerCase],
    visit,
  })
  visitPatterns(index, 'paths', { texts: context.comparedPaths, visit })
  return mergeRanks([...found])
}

function find(index: GuidelineIndex, field: IndexedField, text: string | undefined) {
  return text === undefined ? undefined : index.ranksByText.get(field)?.get(text)
}

function visitPatterns(
  index: GuidelineIndex,
  field: IndexedField,
  {
    texts,
    visit,
  }: { readonly texts: readonly string[]; readonly visit: (ranks: readonly number[] | undefined) => void },
): void {
  const grams = index.ranksByGram.get(field)
  for (const text of texts) {
    visit(find(index, field, text))
    if (grams !== undefined) visitByGrams(grams, text, visit)
  }
}

/** Each list is ascending and without doubles already. */
function mergeRanks(lists: readonly (readonly number[])[]): ArrayLike<number> {
  if (lists.length <= 1) return lists[0] ?? []
  const merged = new Uint32Array(lists.reduce((sum, ranks) => sum + ranks.length, 0))
  let length = 0
  for (const ranks of lists) {
    merged.set(ranks, length)
    length += ranks.length
  }
  merged.sort()
  let kept = 0
  for (const rank of merged) {
    if (kept === 0 || merged[kept - 1] !== rank) {
      merged[kept] = rank
      kept += 1
    }
  }
  return merged.subarray(0, kept)
}

type Key = string | Gram

/** Keys of which a matching text has each one, so that any of them can stand for the entry. */
interface Entry {
  readonly field: IndexedField
  readonly keys: readonly Key[]
}

/** The entries of one field, or of two alternative ones: a match has at least one of them. */
type Placement = readonly Entry[]

function placementsOf({ guideline, tests }: IndexedGuideline, foldsCase: boolean): readonly Placement[] {
  return tests
    .map(({ fields }) => fields.flatMap(field => entriesOf(guideline, field, foldsCase)))
    .filter(entries => entries.length > 0 && entries.every(({ keys }) => keys.length > 0))
}

function entriesOf(
  { condition, action }: Guideline,
  field: ConditionField,
  foldsCase: boolean,
): readonly Entry[] {
  const isRelease = action.type === 'release'
  switch (field) {
    case 'custom':
      return []
    case 'paths':
      // It may match without a path, so it must be found without one.
      if (action.type === 'hitl_gate' && (condition.events ?? []).length > 0) return []
      return (condition.paths ?? [])
        .filter(pattern => !climbs(pattern))
        .map(pattern => ({ field, keys: keysOf(comparedPath(pattern, foldsCase)) }))
    case 'tools':
      return (condition.tools ?? []).map(pattern => ({ field, keys: keysOfTool(pattern, isRelease) }))
    default:
      return (condition[field] ?? []).map(value => ({ field, keys: [canonicalWord(value)] }))
  }
}

function keysOf(pattern: string): readonly Key[] {
  return isLiteralGlob(pattern) ? [pattern] : requiredGrams(pattern)
}

/** Outside ASCII a part in lower case can be no part of the whole in lower case. */
function keysOfTool(pattern: string, isRelease: boolean): readonly Key[] {
  const isSplittable = !isRelease || isLiteralGlob(pattern) || isAscii(pattern)
  return isSplittable ? keysOf(pattern.toLowerCase()) : []
}

type Counts = ReadonlyMap<IndexedField, ReadonlyMap<Key, number>>

function countKeys(choices: readonly (readonly Placement[])[]): Counts {
  const counts = new Map<IndexedField, Map<Key, number>>()
  for (const placements of choices) {
    for (const { field, keys } of placements.flat()) {
      const ofField = counts.get(field) ?? new Map<Key, number>()
      counts.set(field, ofField)
      for (const key of keys) ofField.set(key, (ofField.get(key) ?? 0) + 1)
    }
  }
  return counts
}

function cheapest(placements: readonly Placement[], counts: Counts): Placement | undefined {
  const costs = placements.map(placement => ({ placement, cost: costOf(placement, counts) }))
  return costs.toSorted((a, b) => a.cost - b.cost)[0]?.placement
}

function costOf(placement: Placement, counts: Counts): number {
  let cost = 0
  for (const { field, keys } of placement) {
    const key = rarest(field, keys, counts)
    cost = Math.max(cost, key === undefined ? 0 : (counts.get(field)?.get(key) ?? 0))
  }
  return cost
}

function rarest(field: IndexedField, keys: readonly Key[], counts: Counts): Key | undefined {
  const ofField = counts.get(field)
  let best = keys[0]
  for (const key of keys) {
    if (best !== undefined && (ofField?.get(key) ?? 0) < (ofField?.get(best) ?? 0)) best = key
  }
  return best
}

function fileRank(
  filed: Map<IndexedField, Map<Key, number[]>>,
  { field, key, rank }: { readonly field: IndexedField; readonly key: Key; readonly rank: number },
): void {
  const byKey = filed.get(field) ?? new Map<Key, number[]>()
  filed.set(field, byKey)
  const ranks = byKey.get(key) ?? []
  byKey.set(key, ranks)
  if (ranks.at(-1) !== rank) ranks.push(rank)
}

function splitByKind(
  filed: ReadonlyMap<IndexedField, ReadonlyMap<Key, readonly number[]>>,
): Pick<GuidelineIndex, 'ranksByText' | 'ranksByGram'> {
  const ranksByText = new Map<IndexedField, Map<string, readonly number[]>>()
  const ranksByGram = new Map<IndexedField, GramIndex>()
  for (const [field, byKey] of filed) {
    const texts = new Map<string, readonly number[]>()
    const grams = new Map<Gram, readonly number[]>()
    for (const [key, ranks] of byKey) {
      if (typeof key === 'string') texts.set(key, ranks)
      else grams.set(key, ranks)
    }
    ranksByText.set(field, texts)
    if (grams.size > 0) ranksByGram.set(field, indexGrams(grams))
  }
  return { ranksByText, ranksByGram }
}
