import type { JsonObject, JsonValue } from 'soulgate/contracts/json-value'
import { AgentText, LONG_TEXT } from '../text/agent-text.tsx'
import { valueText } from './call-summary.ts'
import classes from './calls.module.css'

const MAX_COLUMNS = 8

/** Whether a value is a short list of like objects, which reads better as a table than as JSON. */
export function isTable(value: JsonValue): value is JsonObject[] {
  if (!Array.isArray(value) || value.length < 2 || valueText(value).length > LONG_TEXT) return false
  const names = value.map(row => (isFlat(row) ? Object.keys(row).sort().join('\n') : undefined))
  return names[0] !== undefined && names[0] !== '' && names.every(each => each === names[0])
}

function isFlat(value: JsonValue): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length <= MAX_COLUMNS &&
    Object.values(value).every(each => typeof each !== 'object')
  )
}

export function ValueTable({ rows }: { readonly rows: readonly JsonObject[] }) {
  const names = Object.keys(rows[0] ?? {})
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {names.map(name => (
            <th key={name} scope="col">
              <AgentText text={name} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place
          <tr key={index}>
            {names.map(name => (
              <td key={name} data-number={typeof row[name] === 'number' || undefined}>
                <AgentText text={valueText(row[name] ?? null)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
