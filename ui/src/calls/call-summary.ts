import type { JsonValue } from 'soulgate/contracts/json-value'
import type { ToolCall } from 'soulgate/contracts/tool-call'

const FROM_NAMES = ['from', 'source', 'source_path', 'src']
const TO_NAMES = ['to', 'destination', 'destination_path', 'target', 'dest']
const ON_NAMES = [
  'path',
  'file',
  'url',
  'host',
  'recipient',
  'address',
  'email',
  'account',
  'id',
  'name',
  'query',
]

/** What a call is about, in a few words: `a.log → archive/a.log`, `https://…`; empty when nothing names it. */
export function targetOf(call: Pick<ToolCall, 'arguments'>): string {
  const from = firstText(call, FROM_NAMES)
  const to = firstText(call, TO_NAMES)
  if (from && to) return `${from} → ${to}`
  return from ?? to ?? firstText(call, ON_NAMES) ?? ''
}

export function valueText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** Arguments in the order of their canonical form, so that one call always reads the same. */
export function sortedArguments(
  call: Pick<ToolCall, 'arguments'>,
): readonly (readonly [string, JsonValue])[] {
  return Object.entries(call.arguments).sort(([a], [b]) => (a < b ? -1 : 1))
}

export const DANGER_TEXT: Readonly<Record<ToolCall['reversibility'], string>> = {
  read_only: 'Reads only',
  reversible: 'Undoable',
  externally_reversible: 'Hard to undo',
  irreversible: 'Irreversible',
}

function firstText(call: Pick<ToolCall, 'arguments'>, names: readonly string[]): string | undefined {
  const found = names
    .map(name => call.arguments[name])
    .find(value => typeof value === 'string' && value !== '')
  return typeof found === 'string' ? found : undefined
}
