import { Link } from '@tanstack/react-router'
import type { Gate } from 'soulgate/contracts/gate'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import { CALL_STATUS_NAMES, outcomeText } from './gate-words.ts'
import classes from './inbox.module.css'
import { ProposeAgain } from './propose-again.tsx'
import { useLookedAt } from './use-looked-at.ts'

/** What came of an approval, call by call, as the executor reported it. */
export function OutcomeBlock({ gate }: { readonly gate: Gate }) {
  const { outcome } = gate
  useLookedAt(gate)
  if (!outcome) return null
  const text = outcomeText(gate) ?? 'Approved; no result yet'
  return (
    <section className={classes.outcome} data-outcome={outcome.outcome} aria-label="Result">
      <p>
        <b>
          <AgentText text={text} />
        </b>{' '}
        {gate.run_id && (
          <Link to="/runs/$runId" params={{ runId: gate.run_id }}>
            View the run
          </Link>
        )}
      </p>
      <ProposeAgain gate={gate} />
      {outcome.calls.length > 1 && (
        <ol className={classes.outcomeCalls}>
          {outcome.calls.map(({ call_id, tool, status, message }) => (
            <li key={call_id} data-status={status}>
              <code>
                <AgentText text={tool} />
              </code>{' '}
              {CALL_STATUS_NAMES[status]}
              {message && <LongAgentText limit={300} text={message} />}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
