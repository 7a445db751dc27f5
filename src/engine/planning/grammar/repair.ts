import {
  NODE_LEVELS,
  type PatternSpec,
  type PlanDependency,
  PlanNode,
  type PlanOutline,
} from '../../../contracts/plan.ts'
import { PATTERN_RULES } from '../pattern/pattern.ts'
import { findCircles, isAncestor } from './check-dependencies.ts'
import { isRecurring, mayContain } from './check-structure.ts'
import { indexNodes, type NodeIndex } from './node-index.ts'

interface Repaired {
  readonly outline: PlanOutline
  /** What was changed, one sentence each; empty when nothing had to be. */
  readonly notes: readonly string[]
}

type Step = (outline: PlanOutline, note: (text: string) => void) => PlanOutline

/** Applies every known repair once, in the order in which they need each other. Nothing is invented but ids. */
export function repairOutline(outline: PlanOutline): Repaired {
  const notes: string[] = []
  const note = (text: string): void => {
    notes.push(text)
  }
  const repaired = STEPS.reduce((current, step) => step(current, note), outline)
  return { outline: repaired, notes: notes.length > MAX_NOTES ? shortened(notes) : notes }
}

const MAX_NOTES = 60

function shortened(notes: readonly string[]): readonly string[] {
  return [...notes.slice(0, MAX_NOTES), `… and ${notes.length - MAX_NOTES} more changes of the same kinds.`]
}

const STEPS: readonly Step[] = [
  ...[
    renameDuplicates,
    fitSchema,
    settleRoot,
    settleGoals,
    settleParents,
    settlePlaces,
    settlePattern,
    settlePlaces,
  ],
  ...[fillContainers, settleLevels, dropBadDependencies, cutCircles],
]

function withNodes(outline: PlanOutline, change: (node: PlanNode) => PlanNode): PlanOutline {
  return { ...outline, nodes: outline.nodes.map(change) }
}

function renameDuplicates(outline: PlanOutline, note: (text: string) => void): PlanOutline {
  const taken = new Set(outline.nodes.map(({ id }) => id))
  const seen = new Set<string>()
  return withNodes(outline, node => {
    if (!seen.has(node.id)) {
      seen.add(node.id)
      return node
    }
    let id = `${node.id.slice(0, 190)}_2`
    for (let again = 3; taken.has(id); again += 1) id = `${node.id.slice(0, 190)}_${again}`
    taken.add(id)
    seen.add(id)
    note(`The second “${node.title}” got the id ${id}.`)
    return { ...node, id }
  })
}

/** Field by field: what does not fit the contract is left out, or becomes its default. */
function fitSchema(outline: PlanOutline, note: (text: string) => void): PlanOutline {
  return withNodes(outline, node => {
    if (PlanNode.safeParse(node).success) return node
    const title = node.title.trim() === '' ? 'Untitled' : node.title.slice(0, 200)
    const fields: Partial<Record<keyof PlanNode, unknown>> = { ...node, title }
    const kept: Record<string, unknown> = {}
    const shape: Readonly<
      Record<string, { safeParse: (value: unknown) => { success: boolean } } | undefined>
    > = PlanNode.shape
    for (const [name, value] of Object.entries(fields)) {
      if (shape[name]?.safeParse(value).success === true) kept[name] = value
      else if (name === 'dependencies' && Array.isArray(value))
        kept.dependencies = value
          .filter(one => PlanNode.shape.dependencies.safeParse([one]).success)
          .slice(0, 100)
    }
    const parsed = PlanNode.safeParse({ level: NODE_LEVELS[node.node_type] ?? 4, ...kept })
    if (!parsed.success) return node
    note(`“${title}”: what did not fit the contract was left out.`)
    return parsed.data
  })
}

function settleRoot(outline: PlanOutline, note: (text: string) => void): PlanOutline {
  const { byId } = indexNodes(outline.root_id, outline.nodes)
  const goals = outline.nodes.filter(({ node_type }) => node_type === 'goal')
  const [only] = goals
  const isThere = byId.has(outline.root_id)
  if (!isThere && (goals.length !== 1 || only === undefined)) return outline
  const rootId = isThere ? outline.root_id : (only?.id ?? '')
  if (!isThere) note(`“${only?.title}” is the root.`)
  const settled = withNodes(outline, node => {
    if (node.id !== rootId) return node
    const { parent_id: _parent, ...rest } = node
    if (node.parent_id !== undefined) note('The root lost its parent.')
    if (node.node_type !== 'goal') note(`The root “${node.title}” became the goal.`)
    return node.parent_id === undefined && node.node_type === 'goal' ? node : { ...rest, node_type: 'goal' }
  })
  return { ...settled, root_id: rootId }
}

function settleGoals(outline: PlanOutline, note: (text: string) => void): PlanOutline {
  return withNodes(outline, node => {
    if (node.node_type !== 'goal' || node.id === outline.root_id) return node
    note(`“${node.title}” became a sub-goal: a plan has one goal.`)
    return { ...node, node_type: 'sub_goal' }
  })
}

