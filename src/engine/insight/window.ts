import type { Event, EventType } from '../../contracts/event.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { Run } from '../../contracts/run.ts'
import type { Settings } from '../../contracts/settings.ts'
import type { StoreReader } from '../../store/store.ts'
import { isBuiltInAgent } from '../gate/gate.ts'
import type { RequesterCount, RollbackCounts } from './rollback.ts'

/** A stretch of time, ISO-8601, both ends included. */
export interface Window {
  readonly from: string
  readonly to: string
}

export type WindowCounts = Pick<RollbackCounts, 'approvals' | 'pre_validation'>

const PAGE = 500
/** More would not change a rate by much, and a pass must stay cheap. */
const MAX_EVENTS = 5_000
const SAME_GOAL = 0.5

/** Counts ended approvals and stopped goals of a window from the audit chain, by who asked for them. */
export async function countWindow(
  store: StoreReader,
  window: Window,
  limits: Pick<Settings, 'approval_time_limit_seconds' | 'gate_ttl_seconds'>,
): Promise<WindowCounts> {
  const [ended, checks] = await Promise.all([
    readEvents(store, window, ['gate_decided', 'gate_expired']),
    readEvents(store, window, ['pre_validation']),
  ])
  const approvals = ended.filter(event => event.payload?.gate_type === 'tool_approval')
  return {
    approvals: await countApprovals(store, approvals, limits),
    pre_validation: await countRetries(store, checks),
  }
}

const GATES_AT_ONCE = 200

/**
 * Only gates that lived as long as the settings give count: what an asker, a rule or a reviewer chose as the limit
 * says nothing about the setting, and an asker could choose one that nobody can keep.
 */
async function countApprovals(
  store: StoreReader,
  ended: readonly Event[],
  limits: Pick<Settings, 'approval_time_limit_seconds' | 'gate_ttl_seconds'>,
): Promise<readonly RequesterCount[]> {
  const endOf = new Map(ended.flatMap(event => (event.gate_id ? [[event.gate_id, event.type]] : [])))
  const given = [limits.approval_time_limit_seconds * 1000, limits.gate_ttl_seconds * 1000]
  const ids = [...endOf.keys()]
  const counted = []
  for (let at = 0; at < ids.length; at += GATES_AT_ONCE) {
    for (const gate of await store.getGates(ids.slice(at, at + GATES_AT_ONCE))) {
      const lifeMs = Date.parse(gate.expires_at ?? '') - Date.parse(gate.created_at)
      if (!given.includes(lifeMs)) continue
      counted.push({ ...askerOf(gate), isHit: endOf.get(gate.gate_id) === 'gate_expired' })
    }
  }
  return byRequester(counted)
}

/** Our own agents ask for somebody: what they ask is that person's, and shows nothing of the agent. */
function askerOf({
  requested_by: requester,
  on_behalf_of: owner,
}: Pick<Gate, 'requested_by' | 'on_behalf_of'>) {
  return isBuiltInAgent(requester) ? { requester: owner ?? 'system' } : { requester, owner }
}

function byRequester(
  counted: readonly {
    readonly requester: string
    readonly owner?: string | undefined
    readonly isHit: boolean
  }[],
): readonly RequesterCount[] {
  const counts = new Map<string, RequesterCount>()
  for (const { requester, owner, isHit } of counted) {
    const { total = 0, hits = 0 } = counts.get(requester) ?? {}
    const whose = owner === undefined ? {} : { owner }
    counts.set(requester, { requester, ...whose, total: total + 1, hits: hits + (isHit ? 1 : 0) })
  }
  return [...counts.values()]
}

async function readEvents(
  store: StoreReader,
  { from, to }: Window,
  types: readonly EventType[],
): Promise<readonly Event[]> {
  const events: Event[] = []
  let cursor: string | undefined
  do {
    const page = await store.searchEvents(
      { types, from, to },
      { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) },
    )
    events.push(...page.items)
    cursor = page.next_cursor
  } while (cursor !== undefined && events.length < MAX_EVENTS)
  return events
}

/** A stopped goal counts as wrongly stopped when the same session soon had it done in similar words and surroundings. */
async function countRetries(
  store: StoreReader,
  checks: readonly Event[],
): Promise<RollbackCounts['pre_validation']> {
  const stoppedIds = new Set(
    checks.filter(event => event.payload?.validation_status !== 'passed').map(event => event.run_id),
  )
  const runs = await readRuns(store, [...new Set(checks.map(event => event.run_id))])
  const stopped = runs.filter(run => stoppedIds.has(run.run_id))
  const done = runs.filter(run => field(run.output, 'success') === true && !stoppedIds.has(run.run_id))
  return byRequester(
    stopped.map(run => ({
      ...askerOf(run),
      isHit: done.some(later => isRetryOf(later, run)),
    })),
  )
}

async function readRuns(store: StoreReader, ids: readonly (string | undefined)[]): Promise<readonly Run[]> {
  const runs: Run[] = []
  for (const id of ids) {
    const run = id === undefined ? undefined : await store.getRun(id)
    if (run) runs.push(run)
  }
  return runs
}

function isRetryOf(later: Run, earlier: Run): boolean {
  if (later.session_id !== earlier.session_id || later.run_id <= earlier.run_id) return false
  // With other things handed over, the stop did its work.
  const isSameContext = textOf(later, 'context') === textOf(earlier, 'context')
  return isSameContext && overlap(wordsOf(later), wordsOf(earlier)) >= SAME_GOAL
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = [...one].filter(word => other.has(word)).length
  return both === 0 ? 0 : both / (one.size + other.size - both)
}

function wordsOf(run: Run): ReadonlySet<string> {
  const goal = field(run.input, 'goal')
  return new Set(typeof goal === 'string' ? (goal.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) : [])
}

function textOf(run: Run, key: string): string {
  return JSON.stringify(field(run.input, key) ?? {})
}

function field(value: JsonValue | undefined, key: string): JsonValue | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as JsonObject)[key] : undefined
}
