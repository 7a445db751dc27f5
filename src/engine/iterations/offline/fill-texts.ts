import type { FilledFramework, FrameworkPoint, IterationReport } from '../../../contracts/iteration.ts'
import type { Cell, Framework } from './dimension.ts'
import type { Fact, ReadBrief, Tag } from './read-brief.ts'

const MAX_PER_CELL = 3

/** Fills texts with what the person said; facts that were used least come first, and one side uses each only once. */
export interface Filler {
  /** Undefined where the text stands on something that nobody said. */
  text(template: string): string | undefined
  framework(framework: Framework): FilledFramework
  /** Whether somebody spoke of it. */
  knows(tag: Tag): boolean
}

export function createFiller(brief: ReadBrief, previous: readonly IterationReport[]): Filler {
  const uses = countUses(brief.facts, previous)
  const fresh = new Set(brief.facts.map(fact => fact.quote))
  const pick = (tag: Tag): Fact | undefined =>
    brief.facts
      .filter(fact => fact.tags.includes(tag) && fresh.has(fact.quote))
      .toSorted(
        (a, b) => (uses.get(a.quote) ?? 0) - (uses.get(b.quote) ?? 0) || weigh(a, tag) - weigh(b, tag),
      )[0]
  const knows = (tag: Tag): boolean => brief.facts.some(fact => fact.tags.includes(tag))
  const text = (template: string): string | undefined => {
    const [, unless, rest = template] = /^~(\w+): (.*)$/s.exec(template) ?? []
    if (unless !== undefined) return knows(unless as Tag) ? undefined : fillNames(rest, brief)
    const picked = new Map<string, Fact>()
    for (const [, tag = ''] of template.matchAll(/«(\w+)»/g)) {
      const fact = pick(tag as Tag)
      if (fact === undefined) {
        for (const { quote } of picked.values()) fresh.add(quote)
        return undefined
      }
      picked.set(tag, fact)
      fresh.delete(fact.quote)
    }
    return fillNames(template, brief).replaceAll(
      /«(\w+)»/g,
      (_, tag: string) => `“${picked.get(tag)?.quote}”`,
    )
  }
  return {
    text,
    knows,
    framework: ({ name, cells }) => {
      const placed = placeFacts(cells, brief.facts)
      return { name, cells: cells.map(cell => fillCell(cell, brief, placed.get(cell) ?? [])) }
    },
  }
}

/** How much of the fact is about this. */
function weigh(fact: Fact, tag: Tag): number {
  return fact.tags.indexOf(tag)
}

/** Replaces `{topic}` and `{place|fallback}`. */
export function fillNames(template: string, brief: ReadBrief): string {
  const names: Readonly<Record<string, string | undefined>> = {
    topic: brief.topic,
    place: brief.place === undefined ? undefined : `in ${brief.place}`,
    deadline: brief.deadline,
    date: /^(?:by|until|before)\s+(.+)$/i.exec(brief.deadline ?? '')?.[1],
    budget: brief.budget === undefined ? undefined : `the ${brief.budget}`,
    team: brief.team,
  }
  return template.replaceAll(/\{(\w+)(?:\|([^}]*))?\}/g, (_, name: string, fallback?: string) => {
    return names[name] ?? fallback ?? ''
  })
}

/** Each fact stands in the one cell of a framework that fits it best. */
function placeFacts(cells: readonly Cell[], facts: readonly Fact[]): ReadonlyMap<Cell, readonly Fact[]> {
  const placed = new Map<Cell, Fact[]>(cells.map(cell => [cell, []]))
  for (const fact of facts) {
    const [best] = cells
      .map(cell => ({ cell, distance: distanceOf(fact, cell) }))
      .filter(({ distance }) => Number.isFinite(distance))
      .toSorted((a, b) => a.distance - b.distance)
    if (best !== undefined) placed.get(best.cell)?.push(fact)
  }
  return placed
}

/** What a fact says first (its tags are ordered by weight) and what a cell takes first fit best. */
function distanceOf(fact: Fact, { takes }: Cell): number {
  const distances = takes.flatMap((tag, nth) => {
    const place = fact.tags.indexOf(tag)
    return place < 0 ? [] : [place * 3 + nth]
  })
  return Math.min(Number.POSITIVE_INFINITY, ...distances)
}

function fillCell(cell: Cell, brief: ReadBrief, facts: readonly Fact[]): FilledFramework['cells'][number] {
  const given = facts.toSorted((a, b) => distanceOf(a, cell) - distanceOf(b, cell)).slice(0, MAX_PER_CELL)
  const points: FrameworkPoint[] = [
    ...given.map(fact => ({ text: fact.text, basis: 'given' as const })),
    ...(cell.derives ?? []).map(each => ({ text: fillNames(each, brief), basis: 'derived' as const })),
    ...(given.length === 0 ? [{ text: fillNames(cell.ask, brief), basis: 'question' as const }] : []),
  ]
  return { heading: cell.heading, points }
}

function countUses(facts: readonly Fact[], previous: readonly IterationReport[]): Map<string, number> {
  const said = previous.flatMap(report => report.key_insights)
  return new Map(
    facts.map(({ quote }) => [quote, said.filter(insight => insight.includes(`“${quote}”`)).length]),
  )
}
