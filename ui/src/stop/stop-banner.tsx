import { Button } from '@mantine/core'
import { isRefused } from 'soulgate/sdk'
import { useIdentity } from '../application/session.tsx'
import { StopIcon } from '../icons/icons.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { escapeHiddenCharacters } from '../text/hidden-characters.ts'
import { clockText } from '../time/time.ts'
import classes from './stop.module.css'
import { useStopState, useStopSwitch } from './use-stop.ts'

/** While everything is stopped, each room says so, with who did it and what was running. */
export function StopBanner() {
  const { data } = useStopState()
  const { role } = useIdentity()
  const lift = useStopSwitch()
  if (!data?.engaged) return null
  const running = data.running_tools ?? []
  return (
    <div className={classes.banner} role="alert">
      <StopIcon />
      <div className={classes.bannerText}>
        <b>Everything is stopped.</b> No tool starts until it is lifted.
        {data.by && ` Stopped by ${data.by}${data.at ? `, ${clockText(data.at)}` : ''}.`}{' '}
        {data.reason && <AgentText text={data.reason} />}
        {running.length > 0 &&
          ` Was running: ${running.map(tool => escapeHiddenCharacters(tool.tool)).join(', ')}.`}
        {isRefused(lift.data) && ` ${lift.data.problem.detail}`}
      </div>
      {role === 'admin' && (
        <Button variant="default" loading={lift.isPending} onClick={() => lift.mutate({ engage: false })}>
          Resume
        </Button>
      )}
    </div>
  )
}
