import { Link } from '@tanstack/react-router'
import { headingPartsOf } from 'soulgate/contracts/act-line'
import type { Gate } from 'soulgate/contracts/gate'
import { ActText } from '../text/act-text.tsx'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import { Countdown } from '../time/countdown.tsx'
import { clockText } from '../time/time.ts'
import { GateActions } from './gate-actions.tsx'
import { agentName, STATUS_NAMES, typeName } from './gate-words.ts'
import classes from './inbox.module.css'
import { PresenceLine } from './presence-line.tsx'
import { ReadingLine } from './reading-line.tsx'

export function CardHead({ gate }: { readonly gate: Gate }) {
  const cost = gate.cost_so_far_usd ?? 0
  return (
    <header className={classes.cardHead}>
      <div className={classes.cardFacts}>
        <span className={classes.status} data-status={gate.status}>
          {STATUS_NAMES[gate.status]}
        </span>
        <span>
          <AgentText text={typeName(gate)} />
        </span>
        <span>
          by <AgentText text={agentName(gate.requested_by)} />
        </span>
        {gate.status === 'pending' && gate.expires_at && (
          <Countdown createdAt={gate.created_at} expiresAt={gate.expires_at} withClock />
        )}
        {cost > 0 && <span>${cost.toFixed(2)} so far</span>}
        {gate.approvals.need > 1 && (
          <span>
            {gate.approvals.have} of {gate.approvals.need} approvals
          </span>
        )}
      </div>
      {gate.approvals.void?.map(({ decided_by, because }) => (
        <div key={decided_by} className={classes.cardFacts}>
          A vote does not count any more: <AgentText text={because} />
        </div>
      ))}
      {gate.approvals.unfillable && (
        <div className={classes.cardFacts} role="alert">
          <AgentText text={gate.approvals.unfillable} />
        </div>
      )}
      <h2 className={classes.cardTitle}>
        <ActText parts={headingPartsOf(gate)} />
      </h2>
      {gate.briefing.asked_for && (
        <div className={classes.askedFor}>
          <b>{gate.briefing.asked_by === 'saved' ? 'Asked for (saved credential):' : 'Asked for:'}</b>{' '}
          <LongAgentText text={gate.briefing.asked_for} limit={300} />
        </div>
      )}
      {gate.briefing.reading && <ReadingLine reading={gate.briefing.reading} />}
      <div className={classes.cardFacts}>
        <span>
          since <time dateTime={gate.created_at}>{clockText(gate.created_at)}</time>
        </span>
        {gate.run_id && (
          <Link to="/runs/$runId" params={{ runId: gate.run_id }}>
            Open the run
          </Link>
        )}
        {gate.steered_from && (
          <Link to="/inbox/$gateId" params={{ gateId: gate.steered_from }}>
            After a steer
          </Link>
        )}
        {gate.reopened_from && (
          <Link to="/inbox/$gateId" params={{ gateId: gate.reopened_from }}>
            Asked again
          </Link>
        )}
      </div>
      {gate.status === 'pending' && <GateActions gate={gate} />}
      {gate.status === 'pending' && <PresenceLine gateId={gate.gate_id} />}
    </header>
  )
}
