import type { PlanNode } from '../../../contracts/plan.ts'
import { addDays, daysBetween } from '../outline/outline.ts'
import { timingOf } from './node-timing.ts'
import { type TimeToUse, type TriedWay, tryWay } from './try-way.ts'

/** One way through an outline: the same nodes in another order or at another pace. */
export interface Alternative {
  readonly id: 'step_by_step' | 'overlapping' | 'even_pace' | 'early_start'
  readonly title: string
  readonly about: string
  readonly nodes: readonly PlanNode[]
  readonly tried: TriedWay
}

/** Ways that differ for these nodes, each walked through; the first is the outline as it stands. */
export function findAlternatives(
  nodes: readonly PlanNode[],
  time: TimeToUse,
  end: string,
): readonly Alternative[] {
  const stepByStep = way(
    'step_by_step',
    'One phase after the other',
    'each phase begins when the one before is done',
    nodes,
    time,
  )
  const overlapped = overlap(nodes)
  const candidates = [
    stepByStep,
    ...(overlapped === undefined
      ? []
      : [
          way(
            'overlapping',
            'Overlapping phases',
            'each phase begins while the last task of the one before is under way',
            overlapped,
            time,
          ),
        ]),
    ...paced(nodes, { time, end, stepByStep }),
  ]
  return candidates
}

function way(
  id: Alternative['id'],
  title: string,
  about: string,
  nodes: readonly PlanNode[],
  time: TimeToUse,
): Alternative {
  return { id, title, about, nodes, tried: tryWay(nodes, time) }
}

/** Who waited for the end of a task of another phase may begin when that task begins. */
function overlap(nodes: readonly PlanNode[]): readonly PlanNode[] | undefined {
  const phaseOf = phases(nodes)
  const byId = new Map(nodes.map(node => [node.id, node]))
  let changed = 0
  const overlapped = nodes.map(node => {
    if (node.tags.includes('milestone') || isPinned(node)) return node
    const dependencies = node.dependencies.map(dependency => {
      const other = byId.get(dependency.node_id)
      const isAcross = other !== undefined && phaseOf(node) !== phaseOf(other)
      const isPlain = dependency.type === 'FS' && dependency.lag_lead_minutes === 0
      if (!isAcross || !isPlain || (other.estimated_minutes ?? 0) === 0) return dependency
      changed += 1
      return { ...dependency, type: 'SS' as const }
    })
    return { ...node, dependencies }
  })
  return changed === 0 ? undefined : overlapped
}

function isPinned(node: PlanNode): boolean {
  return startOf(node) !== undefined
}

function phases(nodes: readonly PlanNode[]): (node: PlanNode) => string {
  const byId = new Map(nodes.map(node => [node.id, node]))
  return node => {
    let up: PlanNode | undefined = node
    for (let depth = 0; up !== undefined && up.level > 2 && depth < 32; depth += 1)
      up = up.parent_id === undefined ? undefined : byId.get(up.parent_id)
    return up?.id ?? ''
  }
}

/** With weeks to spare the phases can be spread over them; where phases have days of their own, those can be let go. */
function paced(
  nodes: readonly PlanNode[],
  {
    time,
    end,
    stepByStep,
  }: { readonly time: TimeToUse; readonly end: string; readonly stepByStep: Alternative },
): readonly Alternative[] {
  const single = nodes.filter(node => node.level >= 4 && node.recurrence === undefined)
  const boxed = single.filter(isPinned)
  if (boxed.length > single.length / 3) {
    const loose = nodes.map(node =>
      node.recurrence === undefined && node.level >= 4 && !isLate(node, end)
        ? withStart(node, undefined)
        : node,
    )
    return [
      way(
        'early_start',
        'Preparation first',
        'what is done once is done as early as it can be; what recurs keeps its weeks',
        loose,
        time,
      ),
    ]
  }
  const { tasks } = stepByStep.tried
  const late = boxed.map(node => daysBetween(time.start, startOf(node) ?? end))
  const room = Math.min(daysBetween(time.start, end), ...late) * USED_SHARE
  const free = single.filter(node => !isPinned(node) && !waitsForPinned(node, boxed, nodes))
  const needed = Math.max(1, ...free.map(({ id }) => tasks.get(id)?.to ?? 0))
  if (room < 10 || needed > room * 0.75) return []
  const ids = new Set(free.map(({ id }) => id))
  const spread = nodes.map(node => {
    const day = Math.floor(((tasks.get(node.id)?.from ?? 0) * room) / needed)
    return ids.has(node.id) && day > 0 ? withStart(node, addDays(time.start, day)) : node
  })
  return [
    way('even_pace', 'An even pace', 'the tasks are spread over the whole time that there is', spread, time),
  ]
}

const USED_SHARE = 0.92

function waitsForPinned(node: PlanNode, pinned: readonly PlanNode[], nodes: readonly PlanNode[]): boolean {
  if (pinned.length === 0) return false
  const marks = new Set(pinned.map(({ id }) => id))
  const byId = new Map(nodes.map(other => [other.id, other]))
  const waiting = node.dependencies.map(({ node_id }) => node_id)
  const seen = new Set<string>()
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (marks.has(id)) return true
    if (seen.has(id)) continue
    seen.add(id)
    waiting.push(...(byId.get(id)?.dependencies ?? []).map(({ node_id }) => node_id))
  }
  return false
}

const LATE_DAYS = 21

function isLate(node: PlanNode, end: string): boolean {
  const start = startOf(node)
  return start !== undefined && daysBetween(start, end) <= LATE_DAYS
}

function startOf(node: PlanNode): string | undefined {
  return timingOf(node).earliest_start?.slice(0, 10)
}

function withStart(node: PlanNode, earliest: string | undefined): PlanNode {
  const { earliest_start: _before, ...rest } = timingOf(node)
  const timing = earliest === undefined ? rest : { ...rest, earliest_start: earliest }
  return { ...node, metadata: { ...node.metadata, timing: JSON.parse(JSON.stringify(timing)) } }
}
