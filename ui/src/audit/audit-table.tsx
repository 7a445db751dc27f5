import { Link } from '@tanstack/react-router'
import type { Event } from 'soulgate/contracts/event'
import { useIdentity } from '../application/session.tsx'
import { actorName } from '../runs/run-words.ts'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import { clockText } from '../time/time.ts'
import classes from './audit.module.css'

/** Events of the chain with who, what and where; the payload and the hashes open on demand. */
export function AuditTable({ events }: { readonly events: readonly Event[] }) {
  const { person } = useIdentity()
  return (
    <ul className={classes.events}>
      {events.map(event => (
        <li key={`${event.stream}/${event.seq}`}>
          <details>
            <summary className={classes.event}>
              <time dateTime={event.at}>{clockText(event.at)}</time>
              <span className={classes.type}>{event.type.replaceAll('_', ' ')}</span>
              <span className={classes.actor} title={event.actor.id}>
                <AgentText text={actorName(event.actor.id, person.id)} />
              </span>
              <code className={classes.place}>
                {event.stream}#{event.seq}
              </code>
            </summary>
            <div className={classes.body}>
              {event.run_id && (
                <Link to="/runs/$runId" params={{ runId: event.run_id }}>
                  Open the run
                </Link>
              )}
              {event.gate_id && (
                <Link to="/inbox/$gateId" params={{ gateId: event.gate_id }}>
                  Open the gate
                </Link>
              )}
              {event.payload === null ? (
                <p>The payload was erased; its digest still stands in the chain.</p>
              ) : (
                <LongAgentText mono limit={2000} text={JSON.stringify(event.payload, null, 2)} />
              )}
              <p className={classes.hash}>
                hash {event.hash}
                <br />
                before {event.prev_hash}
              </p>
            </div>
          </details>
        </li>
      ))}
    </ul>
  )
}
