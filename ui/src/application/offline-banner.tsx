import { WarningIcon } from '../icons/icons.tsx'
import { useLiveState } from './live.tsx'
import classes from './shell.module.css'

/** While the server cannot be reached, each room says that what it shows may be old. */
export function OfflineBanner() {
  if (useLiveState() !== 'offline') return null
  return (
    <p className={classes.offline} role="status">
      <WarningIcon size={16} /> No connection to the server. What you see may be old, and nothing can be
      decided until it is back. It is tried again by itself.
    </p>
  )
}
