import { NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { isOver, type QueueView } from './gate-cache.ts'
import classes from './queue.module.css'
import { usePendingCount } from './use-pending-count.ts'
import { isSort, type QueueState, useFailedCount } from './use-queue.ts'
import { useSnoozes } from './use-snoozes.ts'

/** What is shown, a search over all of it, and in which order it stands. */
export function QueueHead(props: {
  readonly queue: QueueState
  readonly searchField: RefObject<HTMLInputElement | null>
}) {
  const { queue } = props
  const { data: total = 0 } = usePendingCount()
  const found = queue.pages.data?.pages[0]?.total
  const failed = useFailedCount()
  const isWaiting = !isOver(queue.view)
  return (
    <div className={classes.head}>
      <h2 className="visually-hidden">Queue</h2>
      <fieldset className={classes.tabs}>
        <legend className="visually-hidden">What is shown</legend>
        <View {...props} view="waiting" isShown={isWaiting}>
          Waiting <span className={classes.total}>{total.toLocaleString('en')}</span>
        </View>
        {(failed > 0 || queue.view === 'failed') && (
          <View {...props} view="failed">
            After approval <span className={classes.failed}>{failed}</span>
          </View>
        )}
        <View {...props} view="decided">
          Decided
        </View>
        <View {...props} view="expired">
          Expired
        </View>
      </fieldset>
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
        {isWaiting && (
          <NativeSelect
            size="sm"
            aria-label="Order of the queue"
            className={classes.sort ?? ''}
            value={queue.sort}
            onChange={event => isSort(event.currentTarget.value) && queue.setSort(event.currentTarget.value)}
            data={[
              { value: 'section', label: 'Priority' },
              { value: 'oldest', label: 'Oldest' },
              { value: 'newest', label: 'Newest' },
              { value: 'expiring', label: 'Expiring' },
            ]}
          />
        )}
      </div>
      {isWaiting && <Narrowing queue={queue} />}
      {queue.search.trim() !== '' && found !== undefined && (
        <p className={classes.found} role="status">
          {found.toLocaleString('en')} found
        </p>
      )}
    </div>
  )
}

/** Of what waits: what one is to look at, what one has put off, and whether alike items share a line. */
function Narrowing({ queue }: { readonly queue: QueueState }) {
  const { snoozes } = useSnoozes()
  return (
    <div className={classes.narrowing}>
      <View queue={queue} view="mine" isToggle>
        Mine
      </View>
      <View queue={queue} view="snoozed" isToggle>
        Snoozed{snoozes.length > 0 && ` ${snoozes.length}`}
      </View>
      <button
        type="button"
        className={classes.toggle}
        aria-pressed={queue.isGrouped}
        onClick={() => queue.setGrouped(!queue.isGrouped)}
      >
        Group alike
      </button>
    </div>
  )
}

/** Shows one list; a toggle that is pressed again shows everything that waits. */
function View(props: {
  readonly queue: QueueState
  readonly view: QueueView
  readonly isShown?: boolean
  readonly isToggle?: boolean
  readonly children: ReactNode
}) {
  const { queue, view, isToggle = false } = props
  const isShown = props.isShown ?? queue.view === view
  return (
    <button
      type="button"
      className={isToggle ? classes.toggle : classes.tab}
      aria-pressed={isShown}
      onClick={() => queue.setView(isToggle && isShown ? 'waiting' : view)}
    >
      {props.children}
    </button>
  )
}
