import type { Gate } from '../../contracts/gate.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import type { StoreSealing } from '../sealing.ts'

/** Of what a gate is about so many characters are found by a search. */
const MAX_SEARCHED_CHARACTERS = 20_000

/**
 * What a gate is found by, in small letters: what it does, every value of its arguments, what was asked for, what its agent
 * says, the agent and the people of it. What looks like a secret is left out before letters change, since a secret is known by its form.
 */
export function gateSearchText(gate: Gate, sealing: StoreSealing | undefined): string {
  const { briefing, subject } = gate
  const about =
    'tool_calls' in subject
      ? subject.tool_calls.map(call => ({ tool: call.tool, arguments: call.arguments }))
      : subject
  const people = gate.decisions.flatMap(decision => [decision.decided_by, decision.decided_by_name ?? ''])
  const words = [
    ...[gate.gate_id, briefing.summary, briefing.heading ?? '', gate.requested_by, gate.type],
    ...[briefing.asked_for ?? '', gate.on_behalf_of ?? '', gate.assignee ?? '', ...people],
    ...[about, briefing.agent_says ?? '', briefing.details],
  ]
  const written = JSON.stringify(words)
  const masked: JsonValue = JSON.parse(sealing?.mask(written) ?? written)
  return leavesOf(masked)
    .join(' ')
    .slice(0, MAX_SEARCHED_CHARACTERS)
    .toLowerCase()
    .toWellFormed()
    .replaceAll('\0', '_')
}

function leavesOf(value: JsonValue): readonly string[] {
  if (typeof value !== 'object' || value === null) return value === null ? [] : [String(value)]
  return Object.values(value).flatMap(leavesOf)
}
