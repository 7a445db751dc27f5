import { Button } from '@mantine/core'
import { useIdentity } from '../application/session.tsx'
import { StopIcon } from '../icons/icons.tsx'
import classes from './stop.module.css'
import { useStopState } from './use-stop.ts'

/** Leads from any room to stopping everything. */
export function StopControl({ onStop }: { readonly onStop: () => void }) {
  const { data } = useStopState()
  const { role } = useIdentity()
  if (data?.engaged || role === 'viewer') return null
  return (
    <Button
      variant="outline"
      color="red"
      size="compact-sm"
      className={classes.control}
      leftSection={<StopIcon size={16} />}
      onClick={onStop}
    >
      Stop<span className={classes.wide}>&nbsp;everything</span>
    </Button>
  )
}
