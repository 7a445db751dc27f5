import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { GateIcon, WarningIcon } from '../icons/icons.tsx'
import { typeName } from '../inbox/gate-words.ts'
import { EmptyState } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { clockText } from '../time/time.ts'
import { type KnownItem, type LastKnown, lastKnown } from './last-known.ts'
import classes from './offline.module.css'

const RETRY_MS = 5000

/** What waited when the server was last heard, to be read; nothing here can be decided, now or later. */
export function OfflineRoom({ onRetry }: { readonly onRetry: () => void }) {
  const known = lastKnown()
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && onRetry(), RETRY_MS)
    return () => clearInterval(timer)
  }, [onRetry])
  return (
    <div className={classes.page}>
      <title>Offline · Soulgate</title>
      <header className={classes.top}>
        <span className={classes.logo}>
          <GateIcon size={18} />
        </span>
        <b>Soulgate</b>
      </header>
      <main className={classes.room}>
        <div className={classes.notice} role="status">
          <WarningIcon size={18} />
          <div>
            <h1>You are offline</h1>
            <p>
              The server does not answer. Nothing can be decided here, and nothing is kept to be sent later.
              It is tried again by itself.
            </p>
          </div>
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
        </div>
        {known ? (
          <KnownQueue known={known} />
        ) : (
          <EmptyState title="Nothing is known here">
            This browser has not seen the queue since somebody signed in.
          </EmptyState>
        )}
      </main>
    </div>
  )
}

function KnownQueue({ known }: { readonly known: LastKnown }) {
  return (
    <section className={classes.known} aria-label="What waited">
      <h2>
        {known.total.toLocaleString('en')} waited at {clockText(known.at)}{' '}
        <span className={classes.aside}>as {known.name} saw it; it may have been decided since</span>
      </h2>
      <ul className={classes.items}>
        {known.items.map(item => (
          <KnownRow key={item.gateId} item={item} />
        ))}
      </ul>
      {known.total > known.items.length && (
        <p className={classes.aside}>Only the first {known.items.length} are kept in this browser.</p>
      )}
    </section>
  )
}

function KnownRow({ item }: { readonly item: KnownItem }) {
  return (
    <li className={classes.item}>
      <span className={classes.facts}>
        <span>{typeName(item.type)}</span>
        <span>{item.expiresAt ? `until ${clockText(item.expiresAt)}` : 'no deadline'}</span>
      </span>
      <span className={classes.summary}>
        <AgentText text={item.summary} />
      </span>
      <span className={classes.about}>
        <AgentText text={item.about} />
      </span>
    </li>
  )
}
