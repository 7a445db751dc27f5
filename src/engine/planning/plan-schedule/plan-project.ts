import type { PlanBlock, PlanCalendar, PlanConstraints, PlanNode } from '../../../contracts/plan.ts'
import { CalendarProject, type TakenTime, type WorkCapacity } from '../../../contracts/schedule.ts'
import { momentToMs, msToMoment } from './moments.ts'
import { planWeek } from './plan-calendar.ts'
import { type PlanLeaf, type PlanTree, readPlanTree, timingOf } from './plan-tree.ts'

/** A plan to be placed in time. */
export interface PlanToPlace {
  readonly nodes: readonly PlanNode[]
  readonly constraints: PlanConstraints
  readonly calendar: PlanCalendar
  readonly timezone: string
  /** What the person's other plans have taken. */
  readonly busy: readonly TakenTime[]
  /** Blocks that stay where they are. */
  readonly kept: readonly PlanBlock[]
  /** Nothing new is placed before. */
  readonly from: string
}

/** The same as the scheduler takes it. */
export interface PlanProject {
  readonly project: CalendarProject
  readonly tree: PlanTree
  readonly notes: readonly string[]
}

/** Between the id of a node and the part of it that a task of the scheduler stands for. */
const PART = '\u241f'
const BEGIN = `${PART}begin`
const END = `${PART}end`
const REST = `${PART}rest`
const KEPT = `${PART}kept`

/** The node of a task of the scheduler. */
export function nodeIdOf(taskId: string): string {
  const at = taskId.indexOf(PART)
  return at < 0 ? taskId : taskId.slice(0, at)
}

/** Whether a task only marks where something above it begins or ends. */
export function isMark(taskId: string): boolean {
  return taskId.endsWith(BEGIN) || taskId.endsWith(END)
}

/** Leaves become tasks; what lies above them becomes marks that carry their dependencies and dates. */
export function planProjectOf(plan: PlanToPlace): PlanProject {
  const tree = readPlanTree(plan.nodes)
  const notes: string[] = []
  const assumed = tree.leaves.filter(({ isAssumed, minutes }) => isAssumed && minutes > 0).length
  if (assumed > 0) notes.push(`${assumed} tasks have no estimate; an hour is assumed for a task.`)
  const placing = createPlacing(plan, tree)
  const open = tree.leaves.filter(({ node }) => node.status !== 'done' || placing.keptOf(node.id).length > 0)
  const tasks = [...open.flatMap(leaf => placing.tasksOf(leaf, notes)), ...placing.marks()]
  const { constraints } = plan
  const { sessions_per_week: daysPerWeek } = constraints
  const capacity = {
    ...said(constraints, ['minutes_per_day', 'minutes_per_week', 'tasks_per_day', 'break_minutes']),
    ...(daysPerWeek === undefined ? {} : { days_per_week: Math.min(7, daysPerWeek) }),
  }
  const project = CalendarProject.parse({
    start: placing.start,
    ...(constraints.deadline === undefined ? {} : { deadline: constraints.deadline }),
    calendar: { ...plan.calendar, timezone: plan.timezone, weekly: planWeek(plan.calendar, constraints) },
    blackouts: [...(constraints.blackouts ?? []), ...eventTimes(open)],
    busy: plan.busy,
    capacity,
    resources: constraints.resources ?? [],
    tasks,
  })
  return { project, tree, notes }
}

/** While something is on, nothing else is. */
function eventTimes(leaves: readonly PlanLeaf[]): readonly TakenTime[] {
  return leaves.flatMap(({ node, timing: { fixed } }) =>
    fixed === undefined ? [] : [{ ...fixed, reason: node.title }],
  )
}

function said(constraints: PlanConstraints, names: readonly (keyof PlanConstraints & keyof WorkCapacity)[]) {
  return Object.fromEntries(
    names.flatMap(name => (constraints[name] === undefined ? [] : [[name, constraints[name]] as const])),
  )
}

interface Placing {
  readonly start: string
  readonly keptOf: (nodeId: string) => readonly PlanBlock[]
  readonly tasksOf: (leaf: PlanLeaf, notes: string[]) => readonly unknown[]
  readonly marks: () => readonly unknown[]
}

type Dependency = { node_id: string; type: 'FS' | 'SS' | 'FF' | 'SF'; lag_lead_minutes: number }

function createPlacing(plan: PlanToPlace, tree: PlanTree): Placing {
  const { timezone } = plan
  const kept = Map.groupBy(
    plan.kept.filter(({ status }) => status !== 'cancelled'),
    ({ plan_node_id: id }) => id,
  )
  const fromMs = momentToMs(plan.from, timezone, 'start') ?? 0
  const startMs = Math.min(fromMs, ...plan.kept.map(({ start }) => Date.parse(start)))
  const start = startMs < fromMs ? msToMoment(startMs, timezone) : plan.from
  const keptOf = (id: string): readonly PlanBlock[] => kept.get(id) ?? []
  const links = linksOf(tree, keptOf)
  /** A start of the plan before `from` leaves room for what is kept only. */
  const notBefore = (own: string | undefined): string | undefined => {
    if (startMs >= fromMs) return own
    const ms = own === undefined ? undefined : momentToMs(own, timezone, 'start')
    return ms === undefined || ms < fromMs ? msToMoment(fromMs, timezone) : own
  }
  const marks = () => tree.containers.flatMap(node => marksOf(node, { links, notBefore }))
  return {
    ...{ start, keptOf, marks },
    tasksOf: (leaf, notes) => leafTasks({ plan, links, keptOf, notBefore, notes, fromMs }, leaf),
  }
}