/** Whatever hangs nowhere hangs below the goal. */
function settleParents(outline: PlanOutline, note: (text: string) => void): PlanOutline {
  const index = indexNodes(outline.root_id, outline.nodes)
  if (!index.byId.has(outline.root_id)) return outline
  const cut = circlesOfParents(outline.nodes, index)
  return withNodes(outline, node => {
    if (node.id === outline.root_id) return node
    const isLost = node.parent_id === undefined || !index.byId.has(node.parent_id) || cut.has(node.id)
    if (!isLost) return node
    note(`“${node.title}” hangs below the goal now.`)
    return { ...node, parent_id: outline.root_id }
  })
}

/** One node of each circle of parents. */
function circlesOfParents(nodes: readonly PlanNode[], { byId, reached }: NodeIndex): ReadonlySet<string> {
  const cut = new Set<string>()
  const seen = new Set<string>()
  for (const { id } of nodes) {
    if (reached.has(id) || seen.has(id)) continue
    const walked = new Set<string>()
    let up: string | undefined = id
    while (up !== undefined && !seen.has(up) && !walked.has(up)) {
      walked.add(up)
      up = byId.get(up)?.parent_id
    }
    if (up !== undefined && walked.has(up)) cut.add(up)
    for (const one of walked) seen.add(one)
  }
  return cut
}

/** A node that stands where its kind may not moves up to the nearest that may hold it, or becomes what may stand there. */
function settlePlaces(outline: PlanOutline, note: (text: string) => void): PlanOutline {
  const nodes = new Map(outline.nodes.map(node => [node.id, node]))
  const order = topDown(outline)
  for (const id of order) {
    const node = nodes.get(id)
    const parent = node?.parent_id === undefined ? undefined : nodes.get(node.parent_id)
    if (node === undefined || parent === undefined || mayContain(parent.node_type, node.node_type)) continue
    if (node.node_type === 'task' || node.node_type === 'sub_goal') {
      const type = parent.node_type === 'micro_goal' ? 'micro_goal' : 'sub_task'
      if (node.node_type === 'task' && ['task', 'sub_task', 'micro_goal'].includes(parent.node_type)) {
        nodes.set(id, { ...node, node_type: type })
        note(`“${node.title}” became a part of “${parent.title}”.`)
        continue
      }
    }
    if (node.node_type === 'sub_task') {
      nodes.set(id, { ...node, node_type: parent.node_type === 'micro_goal' ? 'micro_goal' : 'task' })
      note(`“${node.title}” became a ${parent.node_type === 'micro_goal' ? 'micro-goal' : 'task'}.`)
      continue
    }
    let up = parent
    while (!mayContain(up.node_type, node.node_type)) {
      const above = up.parent_id === undefined ? undefined : nodes.get(up.parent_id)
      if (above === undefined) break
      up = above
    }
    nodes.set(id, { ...node, parent_id: up.id })
    note(`“${node.title}” hangs below “${up.title}” now.`)
  }
  return withNodes(outline, node => nodes.get(node.id) ?? node)
}

function topDown({ root_id: rootId, nodes }: PlanOutline): readonly string[] {
  const { children } = indexNodes(rootId, nodes)
  const order: string[] = [rootId]
  for (const id of order) for (const child of children.get(id) ?? []) order.push(child)
  return order
}

function settlePattern(outline: PlanOutline, note: (text: string) => void): PlanOutline {
  const pattern: PatternSpec | undefined = outline.pattern ?? outline.plan_context.pattern
  const isRooted = outline.nodes.some(({ id }) => id === outline.root_id)
  if (pattern === undefined || !isRooted) return outline
  const rules = PATTERN_RULES[pattern.pattern_type]
  const title = rules.title.toLowerCase()
  const asPhases = rules.mayHaveCycles
    ? outline
    : withNodes(outline, node => {
        if (node.node_type !== 'cycle') return node
        note(`“${node.title}” became a phase: a ${title} has no cycles.`)
        return { ...node, node_type: 'phase' }
      })
  return needsMore(asPhases, rules.needs, note)
}

function needsMore(outline: PlanOutline, needs: string, note: (text: string) => void): PlanOutline {
  const isThere = (type: PlanNode['node_type'], { nodes }: PlanOutline): boolean =>
    nodes.some(({ node_type }) => node_type === type)
  const isCycleMissing = (needs === 'cycle' || needs === 'both') && !isThere('cycle', outline)
  const cycled = isCycleMissing ? withCycle(outline, needs, note) : outline
  const isPhaseMissing = (needs === 'phase' || needs === 'both') && !isThere('phase', cycled)
  return isPhaseMissing ? withPhase(cycled, note) : cycled
}

