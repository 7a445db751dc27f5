import { bullets, inLine, join, numbered, under } from '../markdown.ts'
import type { Brief } from '../planner.ts'
import { plannedSides } from './choose-side.ts'
import { type PlanKind, type ReadBrief, readBrief, type Tag } from './read-brief.ts'

const NAMES: Readonly<Record<PlanKind, string>> = {
  market: 'entering a market',
  hiring: 'finding people',
  migration: 'moving from one system or way to another',
  product: 'a product and its strategy',
  launch: 'a launch',
  savings: 'spending less',
  event: 'an event',
  general: 'a plan of its own kind',
}

/** What would help most, where nothing was said about it. */
const GAPS: readonly (readonly [Tag, string])[] = [
  ['customer', 'Who exactly is it for?'],
  ['time', 'By when must it be done, and why then?'],
  ['money', 'How much may it cost, and how much of that before it has proven itself?'],
  ['people', 'Who works on it, and for how many hours a week?'],
  ['rival', 'What do people use today instead?'],
  ['measure', 'By which number will you see that it worked?'],
]
const MAX_GAPS = 4
const MAX_QUOTE_LENGTH = 600

/** The proposal of the offline model: what was understood, what each iteration does, what is missing. */
export function writeProposal(brief: Brief): string {
  const read = readBrief(brief)
  const titles = plannedSides(read.kind, brief.guidance, brief.max_iterations)
  const rest = brief.max_iterations - titles.length
  const steps = titles.map((title, index) => `${title}${checkpointAfter(brief, index + 1)}`)
  const missing = GAPS.filter(([tag]) => !read.facts.some(fact => fact.tags.includes(tag)))
  return join(
    `## ${brief.max_iterations} iterations: ${inLine(read.topic)}`,
    `You asked: “${shortened(brief.goal)}”`,
    under('**What I understood**', bullets(understood(read))),
    under('**What changed**', bullets(brief.guidance.map(text => `You said: “${shortened(text)}”`))),
    under('**What each iteration adds**', numbered(steps)),
    rest > 0
      ? `The ${rest === 1 ? 'last iteration works' : `last ${rest} iterations work`} on what is still open by then: one question or assumption each.`
      : '',
    `At the end: one plan, and nine documents in memory (summary, implementation, time and people, market, competition, risks, quality, measures, next steps). Stopping early still gives them, from what exists.`,
    under(
      '**What would help most** (say it with “adjust”, or now)',
      bullets(missing.slice(0, MAX_GAPS).map(([, ask]) => ask)),
    ),
    'Written by the offline model: rules on this machine. It works with your words, invents no figure, name or source, and marks what it assumes.',
  )
}

function understood(read: ReadBrief): readonly string[] {
  const { place, deadline, budget, team } = read
  const own = read.facts.filter(({ source }) => source.kind === 'person').length
  const remembered = read.facts.length - own
  return [
    `It is about ${NAMES[read.kind]}.`,
    ...(place === undefined ? [] : [`Place: ${place}`]),
    ...(deadline === undefined ? [] : [`Time: ${deadline}`]),
    ...(budget === undefined ? [] : [`Money: ${budget}`]),
    ...(team === undefined ? [] : [`People: ${team}`]),
    `${own} ${own === 1 ? 'statement' : 'statements'} of yours${remembered > 0 ? ` and ${remembered} from memory or files` : ''} to work with.`,
  ]
}

function checkpointAfter({ checkpoint_interval, max_iterations }: Brief, iteration: number): string {
  const isDue = iteration % checkpoint_interval === 0 && iteration < max_iterations
  return isDue ? ' — then you decide whether to go on' : ''
}

function shortened(text: string): string {
  const line = inLine(text)
  return line.length > MAX_QUOTE_LENGTH ? `${line.slice(0, MAX_QUOTE_LENGTH).trimEnd()} …` : line
}
