import type { CallOutcome } from 'soulgate/contracts/outcome'
import { CALL_STATUS_NAMES } from '../inbox/gate-words.ts'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import classes from './runs.module.css'

/** What each call of a run did and what came of it, where the run's own output does not say. */
export function CallOutcomes({ calls }: { readonly calls: readonly CallOutcome[] }) {
  return (
    <ol className={classes.results}>
      {calls.map(({ call_id, tool, act = tool, status, message }) => (
        <li key={call_id} className={classes.result}>
          <div className={classes.resultHead}>
            <span className={classes.target}>
              <AgentText text={act} />
            </span>
            <span className={classes.status} data-status={status}>
              {CALL_STATUS_NAMES[status]}
            </span>
          </div>
          {message && <LongAgentText limit={400} text={message} />}
        </li>
      ))}
    </ol>
  )
}
