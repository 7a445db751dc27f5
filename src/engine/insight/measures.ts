import type { Gate } from '../../contracts/gate.ts'
import type { Measure } from '../../contracts/insight.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Run } from '../../contracts/run.ts'
import type { RunFacts, WindowFacts } from './facts.ts'

/** Fewer samples say nothing about a share. */
const MIN_SAMPLES = 20

export interface SoulHealth {
  readonly answers: number
  readonly p95_ms: number | undefined
}

type Draft = Omit<Measure, 'state' | 'value'> & { readonly value: number | undefined }

/** The measures of source A, section 9, with their targets, where they may lie, and how many samples they rest on. */
export function measuresOf(facts: WindowFacts, soul: SoulHealth): readonly Measure[] {
  const drafts = [...ofApprovals(facts), ...ofGoals(facts), ...ofPeople(facts), ofSoul(soul)]
  return drafts.map(draft => ({ ...draft, value: draft.value ?? null, state: stateOf(draft) }))
}

function ofApprovals({ gates, runs }: WindowFacts): readonly Draft[] {
  const approvals = gates.filter(isApproval)
  const closed = approvals.filter(gate => gate.status !== 'pending')
  const expired = closed.filter(gate => gate.status === 'expired')
  const goals = runs.filter(({ run }) => run.kind === 'reasoning')
  const asked = goals.filter(({ run }) => approvals.some(gate => gate.run_id === run.run_id))
  return [
    {
      ...{ id: 'approval_request_rate', label: 'Goals that needed an approval', unit: 'share' },
      ...share(asked.length, goals.length),
      target: { at_least: 0.15, at_most: 0.25 },
      band: { from: 0.1, to: 0.3 },
      meaning: 'Too few: gates are loose. Too many: people are asked about everything.',
    },
    {
      ...{ id: 'approval_timeout_rate', label: 'Approvals nobody answered in time', unit: 'share' },
      ...share(expired.length, closed.length),
      target: { at_most: 0.05 },
      band: { from: 0, to: 0.1 },
      meaning: 'Above 10 % the time limit is raised from 300 to 600 seconds.',
    },
  ]
}

function ofGoals({ runs, checks }: WindowFacts): readonly Draft[] {
  const goals = runs.filter(({ run }) => run.kind === 'reasoning')
  const ended = goals.filter(({ run }) => run.finished_at !== undefined)
  const executed = ended.filter(({ startedCalls }) => startedCalls.length > 0)
  const mismatched = ended.filter(isMismatched)
  const scores = goals.flatMap(({ confidence }) => confidence ?? [])
  return [
    {
      ...{ id: 'early_exit_rate', label: 'Blocked by pre-checks', unit: 'share' },
      ...share(checks.filter(isPassed => !isPassed).length, checks.length),
      meaning: 'Goals that pre-validation found impossible, contradictory or without what they need.',
    },
    {
      ...{ id: 'execution_rate', label: 'Goals executed', unit: 'share' },
      ...share(executed.length, ended.length),
      meaning: 'The rest were suggestions, questions, rejections or stops.',
    },
    {
      ...{ id: 'success_rate', label: 'Started goals that succeeded', unit: 'share' },
      ...share(executed.filter(({ run }) => run.outcome === 'succeeded').length, executed.length),
      meaning: 'Every call succeeded. The rest failed, were done in part, or were undone.',
    },
    {
      ...{ id: 'confidence_spread', label: 'Spread of graded confidence', unit: 'score' },
      value: scores.length < 2 ? undefined : deviationOf(scores),
      samples: scores.length,
      target: { at_least: 0.35 },
      band: { from: 0.2, to: 0.5 },
      meaning: 'Standard deviation. A narrow one tells sure goals and unsure ones not apart.',
    },
    {
      ...{ id: 'tool_mismatches', label: 'Runs whose calls and results differ', unit: 'count' },
      value: ended.length === 0 ? undefined : mismatched.length,
      samples: ended.length,
      target: { at_most: 0 },
      meaning: 'Every call that was started has one result in the answer.',
    },
  ]
}

function ofPeople({ feedback, gates }: WindowFacts): readonly Draft[] {
  const ofGates = feedback.filter(({ about }) => about.startsWith('gate_'))
  const ofRuns = feedback.filter(({ about }) => about.startsWith('run_'))
  const undecided = gates.filter(gate => gate.status === 'pending')
  return [
    {
      ...{ id: 'clarification_helpfulness', label: 'Clarifications that helped', unit: 'share' },
      ...share(ofGates.filter(({ isHelpful }) => isHelpful).length, ofGates.length),
      target: { at_least: 0.8 },
      meaning: 'By one tap after the answers.',
    },
    {
      ...{ id: 'satisfaction', label: 'Runs that helped', unit: 'share' },
      ...share(ofRuns.filter(({ isHelpful }) => isHelpful).length, ofRuns.length),
      target: { at_least: 0.9 },
      meaning: 'By one tap after the end of a run.',
    },
    {
      ...{ id: 'waiting', label: 'Waiting for people', unit: 'count' },
      value: undecided.length,
      samples: gates.length,
      meaning: 'Of the gates opened in this window.',
    },
  ]
}

function ofSoul({ answers, p95_ms }: SoulHealth): Draft {
  return {
    ...{ id: 'soul_latency', label: 'Context latency (p95)', unit: 'ms' },
    value: answers === 0 ? undefined : p95_ms,
    samples: answers,
    target: { at_most: 100 },
    band: { from: 0, to: 200 },
    meaning: 'Above 200 ms conversation contexts are kept for a minute.',
  }
}

/** Inside the target good, inside the band worth watching, outside bad; a count needs no heap of samples. */
function stateOf({ value, samples, target, band, unit }: Draft): Measure['state'] {
  if (value === undefined || target === undefined) return 'none'
  if (samples < MIN_SAMPLES && unit !== 'count') return 'few'
  const isIn = (low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY) =>
    value >= low && value <= high
  if (isIn(target.at_least, target.at_most)) return 'good'
  return band && isIn(band.from, band.to) ? 'watch' : 'bad'
}

export function isApproval(gate: Pick<Gate, 'subject'>): boolean {
  return 'tool_calls' in gate.subject
}

function share(
  part: number,
  samples: number,
): { readonly value: number | undefined; readonly samples: number } {
  return { value: samples === 0 ? undefined : part / samples, samples }
}

/** Results of calls that were started; what did not run has an entry too. */
/** A started call without a result, or a result that says its call ran although the ledger never started it. */
function isMismatched({ run, startedCalls }: RunFacts): boolean {
  const results = resultsOf(run)
  const told = new Set(results.map(({ call_id }) => call_id))
  const ran = results.filter(({ status }) => status === 'succeeded' || status === 'unknown')
  return (
    startedCalls.some(id => !told.has(id)) ||
    ran.some(({ call_id }) => !startedCalls.includes(String(call_id)))
  )
}

function resultsOf({ output }: Run): readonly JsonObject[] {
  const results = isObject(output) ? output.tool_results : undefined
  return Array.isArray(results) ? results.filter(isObject) : []
}

function deviationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
