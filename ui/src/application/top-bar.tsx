import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { GateIcon, HelpIcon, MoonIcon, SunIcon } from '../icons/icons.tsx'
import { StopControl } from '../stop/stop-control.tsx'
import { useLiveState } from './live.tsx'
import { useIdentity } from './session.tsx'
import classes from './shell.module.css'

const LIVE_TEXT = {
  connecting: 'Connecting',
  live: 'Live',
  polling: 'Live, slower',
  offline: 'Offline',
} as const

export function TopBar(props: {
  readonly onHelp: () => void
  readonly onPalette: () => void
  readonly onStop: () => void
}) {
  const { person, role } = useIdentity()
  const live = useLiveState()
  const scheme = useComputedColorScheme('light')
  const { setColorScheme } = useMantineColorScheme()
  const isDark = scheme === 'dark'
  return (
    <header className={classes.top}>
      <Link to="/" className={classes.brand}>
        <span className={classes.logo}>
          <GateIcon size={20} />
        </span>
        Soulgate
      </Link>
      <button type="button" className={classes.palette} onClick={props.onPalette}>
        <span>Go to, or do…</span> <kbd>Ctrl K</kbd>
      </button>
      <span className={classes.live} role="status">
        <span className={classes.dot} data-state={live} />
        <span className={classes.liveText}>{LIVE_TEXT[live]}</span>
      </span>
      <span className={classes.who}>
        <b>{person.name}</b> · {role}
      </span>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label="Keys" onClick={props.onHelp}>
        <HelpIcon size={20} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={isDark ? 'Light theme' : 'Dark theme'}
        onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
      >
        {isDark ? <SunIcon /> : <MoonIcon />}
      </ActionIcon>
      <StopControl onStop={props.onStop} />
    </header>
  )
}
