import type { ApprovalRequest } from 'soulgate/contracts/reasoning'
import { targetOf } from '../calls/call-summary.ts'
import { DangerBadge } from '../calls/danger-badge.tsx'
import { toolCallsOf } from '../inbox/decision-draft.ts'
import { HELD_NAMES } from '../inbox/gate-words.ts'
import { useGate } from '../inbox/use-gates.ts'
import { LoadingState } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { Countdown } from '../time/countdown.tsx'
import classes from './ask.module.css'

/** The calls that wait, short, with the reason; the whole card is in the inbox. */
export function ProposedCalls(props: {
  readonly gateId: string
  readonly approval: ApprovalRequest | undefined
}) {
  const gate = useGate(props.gateId)
  if (!gate.data)
    return props.approval ? (
      <p>{props.approval.tools_proposed.join(', ')}</p>
    ) : (
      <LoadingState label="Reading the proposed calls" lines={2} />
    )
  return (
    <section className={classes.proposed} aria-label="Proposed calls">
      <ol>
        {toolCallsOf(gate.data).map(call => (
          <li key={call.call_id}>
            <code>
              <AgentText text={call.tool} />
            </code>
            <span className={classes.target}>
              <AgentText text={targetOf(call)} />
            </span>
            <DangerBadge call={call} />
          </li>
        ))}
      </ol>
      {gate.data.why_held.map(why => (
        <p key={why.source + why.text} className={classes.hint}>
          {HELD_NAMES[why.source]}: <AgentText text={why.text} />
        </p>
      ))}
      {gate.data.expires_at && gate.data.status === 'pending' && (
        <p className={classes.hint}>
          <Countdown createdAt={gate.data.created_at} expiresAt={gate.data.expires_at} withClock />
        </p>
      )}
    </section>
  )
}
