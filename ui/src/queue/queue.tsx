import type { RefObject } from 'react'
import type { QueueView } from './gate-cache.ts'
import classes from './queue.module.css'
import { QueueHead } from './queue-head.tsx'
import { QueueLines } from './queue-lines.tsx'
import type { Selecting } from './selecting.ts'
import type { QueueState } from './use-queue.ts'

const NOTHING: Readonly<Record<QueueView, string>> = {
  waiting: 'Nothing waits.',
  mine: 'Nothing is assigned to you.',
  snoozed: 'Nothing is snoozed.',
  failed: 'Nothing failed that somebody has not looked at.',
  decided: 'Nothing was decided yet.',
  expired: 'Nothing expired.',
}

/** What waits, in places that do not move under the pointer. */
export function Queue(props: {
  readonly queue: QueueState
  readonly openGateId: string | undefined
  readonly searchField: RefObject<HTMLInputElement | null>
  readonly selecting: Selecting
}) {
  const { queue } = props
  const { lines, pages } = queue
  return (
    <section
      className={classes.queue}
      aria-label="Queue"
      onPointerEnter={event => event.pointerType === 'mouse' && queue.setPointerInside(true)}
      onPointerLeave={() => queue.setPointerInside(false)}
    >
      <QueueHead queue={queue} searchField={props.searchField} />
      {lines.length === 0 && !pages.isPlaceholderData && (
        <p className={classes.nothing}>
          {queue.search === '' ? NOTHING[queue.view] : `Nothing matches “${queue.search}”.`}
        </p>
      )}
      <QueueLines
        lines={lines}
        pages={pages}
        openGateId={props.openGateId}
        selecting={props.selecting}
        onToggle={queue.toggleGroup}
      />
      {queue.tests && (
        <p className={classes.nothing}>
          Now and then a card here tests whether cards are read. It can never run.
        </p>
      )}
    </section>
  )
}
