import type { DataPoint, DataSource, FilledFramework, IterationReport } from '../../contracts/iteration.ts'
import type { ClaimedPoint, Draft, IterationContext, Spoken, Verdict } from './planner.ts'

/** A draft after the rules were applied to it, whoever wrote it. */
export interface Settled {
  readonly draft: Draft
  readonly data_points: readonly DataPoint[]
  readonly notes: readonly string[]
  /** False when an earlier iteration has said all of it. */
  readonly is_new: boolean
}

const SAME = 0.72
const MAX_INSIGHTS = 5
const MIN_QUOTE_LENGTH = 3
const FIND_A_SOURCE = 'Find somebody or something that says so before anything rests on it.'

/**
 * What may stand in a report: a data point has words of the person, of memory or of a tool behind it; a figure that
 * none of them gave is an assumption; what an earlier iteration said is not said again.
 */
export function settleDraft(
  context: IterationContext,
  made: { readonly draft: Draft; readonly verdict: Verdict; readonly claims: readonly ClaimedPoint[] },
): Settled {
  const { draft, verdict, claims } = made
  const corpus = readCorpus(context)
  const sourced = claims.flatMap(claim => sourceOf(claim, corpus))
  const known = new Set(context.previous.flatMap(report => report.data_points.map(({ text }) => text)))
  const data_points = distinct(sourced).filter(({ text }) => !known.has(text))
  const unsourced = claims.filter(claim => sourceOf(claim, corpus).length === 0)
  const assumptions = [
    ...draft.assumptions,
    ...unsourced.map(({ text }) => ({ text, check: FIND_A_SOURCE })),
  ].filter(
    ({ text }) => !context.previous.some(report => report.assumptions.some(old => isSame(old.text, text))),
  )
  const dropped = new Set(verdict.drop)
  const insights = newInsights(
    draft.key_insights.filter(text => !dropped.has(text)),
    context.previous,
  )
  const frameworks = draft.frameworks
    .map(framework => relabel(framework, corpus, sourced))
    .filter(framework => addsTo(framework, context.previous))
  const repeated = draft.key_insights.length - insights.length
  const notes = [
    ...verdict.notes,
    ...(repeated > 0 ? [`${repeated} insights were left out: said before, or not to be held.`] : []),
    ...(unsourced.length > 0
      ? [`${unsourced.length} claims had no source and are marked as assumptions.`]
      : []),
  ]
  return {
    draft: {
      ...draft,
      key_insights: insights.slice(0, MAX_INSIGHTS).map(text => marked(text, corpus)),
      frameworks,
      assumptions,
      next_steps: draft.next_steps.map(text => marked(text, corpus)),
    },
    data_points,
    notes,
    is_new: insights.length > 0 || frameworks.length > 0,
  }
}

/** Whether two texts say the same in other words: the share of words they have in common. */
export function isSame(left: string, right: string): boolean {
  const [a, b] = [wordsOf(left), wordsOf(right)]
  const shared = [...a].filter(word => b.has(word)).length
  const all = a.size + b.size - shared
  return all === 0 || shared / all >= SAME
}

interface Corpus {
  readonly spoken: readonly Spoken[]
  readonly numbers: ReadonlySet<string>
  readonly text: string
}

function readCorpus({ brief }: IterationContext): Corpus {
  const text = brief.spoken.map(each => each.text).join('\n')
  const control = [brief.max_iterations, brief.checkpoint_interval]
  return {
    spoken: brief.spoken,
    text: plain(text),
    numbers: new Set([...figuresIn(text), ...control.map(String)]),
  }
}

/** The source in which the quote of a claim stands word for word; nothing when there is none. */
function sourceOf({ text, quote = text }: ClaimedPoint, { spoken }: Corpus): readonly DataPoint[] {
  const wanted = plain(quote)
  if (wanted.length < MIN_QUOTE_LENGTH) return []
  const found = spoken.find(each => plain(each.text).includes(wanted))
  if (found === undefined) return []
  const quoted = figuresIn(quote)
  // The claim may say less than its quote, never more.
  if (!figuresIn(text).every(figure => quoted.includes(figure))) return []
  const source: DataSource = { kind: found.kind, reference: found.reference, quote }
  return [{ text, source }]
}

function distinct(points: readonly DataPoint[]): readonly DataPoint[] {
  return [...new Map(points.map(point => [point.text, point])).values()]
}

/** `given` needs words that were given; a figure from nowhere makes an assumption of anything. */
function relabel(
  { name, cells }: FilledFramework,
  corpus: Corpus,
  sourced: readonly DataPoint[],
): FilledFramework {
  const given = new Set(sourced.map(({ text }) => text))
  return {
    name,
    cells: cells.map(({ heading, points }) => ({
      heading,
      points: points.map(point => {
        if (point.basis === 'question') return point
        if (!hasKnownFigures(point.text, corpus)) return { ...point, basis: 'assumption' as const }
        if (point.basis !== 'given' || given.has(point.text)) return point
        return corpus.text.includes(plain(point.text)) ? point : { ...point, basis: 'assumption' as const }
      }),
    })),
  }
}

function marked(text: string, corpus: Corpus): string {
  return hasKnownFigures(text, corpus) || text.startsWith('(assumption)') ? text : `(assumption) ${text}`
}

function hasKnownFigures(text: string, { numbers }: Corpus): boolean {
  return figuresIn(text).every(figure => numbers.has(figure))
}

/** Figures as they can be compared: without separators between thousands, with their sign of percent; no numbers of parts. */
function figuresIn(text: string): readonly string[] {
  const bare = text.replaceAll(/\b(?:phase|step|iteration|part)s?\s\d+/gi, '')
  return [...bare.matchAll(/\d[\d.,’']*\d\s?%?|\d\s?%?/g)].map(([figure]) =>
    figure.replaceAll(/[,.’'\s](?=\d{3}\b)/g, '').replaceAll(/\s/g, ''),
  )
}

function newInsights(texts: readonly string[], previous: readonly IterationReport[]): readonly string[] {
  const said = previous.flatMap(report => report.key_insights)
  const kept: string[] = []
  for (const text of texts) {
    if (![...said, ...kept].some(old => isSame(old, text))) kept.push(text)
  }
  return kept
}

/** A framework is new when it says at least one thing that no earlier one of its name said. */
function addsTo(framework: FilledFramework, previous: readonly IterationReport[]): boolean {
  const before = previous.flatMap(report => report.frameworks.filter(({ name }) => name === framework.name))
  if (before.length === 0) return true
  const said = new Set(before.flatMap(pointsOf))
  return pointsOf(framework).some(text => !said.has(text))
}

function pointsOf({ cells }: FilledFramework): readonly string[] {
  return cells.flatMap(({ points }) => points.map(({ text }) => text))
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    plain(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(word => word.length > 2),
  )
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
}
