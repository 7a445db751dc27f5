/** A question about constraints, and how long it may be asked. */
export interface ConflictSearch<Item> {
  /** Whether these alone already conflict; must stay true when more are added. */
  readonly isConflict: (kept: readonly Item[]) => boolean
  readonly isOver: () => boolean
  /** Set when time was over before everything was settled: then what was left counts as needed. */
  isCut: boolean
}

/**
 * The candidates that are needed, together with what is kept, for a conflict (QuickXplain, Junker 2004). None when what
 * is kept conflicts by itself.
 */
export function smallestConflict<Item>(
  search: ConflictSearch<Item>,
  kept: readonly Item[],
  candidates: readonly Item[],
): readonly Item[] {
  return quickXplain(search, kept, { isNew: true, candidates })
}

function quickXplain<Item>(
  search: ConflictSearch<Item>,
  kept: readonly Item[],
  { isNew, candidates }: { readonly isNew: boolean; readonly candidates: readonly Item[] },
): readonly Item[] {
  if (candidates.length === 0) return candidates
  if (search.isOver()) {
    search.isCut = true
    return candidates
  }
  if (isNew && search.isConflict(kept)) return []
  if (candidates.length === 1) return candidates
  const middle = candidates.length >> 1
  const [first, second] = [candidates.slice(0, middle), candidates.slice(middle)]
  const ofSecond = quickXplain(search, [...kept, ...first], { isNew: first.length > 0, candidates: second })
  const ofFirst = quickXplain(search, [...kept, ...ofSecond], {
    isNew: ofSecond.length > 0,
    candidates: first,
  })
  return [...ofFirst, ...ofSecond]
}
