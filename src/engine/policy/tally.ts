import {
  type PolicyChange,
  PolicyChangeKind,
  type PolicyReplay,
  type ReplayDifference,
} from '../../contracts/policy-replay.ts'
import type { StoredVerdict } from '../../store/store.ts'
import type { Reproduced } from './reproduce.ts'

const MAX_DIFFERENCES = 50
const MAX_TEXT = 500

/** Counts what a replay finds, and keeps of the changes the gravest and newest. */
export interface Tally {
  checked(verdict: StoredVerdict, recorded: Reproduced): void
  compared(drifted: boolean): void
  changed(change: Omit<PolicyChange, 'kind'>): void
  result(): Omit<PolicyReplay, 'since' | 'until'>
}

export function createTally(limit: number): Tally {
  const counts = Object.fromEntries(PolicyChangeKind.options.map(kind => [kind, 0])) as PolicyReplay['counts']
  const byKind = new Map<PolicyChangeKind, PolicyChange[]>()
  const differences: ReplayDifference[] = []
  const policies = new Set<string>()
  const seen = { matched: 0, of: 0, proposals: 0, drifted: 0, changed: 0 }
  return {
    checked: (verdict, { difference }) => {
      seen.of += 1
      policies.add(verdict.policy)
      if (difference === undefined) seen.matched += 1
      else if (differences.length < MAX_DIFFERENCES) differences.push(toDifference(verdict, difference))
    },
    compared: drifted => {
      seen.proposals += 1
      if (drifted) seen.drifted += 1
    },
    changed: change => {
      const kind = kindOf(change)
      seen.changed += 1
      counts[kind] += 1
      const kept = byKind.get(kind) ?? []
      byKind.set(kind, kept)
      kept.push({ ...change, kind, why: change.why.slice(0, MAX_TEXT) })
      if (kept.length > limit) kept.shift()
    },
    result: () => {
      const changes = PolicyChangeKind.options
        .flatMap(kind => (byKind.get(kind) ?? []).toReversed())
        .slice(0, limit)
      const { matched, of, ...rest } = seen
      return {
        ...rest,
        reproduced: { matched, of, policies: policies.size, differences },
        counts,
        changes,
        truncated: changes.length < seen.changed,
      }
    },
  }
}

function toDifference(
  { verdict_id, at, agent, tool, output }: StoredVerdict,
  difference: Pick<ReplayDifference, 'reason' | 'replayed'>,
): ReplayDifference {
  const { reason, replayed } = difference
  const recorded = output.slice(0, MAX_TEXT)
  return { verdict_id, at, agent, tool, recorded, replayed: replayed.slice(0, MAX_TEXT), reason }
}

/** What a change means for the people who were asked and for those who were not. */
function kindOf({
  before,
  after,
  person,
}: Pick<PolicyChange, 'before' | 'after' | 'person'>): PolicyChangeKind {
  if (after === 'released') {
    if (person === 'rejected' || person === 'steered') return 'rejected_would_run'
    if (person === 'edited') return 'edited_would_run'
    return person === 'approved' ? 'approval_saved' : 'would_run_unasked'
  }
  const ranOrWaited = before === 'released' || before === 'held'
  if (!ranOrWaited) return after === 'held' ? 'would_be_asked' : 'other'
  if (after === 'denied' || after === 'suggested')
    return person === 'approved' || person === 'edited' ? 'approved_would_be_denied' : 'would_be_denied'
  return 'would_be_asked'
}
