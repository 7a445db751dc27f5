import { addLiteral, addToPool, type Literals, REASON, raise, type Trail } from './trail.ts'

/** What one resource must bear: at no time more than its capacity. Parallel arrays, one place per activity. */
export interface ResourceLoad {
  readonly activities: readonly number[]
  readonly durations: readonly number[]
  readonly demands: readonly number[]
  readonly capacity: number
}

/** Moves starts away from times at which a resource is certainly taken. */
export interface TimeTable {
  /** False on an overload, whose reason is then in `trail.conflict`. */
  propagate(): boolean
}

/** Time-table propagation with pointwise explanations (Schutt, Feydy, Stuckey and Wallace, 2011). */
export function createTimeTable(trail: Trail, load: ResourceLoad): TimeTable {
  const table = emptyTable(load)
  const state: State = {
    ...{ trail, table, capacity: load.capacity },
    move: { bound: 0, known: 0, value: 0, time: 0 },
    reason: { kind: REASON.pool, data: 0, offset: 0 },
    toPool: (bound, value) => addToPool(trail, bound, value),
    toConflict: (bound, value) => addLiteral(trail.conflict, bound, value),
  }
  const { count, demands, earliest, latest } = table
  return {
    propagate: () => {
      if (!readBounds(state)) return true
      const highest = buildParts(table)
      if (highest > load.capacity) {
        trail.conflict.size = 0
        explain(state, { time: table.from[table.highestPart] ?? 0, limit: load.capacity }, state.toConflict)
        return false
      }
      for (let at = 0; at < count; at += 1) {
        if ((demands[at] ?? 0) + highest <= load.capacity || earliest[at] === latest[at]) continue
        if (!pushEarliest(state, at) || !pushLatest(state, at)) return false
      }
      return true
    },
  }
}

type Write = (bound: number, value: number) => void

interface State {
  readonly trail: Trail
  readonly table: Table
  readonly capacity: number
  readonly move: Move
  readonly reason: { readonly kind: number; data: number; offset: number }
  readonly toPool: Write
  readonly toConflict: Write
}

/** Copies the bounds; false when no activity certainly runs at any time, so that nothing follows. */
function readBounds({ trail, table }: State): boolean {
  const { count, activities, earliest, latest, durations } = table
  let isAnyFixed = false
  for (let at = 0; at < count; at += 1) {
    const activity = activities[at] ?? 0
    earliest[at] = trail.value[activity * 2] ?? 0
    latest[at] = -(trail.value[activity * 2 + 1] ?? 0)
    if ((latest[at] ?? 0) < (earliest[at] ?? 0) + (durations[at] ?? 0)) isAnyFixed = true
  }
  return isAnyFixed
}

/** Writes what certainly runs at `time` and together exceeds `limit`, leaving out what is not needed for that. */
function explain({ table }: State, { time, limit }: { time: number; limit: number }, write: Write): void {
  const { count, demands, activities, durations } = table
  let surplus = -limit - 1
  for (let at = 0; at < count; at += 1) if (covers(table, at, time)) surplus += demands[at] ?? 0
  for (let at = 0; at < count; at += 1) {
    if (!covers(table, at, time)) continue
    if ((demands[at] ?? 0) <= surplus) {
      surplus -= demands[at] ?? 0
      continue
    }
    write((activities[at] ?? 0) * 2, time - (durations[at] ?? 0) + 1)
    write((activities[at] ?? 0) * 2 + 1, -time)
  }
}

/** Makes the move, because of what runs at its time and because its bound is known to be at least `known`. */
function push(state: State, at: number): boolean {
  const { trail, move, reason, table } = state
  reason.data = trail.poolSize
  explain(state, { time: move.time, limit: state.capacity - (table.demands[at] ?? 0) }, state.toPool)
  addToPool(trail, move.bound, move.known)
  reason.offset = trail.poolSize
  if (raise(trail, move.bound, move.value, reason)) return true
  copyFromPool(trail, reason, trail.conflict)
  return false
}

function pushEarliest(state: State, at: number): boolean {
  const { table, move } = state
  const duration = table.durations[at] ?? 0
  const free = state.capacity - (table.demands[at] ?? 0)
  let start = table.earliest[at] ?? 0
  move.bound = (table.activities[at] ?? 0) * 2
  for (let part = firstPartEndingAfter(table, start); part < table.parts; part += 1) {
    const from = table.from[part] ?? 0
    if (from >= start + duration) return true
    if ((table.height[part] ?? 0) <= free || covers(table, at, from)) continue
    const until = table.until[part] ?? 0
    while (start < until && start + duration > from) {
      move.time = Math.min(until, start + duration) - 1
      move.known = move.time - duration + 1
      move.value = move.time + 1
      if (!push(state, at)) return false
      start = move.time + 1
    }
  }
  return true
}

