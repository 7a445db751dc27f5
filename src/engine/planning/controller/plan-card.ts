import type { JsonObject } from '../../../contracts/json-value.ts'
import type {
  PatternSpec,
  PlanBlock,
  PlanConflict,
  PlanNode,
  PlanOnGate,
  PlanOutline,
  PlanSchedule,
  PlanStage,
  Roadmap,
} from '../../../contracts/plan.ts'
import { describeBrief } from '../brief/brief.ts'
import { PATTERN_RULES } from '../pattern/pattern.ts'
import { timingOf } from '../plan-schedule/plan-schedule.ts'
import type { StageContent } from './digests.ts'

/** Below what makes a card over-long, so that an ordinary plan can be approved at a glance. */
const MAX_CHARACTERS = 6_000

/** What is approved at a stage, line by line, and whether all of it is there. */
interface PlanCard {
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
      return cut([...saidLines(content), ...(outline === undefined ? [] : outlineLines(outline))])
    case 'roadmap':
      return cut([...notesOf(content), ...(roadmap === undefined ? [] : roadmapLines(roadmap))])
    case 'schedule':
      return cut(schedule === undefined ? [] : scheduleLines(schedule))
    case 'final':
      return cut([
        ...notesOf(content),
        ...(roadmap === undefined ? [] : wayLines(roadmap)),
        ...(schedule === undefined ? [] : scheduleLines(schedule)),
        ...(roadmap === undefined
          ? []
          : ['What is to be done:', ...treeLines(roadmap.nodes, roadmap.root_id)]),
        ...(content.brief === undefined ? [] : ['What you said:', ...describeBrief(content.brief)]),
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
  const plan = { plan_id: planId, goal, digest, lines: [...card.lines] } satisfies PlanOnGate
  return { plan, stage }
}

/** What a gate about a conflict carries: the constraints, which of them can give way, and to what. */
export function conflictSubject(
  { plan_id, goal }: { readonly plan_id: string; readonly goal: string },
  conflict: PlanConflict | undefined,
): { readonly plan: JsonObject; readonly stage: string } {
  const lines = (conflict?.constraints ?? []).map(({ message }) => message)
  const plan: PlanOnGate = { plan_id, goal, lines, ...(conflict === undefined ? {} : { conflict }) }
  return { plan: JSON.parse(JSON.stringify(plan)), stage: 'schedule' }
}

/** What became of what was said: corrections first, then each entry of the brief. */
function saidLines(content: StageContent): readonly string[] {
  const { brief } = content
  const said = brief === undefined ? [] : ['What you said:', ...describeBrief(brief)]
  return [...notesOf(content), ...said]
}

function notesOf({ brief_notes: notes = [] }: StageContent): readonly string[] {
  return notes.length === 0 ? [] : ['Your correction:', ...notes.map(text => `- ${text}`)]
}

function patternLines(pattern: PatternSpec): readonly string[] {
  const { pattern_type, rfc, source_pattern } = pattern
  return [
    kindLine(pattern),
    PATTERN_RULES[pattern_type].about,
    ...(source_pattern === undefined ? [] : [`Made from: ${inWords(source_pattern)}`]),
    ...(rfc === undefined ? [] : [`Why: ${rfc}`]),
  ]
}

function kindLine({ pattern_type, subtype, variant }: PatternSpec): string {
  const finer = [subtype, variant].flatMap(part => (part === undefined ? [] : [inWords(part)]))
  return `Kind of plan: ${[PATTERN_RULES[pattern_type].title, ...finer].join(', ')}`
}

function inWords(name: string): string {
  return name.replaceAll('_', ' ')
}

function outlineLines({ nodes, root_id, plan_context, pattern }: PlanOutline): readonly string[] {
  return [
    ...(pattern === undefined ? [] : [kindLine(pattern)]),
    ...treeLines(nodes, root_id),
    ...(plan_context.assumptions.length === 0 ? [] : ['Taken for granted:']),
    ...plan_context.assumptions.map(text => `- ${text}`),
  ]
}

/** What is new at this stage comes first: the ways that were compared, and why one was taken. */
function roadmapLines({ nodes, root_id, options_tried, rationale }: Roadmap): readonly string[] {
  return [
    ...(options_tried.length === 0 ? [rationale] : ['Ways that were compared:']),
    ...options_tried.map(
      option => `${option.chosen ? '→' : '-'} ${option.title}: ${option.summary} ${option.reason}`,
    ),
    'What is to be done:',
    ...treeLines(nodes, root_id),
  ].filter(line => line !== '')
}

/** With its schedule a roadmap is the way that was taken, not those that were not. */
function wayLines({ options_tried, pattern }: Roadmap): readonly string[] {
  const chosen = options_tried.find(option => option.chosen)
  return [
    ...(pattern === undefined ? [] : [kindLine(pattern)]),
    ...(chosen === undefined ? [] : [`Way taken: ${chosen.title}. ${chosen.reason}`]),
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
    ...lengthOf(node),
    ...(node.recurrence === undefined ? [] : [describeRecurrence(node.recurrence)]),
    ...(node.stream === undefined ? [] : [`stream ${node.stream}`]),
    ...after,
  ].filter(text => text !== '')
  return facts.length === 0 ? node.title : `${node.title} (${facts.join('; ')})`
}

/** An event has its day instead of an amount of work. */
function lengthOf(node: PlanNode): readonly string[] {
  const { fixed } = timingOf(node)
  if (fixed !== undefined) return [`on ${timesText(fixed.start, fixed.end)}`]
  return node.estimated_minutes ? [duration(node.estimated_minutes)] : []
}

function isMidnight(moment: string): boolean {
  return moment.slice(11, 16) === '00:00'
}

/** Whole days are days; otherwise a day and its times. */
function timesText(start: string, end: string): string {
  const day = start.slice(0, 10)
  if (isMidnight(start) && isMidnight(end)) {
    const last = new Date(Date.parse(`${end.slice(0, 10)}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
    return last === day ? `${day} all day` : `${day} to ${last}, all day`
  }
  return `${day} ${start.slice(11, 16)}–${end.slice(11, 16)}`
}

function describeRecurrence(recurrence: NonNullable<PlanNode['recurrence']>): string {
  const { frequency, times, interval, count, rule } = recurrence
  if (rule !== undefined) return rule
  if (frequency === 'none') return ''
  const often = times > 1 ? `${times}× ` : ''
  const every = interval > 1 ? `every ${interval} (${frequency})` : frequency
  return `${often}${every}${count === undefined ? '' : `, ${count} times`}`
}

/** Beyond this many, blocks are shown week by week under letters. */
const MAX_SINGLE_BLOCKS = 24

function scheduleLines({ blocks, milestones, finish, timezone, notes }: PlanSchedule): readonly string[] {
  const open = blocks.filter(block => block.status !== 'cancelled')
  return [
    `${open.length} blocks, times in ${timezone}${finish === null ? '' : `, done on ${finish.slice(0, 10)}`}`,
    ...(open.length > MAX_SINGLE_BLOCKS ? weekLines(open) : open.map(blockLine)),
    ...milestones.map(milestone => `${milestone.at.slice(0, 10)} ◆ ${milestone.title}`),
    ...notes.map(note => `- ${note}`),
  ]
}

function blockLine(block: PlanBlock): string {
  return `${timesText(block.start, block.end)} ${block.title}`
}

/** Each task under a letter with how often it comes, then each week with its times. */
function weekLines(blocks: readonly PlanBlock[]): readonly string[] {
  const names = new Map<string, { readonly letter: string; readonly title: string; count: number }>()
  const weeks = new Map<string, string[]>()
  for (const block of blocks.toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))) {
    const known = names.get(block.plan_node_id)
    const name = known ?? { letter: letterOf(names.size), title: block.title, count: 0 }
    name.count += 1
    names.set(block.plan_node_id, name)
    const day = new Date(`${block.start.slice(0, 10)}T00:00:00Z`)
    const monday = new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * 86_400_000)
      .toISOString()
      .slice(0, 10)
    const times =
      isMidnight(block.start) && isMidnight(block.end)
        ? 'all day'
        : `${block.start.slice(11, 16)}–${block.end.slice(11, 16)}`
    const when = `${WEEKDAYS[day.getUTCDay()]} ${times} ${name.letter}`
    weeks.set(monday, [...(weeks.get(monday) ?? []), when])
  }
  return [
    ...[...names.values()].map(
      ({ letter, title, count }) => `${letter} = ${title}${count > 1 ? ` (${count}×)` : ''}`,
    ),
    ...[...weeks].map(([monday, times]) => `Week of ${monday}: ${times.join(', ')}`),
  ]
}

const WEEKDAYS = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'] as const

function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : `${letter}${Math.floor(index / 26)}`
}

function duration(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

function cut(lines: readonly string[]): PlanCard {
  const kept: string[] = []
  let left = MAX_CHARACTERS
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
