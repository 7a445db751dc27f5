import type { PlanNode, PlanOutline, PlanSchedule, Roadmap } from '../../../contracts/plan.ts'
import type { PortfolioConflict } from '../planning-tools.ts'
import type { Evidence } from './stage-confidence.ts'

const MIN_TASKS = 3
const MAX_TASKS = 200
const CONTENT_WORD = /\p{L}{4,}/gu
const SEVERITY_WEIGHT: Readonly<Record<PortfolioConflict['severity'], number>> = {
  minor: 0.05,
  major: 0.2,
  critical: 0.5,
}

/** What a reader sees at a glance: are the tasks estimated, is it about the goal, is it of a sensible size. */
export function lookAtOutline(outline: Pick<PlanOutline, 'nodes'>, goal: string): readonly Evidence[] {
  const tasks = tasksOf(outline.nodes)
  return [sizeEvidence(tasks.length), estimateEvidence(tasks), ...topicEvidence(goal, outline.nodes)]
}

export function lookAtRoadmap(roadmap: Roadmap): readonly Evidence[] {
  const tasks = tasksOf(roadmap.nodes)
  const tried = roadmap.options_tried.length
  const waitedFor = new Set(roadmap.nodes.flatMap(node => node.dependencies.map(({ node_id }) => node_id)))
  const placed = tasks.filter(
    task =>
      task.dependencies.length > 0 || waitedFor.has(task.id) || task.stream !== undefined || task.recurrence,
  )
  return [
    { what: 'options_tried', value: tried / 2, text: `${tried} ways were compared` },
    estimateEvidence(tasks),
    {
      what: 'order',
      value: share(placed.length, tasks.length),
      text: `${placed.length} of ${tasks.length} tasks have a place in the order`,
    },
  ]
}

export function lookAtSchedule(
  schedule: PlanSchedule,
  roadmap: Roadmap,
  about: { readonly conflicts: readonly PortfolioConflict[]; readonly deadline: string | undefined },
): readonly Evidence[] {
  const open = tasksOf(roadmap.nodes).filter(
    task => task.status !== 'done' && (task.estimated_minutes ?? 1) > 0,
  )
  const placedIds = new Set([
    ...schedule.blocks.map(block => block.plan_node_id),
    ...schedule.milestones.map(milestone => milestone.plan_node_id),
  ])
  const placed = open.filter(task => placedIds.has(task.id))
  const burden = about.conflicts.reduce((sum, conflict) => sum + SEVERITY_WEIGHT[conflict.severity], 0)
  const { finish } = schedule
  const deadlineMs = about.deadline === undefined ? Number.NaN : Date.parse(about.deadline)
  const isLate = finish !== null && Date.parse(finish) > deadlineMs + 86_400_000
  return [
    {
      what: 'placed',
      value: share(placed.length, open.length),
      text: `${placed.length} of ${open.length} open tasks have a place`,
    },
    { what: 'portfolio', value: 1 - burden, text: `${about.conflicts.length} conflicts with other plans` },
    {
      what: 'deadline',
      value: isLate ? 0 : 1,
      text: isLate ? 'it ends after the deadline' : 'it ends in time',
    },
  ]
}

/** What is to be done: tasks, and what refines them where nothing refines it further. */
export function tasksOf(nodes: readonly PlanNode[]): readonly PlanNode[] {
  const parents = new Set(nodes.flatMap(node => (node.parent_id === undefined ? [] : [node.parent_id])))
  return nodes.filter(node => node.level >= 4 && !parents.has(node.id))
}

function sizeEvidence(count: number): Evidence {
  const value = count < MIN_TASKS ? count / MIN_TASKS : Math.min(1, MAX_TASKS / count)
  return { what: 'size', value, text: `${count} tasks` }
}

function estimateEvidence(tasks: readonly PlanNode[]): Evidence {
  const estimated = tasks.filter(task => task.estimated_minutes !== undefined)
  const value = share(estimated.length, tasks.length)
  return { what: 'estimates', value, text: `${estimated.length} of ${tasks.length} tasks have an estimate` }
}

function topicEvidence(goal: string, nodes: readonly PlanNode[]): readonly Evidence[] {
  const wanted = new Set(wordsOf(goal))
  if (wanted.size === 0) return []
  const said = wordsOf(nodes.map(node => `${node.title} ${node.description ?? ''}`).join(' '))
  const found = [...wanted].filter(word => said.some(other => other.startsWith(word.slice(0, 4))))
  const value = found.length / Math.min(wanted.size, 2)
  return [{ what: 'topic', value, text: `${found.length} of ${wanted.size} words of the goal come back` }]
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(CONTENT_WORD) ?? []
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}