function pushLatest(state: State, at: number): boolean {
  const { table, move } = state
  const duration = table.durations[at] ?? 0
  const free = state.capacity - (table.demands[at] ?? 0)
  let start = table.latest[at] ?? 0
  move.bound = (table.activities[at] ?? 0) * 2 + 1
  for (
    let part = Math.min(firstPartEndingAfter(table, start + duration), table.parts - 1);
    part >= 0;
    part -= 1
  ) {
    const until = table.until[part] ?? 0
    const from = table.from[part] ?? 0
    if (until <= start) return true
    if ((table.height[part] ?? 0) <= free || from >= start + duration || covers(table, at, from)) continue
    while (start < until && start + duration > from) {
      move.time = Math.max(from, start)
      move.known = -move.time
      move.value = -(move.time - duration)
      if (!push(state, at)) return false
      start = move.time - duration
    }
  }
  return true
}

interface Move {
  bound: number
  /** The weakest value of the bound from which the move follows. */
  known: number
  value: number
  time: number
}

interface Table {
  readonly count: number
  readonly activities: Int32Array
  readonly durations: Int32Array
  readonly demands: Int32Array
  readonly earliest: Int32Array
  readonly latest: Int32Array
  /** Places by latest start and by earliest end; kept from call to call, so that sorting finds them nearly sorted. */
  readonly byLatest: Int32Array
  readonly byEnd: Int32Array
  readonly from: Int32Array
  readonly until: Int32Array
  readonly height: Int32Array
  parts: number
  highestPart: number
}

/** Activities in order of demand, so that an explanation leaves out as many as it can. */
function emptyTable({ activities, durations, demands }: ResourceLoad): Table {
  const order = activities.map((_, at) => at)
  order.sort((left, right) => (demands[left] ?? 0) - (demands[right] ?? 0))
  const count = order.length
  const pick = (values: readonly number[]): Int32Array => Int32Array.from(order, at => values[at] ?? 0)
  return {
    count,
    activities: pick(activities),
    durations: pick(durations),
    demands: pick(demands),
    earliest: new Int32Array(count),
    latest: new Int32Array(count),
    byLatest: Int32Array.from(order, (_, at) => at),
    byEnd: Int32Array.from(order, (_, at) => at),
    from: new Int32Array(2 * count),
    until: new Int32Array(2 * count),
    height: new Int32Array(2 * count),
    parts: 0,
    highestPart: 0,
  }
}

function endOf(table: Table, at: number): number {
  return (table.earliest[at] ?? 0) + (table.durations[at] ?? 0)
}

/** Whether activity `at` certainly runs at `time`. */
function covers(table: Table, at: number, time: number): boolean {
  return (table.latest[at] ?? 0) <= time && time < endOf(table, at)
}

/** Cuts time into parts of one height each, from what certainly runs; returns the greatest height. */
function buildParts(table: Table): number {
  sortPlaces(table.byLatest, at => table.latest[at] ?? 0)
  sortPlaces(table.byEnd, at => endOf(table, at))
  let height = 0
  let highest = 0
  let begun = 0
  let ended = 0
  let from = 0
  table.parts = 0
  for (;;) {
    begun = skipLoose(table, table.byLatest, begun)
    ended = skipLoose(table, table.byEnd, ended)
    if (ended === table.count) return highest
    const end = endOf(table, table.byEnd[ended] ?? 0)
    const start = begun === table.count ? end : (table.latest[table.byLatest[begun] ?? 0] ?? 0)
    const time = Math.min(start, end)
    if (height > 0 && time > from) addPart(table, { from, until: time, height })
    if (height > highest && time > from) {
      highest = height
      table.highestPart = table.parts - 1
    }
    from = time
    if (end <= start) {
      height -= table.demands[table.byEnd[ended] ?? 0] ?? 0
      ended += 1
    } else {
      height += table.demands[table.byLatest[begun] ?? 0] ?? 0
      begun += 1
    }
  }
}

function addPart(table: Table, part: { from: number; until: number; height: number }): void {
  table.from[table.parts] = part.from
  table.until[table.parts] = part.until
  table.height[table.parts] = part.height
  table.parts += 1
}

function skipLoose(table: Table, places: Int32Array, from: number): number {
  let at = from
  while (at < table.count) {
    const place = places[at] ?? 0
    if ((table.latest[place] ?? 0) < endOf(table, place)) break
    at += 1
  }
  return at
}

function sortPlaces(places: Int32Array, keyOf: (place: number) => number): void {
  for (let at = 1; at < places.length; at += 1) {
    const place = places[at] ?? 0
    const key = keyOf(place)
    let to = at - 1
    while (to >= 0 && keyOf(places[to] ?? 0) > key) {
      places[to + 1] = places[to] ?? 0
      to -= 1
    }
    places[to + 1] = place
  }
}

function firstPartEndingAfter(table: Table, time: number): number {
  let low = 0
  let high = table.parts
  while (low < high) {
    const middle = (low + high) >> 1
    if ((table.until[middle] ?? 0) > time) high = middle
    else low = middle + 1
  }
  return low
}

function copyFromPool(trail: Trail, range: { data: number; offset: number }, into: Literals): void {
  for (let at = range.data; at < range.offset; at += 2)
    addLiteral(into, trail.pool[at] ?? 0, trail.pool[at + 1] ?? 0)
}
