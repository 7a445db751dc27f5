import type { Random } from '../../../../base/random.ts'
import { lagLists, makespanOf, type ResourceInstance } from './resource-instance.ts'
import { createSerialScheduler, type SerialScheduler } from './serial-schedule.ts'

/** A search over orders of activities that can be continued; it only gets better. */
export interface OrderSearch {
  readonly best: () => { readonly starts: Int32Array; readonly makespan: number }
  /** Makes and judges a number of schedules, stopping early when `isOver` says so. */
  advance(schedules: number, isOver: () => boolean): void
  /** Takes in a schedule found elsewhere. */
  adopt(starts: Int32Array): void
}

interface Member {
  order: Int32Array
  starts: Int32Array
  makespan: number
}

const MAX_MEMBERS = 40
const SWAP_CHANCE = 0.05
/** A population that has made so many is given up for a new one around the best. */
const LIFE = 3000

/**
 * Starts from priority rules and biased samples, each justified; then breeds orders (two-point crossover, swaps of
 * neighbours, every child justified; after Hartmann, 1998, and Valls, Ballestín and Quintanilla, 2008).
 */
export function createOrderSearch(
  instance: ResourceInstance,
  bounds: { readonly heads: Int32Array; readonly tails: Int32Array },
  random: Random,
): OrderSearch {
  const scheduler = createSerialScheduler(instance)
  const rules = priorityRules(instance, bounds)
  const linked = new Set(instance.lags.map(({ from, to }) => from * instance.count + to))
  const canSwap = (left: number, right: number): boolean => !linked.has(left * instance.count + right)
  let members: Member[] = []
  let made = 0
  let best = withoutJustification(instance, scheduler, rules[0] ?? [])

  const admit = (member: Member): void => {
    if (member.makespan < best.makespan) best = member
  }
  const makeFirst = (): void => {
    const rule = rules[made % rules.length] ?? []
    const keys = made < rules.length ? rule : disturbed(rule, random)
    const member = decode(instance, scheduler, scheduler.orderBy(keys))
    members.push(member)
    admit(member)
  }
  const breed = (): void => {
    const mother = pickOne(members, random)
    const father = pickOne(members, random)
    if (mother === undefined || father === undefined) return
    const order = crossed(mother.order, father.order, random)
    swapNeighbours(order, canSwap, random)
    const child = decode(instance, scheduler, order)
    admit(child)
    replaceWorst(members, child)
  }

  return {
    best: () => best,
    adopt: starts => {
      const member = { order: scheduler.orderBy(starts), starts, makespan: makespanOf(instance, starts) }
      replaceWorst(members, member)
      admit(member)
    },
    advance: (schedules, isOver) => {
      for (let done = 0; done < schedules; done += 1) {
        if (isOver()) return
        if (members.length < MAX_MEMBERS) makeFirst()
        else breed()
        made += 1
        if (made % LIFE === 0) members = [best]
      }
    },
  }
}

function withoutJustification(
  instance: ResourceInstance,
  scheduler: SerialScheduler,
  keys: ArrayLike<number>,
): Member {
  const order = scheduler.orderBy(keys)
  const starts = scheduler.schedule(order)
  return { order, starts, makespan: makespanOf(instance, starts) }
}

function decode(instance: ResourceInstance, scheduler: SerialScheduler, order: Int32Array): Member {
  const starts = scheduler.justify(scheduler.schedule(order))
  return { order: scheduler.orderBy(starts), starts, makespan: makespanOf(instance, starts) }
}

/** Latest finish, latest start, most successors, longest tail with its successors' work, shortest slack. */
function priorityRules(
  instance: ResourceInstance,
  { heads, tails }: { readonly heads: Int32Array; readonly tails: Int32Array },
): readonly Float64Array[] {
  const { count, durations } = instance
  const { outgoing } = lagLists(instance)
  const rule = (key: (activity: number) => number): Float64Array =>
    Float64Array.from({ length: count }, (_, activity) => key(activity))
  const tail = (activity: number): number => tails[activity] ?? 0
  const duration = (activity: number): number => durations[activity] ?? 0
  return [
    rule(activity => duration(activity) - tail(activity)),
    rule(activity => -tail(activity)),
    rule(activity => -tail(activity) - (heads[activity] ?? 0)),
    rule(activity => -(outgoing[activity]?.length ?? 0)),
    rule(
      activity =>
        -duration(activity) - (outgoing[activity] ?? []).reduce((sum, { to }) => sum + duration(to), 0),
    ),
    rule(activity => heads[activity] ?? 0),
  ]
}

function disturbed(keys: ArrayLike<number>, random: Random): Float64Array {
  const result = Float64Array.from(keys)
  let spread = 1
  for (const key of result) spread = Math.max(spread, Math.abs(key))
  for (let at = 0; at < result.length; at += 1)
    result[at] = (result[at] ?? 0) + (random.float() - 0.5) * spread * 0.5
  return result
}

/** Two of three chances go to the better one of two. */
function pickOne(members: readonly Member[], random: Random): Member | undefined {
  const left = members[random.uint32() % members.length]
  const right = members[random.uint32() % members.length]
  if (left === undefined || right === undefined) return left ?? right
  return left.makespan <= right.makespan ? left : right
}

/** The mother's order outside of two points, the father's for what lies between; it holds every lag both hold. */
function crossed(mother: Int32Array, father: Int32Array, random: Random): Int32Array {
  const count = mother.length
  const one = random.uint32() % (count + 1)
  const two = random.uint32() % (count + 1)
  const [from, until] = one < two ? [one, two] : [two, one]
  const child = new Int32Array(count)
  const isUsed = new Uint8Array(count)
  let size = 0
  const take = (order: Int32Array, until: number): void => {
    for (const activity of order) {
      if (size >= until) return
      if (isUsed[activity] === 1) continue
      isUsed[activity] = 1
      child[size++] = activity
    }
  }
  take(mother, from)
  take(father, until)
  take(mother, count)
  return child
}

function swapNeighbours(
  order: Int32Array,
  canSwap: (left: number, right: number) => boolean,
  random: Random,
): void {
  for (let at = 0; at + 1 < order.length; at += 1) {
    if (random.float() >= SWAP_CHANCE) continue
    const left = order[at] ?? 0
    const right = order[at + 1] ?? 0
    if (!canSwap(left, right)) continue
    order[at] = right
    order[at + 1] = left
  }
}

/** A child takes the place of the worst member, unless it is no better or the same schedule is there already. */
function replaceWorst(members: Member[], child: Member): void {
  let worst = 0
  for (const [at, member] of members.entries()) {
    if (member.makespan === child.makespan && isSame(member.starts, child.starts)) return
    if (member.makespan > (members[worst]?.makespan ?? 0)) worst = at
  }
  if ((members[worst]?.makespan ?? 0) >= child.makespan) members[worst] = child
}

function isSame(left: Int32Array, right: Int32Array): boolean {
  return left.every((start, at) => start === right[at])
}
