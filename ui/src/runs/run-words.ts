import type { Event } from 'soulgate/contracts/event'
import type { JsonValue } from 'soulgate/contracts/json-value'
import type { CallStatus, Outcome } from 'soulgate/contracts/outcome'
import type { Run, RunKind, RunStatus } from 'soulgate/contracts/run'
import type { Step } from 'soulgate/contracts/step'
import type { ToolCallResult } from 'soulgate/contracts/tool-call'

export const RUN_STATUS_NAMES: Readonly<Record<RunStatus, string>> = {
  queued: 'Queued',
  running: 'Running',
  waiting_input: 'Waits for a person',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

export const RUN_KIND_NAMES: Readonly<Record<RunKind, string>> = {
  reasoning: 'Goals',
  agent: 'Agents of your own',
  external: 'Agents outside',
  chat: 'Chat',
  plan: 'Plans',
  iteration: 'Plans in iterations',
  workitem: 'Work items',
}

/** How an ended run is called by what came of it; a run whose calls failed is never just completed. */
const OUTCOME_NAMES: Readonly<Record<Outcome, string>> = {
  succeeded: 'Completed',
  partly: 'Partly done',
  failed: 'Failed',
  undone: 'Undone',
}

/** Where a run stands, in words and for its colour. */
export function standingOf({ status, outcome }: Pick<Run, 'status' | 'outcome'>): {
  readonly name: string
  readonly look: string
} {
  if (outcome === undefined || status === 'cancelled') return { name: RUN_STATUS_NAMES[status], look: status }
  return { name: OUTCOME_NAMES[outcome], look: outcome === 'succeeded' ? 'completed' : outcome }
}

/** `3 of 5 calls succeeded, 2 undone`; empty where there is nothing to add to what the run says. */
export function countText(calls: Run['calls'] = [], said = ''): string {
  const count = (status: CallStatus) => calls.filter(call => call.status === status).length
  const [undone, succeeded] = [count('undone'), count('succeeded')]
  if (undone === calls.length && undone > 0)
    return undone === 1 ? 'The call was undone.' : `All ${undone} calls were undone.`
  if (undone === 0 && succeeded === calls.length) return ''
  const text = `${succeeded} of ${calls.length} calls succeeded${undone > 0 ? `, ${undone} undone` : ''}.`
  return said.includes(text) ? '' : text
}

export const ENDED: readonly RunStatus[] = ['completed', 'failed', 'cancelled']

/** What a run was asked to do, in the person's words where there are any. */
export function goalOf(run: Pick<Run, 'input' | 'kind' | 'agent'>): string {
  const { input, agent } = run
  if (agent !== undefined) return [agent, ...inputWords(input)].join(' · ')
  if (isObject(input)) {
    const words = [input.goal, input.message, input.title, input.tool].find(
      value => typeof value === 'string' && value !== '',
    )
    if (typeof words === 'string') return words
  }
  return typeof input === 'string' && input !== '' ? input : `A run of kind ${run.kind}`
}

/** `order o1`: the plain values of an input, each after its name. */
function inputWords(input: JsonValue): readonly string[] {
  if (!isObject(input)) return []
  return Object.entries(input).flatMap(([name, value]) =>
    typeof value === 'object' || value === '' ? [] : [`${name} ${String(value)}`],
  )
}

/** How long a step took so far; people's waits count while they last. */
export function stepMs(step: Step, now: number): number {
  if (step.duration_ms !== undefined) return step.duration_ms
  if (!step.ended_at && step.status !== 'started') return 0
  const end = step.ended_at ? Date.parse(step.ended_at) : now
  return Math.max(0, end - Date.parse(step.started_at))
}

/** The name of a step for people: `tool:move_file` → `move_file`, `emit:gate_opened` → `event gate_opened`. */
export function stepName({ name }: Pick<Step, 'name'>): string {
  return name
    .replace(/^tool:/, '')
    .replace(/^emit:/, 'event ')
    .replace(/:1$/, '')
    .replace(/^now$/, 'clock')
}

/** Who did it, short: `you`, `reasoning`, `engine`, or the end of somebody's id. */
export function actorName(id: string, ownId: string): string {
  if (id === ownId) return 'you'
  if (id.startsWith('person_')) return `person …${id.slice(-6)}`
  return id.replace(/^(agent|system):/, '')
}

/**
 * Width of each step on the strip, in percent. By the logarithm of its time, so that a wait of hours does not hide
 * the work of milliseconds; the strip says that it is not to scale.
 */
export function stripWidths(steps: readonly Step[], now: number): readonly number[] {
  const weights = steps.map(step => 1 + Math.log10(1 + stepMs(step, now)))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map(weight => (weight / sum) * 100)
}

/** Results of the calls of a run, where its output carries them. */
export function toolResultsOf(output: JsonValue | undefined): readonly ToolCallResult[] {
  if (!isObject(output) || !Array.isArray(output.tool_results)) return []
  return output.tool_results.filter(isToolResult)
}

/** What the run says at its end, where it says something. */
export function messageOf(output: JsonValue | undefined): string {
  if (typeof output === 'string') return output
  if (!isObject(output)) return ''
  const result = isObject(output.result) ? output.result : output
  const words = [result.message, result.summary, output.message].find(value => typeof value === 'string')
  return typeof words === 'string' ? words : ''
}

const PLAIN_EVENTS: Partial<Readonly<Record<Event['type'], string>>> = {
  gate_opened: 'asked people',
  gate_decided: 'was decided',
  gate_deciding: 'decision in its undo window',
  gate_decision_undone: 'decision taken back',
  grant_issued: 'call allowed',
  grant_consumed: 'call started',
  call_undone: 'call taken back',
}

export function eventName(type: Event['type']): string {
  return PLAIN_EVENTS[type] ?? type.replaceAll('_', ' ')
}

function isObject(value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isToolResult(value: unknown): value is ToolCallResult {
  return (
    typeof value === 'object' &&
    value !== null &&
    'tool_name' in value &&
    'status' in value &&
    'input' in value
  )
}
