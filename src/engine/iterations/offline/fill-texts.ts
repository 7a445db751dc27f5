import type { FilledFramework, FrameworkPoint, IterationReport } from '../../../contracts/iteration.ts'
import type { Cell, Framework } from './dimension.ts'
import type { Fact, ReadBrief, Tag } from './read-brief.ts'

const MOST_PER_CELL = 3

/** Fills texts with what the person said; facts that were used least come first, so that every iteration says more. */
export interface Filler {
  /** Undefined where the text stands on something that nobody said. */
  text(template: string): string | undefined
  framework(framework: Framework): FilledFramework
  /** Whether somebody spoke of it. */
  knows(tag: Tag): boolean
}

export function createFiller(brief: ReadBrief, previous: readonly IterationReport[]): Filler {
  const uses = countUses(brief.facts, previous)
  const pick = (tag: Tag): Fact | undefined => {
    const fitting = brief.facts.filter(fact => fact.tags.includes(tag))
    return fitting.toSorted((a, b) => (uses.get(a.quote) ?? 0) - (uses.get(b.quote) ?? 0))[0]
  }
  const text = (template: string): string | undefined => {
    const missing = [...template.matchAll(/«(\w+)»/g)].some(([, tag]) => pick(tag as Tag) === undefined)
    if (missing) return undefined
    return fillNames(template, brief).replaceAll(/«(\w+)»/g, (_, tag: string) => {
      const fact = pick(tag as Tag)
      if (fact === undefined) return ''
      uses.set(fact.quote, (uses.get(fact.quote) ?? 0) + 1)
      return `“${fact.quote}”`
    })
  }
  return {
    text,
    knows: tag => brief.facts.some(fact => fact.tags.includes(tag)),
    framework: ({ name, cells }) => {
      const placed = new Set<string>()
      return { name, cells: cells.map(cell => fillCell(cell, brief, placed)) }
    },
  }
}

/** Replaces `{topic}` and `{place|fallback}`. */
export function fillNames(template: string, brief: ReadBrief): string {
  const names: Readonly<Record<string, string | undefined>> = {
    topic: brief.topic,
    place: brief.place === undefined ? undefined : `in ${brief.place}`,
    deadline: brief.deadline,
    budget: brief.budget === undefined ? undefined : `the ${brief.budget}`,
    team: brief.team,
  }
  return template.replaceAll(/\{(\w+)(?:\|([^}]*))?\}/g, (_, name: string, fallback?: string) => {
    return names[name] ?? fallback ?? ''
  })
}

/** A fact stands in one cell of a framework: the first that takes it. */
function fillCell(cell: Cell, brief: ReadBrief, placed: Set<string>): FilledFramework['cells'][number] {
  const given = brief.facts
    .filter(fact => !placed.has(fact.quote) && cell.takes.some(tag => fact.tags.includes(tag)))
    .toSorted((a, b) => rank(a, cell) - rank(b, cell))
    .slice(0, MOST_PER_CELL)
  for (const { quote } of given) placed.add(quote)
  const points: FrameworkPoint[] = [
    ...given.map(fact => ({ text: fact.text, basis: 'given' as const })),
    ...(cell.derives ?? []).map(each => ({ text: fillNames(each, brief), basis: 'derived' as const })),
    ...(given.length === 0 ? [{ text: fillNames(cell.ask, brief), basis: 'question' as const }] : []),
  ]
  return { heading: cell.heading, points }
}

/** What belongs to the first thing the cell takes, and to little else, fits best. */
function rank(fact: Fact, { takes }: Cell): number {
  const first = takes.findIndex(tag => fact.tags.includes(tag))
  return first * 10 + fact.tags.length
}

function countUses(facts: readonly Fact[], previous: readonly IterationReport[]): Map<string, number> {
  const said = previous.flatMap(report => report.key_insights)
  return new Map(
    facts.map(({ quote }) => [quote, said.filter(insight => insight.includes(`“${quote}”`)).length]),
  )
}
