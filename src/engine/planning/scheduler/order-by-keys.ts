/** Makes orders in which everything comes after what it waits for, and otherwise by the smallest key. */
export type OrderByKeys = (keys: ArrayLike<number>) => Int32Array

/** `links` must run in no circle. */
export function createOrderByKeys(
  count: number,
  links: readonly { readonly from: number; readonly to: number }[],
): OrderByKeys {
  const outgoing: number[][] = Array.from({ length: count }, () => [])
  const incoming = new Int32Array(count)
  for (const { from, to } of links) {
    outgoing[from]?.push(to)
    incoming[to] = (incoming[to] ?? 0) + 1
  }
  const open = new Int32Array(count)
  const heap = new Int32Array(count)
  return keys => {
    const order = new Int32Array(count)
    const ready: Ready = { heap, size: 0, keys }
    open.set(incoming)
    for (let item = 0; item < count; item += 1) if (open[item] === 0) push(ready, item)
    for (let at = 0; at < count; at += 1) {
      const item = pop(ready)
      order[at] = item
      for (const to of outgoing[item] ?? []) {
        const left = (open[to] ?? 0) - 1
        open[to] = left
        if (left === 0) push(ready, to)
      }
    }
    return order
  }
}

interface Ready {
  readonly heap: Int32Array
  size: number
  readonly keys: ArrayLike<number>
}

function isBefore({ keys }: Ready, left: number, right: number): boolean {
  const difference = (keys[left] ?? 0) - (keys[right] ?? 0)
  return difference < 0 || (difference === 0 && left < right)
}

function push(ready: Ready, item: number): void {
  const { heap } = ready
  let at = ready.size++
  while (at > 0) {
    const parent = (at - 1) >> 1
    const above = heap[parent] ?? 0
    if (!isBefore(ready, item, above)) break
    heap[at] = above
    at = parent
  }
  heap[at] = item
}

function pop(ready: Ready): number {
  const { heap } = ready
  const first = heap[0] ?? 0
  const last = heap[--ready.size] ?? 0
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= ready.size) break
    if (child + 1 < ready.size && isBefore(ready, heap[child + 1] ?? 0, heap[child] ?? 0)) child += 1
    if (!isBefore(ready, heap[child] ?? 0, last)) break
    heap[at] = heap[child] ?? 0
    at = child
  }
  heap[at] = last
  return first
}
