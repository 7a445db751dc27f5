/** A binary heap by time. What is no longer wanted is left inside and skipped by the taker. */
export interface DueHeap<Item> {
  add(dueAt: number, item: Item): void
  /** The earliest time, or undefined when empty. */
  earliest(): number | undefined
  /** Takes the earliest when it is due at `now`. */
  takeDue(now: number): { readonly dueAt: number; readonly item: Item } | undefined
}

interface Node<Item> {
  readonly dueAt: number
  readonly item: Item
}

export function createDueHeap<Item>(): DueHeap<Item> {
  const nodes: Node<Item>[] = []
  return {
    add: (dueAt, item) => {
      nodes.push({ dueAt, item })
      siftUp(nodes, nodes.length - 1)
    },
    earliest: () => nodes[0]?.dueAt,
    takeDue: now => {
      const first = nodes[0]
      if (first === undefined || first.dueAt > now) return undefined
      const last = nodes.pop()
      if (last !== undefined && nodes.length > 0) {
        nodes[0] = last
        siftDown(nodes, 0)
      }
      return first
    },
  }
}

function siftUp<Item>(nodes: Node<Item>[], from: number): void {
  let child = from
  while (child > 0) {
    const parent = (child - 1) >> 1
    if (!isEarlier(nodes, child, parent)) return
    swap(nodes, child, parent)
    child = parent
  }
}

function siftDown<Item>(nodes: Node<Item>[], from: number): void {
  let parent = from
  for (;;) {
    const left = parent * 2 + 1
    const child = isEarlier(nodes, left + 1, left) ? left + 1 : left
    if (!isEarlier(nodes, child, parent)) return
    swap(nodes, child, parent)
    parent = child
  }
}

function isEarlier<Item>(nodes: readonly Node<Item>[], a: number, b: number): boolean {
  const left = nodes[a]
  const right = nodes[b]
  return left !== undefined && right !== undefined && left.dueAt < right.dueAt
}

function swap<Item>(nodes: Node<Item>[], a: number, b: number): void {
  const left = nodes[a]
  const right = nodes[b]
  if (left === undefined || right === undefined) return
  nodes[a] = right
  nodes[b] = left
}
