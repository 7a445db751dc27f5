import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { PageSnapshot } from 'soulgate/contracts/page'
import { isRefused } from 'soulgate/sdk'
import { Complaint, FailureState, LoadingState, messageOf } from '../../states/states.tsx'
import { AgentText } from '../../text/agent-text.tsx'
import { clockText } from '../../time/time.ts'
import classes from './pages.module.css'
import { usePageChange, useSnapshots } from './use-pages.ts'

/** How everything stood at one moment: product doc, look and all pages. */
export function SnapshotList({ sessionId }: { readonly sessionId: string }) {
  const snapshots = useSnapshots(sessionId)
  if (snapshots.isPending) return <LoadingState label="Reading the snapshots" lines={2} />
  if (snapshots.isError)
    return <FailureState error={snapshots.error} onRetry={() => void snapshots.refetch()} />
  return (
    <section className={classes.snapshots}>
      <h2>Everything as it stood</h2>
      <TakeSnapshot sessionId={sessionId} />
      {snapshots.data.length === 0 && (
        <p className={classes.quiet}>
          Nothing is kept yet. A snapshot holds the product doc, the look and all pages.
        </p>
      )}
      <ol>
        {snapshots.data.map(snapshot => (
          <li key={snapshot.snapshot_id}>
            <SnapshotRow snapshot={snapshot} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function TakeSnapshot({ sessionId }: { readonly sessionId: string }) {
  const { takeSnapshot } = usePageChange(sessionId)
  const [label, setLabel] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (label.trim() === '') return
    takeSnapshot.mutate(label.trim(), { onSuccess: answer => !isRefused(answer) && setLabel('') })
  }
  return (
    <form className={classes.tools} onSubmit={submit}>
      <TextInput
        size="xs"
        aria-label="Name of the snapshot"
        placeholder="Before the new colours"
        maxLength={200}
        value={label}
        onChange={event => setLabel(event.currentTarget.value)}
      />
      <Button
        type="submit"
        size="xs"
        variant="default"
        loading={takeSnapshot.isPending}
        disabled={label.trim() === ''}
      >
        Keep how it stands now
      </Button>
      {isRefused(takeSnapshot.data) && <Complaint>{takeSnapshot.data.problem.detail}</Complaint>}
      {takeSnapshot.isError && <Complaint>{messageOf(takeSnapshot.error)}</Complaint>}
    </form>
  )
}

function SnapshotRow({ snapshot }: { readonly snapshot: PageSnapshot }) {
  const { rollbackTo } = usePageChange(snapshot.session_id)
  const done = rollbackTo.data && !isRefused(rollbackTo.data) ? rollbackTo.data : undefined
  return (
    <article className={classes.version}>
      <header>
        <b>
          <AgentText text={snapshot.label} />
        </b>
        <span className={classes.quiet}>
          {snapshot.pages.length} {snapshot.pages.length === 1 ? 'page' : 'pages'} ·{' '}
          <time dateTime={snapshot.created_at}>{clockText(snapshot.created_at)}</time>
        </span>
      </header>
      {!snapshot.is_released && (
        <div className={classes.tools}>
          <Button
            size="xs"
            variant="default"
            loading={rollbackTo.isPending}
            onClick={() => rollbackTo.mutate(snapshot.snapshot_id)}
          >
            Go back to this
          </Button>
        </div>
      )}
      {done && (
        <p role="status">
          {done.affected_pages.length === 0
            ? 'Everything stood like this already.'
            : `It stands again: ${done.affected_pages.join(', ')}.`}
        </p>
      )}
      {isRefused(rollbackTo.data) && <Complaint>{rollbackTo.data.problem.detail}</Complaint>}
      {rollbackTo.isError && <Complaint>{messageOf(rollbackTo.error)}</Complaint>}
    </article>
  )
}
