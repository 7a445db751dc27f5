import type { Gate, GateOption, WhyHeld } from './gate.ts'
import type { JsonValue } from './json-value.ts'
import type { ToolCall } from './tool-call.ts'

/** Whether a person must have opened the whole gate before approving it: something was cut, or there is evidence. */
export function needsViewing({ briefing, artifacts }: Pick<Gate, 'briefing' | 'artifacts'>): boolean {
  return briefing.truncated || artifacts.length > 0
}

/** Whether an option lets the calls of its gate run: an approval, or going on past an advisory gate. */
export function letsCallsRun({ id, decision }: Pick<GateOption, 'id' | 'decision'>): boolean {
  return decision === 'approve' || (decision === 'skip' && id === 'continue')
}

/**
 * What several gates must have in common to be approved together: who asks, which tools with which names of
 * arguments and which danger, and every reason and risk. Equal text for equal questions; values of arguments are
 * no part of it.
 */
export function reviewTemplate(gate: Gate): string {
  const calls = 'tool_calls' in gate.subject ? gate.subject.tool_calls : []
  const values = calls.flatMap(namedValues).toSorted((a, b) => b.length - a.length)
  return JSON.stringify([
    gate.requested_by,
    gate.type,
    calls.length > 0 ? calls.map(shapeOf) : gate.gate_id,
    gate.why_held.map(why => reasonOf(why, values)).toSorted(),
    gate.risks.toSorted(),
  ])
}

function shapeOf({ tool, arguments: values, reversibility, claimed, annotations }: ToolCall) {
  return [tool, Object.keys(values).toSorted(), reversibility, claimed, annotations.destructive]
}

/** A reason without the values of its own gate: a score, and what an origin names. All other texts count as they are. */
function reasonOf({ source, rule_id, text }: WhyHeld, values: readonly string[]): string {
  if (source === 'confidence') return JSON.stringify([source, rule_id])
  const plain =
    source === 'provenance' ? values.reduce((rest, value) => rest.replaceAll(value, '…'), text) : text
  return JSON.stringify([source, rule_id, plain])
}

function namedValues({ arguments: values, origins = [] }: ToolCall): readonly string[] {
  const named = [...textsIn(values), ...origins.flatMap(({ value, where = '' }) => [value, where])]
  return named.filter(value => value !== '')
}

function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}
