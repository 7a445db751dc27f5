import type {
  AdaptationLogEntry,
  Plan,
  PlanBrief,
  PlanNode,
  PlanSchedule,
  Roadmap,
  TraceStep,
} from '../../contracts/plan.ts'
import { bar, type Colors, clip, escapeHidden, escapeLine } from './terminal-text.ts'

/** A plan as a person wants to see it: where it stands and what it waits for, before everything else. */
export function planCard(plan: Plan, colors: Colors): readonly string[] {
  const { plan_id, title, state, planning_status, selected_pattern: pattern, used, model } = plan
  const done = plan.progress > 0 ? ` · ${Math.round(plan.progress * 100)} % done` : ''
  const overdue = plan.overdue_blocks > 0 ? colors.red(` · ${plan.overdue_blocks} overdue`) : ''
  return [
    `${colors.bold(escapeLine(title))}  ${planning_status ?? 'working'}`,
    colors.dim(`${plan_id} · run ${plan.run_id} · ${state} · ${modelText(model)}`),
    ...(plan.model_failure === undefined
      ? []
      : [colors.yellow(`${escapeLine(plan.model_failure)} The outline was made by rules.`)]),
    ...(pattern === undefined ? [] : [`Pattern: ${patternText(pattern)}`]),
    `Tasks: ${plan.tasks.done} of ${plan.tasks.total} done${done}${overdue}`,
    ...plan.confidence.map(item => `${bar(item.confidence)}  ${item.stage}`),
    colors.dim(
      `${used.turns} turns · ${(used.working_ms / 1000).toFixed(1)} s of work · $${used.cost_usd.toFixed(2)}`,
    ),
    '',
    ...escapeHidden(plan.response_text).split('\n'),
  ]
}

/** One plan on one line. */
export function planRow(plan: Plan): readonly string[] {
  return [
    plan.plan_id,
    plan.planning_status ?? plan.state,
    `${Math.round(plan.progress * 100)} %`,
    plan.overdue_blocks > 0 ? `${plan.overdue_blocks} overdue` : '',
    clip(escapeLine(plan.title), 60),
  ]
}

/** The tree of a plan with the ids by which its tasks are ticked off. */
export function nodeLines(nodes: readonly PlanNode[], rootId: string, colors: Colors): readonly string[] {
  const children = new Map<string | undefined, PlanNode[]>()
  for (const node of nodes) children.set(node.parent_id, [...(children.get(node.parent_id) ?? []), node])
  const lines: string[] = []
  const walk = (node: PlanNode, depth: number): void => {
    if (depth > 20) return
    const mark = { pending: '○', in_progress: '◐', done: '●', blocked: '✗' }[node.status]
    const minutes = node.estimated_minutes ? ` · ${node.estimated_minutes} min` : ''
    lines.push(`${'  '.repeat(depth)}${mark} ${escapeLine(node.title)}${minutes}  ${colors.dim(node.id)}`)
    for (const child of children.get(node.id) ?? []) walk(child, depth + 1)
  }
  for (const node of nodes) if (node.id === rootId) walk(node, 0)
  return lines
}

export function roadmapLines(roadmap: Roadmap, colors: Colors): readonly string[] {
  const tried = roadmap.options_tried.map(option => {
    const mark = option.chosen ? colors.green('→') : '-'
    return `${mark} ${escapeLine(option.title)} (${option.score.toFixed(2)}): ${escapeLine(option.reason)}`
  })
  return [
    ...nodeLines(roadmap.nodes, roadmap.root_id, colors),
    ...(tried.length === 0 ? [] : ['', colors.cyan('Ways that were compared'), ...tried]),
    ...(roadmap.rationale === '' ? [] : ['', escapeLine(roadmap.rationale)]),
  ]
}

export function scheduleLines(schedule: PlanSchedule, colors: Colors): readonly string[] {
  const rows = schedule.blocks.map(block => {
    const when = `${block.start.slice(0, 16).replace('T', ' ')}–${block.end.slice(11, 16)}`
    const mark = block.status === 'scheduled' ? '' : `  ${colors.yellow(block.status)}`
    return `${when}  ${escapeLine(block.title)}${mark}  ${colors.dim(block.block_id)}`
  })
  return [
    colors.dim(`Times in ${escapeLine(schedule.timezone)}`),
    ...rows,
    ...schedule.milestones.map(item => `${item.at.slice(0, 10)} ◆ ${escapeLine(item.title)}`),
    ...schedule.notes.map(note => colors.dim(escapeLine(note))),
  ]
}

export function traceRow(step: TraceStep): readonly string[] {
  return [
    String(step.seq),
    step.stage,
    step.tool,
    step.remembered ? 'remembered' : step.outcome,
    step.confidence.toFixed(2),
    `${Math.round(step.duration_ms)} ms`,
    step.cost_delta > 0 ? `$${step.cost_delta.toFixed(4)}` : '',
    clip(escapeLine(step.violations.join(' ') || (step.explanations[0] ?? '')), 80),
  ]
}

export function adaptationLine({ timestamp, action, origin, reason = '' }: AdaptationLogEntry): string {
  return `${timestamp}  ${origin}  ${escapeLine(action)}${reason === '' ? '' : `: ${clip(escapeLine(reason), 160)}`}`
}

function patternText({ pattern_type, subtype, variant }: NonNullable<Plan['selected_pattern']>): string {
  const parts = [pattern_type.replaceAll('_', ' '), subtype ?? '', variant ?? '']
  return parts
    .filter(part => part !== '')
    .map(escapeLine)
    .join(' / ')
}

/** Nobody should mistake rules for a language model. */
function modelText(model: string): string {
  if (model === '') return 'no model yet'
  return model.startsWith('offline')
    ? 'by the offline model: rules, no language model'
    : `by ${escapeLine(model)}`
}

/** A brief in lines: what the plan is made from, and at the end what stands nowhere in it. */
export function briefLines({
  title,
  events,
  work,
  rhythms,
  limits,
  deadline,
  not_placed: left,
}: PlanBrief): string[] {
  const rows = (name: string, entries: readonly (readonly string[])[]): string[] =>
    entries.map(cells => [name, ...cells].map(escapeLine).join('  '))
  return [
    ...rows('plan', [[title]]),
    ...rows(
      'event',
      events.map(({ date, start_time: from = '', end_time: to = '', title: what }) => [
        `${date} ${from} ${to}`.trim(),
        what,
      ]),
    ),
    ...rows(
      'work',
      work.map(({ title: what, minutes, done_by: due }) => [
        what,
        minutes === undefined ? 'no hours said' : `${Math.round(minutes / 6) / 10} h`,
        ...(due === undefined ? [] : [`by ${due}`]),
      ]),
    ),
    ...rows(
      'rhythm',
      rhythms.map(({ title: what, times, per, minutes }) => [
        what,
        `${times} × a ${per}`,
        minutes === undefined ? 'no length said' : `${minutes} min`,
      ]),
    ),
    ...rows('done by', deadline === undefined ? [] : [[deadline.date]]),
    ...rows(
      'kept to',
      limits.quotes.map(quote => [quote]),
    ),
    ...rows(
      'not placed',
      left.map(({ quote }) => [quote]),
    ),
  ]
}
