import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { UndoBar } from '../inbox/undo-bar.tsx'
import { usePreference } from '../preferences/preferences.ts'
import { BootstrapBanner } from '../stop/bootstrap-banner.tsx'
import { StopBanner } from '../stop/stop-banner.tsx'
import { StopDialog } from '../stop/stop-dialog.tsx'
import { useStopCommands } from '../stop/use-stop.ts'
import { HelpSheet } from './help-sheet.tsx'
import { LiveProvider } from './live.tsx'
import { Navigation } from './navigation.tsx'
import { turnOnNotifications } from './notifications.ts'
import { OfflineBanner } from './offline-banner.tsx'
import { Palette } from './palette.tsx'
import { SessionGate } from './session.tsx'
import classes from './shell.module.css'
import { TopBar } from './top-bar.tsx'
import { type KeyRegistry, Keys, useKeyboard } from './use-keys.tsx'

export function Shell() {
  const isAlone = useRouterState({
    select: ({ matches }) => matches.some(({ staticData }) => staticData.isAlone),
  })
  return (
    <SessionGate>
      <LiveProvider>{isAlone ? <Outlet /> : <Frame />}</LiveProvider>
    </SessionGate>
  )
}

function Frame() {
  const [sheet, setSheet] = useState<'help' | 'palette' | 'stop'>()
  const [registry] = useState<KeyRegistry>(() => ({ card: undefined, undo: undefined }))
  const show = {
    help: () => setSheet('help'),
    palette: () => setSheet('palette'),
    stop: () => setSheet('stop'),
  }
  const others = useOtherCommands(show)
  const close = () => setSheet(undefined)
  useKeyboard(registry, show)
  return (
    <Keys value={registry}>
      <a className={classes.skip} href="#room">
        Skip to the room
      </a>
      <div className={classes.frame}>
        <TopBar onHelp={show.help} onPalette={show.palette} onStop={show.stop} />
        <Navigation />
        <main id="room" className={classes.room} tabIndex={-1}>
          <StopBanner />
          <BootstrapBanner />
          <OfflineBanner />
          <Outlet />
        </main>
      </div>
      <UndoBar />
      {sheet === 'help' && <HelpSheet onClose={close} />}
      {sheet === 'stop' && <StopDialog onClose={close} />}
      {sheet === 'palette' && <Palette registry={registry} others={others} onClose={close} />}
    </Keys>
  )
}

/** Commands of the palette that belong to no room. */
function useOtherCommands(show: { readonly help: () => void; readonly stop: () => void }) {
  const isDark = useComputedColorScheme('light') === 'dark'
  const { setColorScheme } = useMantineColorScheme()
  const [isGrouped, setGrouped] = usePreference('queueGrouped')
  const [notifies, setNotifies] = usePreference('notifications')
  return [
    { name: 'Show all keys', key: '?', run: show.help },
    ...useStopCommands(show.stop),
    {
      name: isDark ? 'Use the light theme' : 'Use the dark theme',
      key: '',
      run: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    {
      name: isGrouped ? 'Show each item by itself' : 'Group alike items',
      key: '',
      run: () => setGrouped(!isGrouped),
    },
    {
      name: notifies ? 'Turn notifications off' : 'Notify me of what waits',
      key: '',
      run: () => (notifies ? setNotifies(false) : void turnOnNotifications()),
    },
  ]
}
