import { Button, Checkbox } from '@mantine/core'
import type { Gate } from 'soulgate/contracts/gate'
import type { ToolCall } from 'soulgate/contracts/tool-call'
import { ArgumentsView } from '../calls/arguments-view.tsx'
import { targetOf } from '../calls/call-summary.ts'
import { DangerBadge } from '../calls/danger-badge.tsx'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import { toolCallsOf, WHOLE } from './decision-draft.ts'
import classes from './inbox.module.css'

interface Choosing {
  readonly gate: Gate
  /** Ids of the calls that a decision will be about. */
  readonly chosen: readonly string[]
  readonly onChoose: (callId: string, isChosen: boolean) => void
  /** What has to be opened before it can be approved. */
  readonly unseen: readonly string[]
  /** What has been opened of it. */
  readonly opened: readonly string[]
  readonly onOpen: (key: string) => void
}

/** Section 1 of the card: exactly what a yes will do. */
export function WhatWillRun(props: Choosing) {
  const { gate } = props
  const calls = toolCallsOf(gate)
  if (calls.length > 0)
    return (
      <section className={classes.section}>
        <h3>{titleOf(gate, calls.length)}</h3>
        <ol className={classes.calls}>
          {calls.map((call, index) => (
            <CallCard
              key={call.call_id}
              {...props}
              call={call}
              place={calls.length > 1 ? index + 1 : undefined}
            />
          ))}
        </ol>
        <ReadAll {...props} />
      </section>
    )
  if ('questions' in gate.subject) return null
  const shown =
    'plan' in gate.subject ? gate.subject.plan : 'document' in gate.subject ? gate.subject.document : {}
  return (
    <section className={classes.section}>
      <h3>What is decided on</h3>
      <div className={classes.document}>
        <LongAgentText
          mono
          limit={4000}
          text={JSON.stringify(shown, null, 2)}
          opened={props.opened.includes(WHOLE)}
          onOpen={() => props.onOpen(WHOLE)}
        />
      </div>
      <ReadAll {...props} />
    </section>
  )
}

/** Much that is short is as easily overlooked as one long text, so its reader says when it is read. */
function ReadAll({ gate, unseen, onOpen }: Choosing) {
  if (gate.status !== 'pending' || !unseen.includes(WHOLE)) return null
  return (
    <Button variant="default" onClick={() => onOpen(WHOLE)}>
      I have read all of this
    </Button>
  )
}

function CallCard(props: Choosing & { readonly call: ToolCall; readonly place: number | undefined }) {
  const { gate, call, place } = props
  const answered = gate.call_decisions[call.call_id]
  const isChoosable = place !== undefined && gate.status === 'pending' && answered === undefined
  const target = targetOf(call)
  return (
    <li className={classes.call}>
      <div className={classes.callHead}>
        {isChoosable && (
          <Checkbox
            aria-label={`Include call ${place}, ${call.tool}`}
            checked={props.chosen.includes(call.call_id)}
            onChange={event => props.onChoose(call.call_id, event.currentTarget.checked)}
          />
        )}
        {place !== undefined && <span className={classes.place}>{place}</span>}
        <code className={classes.tool}>{call.tool}</code>
        {target && (
          <span className={classes.target}>
            <AgentText text={target.length > 120 ? `${target.slice(0, 120)}…` : target} />
          </span>
        )}
        <DangerBadge call={call} />
        {answered && (
          <span className={classes.answered}>{answered === 'approve' ? 'approved' : 'rejected'}</span>
        )}
      </div>
      <ArgumentsView call={call} opened={props.opened} onOpen={props.onOpen} />
    </li>
  )
}

function titleOf(gate: Gate, count: number): string {
  const words = gate.status === 'pending' ? 'What will run' : 'What it was about'
  return count === 1 ? words : `${words}: ${count} calls, in this order`
}
