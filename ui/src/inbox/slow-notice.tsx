import type { Gate } from 'soulgate/contracts/gate'
import classes from './inbox.module.css'
import { isRisky, TOO_MANY, useIsSlowed } from './pace.ts'

/** Says why a risky card asks for more than a click, where somebody approves faster than anybody reads. */
export function SlowNotice({ gate }: { readonly gate: Gate }) {
  const isShown = useIsSlowed() && isRisky(gate)
  if (!isShown) return null
  return (
    <p className={classes.aside} role="status">
      Your last {TOO_MANY} approvals or more were faster than their cards can be read, so this one asks you to
      type a value of it. Rejecting needs nothing. A short break helps, too.
    </p>
  )
}
