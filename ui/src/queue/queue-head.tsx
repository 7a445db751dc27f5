import { NativeSelect, TextInput } from '@mantine/core'
import type { RefObject } from 'react'
import type { QueueView } from './gate-cache.ts'
import classes from './queue.module.css'
import { isSort, type QueueState, usePendingCount } from './use-queue.ts'
import { useSnoozes } from './use-snoozes.ts'

const VIEWS = [
  { view: 'waiting', label: 'Waiting' },
  { view: 'mine', label: 'Mine' },
  { view: 'snoozed', label: 'Snoozed' },
  { view: 'decided', label: 'Decided' },
  { view: 'expired', label: 'Expired' },
] as const

/** How much waits, a search over all of it, and in which order it stands. */
export function QueueHead(props: {
  readonly queue: QueueState
  readonly searchField: RefObject<HTMLInputElement | null>
}) {
  const { queue } = props
  const { data: total = 0 } = usePendingCount()
  const found = queue.pages.data?.pages[0]?.total
  return (
    <div className={classes.head}>
      <div className={classes.headLine}>
        <h2 className={classes.title}>
          Inbox <span className={classes.total}>{total.toLocaleString('en')}</span>
        </h2>
        <button
          type="button"
          className={classes.toggle}
          aria-pressed={queue.isGrouped}
          onClick={() => queue.setGrouped(!queue.isGrouped)}
        >
          Group alike
        </button>
      </div>
      <div className={classes.headLine}>
        <TextInput
          ref={props.searchField}
          type="search"
          size="sm"
          className={classes.search ?? ''}
          aria-label="Search the queue"
          placeholder="Search"
          value={queue.search}
          onChange={event => queue.setSearch(event.currentTarget.value)}
          onKeyDown={event => event.key === 'Escape' && event.currentTarget.blur()}
        />
        <NativeSelect
          size="sm"
          aria-label="Order of the queue"
          className={classes.sort ?? ''}
          value={queue.sort}
          onChange={event => isSort(event.currentTarget.value) && queue.setSort(event.currentTarget.value)}
          data={[
            { value: 'oldest', label: 'Oldest' },
            { value: 'newest', label: 'Newest' },
            { value: 'expiring', label: 'Expiring' },
          ]}
        />
      </div>
      <QueueViews view={queue.view} onView={queue.setView} />
      {queue.search.trim() !== '' && found !== undefined && (
        <p className={classes.found} role="status">
          {found.toLocaleString('en')} found
        </p>
      )}
    </div>
  )
}

/** Everything, what one is to look at, and what one has put off; what is put off stays findable. */
function QueueViews(props: { readonly view: QueueView; readonly onView: (view: QueueView) => void }) {
  const { snoozes } = useSnoozes()
  const away = snoozes.length
  return (
    <fieldset className={classes.views}>
      <legend className="visually-hidden">What is shown</legend>
      {VIEWS.map(({ view, label }) => (
        <button
          key={view}
          type="button"
          className={classes.toggle}
          aria-pressed={props.view === view}
          onClick={() => props.onView(view)}
        >
          {label}
          {view === 'snoozed' && away > 0 && ` ${away}`}
        </button>
      ))}
    </fieldset>
  )
}
