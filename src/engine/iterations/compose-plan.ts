import type { IterationReport } from '../../contracts/iteration.ts'
import { bullets, frameworkTable, inLine, join, numbered, under } from './markdown.ts'
import type { Work } from './planner.ts'

const MAX_STEPS = 12
const MAX_ASKED_LENGTH = 400
const MAX_QUESTIONS = 12

/** One plan from all iterations: what is known, what was found, what to do, what is open. Says where each thing is from. */
export function composePlan(work: Work): string {
  const { brief, reports } = work
  return join(
    `# Plan: ${titleOf(brief.goal)}`,
    `> ${inLine(brief.goal)}`,
    `## In short\n\n${summaryOf(work)}`,
    under('## What is known', knownTable(reports)),
    under('### What you asked of it along the way', bullets(askedOf(work))),
    ...reports.map(partOf),
    under('## What to do next', numbered(nextSteps(reports).slice(0, MAX_STEPS))),
    under('## What it rests on', assumptionTable(reports)),
    under('## What only you can answer', bullets(openQuestions(reports).slice(0, MAX_QUESTIONS))),
    `## How it was made\n\n${colophon(work)}`,
  )
}

/** The first insight of each side. */
export function summaryOf({ reports }: Pick<Work, 'reports'>): string {
  const lines = reports.flatMap(({ title, key_insights }) => {
    const [first] = key_insights
    return first === undefined ? [] : [`**${inLine(title)}.** ${first}`]
  })
  return lines.length === 0
    ? 'No iteration was completed; what follows is what was said before.'
    : bullets(lines)
}

export function knownTable(reports: readonly IterationReport[]): string {
  const points = reports.flatMap(report => report.data_points)
  if (points.length === 0) return ''
  const rows = points.map(
    ({ text, source }) => `| ${cell(text)} | ${cell(source.reference)}: “${cell(source.quote)}” |`,
  )
  return ['| Known | Source |', '|---|---|', ...new Set(rows)].join('\n')
}

export function assumptionTable(reports: readonly IterationReport[]): string {
  const rows = reports.flatMap(({ assumptions }) =>
    assumptions.map(({ text, check }) => `| *(assumption)* ${cell(text)} | ${cell(check)} |`),
  )
  return rows.length === 0 ? '' : ['| Assumed | How to check |', '|---|---|', ...new Set(rows)].join('\n')
}

export function nextSteps(reports: readonly IterationReport[]): readonly string[] {
  const longest = Math.max(0, ...reports.map(report => report.next_steps.length))
  // The first step of every side before the second of any.
  const steps = Array.from({ length: longest }, (_, nth) =>
    reports.flatMap(({ next_steps }) => next_steps.slice(nth, nth + 1)),
  )
  return [...new Set(steps.flat())]
}

/** The first question of every side before the second of any. */
export function openQuestions(reports: readonly IterationReport[]): readonly string[] {
  return nextSteps(reports.map(report => ({ ...report, next_steps: report.open_questions })))
}

/** A proposal of the person's own is the plan itself and is not told again. */
function askedOf({ brief, proposal }: Work): readonly string[] {
  return brief.guidance
    .filter(text => text !== proposal)
    .map(text => (text.length > MAX_ASKED_LENGTH ? `${text.slice(0, MAX_ASKED_LENGTH).trimEnd()} …` : text))
}

function partOf(report: IterationReport): string {
  return join(
    `## ${inLine(report.title)}`,
    bullets(report.key_insights),
    ...report.frameworks.map(frameworkTable),
  )
}

function colophon({ reports, brief, stopped_early }: Work): string {
  const models = [...new Set(reports.map(report => report.model))].join(', ')
  const made = `${reports.length} of ${brief.max_iterations} iterations${stopped_early ? '; a person stopped it there' : ''}.`
  const failure = reports.findLast(report => report.model_failure !== undefined)?.model_failure
  const isByRules = reports.every(report => report.is_offline)
  if (failure !== undefined)
    return `${made} ${failure} Rules on this machine made ${isByRules ? 'all' : 'part'} of it${models === '' ? '' : ` (${models})`}.`
  const offline = isByRules
    ? ' The offline model wrote it: rules on this machine, no language model. What carries no mark is either said by you or follows from the method named.'
    : ''
  return `${made}${models === '' ? '' : ` Written by ${models}.`}${offline}`
}

function titleOf(goal: string): string {
  const first = inLine(goal).split(/(?<=[.!?])\s/)[0] ?? goal
  return first.length > 120 ? `${first.slice(0, 120).trimEnd()} …` : first.replace(/[.]$/, '')
}

function cell(text: string): string {
  return inLine(text).replaceAll('|', '\\|')
}