interface Links {
  /** Dependencies of a leaf or a mark, ready for the scheduler. */
  readonly of: (taskId: string) => Dependency[]
  /** Whether the mark is needed at all. */
  readonly isUsed: (markId: string) => boolean
}

/** Dependencies between nodes at any level, expressed between leaves and marks. */
function linksOf(tree: PlanTree, keptOf: Placing['keptOf']): Links {
  const byTask = new Map<string, Dependency[]>()
  const used = new Set<string>()
  const add = (id: string, dependency: Dependency): void => {
    const list = byTask.get(id) ?? []
    const isKnown = list.some(
      one =>
        one.node_id === dependency.node_id &&
        one.type === dependency.type &&
        one.lag_lead_minutes === dependency.lag_lead_minutes,
    )
    if (!isKnown) list.push(dependency)
    byTask.set(id, list)
  }
  const leafIds = new Set(tree.leaves.map(({ node }) => node.id))
  const isGone = (id: string): boolean =>
    tree.leavesOf.get(id)?.every(({ node }) => node.status === 'done' && keptOf(node.id).length === 0) ?? true
  const before = (id: string, type: Dependency['type']): string => {
    if (leafIds.has(id)) return id
    if (type === 'FS' || type === 'FF') return `${id}${END}`
    return tree.leavesOf.get(id)?.find(({ node }) => node.status !== 'done')?.node.id ?? `${id}${END}`
  }
  const after = (id: string, type: Dependency['type']): string => {
    if (leafIds.has(id)) return id
    return type === 'FS' || type === 'SS' ? `${id}${BEGIN}` : (tree.leavesOf.get(id)?.at(-1)?.node.id ?? id)
  }
  for (const node of tree.nodeById.values())
    for (const { node_id: on, type, lag_lead_minutes: lag } of node.dependencies) {
      if (tree.nodeById.has(on) && isGone(on)) continue
      const target = after(node.id, type)
      const source = before(on, type)
      used.add(target).add(source)
      add(target, { node_id: source, type, lag_lead_minutes: lag })
    }
  for (const { id } of tree.containers) if (datesOf(tree, id)) used.add(`${id}${BEGIN}`)
  for (const { node, above } of tree.leaves)
    for (const { id } of above) {
      const mark = { type: 'FS' as const, lag_lead_minutes: 0 }
      if (used.has(`${id}${BEGIN}`)) add(node.id, { node_id: `${id}${BEGIN}`, ...mark })
      if (used.has(`${id}${END}`) && !isGone(node.id)) add(`${id}${END}`, { node_id: node.id, ...mark })
    }
  return { of: id => byTask.get(id) ?? [], isUsed: id => used.has(id) }
}

function datesOf(tree: PlanTree, id: string): boolean {
  const node = tree.nodeById.get(id)
  return node !== undefined && timingOf(node).earliest_start !== undefined
}

function marksOf(
  node: PlanNode,
  {
    links,
    notBefore,
  }: { readonly links: Links; readonly notBefore: (own: string | undefined) => string | undefined },
): readonly unknown[] {
  const timing = timingOf(node)
  const mark = { estimated_minutes: 0, attended: false }
  const begin = `${node.id}${BEGIN}`
  const end = `${node.id}${END}`
  const earliest = notBefore(timing.earliest_start)
  return [
    ...(links.isUsed(begin)
      ? [
          {
            ...{ id: begin, title: node.title, ...mark, dependencies: links.of(begin) },
            ...(earliest === undefined ? {} : { earliest_start: earliest }),
          },
        ]
      : []),
    ...(links.isUsed(end) ? [{ id: end, title: node.title, ...mark, dependencies: links.of(end) }] : []),
  ]
}

interface LeafPlacing {
  readonly plan: PlanToPlace
  readonly links: Links
  readonly keptOf: Placing['keptOf']
  readonly notBefore: (own: string | undefined) => string | undefined
  readonly notes: string[]
  readonly fromMs: number
}

