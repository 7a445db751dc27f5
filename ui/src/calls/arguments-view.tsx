import type { ToolCall } from 'soulgate/contracts/tool-call'
import { AgentText, LONG_TEXT, LongAgentText } from '../text/agent-text.tsx'
import { sortedArguments, valueText } from './call-summary.ts'
import classes from './calls.module.css'

/** How many values of a call are too long to be seen at once. */
export function longValueKeys(call: Pick<ToolCall, 'arguments' | 'call_id'>): readonly string[] {
  return sortedArguments(call)
    .filter(([, value]) => valueText(value).length > LONG_TEXT)
    .map(([name]) => `${call.call_id}/${name}`)
}

/** Exactly the arguments that will be sent, by name. */
export function ArgumentsView(props: {
  readonly call: Pick<ToolCall, 'arguments' | 'call_id'>
  readonly onOpen?: ((key: string) => void) | undefined
}) {
  const entries = sortedArguments(props.call)
  if (entries.length === 0) return <p className={classes.none}>No arguments.</p>
  return (
    <dl className={classes.arguments}>
      {entries.map(([name, value]) => (
        <div key={name} className={classes.argument}>
          <dt>
            <AgentText text={name} />
          </dt>
          <dd>
            <LongAgentText
              mono
              text={valueText(value)}
              onOpen={() => props.onOpen?.(`${props.call.call_id}/${name}`)}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}
