import type { JsonValue } from 'soulgate/contracts/json-value'
import type { ToolCall } from 'soulgate/contracts/tool-call'
import { AgentText, LONG_TEXT } from '../text/agent-text.tsx'
import { escapeHiddenCharacters } from '../text/hidden-characters.ts'
import { ScrolledText } from '../text/scrolled-text.tsx'
import { sortedArguments, valueText } from './call-summary.ts'
import classes from './calls.module.css'
import { OriginChip } from './origin-chip.tsx'
import { isTable, ValueTable } from './value-table.tsx'

/** How many values of a call are too long to be seen at once. */
export function longValueKeys(call: Pick<ToolCall, 'arguments' | 'call_id'>): readonly string[] {
  return sortedArguments(call)
    .filter(([name, value]) => valueText(value).length > LONG_TEXT || name.length > LONG_TEXT)
    .map(([name]) => keyOf(call, name))
}

/** Exactly the arguments that will be sent, by name, each with where its value came from. */
export function ArgumentsView(props: {
  readonly call: Pick<ToolCall, 'arguments' | 'call_id' | 'origins'>
  /** Arguments that stand before all others. */
  readonly first?: readonly string[] | undefined
  readonly opened?: readonly string[]
  readonly onOpen?: ((key: string) => void) | undefined
  /** Arguments whose whole value stands above already, in a difference. */
  readonly shown?: readonly string[]
}) {
  const { call, opened = [] } = props
  const entries = inOrder(sortedArguments(call), props.first)
  if (entries.length === 0) return <p className={classes.none}>No arguments.</p>
  return (
    <dl className={classes.arguments}>
      {entries.map(([name, value]) => (
        <div key={name} className={classes.argument}>
          <dt>
            <AgentText text={name} />
          </dt>
          <dd>
            <ArgumentValue
              name={name}
              value={value}
              readKey={keyOf(call, name)}
              isRead={opened.includes(keyOf(call, name))}
              onRead={props.onOpen}
              isShown={props.shown?.includes(name) === true}
            />
            <OriginChip call={call} name={name} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function ArgumentValue(props: {
  readonly name: string
  readonly value: JsonValue
  readonly readKey: string
  readonly isRead: boolean
  readonly isShown: boolean
  readonly onRead: ((key: string) => void) | undefined
}) {
  const { name, value, readKey, onRead } = props
  const text = valueText(value)
  const whole = (
    <ScrolledText
      mono
      text={text}
      label={`Value of ${escapeHiddenCharacters(name)}`}
      readKey={readKey}
      isRead={props.isRead}
      onRead={onRead && (() => onRead(readKey))}
    />
  )
  if (!props.isShown) return isTable(value) ? <ValueTable rows={value} /> : whole
  return (
    <details>
      <summary className={classes.none}>
        {text.length.toLocaleString()} characters, shown above by what they change
      </summary>
      {whole}
    </details>
  )
}

type Entry = ReturnType<typeof sortedArguments>[number]

function inOrder(entries: readonly Entry[], first: readonly string[] = []): readonly Entry[] {
  const rank = ([name]: Entry) => (first.includes(name) ? first.indexOf(name) : first.length)
  return entries.toSorted((a, b) => rank(a) - rank(b))
}

export function keyOf(call: Pick<ToolCall, 'call_id'>, name: string): string {
  return `${call.call_id}/${name}`
}
