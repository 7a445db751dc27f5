import type { PlanBrief } from '../../../contracts/plan-brief.ts'
import { contentWords, isSameWord } from './words-of-substance.ts'

type Entry = { readonly id: string; readonly title: string }
type Entries = Pick<PlanBrief, 'events' | 'work'>

const POINTS_BACK = /^(?:it|that|this|then|them)?$/i

/**
 * The entry that words name: the one whose title has all of them. Words that fit several entries alike, or none, name
 * nothing; “it”, and a definite noun that nothing answers to, mean the event where there is only one.
 */
export function resolveEntry<Found extends Entry = Entry>(
  words: string,
  entries: readonly Found[],
  events: readonly Found[] = [],
): Found | undefined {
  const asked = contentWords(words)
  const exact = entries.find(({ id, title }) => id === words || title.toLowerCase() === words.toLowerCase())
  if (exact !== undefined) return exact
  if (asked.length > 0) {
    const scored = entries
      .map(entry => ({ entry, score: scoreOf(asked, contentWords(entry.title)) }))
      .filter(({ score }) => score > 0)
      .sort((left, right) => right.score - left.score)
    const [best, second] = scored
    if (best !== undefined && best.score > (second?.score ?? 0)) return best.entry
    if (best !== undefined) return undefined
  }
  const isOpen = POINTS_BACK.test(words.trim()) || /^(?:the|my|our)\s/i.test(words)
  return isOpen && events.length === 1 ? events[0] : undefined
}

/** The only entry that shares half of the words at least: for corrections, which are shown before they hold. */
export function resolveLoosely<Found extends Entry>(
  words: string,
  entries: readonly Found[],
): Found | undefined {
  const asked = contentWords(words)
  const near = entries.filter(({ title }) => {
    const own = contentWords(title)
    const shared = asked.filter(word => own.some(other => isSameWord(word, other))).length
    return shared > 0 && shared * 2 >= asked.length
  })
  return near.length === 1 ? near[0] : undefined
}

/** 0 unless every word that was asked for is there; more where the title has few others. */
function scoreOf(asked: readonly string[], title: readonly string[]): number {
  const isThere = asked.every(word => title.some(other => isSameWord(word, other)))
  return isThere ? asked.length / (asked.length + title.length) : 0
}

/** What a plan must do first, as pairs of ids, with the days between them. References that name nothing are left out. */
export function ordersOf(
  brief: Entries,
): readonly { readonly first: string; readonly next: string; readonly days: number }[] {
  const all: readonly Entry[] = [...brief.work, ...brief.events]
  const idOf = (words: string): string | undefined => resolveEntry(words, all, brief.events)?.id
  return brief.work.flatMap(({ id, before, after }) => [
    ...before.flatMap(({ id: other, days = 0 }) => {
      const next = idOf(other)
      return next === undefined || next === id ? [] : [{ first: id, next, days }]
    }),
    ...after.flatMap(({ id: other, days = 0 }) => {
      const first = idOf(other)
      return first === undefined || first === id ? [] : [{ first, next: id, days }]
    }),
  ])
}
