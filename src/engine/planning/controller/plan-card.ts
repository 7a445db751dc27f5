import type { JsonObject } from '../../../contracts/json-value.ts'
import type {
  PatternSpec,
  PlanNode,
  PlanOutline,
  PlanSchedule,
  PlanStage,
  Roadmap,
} from '../../../contracts/plan.ts'
import type { StageContent } from './digests.ts'

/** Below what makes a card over-long, so that an ordinary plan can be approved at a glance. */
const MOST_CHARACTERS = 6_000

/** What is approved at a stage, line by line, and whether all of it is there. */
export interface PlanCard {
  readonly lines: readonly string[]
  readonly isCut: boolean
}

/** The card of a stage: everything that its approval is about, in words that need no other page. */
export function drawCard(stage: PlanStage, content: StageContent): PlanCard {
  const { pattern, outline, roadmap, schedule } = content
  switch (stage) {
    case 'pattern':
      return cut(pattern === undefined ? [] : patternLines(pattern))
    case 'outline':
      return cut(outline === undefined ? [] : outlineLines(outline))
    case 'roadmap':
      return cut(roadmap === undefined ? [] : roadmapLines(roadmap))
    case 'schedule':
      return cut(schedule === undefined ? [] : scheduleLines(schedule))
    case 'final':
      return cut([
        ...(roadmap === undefined ? [] : roadmapLines(roadmap)),
        ...(schedule === undefined ? [] : ['', ...scheduleLines(schedule)]),
      ])
  }
}

/** What a gate about a stage carries: the digest binds the whole, the lines show it. */
export function subjectOf(
  planId: string,
  stage: PlanStage,
  about: { readonly digest: string; readonly card: PlanCard; readonly goal: string },
): { readonly plan: JsonObject; readonly stage: string } {
  const { digest, card, goal } = about
  return { plan: { plan_id: planId, goal, digest, lines: [...card.lines] }, stage }
}

function patternLines({
  pattern_type,
  subtype,
  variant,
  rfc,
  source_pattern,
}: PatternSpec): readonly string[] {
  return [
    `Pattern: ${pattern_type.replaceAll('_', ' ')}`,
    ...(subtype === undefined ? [] : [`Subtype: ${subtype}`]),
    ...(variant === undefined ? [] : [`Variant: ${variant}`]),
    ...(source_pattern === undefined ? [] : [`Made from: ${source_pattern}`]),
    ...(rfc === undefined ? [] : [`Why: ${rfc}`]),
  ]
}

function outlineLines({ nodes, root_id, plan_context, pattern }: PlanOutline): readonly string[] {
  return [
    ...(pattern === undefined ? [] : patternLines(pattern).slice(0, 3)),
    ...treeLines(nodes, root_id),
    ...(plan_context.assumptions.length === 0 ? [] : ['Taken for granted:']),
    ...plan_context.assumptions.map(text => `- ${text}`),
  ]
}

function roadmapLines(roadmap: Roadmap): readonly string[] {
  const { nodes, root_id, options_tried, rationale, pattern } = roadmap
  return [
    ...(pattern === undefined ? [] : patternLines(pattern).slice(0, 3)),
    ...treeLines(nodes, root_id),
    ...(options_tried.length === 0 ? [] : ['Ways that were compared:']),
    ...options_tried.map(
      option => `${option.chosen ? '→' : '-'} ${option.title}: ${option.summary} ${option.reason}`,
    ),
    ...(rationale === '' ? [] : [rationale]),
  ]
}

function treeLines(nodes: readonly PlanNode[], rootId: string): readonly string[] {
  const children = new Map<string | undefined, PlanNode[]>()
  for (const node of nodes) children.set(node.parent_id, [...(children.get(node.parent_id) ?? []), node])
  const titles = new Map(nodes.map(node => [node.id, node.title]))
  const lines: string[] = []
  const seen = new Set<string>()
  const walk = (node: PlanNode, depth: number): void => {
    if (seen.has(node.id)) return
    seen.add(node.id)
    lines.push(`${'  '.repeat(Math.min(depth, 6))}${nodeLine(node, titles)}`)
    for (const child of children.get(node.id) ?? []) walk(child, depth + 1)
  }
  for (const node of nodes) if (node.id === rootId) walk(node, 0)
  for (const node of nodes) walk(node, 1)
  return lines
}

function nodeLine(node: PlanNode, titles: ReadonlyMap<string, string>): string {
  const after = node.dependencies.map(({ node_id, type }) =>
    type === 'FS' ? `after ${titles.get(node_id) ?? node_id}` : `${type} ${titles.get(node_id) ?? node_id}`,
  )
  const facts = [
    ...(node.estimated_minutes ? [duration(node.estimated_minutes)] : []),
    ...(node.recurrence === undefined ? [] : [describeRecurrence(node.recurrence)]),
    ...(node.stream === undefined ? [] : [`stream ${node.stream}`]),
    ...after,
  ].filter(text => text !== '')
  return facts.length === 0 ? node.title : `${node.title} (${facts.join('; ')})`
}

function describeRecurrence(recurrence: NonNullable<PlanNode['recurrence']>): string {
  const { frequency, times, interval, count, rule } = recurrence
  if (rule !== undefined) return rule
  if (frequency === 'none') return ''
  const often = times > 1 ? `${times}× ` : ''
  const every = interval > 1 ? `every ${interval} (${frequency})` : frequency
  return `${often}${every}${count === undefined ? '' : `, ${count} times`}`
}

function scheduleLines({ blocks, milestones, finish, timezone, notes }: PlanSchedule): readonly string[] {
  return [
    `${blocks.length} blocks, times in ${timezone}${finish === null ? '' : `, done on ${finish.slice(0, 10)}`}`,
    ...blocks.map(
      block => `${block.start.slice(0, 16).replace('T', ' ')}–${block.end.slice(11, 16)} ${block.title}`,
    ),
    ...milestones.map(milestone => `${milestone.at.slice(0, 10)} ◆ ${milestone.title}`),
    ...notes.map(note => `- ${note}`),
  ]
}

function duration(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

function cut(lines: readonly string[]): PlanCard {
  const kept: string[] = []
  let left = MOST_CHARACTERS
  for (const line of lines) {
    left -= line.length + 4
    if (left < 0) {
      kept.push(`… and ${lines.length - kept.length} more lines; the whole is in the plan itself.`)
      return { lines: kept, isCut: true }
    }
    kept.push(line)
  }
  return { lines: kept, isCut: false }
}
