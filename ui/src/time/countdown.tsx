import classes from './countdown.module.css'
import { clockText, deadlineText, durationText, urgencyOf } from './time.ts'
import { useNow } from './use-now.ts'

/** Time left to answer, with the absolute time beside it or, in lists, as its title. */
export function Countdown(props: {
  readonly createdAt: string
  readonly expiresAt: string
  readonly withClock?: boolean
}) {
  const now = useNow()
  const urgency = urgencyOf(props.createdAt, props.expiresAt, now)
  const left = Date.parse(props.expiresAt) - now
  const clock = clockText(props.expiresAt)
  const text = urgency === 'past' ? 'expired' : `${durationText(Math.max(left, 1000))} left`
  return (
    <time className={classes[urgency]} dateTime={props.expiresAt} title={`Expires ${clock}`}>
      {text}
      {props.withClock && ` · until ${deadlineText(props.expiresAt, now)}`}
    </time>
  )
}