/** The phase with what recurs becomes the cycle; where phases are needed too, the cycle is made inside of it. */
function withCycle(outline: PlanOutline, needs: string, note: (text: string) => void): PlanOutline {
  const byId = new Map(outline.nodes.map(node => [node.id, node]))
  const recurring = outline.nodes.find(node => node.id !== outline.root_id && isRecurring(node))
  if (recurring === undefined) return outline
  const above = (node: PlanNode): PlanNode | undefined =>
    node.parent_id === undefined ? undefined : byId.get(node.parent_id)
  let phase: PlanNode | undefined = recurring
  while (phase !== undefined && phase.node_type !== 'phase') phase = above(phase)
  if (phase !== undefined && needs === 'cycle') {
    note(`“${phase.title}” became a cycle: it holds what recurs.`)
    const changed = phase
    return withNodes(outline, node => (node === changed ? { ...node, node_type: 'cycle' } : node))
  }
  let inner = recurring
  let home = above(inner)
  while (home !== undefined && !mayContain(home.node_type, 'cycle')) {
    inner = home
    home = above(inner)
  }
  if (home === undefined || !mayContain('cycle', inner.node_type)) return outline
  note(`“${inner.title}” was put into a cycle: it recurs.`)
  return wrap(outline, { type: 'cycle', home, inside: [inner], title: inner.title })
}

function withPhase(outline: PlanOutline, note: (text: string) => void): PlanOutline {
  const root = outline.nodes.find(({ id }) => id === outline.root_id)
  const below = outline.nodes.filter(({ parent_id }) => parent_id === outline.root_id)
  const loose = below.filter(({ node_type }) => node_type !== 'cycle')
  const inside = loose.length > 0 ? loose : below
  if (root === undefined || inside.length === 0) return outline
  note('What hangs below the goal was put into a phase.')
  return wrap(outline, { type: 'phase', home: root, inside, title: root.title })
}

/** A new container between a node and some of its children. */
function wrap(
  outline: PlanOutline,
  {
    type,
    home,
    inside,
    title,
  }: {
    readonly type: 'cycle' | 'phase'
    readonly home: PlanNode
    readonly inside: readonly PlanNode[]
    readonly title: string
  },
): PlanOutline {
  const ids = new Set(outline.nodes.map(({ id }) => id))
  let id = `${home.id.slice(0, 180)}_${type}`
  while (ids.has(id)) id = `${id}_`
  const added = PlanNode.parse({ id, parent_id: home.id, node_type: type, level: 2, title })
  const moved = outline.nodes.map(node => (inside.includes(node) ? { ...node, parent_id: id } : node))
  const at = outline.nodes.findIndex(node => inside.includes(node))
  return { ...outline, nodes: [...moved.slice(0, at), added, ...moved.slice(at)] }
}

/** A container without a task gets one of its own name: what it says is what is to be done. */
function fillContainers(outline: PlanOutline, note: (text: string) => void): PlanOutline {
  const { withTask, byId } = indexNodes(outline.root_id, outline.nodes)
  const added: PlanNode[] = []
  const leaves = outline.nodes.filter(
    ({ id, node_type }) => ['phase', 'cycle', 'sub_goal'].includes(node_type) && !withTask.has(id),
  )
  const filled = new Set<string>()
  for (const node of leaves.reverse()) {
    if (filled.has(node.id)) continue
    let id = `${node.id.slice(0, 190)}_task`
    while (byId.has(id)) id = `${id}_`
    added.push(PlanNode.parse({ id, parent_id: node.id, node_type: 'task', level: 4, title: node.title }))
    note(`“${node.title}” got a task of its own name.`)
    let up: string | undefined = node.id
    while (up !== undefined && !filled.has(up)) {
      filled.add(up)
      up = byId.get(up)?.parent_id
    }
  }
  return added.length === 0 ? outline : { ...outline, nodes: [...outline.nodes, ...added] }
}

function settleLevels(outline: PlanOutline, note: (text: string) => void): PlanOutline {
  let changed = 0
  const settled = withNodes(outline, node => {
    const level = NODE_LEVELS[node.node_type]
    if (level === undefined || node.level === level) return node
    changed += 1
    return { ...node, level }
  })
  if (changed > 0) note(`The levels of ${changed} nodes follow from their kinds now.`)
  return settled
}

function dropBadDependencies(outline: PlanOutline, note: (text: string) => void): PlanOutline {
  const index = indexNodes(outline.root_id, outline.nodes)
  return withNodes(outline, node => {
    const good = node.dependencies.filter(
      ({ node_id: id }) => index.byId.has(id) && id !== node.id && !isAncestor(id, node.id, index),
    )
    if (good.length === node.dependencies.length) return node
    note(`“${node.title}” waits no longer for what is not in the plan, or what it is part of.`)
    return { ...node, dependencies: good }
  })
}

function cutCircles(outline: PlanOutline, note: (text: string) => void): PlanOutline {
  const index = indexNodes(outline.root_id, outline.nodes)
  const cut = new Set<PlanDependency>()
  for (const circle of findCircles(index)) {
    const last = circle.at(-1)
    if (last === undefined) continue
    cut.add(last.dependency)
    const [from, to] = [index.byId.get(last.id)?.title, index.byId.get(last.dependency.node_id)?.title]
    note(`“${from}” waits no longer for “${to}”: they waited for each other.`)
  }
  if (cut.size === 0) return outline
  return withNodes(outline, node => {
    const kept = node.dependencies.filter(dependency => !cut.has(dependency))
    return kept.length === node.dependencies.length ? node : { ...node, dependencies: kept }
  })
}
