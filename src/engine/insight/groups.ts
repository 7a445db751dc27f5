import type { Gate } from '../../contracts/gate.ts'
import type { InsightGroup, Insights } from '../../contracts/insight.ts'

/** More names than anybody compares at once. */
const MOST = 12
const DAY_MS = 86_400_000

/** Decided by a person in time; expired, withdrawn and replaced ones are not. */
export function isDecided({ status }: Pick<Gate, 'status'>): boolean {
  return ['approved', 'rejected', 'steered', 'answered', 'skipped'].includes(status)
}

/** Where the decisions of a window came from and who answered them: for each agent, tool and person, the busiest first. */
export function groupsOf(gates: readonly Gate[]): Insights['groups'] {
  return {
    agents: groupBy(gates, gate => [[gate.requested_by, gate.briefing.agent]]),
    tools: groupBy(gates, ({ subject }) =>
      'tool_calls' in subject ? subject.tool_calls.map(({ tool }) => [tool, tool]) : [],
    ),
    people: groupBy(gates, deciderOf),
  }
}

/** Whom it waits for, or who decided it; nobody in particular where it waits for anybody. */
function deciderOf(gate: Gate): readonly Named[] {
  if (gate.status === 'pending') return gate.assignee === undefined ? [] : [[gate.assignee, gate.assignee]]
  const last = gate.decisions.findLast(({ late }) => !late)
  return last === undefined || !isDecided(gate)
    ? []
    : [[last.decided_by, last.decided_by_name ?? last.decided_by]]
}

type Named = readonly [id: string, name: string]

function groupBy(gates: readonly Gate[], namesOf: (gate: Gate) => readonly Named[]): InsightGroup[] {
  const groups = new Map<string, { name: string; readonly gates: Set<Gate> }>()
  for (const gate of gates)
    for (const [id, name] of namesOf(gate)) {
      const group = groups.get(id) ?? { name, gates: new Set() }
      // A person who is only waited for is known by id; a decision of theirs tells the name.
      if (name !== id) group.name = name
      group.gates.add(gate)
      groups.set(id, group)
    }
  return [...groups]
    .map(([id, group]) => ({ id, name: group.name, ...countsOf([...group.gates]) }))
    .sort((a, b) => b.asked - a.asked || (a.id < b.id ? -1 : 1))
    .slice(0, MOST)
}

/** The same, day by day in UTC, the oldest first; days on which nothing was asked are there too. */
export function daysOf(
  gates: readonly Gate[],
  { from, to }: Pick<Insights, 'from' | 'to'>,
): Insights['days'] {
  const byDay = Map.groupBy(gates, gate => gate.created_at.slice(0, 10))
  const days: Insights['days'] = []
  const last = to.slice(0, 10)
  for (let at = Date.parse(from.slice(0, 10)); ; at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10)
    if (day > last) return days
    days.push({ day, ...countsOf(byDay.get(day) ?? []) })
  }
}

function countsOf(gates: readonly Gate[]): Omit<InsightGroup, 'id' | 'name'> {
  const count = (is: (gate: Gate) => boolean) => gates.filter(is).length
  const seconds = gates
    .filter(isDecided)
    .flatMap(({ created_at, decided_at }) =>
      decided_at === undefined ? [] : (Date.parse(decided_at) - Date.parse(created_at)) / 1000,
    )
    .sort((a, b) => a - b)
  return {
    asked: gates.length,
    waiting: count(({ status }) => status === 'pending'),
    decided: count(isDecided),
    rejected: count(({ status }) => status === 'rejected' || status === 'steered'),
    expired: count(({ status }) => status === 'expired'),
    p50_seconds: quantile(seconds, 0.5),
  }
}

/** The value below which this share of sorted values lies; null of none. */
export function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}
