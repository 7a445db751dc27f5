import type { Gate } from 'soulgate/contracts/gate'
import type { Run } from 'soulgate/contracts/run'
import { CheckIcon } from '../icons/icons.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { CallCard } from './call-card.tsx'
import classes from './talk.module.css'
import { callState, type TalkCall } from './talk-entries.ts'

/** From so many on, calls that are done are one line. */
const MANY = 3

/** The calls of one turn; many that are done are folded into one line. */
export function CallList(props: {
  readonly calls: readonly TalkCall[]
  readonly run: Run | undefined
  readonly gates: readonly Gate[]
}) {
  const { calls, run, gates } = props
  const isFolded = calls.length >= MANY && calls.every(call => callState(call, run, gates) === 'done')
  const list = (
    <ul className={classes.calls} aria-label="Calls of the agent">
      {calls.map(call => (
        <li key={call.id}>
          <CallCard call={call} state={callState(call, run, gates)} />
        </li>
      ))}
    </ul>
  )
  if (!isFolded) return list
  return (
    <details className={classes.call} data-state="done">
      <summary>
        <span className={classes.mark} data-state="done">
          <CheckIcon size={14} />
        </span>
        <b>{calls.length} calls</b>
        <span className={classes.target}>
          <AgentText text={countedNames(calls)} />
        </span>
        <span className={classes.callState}>done</span>
      </summary>
      <div className={classes.folded}>{list}</div>
    </details>
  )
}

/** `generate_page ×5, read_page` */
function countedNames(calls: readonly TalkCall[]): string {
  const counts = new Map<string, number>()
  for (const { name } of calls) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} ×${count}`)).join(', ')
}
