import { lazy, Suspense } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import { useIdentity } from '../application/session.tsx'
import { LoadingState } from '../states/states.tsx'
import { timeOfDayText } from '../time/time.ts'
import classes from './inbox.module.css'

// Most of what is looked at waits.
const Closed = lazy(async () => ({ default: (await import('./closed.tsx')).Closed }))

/** What stands when a gate is no longer open to a decision: decided here or elsewhere, expired, replaced. */
export function Standing({ gate }: { readonly gate: Gate }) {
  const { person } = useIdentity()
  if (gate.deciding && gate.deciding.decision.decided_by !== person.id)
    return (
      <div className={classes.standing} role="status">
        <p>
          <b>{gate.deciding.decision.decided_by_name ?? 'Somebody else'}</b> has just decided this. It takes
          effect at {timeOfDayText(gate.deciding.effective_at)} unless it is undone.
        </p>
      </div>
    )
  if (gate.deciding)
    return (
      <div className={classes.standing} role="status">
        <p>
          Your decision takes effect at {timeOfDayText(gate.deciding.effective_at)}. Until then <kbd>Z</kbd>{' '}
          takes it back.
        </p>
      </div>
    )
  if (gate.status === 'pending') return null
  return (
    <Suspense fallback={<LoadingState label="Reading what came of it" lines={2} />}>
      <Closed gate={gate} />
    </Suspense>
  )
}
