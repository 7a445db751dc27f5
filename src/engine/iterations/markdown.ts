import type { Basis, DataPoint, FilledFramework } from '../../contracts/iteration.ts'
import type { Draft } from './planner.ts'

const LABELS: Readonly<Record<Basis, string>> = {
  given: '',
  derived: '',
  assumption: '*(assumption)* ',
  question: '*open:* ',
}

/** A framework as a table, one point a row; what is assumed or open is marked. */
export function frameworkTable({ name, cells }: FilledFramework): string {
  const rows = cells.flatMap(({ heading, points }) =>
    points.map(({ text, basis }, nth) => {
      const first = nth === 0 ? `**${inCell(heading)}**` : ''
      return `| ${first} | ${LABELS[basis]}${inCell(text)} |`
    }),
  )
  return [`| ${inCell(name)} | |`, '|---|---|', ...rows].join('\n')
}

export function bullets(lines: readonly string[]): string {
  return lines.map(line => `- ${inLine(line)}`).join('\n')
}

export function numbered(lines: readonly string[]): string {
  return lines.map((line, index) => `${index + 1}. ${inLine(line)}`).join('\n')
}

/** Parts with a blank line between them; empty ones are left out. */
export function join(...parts: readonly string[]): string {
  return parts.filter(part => part.trim() !== '').join('\n\n')
}

/** A heading over a body, or nothing where there is no body. */
export function under(heading: string, body: string): string {
  return body.trim() === '' ? '' : `${heading}\n\n${body}`
}

/** What one iteration added, as its part of the plan. */
export function sectionOf(report: Draft & { readonly data_points: readonly DataPoint[] }): string {
  const points = report.data_points.map(({ text, source }) => `${text} (${source.reference})`)
  return join(
    `## ${inLine(report.title)}`,
    bullets(report.key_insights),
    ...report.frameworks.map(frameworkTable),
    under('**What is known**', bullets(points)),
    under(
      '**Assumptions**',
      bullets(report.assumptions.map(({ text, check }) => `*(assumption)* ${text} To check: ${check}`)),
    ),
    under('**Open questions**', bullets(report.open_questions)),
    under('**Next**', numbered(report.next_steps)),
  )
}

export function inLine(text: string): string {
  return text.replaceAll(/\s*\r?\n\s*/g, ' ').trim()
}

function inCell(text: string): string {
  return inLine(text).replaceAll('|', '\\|')
}
