import type { WorkItem, WorkItemVersion } from '../../contracts/work-item.ts'
import { WORK_ITEM_STEPS } from '../../contracts/work-item.ts'
import { type Colors, clip, escapeLine } from './terminal-text.ts'

/** A work item as a person wants to see it: where it stands and what it waits for, before everything else. */
export function workItemCard(item: WorkItem, colors: Colors): readonly string[] {
  const { item_id, title, status, step, round, intent, planner, folder, paths } = item
  const nth = WORK_ITEM_STEPS.indexOf(step) + 1
  return [
    `${colors.bold(escapeLine(title))}  ${status}`,
    colors.dim(`${item_id} · run ${item.run_id} · round ${round}`),
    `Step ${nth} of ${WORK_ITEM_STEPS.length}: ${step} · intent ${intent.status}`,
    ...waitLines(item, colors),
    `Documents: ${escapeLine(folder)} (by the ${escapeLine(planner)})`,
    `Paths: ${paths.length === 0 ? 'only its documents' : paths.map(escapeLine).join(', ')}`,
    ...section('Tasks', item.tasks.map(taskLine), colors),
    ...section(
      'Instructions of people',
      item.instructions.map(({ by, text }) => `${escapeLine(by)}: ${clip(escapeLine(text), 200)}`),
      colors,
    ),
    ...section(
      'Issues',
      item.issues.map(({ text }) => clip(escapeLine(text), 200)),
      colors,
    ),
    ...section(
      'History',
      item.history
        .slice(-10)
        .map(({ at, step: where, what }) => `${at}  ${where.padEnd(13)} ${clip(escapeLine(what), 160)}`),
      colors,
    ),
    ...(item.outcome === undefined ? [] : ['', escapeLine(item.outcome)]),
  ]
}

/** One item on one line. */
export function workItemRow(item: WorkItem): readonly string[] {
  return [
    item.item_id,
    item.status,
    item.step,
    `intent ${item.intent.status}`,
    clip(escapeLine(item.title), 60),
  ]
}

export function versionRow({ version_id, at, reason, round, files }: WorkItemVersion): readonly string[] {
  return [version_id, at, reason, `round ${round}`, `${files.length} files`]
}

function waitLines({ waiting_gate_ids: gates, awaits }: WorkItem, colors: Colors): readonly string[] {
  return [
    ...gates.map(gate => colors.yellow(`Waits for people at ${gate}: \`soulgate show ${gate}\``)),
    ...(awaits.length === 0 ? [] : [`Waits for reports: ${awaits.join(', ')}`]),
  ]
}

function taskLine({ task_id, title, hours, status, assigned_to }: WorkItem['tasks'][number]): string {
  const mark = { open: ' ', started: '…', done: '✓', failed: '✗', dropped: '–' }[status]
  const facts = [hours === undefined ? [] : `${hours} h`, assigned_to ?? []].flat().map(escapeLine).join(', ')
  return `${mark} ${escapeLine(task_id)} ${clip(escapeLine(title), 90)}${facts === '' ? '' : ` (${facts})`}`
}

function section(title: string, lines: readonly string[], colors: Colors): readonly string[] {
  return lines.length === 0 ? [] : ['', colors.cyan(title), ...lines.map(line => `  ${line}`)]
}
