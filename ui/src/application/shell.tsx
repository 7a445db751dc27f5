import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { UndoBar } from '../inbox/undo-bar.tsx'
import { StopBanner } from '../stop/stop-banner.tsx'
import { HelpSheet } from './help-sheet.tsx'
import { LiveProvider } from './live.tsx'
import { Navigation } from './navigation.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { SessionGate } from './session.tsx'
import classes from './shell.module.css'
import { TopBar } from './top-bar.tsx'
import { type KeyRegistry, Keys, useKeyboard } from './use-keys.tsx'

export function Shell() {
  return (
    <SessionGate>
      <LiveProvider>
        <Frame />
      </LiveProvider>
    </SessionGate>
  )
}

function Frame() {
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [registry] = useState<KeyRegistry>(() => ({ card: undefined, undo: undefined }))
  useKeyboard(registry, () => setHelpOpen(true))
  return (
    <Keys value={registry}>
      <a className={classes.skip} href="#room">
        Skip to the room
      </a>
      <div className={classes.frame}>
        <TopBar onHelp={() => setHelpOpen(true)} />
        <Navigation />
        <main id="room" className={classes.room} tabIndex={-1}>
          <StopBanner />
          <OfflineBanner />
          <Outlet />
        </main>
      </div>
      <UndoBar />
      {isHelpOpen && <HelpSheet onClose={() => setHelpOpen(false)} />}
    </Keys>
  )
}
