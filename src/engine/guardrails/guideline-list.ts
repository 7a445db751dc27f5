import type { Guideline, GuidelineActionType, GuidelineCategory } from '../../contracts/guideline.ts'
import type { StoredGuidelines } from './guideline-records.ts'

export interface GuidelineFilter {
  readonly category?: GuidelineCategory
  readonly enabled?: boolean
  readonly action_type?: GuidelineActionType
  /** Words that must stand in the id, the name or the description. */
  readonly q?: string
}

export interface GuidelinePage {
  readonly limit: number
  /** What the page before answered; `offset` serves callers that count pages. */
  readonly cursor?: string
  readonly offset?: number
}

export interface ListedGuidelines {
  readonly items: readonly Guideline[]
  readonly next_cursor?: string
  readonly total: number
  /** Ids of stored guidelines that cannot be read; each of them holds every call until it is mended or deleted. */
  readonly unreadable: readonly string[]
}

/** One page of guidelines, highest priority first, then by id. */
export function pageGuidelines(
  stored: StoredGuidelines,
  filter: GuidelineFilter,
  page: GuidelinePage,
): ListedGuidelines {
  const all = stored.guidelines.filter(guideline => matches(guideline, filter)).toSorted(compare)
  const after = page.cursor === undefined ? undefined : readCursor(page.cursor)
  const rest = after === undefined ? all.slice(page.offset ?? 0) : all.filter(each => isBehind(each, after))
  const items = rest.slice(0, page.limit)
  const last = items.at(-1)
  return {
    items,
    ...(last !== undefined && rest.length > items.length && { next_cursor: `${last.priority}:${last.id}` }),
    total: all.length,
    unreadable: stored.unreadable,
  }
}

function matches(guideline: Guideline, { category, enabled, action_type, q }: GuidelineFilter): boolean {
  if (category !== undefined && guideline.category !== category) return false
  if (enabled !== undefined && guideline.enabled !== enabled) return false
  if (action_type !== undefined && guideline.action.type !== action_type) return false
  const text = `${guideline.id} ${guideline.name} ${guideline.description}`.toLowerCase()
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return words.every(word => text.includes(word))
}

type Place = Pick<Guideline, 'priority' | 'id'>

function compare(a: Place, b: Place): number {
  return b.priority - a.priority || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

function isBehind(guideline: Guideline, place: Place): boolean {
  return compare(guideline, place) > 0
}

function readCursor(cursor: string): Place | undefined {
  const [, priority, id] = /^(\d{1,4}):([A-Za-z0-9_.-]{1,128})$/.exec(cursor) ?? []
  return priority === undefined || id === undefined ? undefined : { priority: Number(priority), id }
}