function leafTasks(placing: LeafPlacing, leaf: PlanLeaf): readonly unknown[] {
  const { plan, links, keptOf, notBefore } = placing
  const { node, timing } = leaf
  const earliest = notBefore(timing.earliest_start)
  const deadline = strictest(leaf, plan.timezone)
  const base = {
    ...{ id: node.id, title: node.title, estimated_minutes: leaf.minutes, tags: node.tags },
    dependencies: links.of(node.id),
    ...(earliest === undefined ? {} : { earliest_start: earliest }),
    ...(deadline === undefined ? {} : { deadline }),
    ...(leaf.windows === undefined ? {} : { windows: leaf.windows }),
    ...(timing.priority === undefined ? {} : { priority: timing.priority }),
    ...(timing.splittable === undefined ? {} : { splittable: timing.splittable }),
    ...(timing.min_block_minutes === undefined ? {} : { min_block_minutes: timing.min_block_minutes }),
    ...(timing.max_block_minutes === undefined ? {} : { max_block_minutes: timing.max_block_minutes }),
    ...(timing.apart === undefined ? {} : { apart: timing.apart }),
    ...(timing.attended === undefined ? {} : { attended: timing.attended }),
    ...(timing.resources === undefined ? {} : { resources: timing.resources }),
    ...(node.description === undefined ? {} : { notes: node.description }),
  }
  if (timing.fixed !== undefined) return [{ ...base, attended: false, fixed_blocks: [timing.fixed] }]
  const kept = keptOf(node.id)
  if (leaf.recurrence !== undefined) return recurringTasks(placing, leaf, base)
  if (kept.length === 0) return [base]
  const settled = { ...base, fixed_blocks: kept.map(({ start, end }) => ({ start, end })) }
  const done = kept.reduce((sum, { start, end }) => sum + (Date.parse(end) - Date.parse(start)) / 60_000, 0)
  const left = leaf.minutes - Math.round(done)
  if (left <= 0 || node.status === 'done') return [settled]
  const rest = { node_id: node.id, type: 'FS', lag_lead_minutes: 0 }
  return [settled, { ...base, id: `${node.id}${REST}`, estimated_minutes: left, dependencies: [rest] }]
}

/** The earliest of its own deadline and those above it. */
function strictest({ timing, above }: PlanLeaf, timezone: string): string | undefined {
  const all = [timing.deadline, ...above.map(node => timingOf(node).deadline)].filter(
    text => text !== undefined,
  )
  const inOrder = all
    .map(text => ({ text, ms: momentToMs(text, timezone, 'end') ?? Number.POSITIVE_INFINITY }))
    .sort((left, right) => left.ms - right.ms)
  return inOrder[0]?.text
}

const WEEKS_WITHOUT_END = 12

interface TaskBase {
  readonly id: string
  readonly deadline?: string | undefined
  readonly earliest_start?: string | undefined
}

/** What has been kept of past turns stays apart; turns to come are settled where they are kept. */
function recurringTasks(
  { plan, keptOf, notes, fromMs }: LeafPlacing,
  leaf: PlanLeaf,
  base: TaskBase,
): readonly unknown[] {
  const { node, recurrence } = leaf
  const kept = keptOf(node.id)
  const past = kept.filter(({ start }) => Date.parse(start) < fromMs)
  const ahead = kept.filter(({ start }) => Date.parse(start) >= fromMs)
  const settled = past.map(({ start, end }) => ({ start, end }))
  const before =
    past.length === 0 ? [] : [{ ...base, id: `${node.id}${KEPT}`, dependencies: [], fixed_blocks: settled }]
  const dateless = before.map(({ deadline: _deadline, ...task }) => task)
  if (node.status === 'done') return dateless
  const count = recurrence?.count === undefined ? undefined : recurrence.count - past.length
  if (count !== undefined && count <= 0) return dateless
  const rule = recurrence?.rule?.replace(
    /COUNT=(\d+)/i,
    (_, of: string) => `COUNT=${Math.max(1, Number(of) - past.length)}`,
  )
  const hasEnd =
    count !== undefined ||
    recurrence?.until !== undefined ||
    /COUNT=|UNTIL=/i.test(rule ?? '') ||
    base.deadline !== undefined ||
    plan.constraints.deadline !== undefined
  const begin = Math.max(
    fromMs,
    momentToMs(base.earliest_start ?? plan.from, plan.timezone, 'start') ?? fromMs,
  )
  const until = msToMoment(begin + WEEKS_WITHOUT_END * 7 * 86_400_000, plan.timezone).slice(0, 10)
  if (!hasEnd)
    notes.push(`“${node.title}” has no end; it is planned for ${WEEKS_WITHOUT_END} weeks, until ${until}.`)
  return [
    ...dateless,
    {
      ...base,
      recurrence: {
        ...recurrence,
        ...(count === undefined ? {} : { count }),
        ...(rule === undefined ? {} : { rule }),
        ...(hasEnd ? {} : endOf(rule, until)),
      },
      ...(ahead.length === 0 ? {} : { fixed_blocks: ahead.map(({ start, end }) => ({ start, end })) }),
    },
  ]
}

/** A rule carries its end in itself. */
function endOf(rule: string | undefined, until: string): { readonly until?: string; readonly rule?: string } {
  return rule === undefined
    ? { until }
    : { rule: `${rule.replace(/;$/, '')};UNTIL=${until.replaceAll('-', '')}T235959Z` }
}
