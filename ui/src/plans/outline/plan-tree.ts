import type { PlanNode } from 'soulgate/contracts/plan'

/** What the tree needs to know of a node. */
export interface TreeItem {
  readonly id: string
  readonly parent_id?: string | undefined
  readonly estimated_minutes?: number | undefined
  readonly status: string
  readonly stream?: string | undefined
}

/** Told when somebody ticks a task off, or takes that back. */
export type OnTick = (node: PlanNode, isDone: boolean) => void

export interface Branch<Item extends TreeItem> {
  readonly node: Item
  /** 0 for the goal. */
  readonly depth: number
  readonly children: readonly Branch<Item>[]
  /** Over the branch: its leaves, those of them that are done, and their minutes. */
  readonly leaves: number
  readonly done: number
  readonly minutes: number
  readonly doneMinutes: number
}

/** Above so many nodes only the upper levels are open at first. */
const MANY = 120

/** Nodes as a tree, in their order. What has no known parent, or is its own ancestor, stands at the top. */
export function treeOf<Item extends TreeItem>(nodes: readonly Item[]): readonly Branch<Item>[] {
  const byParent = new Map<string, Item[]>()
  const ids = new Set(nodes.map(node => node.id))
  const roots: Item[] = []
  for (const node of nodes) {
    const { parent_id: parent } = node
    if (parent === undefined || parent === null || !ids.has(parent)) roots.push(node)
    else byParent.set(parent, [...(byParent.get(parent) ?? []), node])
  }
  const seen = new Set<string>()
  const grow = (node: Item, depth: number): Branch<Item> => {
    seen.add(node.id)
    const below = (byParent.get(node.id) ?? []).filter(child => !seen.has(child.id))
    return branchOf(
      node,
      depth,
      below.map(child => grow(child, depth + 1)),
    )
  }
  const grown = roots.map(root => grow(root, 0))
  // Whatever hangs in a circle is reachable from no root, and is shown all the same.
  const lost = nodes.filter(node => !seen.has(node.id))
  return [...grown, ...lost.flatMap(node => (seen.has(node.id) ? [] : [grow(node, 0)]))]
}

function branchOf<Item extends TreeItem>(
  node: Item,
  depth: number,
  children: readonly Branch<Item>[],
): Branch<Item> {
  const sum = (pick: (branch: Branch<Item>) => number) =>
    children.reduce((total, child) => total + pick(child), 0)
  if (children.length === 0) {
    const minutes = node.estimated_minutes ?? 0
    const isDone = node.status === 'done'
    return {
      node,
      depth,
      children,
      leaves: 1,
      done: isDone ? 1 : 0,
      minutes,
      doneMinutes: isDone ? minutes : 0,
    }
  }
  return {
    ...{ node, depth, children },
    leaves: sum(child => child.leaves),
    done: sum(child => child.done),
    minutes: sum(child => child.minutes),
    doneMinutes: sum(child => child.doneMinutes),
  }
}

/** The branches that are to be seen, each before its children; what `closed` names keeps its own to itself. */
export function visibleBranches<Item extends TreeItem>(
  tree: readonly Branch<Item>[],
  closed: ReadonlySet<string>,
): readonly Branch<Item>[] {
  return tree.flatMap(branch => [
    branch,
    ...(closed.has(branch.node.id) ? [] : visibleBranches(branch.children, closed)),
  ])
}

/** What is closed when a plan is opened: nothing, or everything below the second level of a plan that is large. */
export function closedAtFirst<Item extends TreeItem>(tree: readonly Branch<Item>[]): ReadonlySet<string> {
  const all = visibleBranches(tree, new Set())
  if (all.length <= MANY) return new Set()
  return new Set(
    all.filter(({ depth, children }) => depth >= 1 && children.length > 0).map(({ node }) => node.id),
  )
}

/** The tree for each stream, its second axis: the nodes that belong to it under the containers they stand in. */
export function streamsOf<Item extends TreeItem>(
  nodes: readonly Item[],
): readonly { readonly stream: string; readonly tree: readonly Branch<Item>[] }[] {
  const streams = new Map<string, Item[]>()
  const byId = new Map(nodes.map(node => [node.id, node]))
  for (const node of nodes) {
    const stream = streamOf(node, byId)
    if (stream !== undefined) streams.set(stream, [...(streams.get(stream) ?? []), node])
  }
  return [...streams].map(([stream, own]) => ({ stream, tree: treeOf(own) }))
}

/** A node is in the stream of its nearest ancestor that names one. */
function streamOf<Item extends TreeItem>(node: Item, byId: ReadonlyMap<string, Item>): string | undefined {
  const seen = new Set<string>()
  let at: Item | undefined = node
  while (at && !seen.has(at.id)) {
    if (at.stream) return at.stream
    seen.add(at.id)
    at = at.parent_id ? byId.get(at.parent_id) : undefined
  }
  return undefined
}

/** `45 min`, `1 h 30 min`, `12 h`: how much work it is. */
export function effortText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return rest === 0 || hours >= 10 ? `${Math.round(minutes / 60)} h` : `${hours} h ${rest} min`
}
