import type { GateField } from 'soulgate/contracts/gate-fields'
import type { JsonValue } from 'soulgate/contracts/json-value'
import { valueText } from '../calls/call-summary.ts'
import calls from '../calls/calls.module.css'
import { AgentText } from '../text/agent-text.tsx'
import { escapeHiddenCharacters } from '../text/hidden-characters.ts'
import { ScrolledText } from '../text/scrolled-text.tsx'
import { WHOLE } from './decision-draft.ts'

/** What a gate of somebody's own type is about, field by field in the order of its definition. */
export function GateFieldList(props: {
  readonly fields: readonly GateField[]
  readonly opened: readonly string[]
}) {
  if (props.fields.length === 0) return <p className={calls.none}>It has no fields.</p>
  return (
    <dl className={calls.arguments}>
      {props.fields.map(({ name, label, description, value }) => (
        <div key={name} className={calls.argument}>
          <dt>
            <AgentText text={label} />
          </dt>
          <dd>
            <ScrolledText
              mono={!isPlain(value)}
              label={escapeHiddenCharacters(label)}
              readKey={name}
              text={isPlain(value) ? plainText(value) : valueText(value)}
              isRead={props.opened.includes(WHOLE)}
            />
            {description && (
              <p className={calls.none}>
                <AgentText text={description} />
              </p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A value, or a list of values, without braces of JSON. */
function isPlain(value: JsonValue): boolean {
  return Array.isArray(value) ? value.every(item => typeof item !== 'object') : typeof value !== 'object'
}

function plainText(value: JsonValue): string {
  return Array.isArray(value) ? value.map(String).join('\n') : String(value)
}
