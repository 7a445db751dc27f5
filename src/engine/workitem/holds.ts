import type { Clock } from '../../base/clock.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import { type Store, watch } from '../../store/store.ts'
import { HOLD, listHolds, type WorkItemHold } from './records.ts'

const MAX_AGE_MS = 60_000

/** One call as far as work items care. */
export interface CallAbout {
  readonly arguments: JsonValue
  /** Paths that its arguments name, by their meaning. */
  readonly paths: readonly string[]
  /** False where what its arguments mean is only claimed, or nobody has declared the tool. */
  readonly trusted: boolean
  /** The run of ours that proposes it; never what a caller names. */
  readonly executing_run_id?: string
}

export interface HeldBy {
  /** The item whose intent nobody has approved yet and whose paths the call touches. */
  readonly unapproved?: string
  /** The call only touches the documents of the item that its own run follows. */
  readonly own: boolean
}

export interface WorkItemHolds {
  find(call: CallAbout): Promise<HeldBy>
}

interface HoldParts {
  readonly store: Store
  readonly clock: Clock
  /**
   * Every place a path may mean, relative to the workspace with `/` and `''` for all of it: as it is written, and
   * where links lead. Empty for one that lies outside.
   */
  readonly locate: (path: string) => readonly string[]
}

const NOTHING: HeldBy = { own: false }

/**
 * Which work item holds a call. Fails closed: what cannot be read rejects, and the call is not judged. A path that
 * lies in the item's paths or folder touches it, and so does one that holds them. Where a tool names no path, or what
 * its arguments mean is only claimed, any mention of the item's paths in its texts counts.
 */
export function createWorkItemHolds({ store, clock, locate }: HoldParts): WorkItemHolds {
  const holds = watch({
    store,
    clock,
    topics: [`document:${HOLD}`],
    maxAgeMs: MAX_AGE_MS,
    read: () => listHolds(store),
  })
  // Read at once, so that a judgement inside a transaction seldom has to read beside it.
  store.subscribe(topics => {
    if (topics.includes(`document:${HOLD}`)) holds.get().catch(() => {})
  })
  return {
    find: async call => {
      const living = await holds.get()
      if (living.length === 0) return NOTHING
      const named = call.paths.flatMap(path => locate(beforeWildcard(path)))
      const mine = living.find(hold => hold.run_id === call.executing_run_id)
      const own = mine !== undefined && isInFolder(mine, call, named)
      for (const hold of living) {
        if (hold.approved || (own && hold === mine) || !touches(hold, call, { named, locate })) continue
        const run = await store.getRun(hold.run_id)
        if (run?.status !== 'cancelled') return { unapproved: hold.item_id, own: false }
      }
      return { own }
    },
  }
}

function isInFolder(hold: WorkItemHold, call: CallAbout, named: readonly string[]): boolean {
  const folder = fold(hold.folder)
  return call.paths.length > 0 && named.length > 0 && named.every(path => fold(path).startsWith(`${folder}/`))
}

interface Places {
  readonly named: readonly string[]
  readonly locate: HoldParts['locate']
}

function touches(hold: WorkItemHold, call: CallAbout, { named, locate }: Places): boolean {
  const held = [hold.folder, ...hold.paths].flatMap(locate).map(fold)
  if (named.some(path => held.some(place => overlaps(fold(path), place)))) return true
  if (call.trusted && call.paths.length > 0) return false
  if (held.includes('')) return true
  return textsIn(call.arguments).some(text => mentions(text, held, locate))
}

function overlaps(path: string, place: string): boolean {
  if (path === '' || place === '' || path === place) return true
  return path.startsWith(`${place}/`) || place.startsWith(`${path}/`)
}

/** Whether a text names one of the places, or a folder that holds it, as one of its words. */
function mentions(text: string, held: readonly string[], locate: HoldParts['locate']): boolean {
  const folded = fold(text)
  const tops = new Set(held.map(place => place.slice(0, indexOrEnd(place, '/'))))
  if (![...tops].some(top => folded.includes(top))) return false
  const words = text.split(/[\s"'`=:;,()<>|&{}[\]]+/).filter(word => word !== '' && word.length <= 1024)
  return words.some(word =>
    locate(beforeWildcard(word))
      .map(fold)
      .some(path => path !== '' && held.some(place => overlaps(path, place))),
  )
}

/** Where a pattern stops being a path: what comes before its first wildcard holds everything it can mean. */
function beforeWildcard(path: string): string {
  const at = path.search(/[*?[{]/)
  if (at < 0) return path
  return path.slice(0, path.lastIndexOf('/', at) + 1) || '.'
}

/** Case is ignored where that holds more. */
function fold(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

function indexOrEnd(text: string, part: string): number {
  const at = text.indexOf(part)
  return at < 0 ? text.length : at
}

function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}
