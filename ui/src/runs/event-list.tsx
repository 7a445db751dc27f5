import type { Event } from 'soulgate/contracts/event'
import { useIdentity } from '../application/session.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { timeOfDayText } from '../time/time.ts'
import { actorName, eventName } from './run-words.ts'
import classes from './runs.module.css'

/** Events of a run, newest first. */
export function EventList({ events }: { readonly events: readonly Event[] }) {
  const { person } = useIdentity()
  if (events.length === 0) return <p className={classes.none}>Nothing has happened yet.</p>
  return (
    <ul className={classes.events}>
      {[...events].reverse().map(event => (
        <li key={`${event.stream}/${event.seq}`}>
          <time dateTime={event.at}>{timeOfDayText(event.at)}</time>
          <span>
            {eventName(event.type)}{' '}
            <span className={classes.actor} title={event.actor.id}>
              <AgentText text={actorName(event.actor.id, person.id)} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
