import type { IterationRecord } from '../../contracts/iteration.ts'
import { bullets, inLine, join, under } from './markdown.ts'

/** The plan as Markdown: the final plan, or what exists of it before; then how people steered it. */
export function recordToMarkdown(record: IterationRecord): string {
  return join(record.final_plan ?? draftOf(record), under('## Decisions', bullets(decisionsOf(record))))
}

function draftOf(record: IterationRecord): string {
  const proposal = record.proposals.at(-1)?.text ?? ''
  const { iterations, max_iterations } = record
  return join(
    `# Plan (not finished): ${inLine(record.goal).slice(0, 120)}`,
    `${iterations.length} of ${max_iterations} iterations are done.`,
    proposal,
    ...iterations.map(report => report.section),
  )
}

function decisionsOf({ proposals, checkpoints }: IterationRecord): readonly string[] {
  const said = (text: string | undefined): string => (text === undefined ? '' : `: “${inLine(text)}”`)
  return [
    ...proposals.map(
      ({ number, answer, feedback }) => `Proposal ${number}: ${answer ?? 'open'}${said(feedback)}`,
    ),
    ...checkpoints.map(({ iteration, answer, guidance, decided_by }) => {
      return `Checkpoint after iteration ${iteration}: ${answer} by ${decided_by}${said(guidance)}`
    }),
  ]
}
