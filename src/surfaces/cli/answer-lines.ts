import type { JsonValue } from '../../contracts/json-value.ts'
import { clip, escapeLine } from './terminal-text.ts'

const MAX_LINES = 40
const MAX_WIDTH = 160

/** What a tool answered, as lines for a person: a value, the lines of a text, one line for each entry of a list. */
export function answerLines(output: JsonValue | undefined): readonly string[] {
  const lines = linesOf(output ?? null).map(line => clip(escapeLine(line), MAX_WIDTH))
  if (lines.length <= MAX_LINES) return lines
  return [...lines.slice(0, MAX_LINES), `… and ${lines.length - MAX_LINES} more lines (--json has all)`]
}

function linesOf(value: JsonValue): readonly string[] {
  if (value === null) return []
  if (typeof value === 'string') return value.replace(/\n$/, '').split('\n')
  if (typeof value !== 'object') return [String(value)]
  if (isList(value)) return value.length === 0 ? ['none'] : value.map(item => linesOf(item).join('  '))
  const fields = Object.entries(value)
  const [only] = fields
  if (fields.length === 1 && only) return linesOf(only[1])
  return fields.flatMap(([name, item]) => fieldLines(name, item))
}

/** A list or a text of several lines stands under its name; the rest behind it. */
function fieldLines(name: string, item: JsonValue): readonly string[] {
  const lines = linesOf(item)
  if (lines.length <= 1 && !isList(item)) return [`${name} ${lines[0] ?? ''}`.trim()]
  return [`${name}:`, ...lines.map(line => `  ${line}`)]
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}
