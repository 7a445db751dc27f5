/** One line of the controller's table: in this state, with this outcome, that is next. */
interface Transition {
  readonly from: string
  readonly outcome: string
  readonly to: string
}

export interface PlacedState {
  readonly state: string
  readonly x: number
  readonly y: number
}

export interface PlacedEdge {
  readonly from: string
  readonly to: string
  readonly outcomes: readonly string[]
  readonly path: string
}

export interface ChartLayout {
  readonly states: readonly PlacedState[]
  readonly edges: readonly PlacedEdge[]
  readonly width: number
  readonly height: number
}

export const BOX = { width: 168, height: 40 } as const
const GAP = { x: 68, y: 62 } as const
const PAD = 24
const COLUMNS: readonly (readonly [RegExp, number])[] = [
  [/^DRAFT_/, 0],
  [/^COLLECT_/, 0],
  [/^VALIDATE_/, 1],
  [/^(APPROVE_|SEEK_)/, 2],
  [/^COMPLETE$/, 2],
]
const ROWS: readonly (readonly [RegExp, number])[] = [
  [/^COLLECT_/, 0],
  [/_OUTLINE$/, 1],
  [/_ROADMAP$/, 2],
  [/_SCHEDULE$|^SEEK_/, 3],
  [/^COMPLETE$/, 4],
]
/** People are waited for, and ways out, on the right. */
const ASIDE: readonly (readonly [RegExp, number])[] = [
  [/^NEEDS_CLARIFICATION/, 1],
  [/^NEEDS_/, 3],
  [/^ABORTED$/, 4],
]

/** Places the states of the controller: a row for each stage, from drafting to approval, and beside them the waits. */
export function layoutOf(transitions: readonly Transition[]): ChartLayout {
  const names = [...new Set(transitions.flatMap(({ from, to }) => [from, to]))]
  const taken = new Set<string>()
  const states = names.map(state => {
    const wanted = cellOf(state)
    let row = wanted.row
    while (taken.has(`${wanted.column}/${row}`)) row += 1
    taken.add(`${wanted.column}/${row}`)
    return {
      state,
      x: PAD + wanted.column * (BOX.width + GAP.x),
      y: PAD + row * (BOX.height + GAP.y),
    }
  })
  const width = Math.max(...states.map(({ x }) => x)) + BOX.width + PAD
  const height = Math.max(...states.map(({ y }) => y)) + BOX.height + PAD
  const placed = new Map(states.map(state => [state.state, state]))
  return { states, width, height, edges: edgesOf(transitions, placed) }
}

/**
 * The way from state to state. The trace names only states with work in them; between two that no line joins, the
 * shortest way through the table was gone.
 */
export function wayThrough(
  stops: readonly string[],
  transitions: readonly Transition[],
): { readonly states: ReadonlySet<string>; readonly edges: ReadonlySet<string> } {
  const way = stops.flatMap((stop, index) => {
    const before = stops[index - 1]
    if (before === undefined) return [stop]
    return before === stop ? [] : shortestWay(before, stop, transitions).slice(1)
  })
  const edges = way.slice(1).map((state, index) => `${way[index]} ${state}`)
  return { states: new Set(way), edges: new Set(edges) }
}

function shortestWay(from: string, to: string, transitions: readonly Transition[]): readonly string[] {
  const ways: (readonly string[])[] = [[from]]
  const seen = new Set([from])
  for (const way of ways) {
    const at = way.at(-1)
    if (at === to) return way
    for (const each of transitions) {
      const isDetour = each.to !== to && ASIDE.some(([pattern]) => pattern.test(each.to))
      if (each.from !== at || seen.has(each.to) || isDetour) continue
      seen.add(each.to)
      ways.push([...way, each.to])
    }
  }
  return [from, to]
}

/** `Draft outline` for `DRAFT_OUTLINE`. */
export function stateName(state: string): string {
  const words = state.toLowerCase().replaceAll('_', ' ').replace('sched ', 'scheduling ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function cellOf(state: string): { readonly column: number; readonly row: number } {
  const aside = ASIDE.find(([pattern]) => pattern.test(state))
  if (aside) return { column: 3, row: aside[1] }
  const column = COLUMNS.find(([pattern]) => pattern.test(state))?.[1]
  const row = ROWS.find(([pattern]) => pattern.test(state))?.[1]
  // A newer controller may have states these pages do not know; they stand below.
  return { column: column ?? 0, row: row ?? 5 }
}

function edgesOf(
  transitions: readonly Transition[],
  placed: ReadonlyMap<string, PlacedState>,
): readonly PlacedEdge[] {
  const outcomes = new Map<string, string[]>()
  for (const { from, outcome, to } of transitions) {
    const key = `${from} ${to}`
    outcomes.set(key, [...(outcomes.get(key) ?? []), outcome])
  }
  return [...outcomes].flatMap(([key, words], lane) => {
    const [from = '', to = ''] = key.split(' ')
    const [start, end] = [placed.get(from), placed.get(to)]
    return start && end ? { from, to, outcomes: words, path: wayBetween(start, end, lane) } : []
  })
}

/** Lines that would lie on each other are drawn so far apart. */
const APART = 5

/**
 * A way of right angles between two states, through the gaps between rows and columns, so that it crosses no other.
 * `lane` keeps lines apart that go through the same gap.
 */
function wayBetween(start: PlacedState, end: PlacedState, lane: number): string {
  const by = ((lane % 7) - 3) * APART
  const [from, to] = [middleOf(start), middleOf(end)]
  if (start === end) return `M${from.x + 50} ${start.y}v-12h24v12`
  const down = to.y > from.y
  const rows = Math.round(Math.abs(to.y - from.y) / (BOX.height + GAP.y))
  const columns = Math.round(Math.abs(to.x - from.x) / (BOX.width + GAP.x))
  if (rows === 0 && columns === 1) {
    const right = to.x > from.x
    const y = from.y + (right ? -7 : 9)
    return right ? `M${start.x + BOX.width} ${y}H${end.x}` : `M${start.x} ${y}H${end.x + BOX.width}`
  }
  const leave = down ? start.y + BOX.height : start.y
  const gap = leave + (down ? 1 : -1) * (GAP.y / 2) + by
  if (rows === 0) return `M${from.x + by * 3} ${start.y}V${gap}H${to.x + by * 3}V${end.y}`
  const enter = down ? end.y : end.y + BOX.height
  if (rows === 1 && columns === 0) return `M${from.x + by * 3} ${leave}V${enter}`
  if (rows === 1) return `M${from.x + by * 3} ${leave}V${gap}H${to.x + by * 3 + 8}V${enter}`
  // Past other rows the way leads along the side of the column it goes to.
  const side = to.x + (to.x >= from.x ? -1 : 1) * (BOX.width / 2 + GAP.x / 2) + by
  const last = enter + (down ? -1 : 1) * (GAP.y / 2) - by
  return `M${from.x + by * 3} ${leave}V${gap}H${side}V${last}H${to.x - by * 3}V${enter}`
}

function middleOf({ x, y }: PlacedState) {
  return { x: x + BOX.width / 2, y: y + BOX.height / 2 }
}
