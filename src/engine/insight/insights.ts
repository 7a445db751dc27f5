import type { Gate } from '../../contracts/gate.ts'
import type { Insights } from '../../contracts/insight.ts'
import type { WindowFacts } from './facts.ts'
import { daysOf, groupsOf, isDecided, quantile } from './groups.ts'
import { isApproval, measuresOf, type SoulHealth } from './measures.ts'
import type { Window } from './window.ts'

const STEPS = 10
const TIME_STEPS = [
  ...[
    { label: '< 10 s', up_to_seconds: 10 },
    { label: '10–60 s', up_to_seconds: 60 },
    { label: '1–5 min', up_to_seconds: 300 },
  ],
  ...[
    { label: '5–30 min', up_to_seconds: 1800 },
    { label: '0.5–4 h', up_to_seconds: 14_400 },
    { label: '4–24 h', up_to_seconds: 86_400 },
  ],
  { label: '> a day', up_to_seconds: null },
] as const

/** Counts the facts of a window; the same facts always give the same insights. */
export function countInsights(facts: WindowFacts, window: Window, soul: SoulHealth): Insights {
  const scores = facts.runs.flatMap(({ confidence }) => confidence ?? [])
  return {
    ...window,
    measures: [...measuresOf(facts, soul)],
    confidence: steps().map(({ from, to }) => ({
      ...{ from, to },
      count: scores.filter(score => isWithin(score, from, to)).length,
    })),
    funnel: funnelOf(facts),
    time_to_decision: timesOf(facts.gates),
    reliability: reliabilityOf(facts.gates),
    groups: groupsOf(facts.gates),
    days: daysOf(facts.gates, window),
    truncated: facts.isTruncated,
  }
}

function funnelOf({ gates, runs }: WindowFacts): Insights['funnel'] {
  const asked = gates.filter(isApproval)
  const answered = asked.filter(isDecided)
  const approved = answered.filter(gate => gate.status === 'approved')
  const failed = new Set(runs.filter(({ run }) => run.status !== 'completed').map(({ run }) => run.run_id))
  const executed = approved.filter(gate => gate.run_id !== undefined && !failed.has(gate.run_id))
  return [
    { stage: 'Asked', count: asked.length },
    { stage: 'Answered in time', count: answered.length },
    { stage: 'Approved', count: approved.length },
    { stage: 'Run completed', count: executed.length },
  ]
}

function timesOf(gates: readonly Gate[]): Insights['time_to_decision'] {
  const seconds = gates
    .filter(isDecided)
    .flatMap(({ created_at, decided_at }) =>
      decided_at === undefined ? [] : (Date.parse(decided_at) - Date.parse(created_at)) / 1000,
    )
    .sort((a, b) => a - b)
  let above = Number.NEGATIVE_INFINITY
  const buckets = TIME_STEPS.map(step => {
    const low = above
    const high = step.up_to_seconds ?? Number.POSITIVE_INFINITY
    above = high
    return { ...step, count: seconds.filter(value => value >= low && value < high).length }
  })
  return {
    p50_seconds: quantile(seconds, 0.5),
    p95_seconds: quantile(seconds, 0.95),
    samples: seconds.length,
    buckets,
  }
}

/** Were the agent's surer proposals also the ones that people let pass? */
function reliabilityOf(gates: readonly Gate[]): Insights['reliability'] {
  const judged = gates
    .filter(gate => isApproval(gate) && isDecided(gate))
    .flatMap(({ confidence, status }) =>
      confidence === undefined ? [] : [{ score: confidence.score, isApproved: status === 'approved' }],
    )
  return steps().map(({ from, to }) => {
    const inside = judged.filter(({ score }) => isWithin(score, from, to))
    const approved = inside.filter(({ isApproved }) => isApproved).length
    const sum = inside.reduce((total, { score }) => total + score, 0)
    return {
      ...{ from, to, samples: inside.length },
      confidence: inside.length === 0 ? null : sum / inside.length,
      approved: inside.length === 0 ? null : approved / inside.length,
    }
  })
}

function steps(): readonly { readonly from: number; readonly to: number }[] {
  return Array.from({ length: STEPS }, (_, step) => ({ from: step / STEPS, to: (step + 1) / STEPS }))
}

/** The last step holds 1 too. */
function isWithin(value: number, from: number, to: number): boolean {
  return value >= from && (value < to || (to === 1 && value === 1))
}
