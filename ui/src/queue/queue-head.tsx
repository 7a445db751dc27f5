import { NativeSelect, TextInput } from '@mantine/core'
import type { RefObject } from 'react'
import classes from './queue.module.css'
import { isSort, type QueueState, usePendingCount } from './use-queue.ts'

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
      {queue.search.trim() !== '' && found !== undefined && (
        <p className={classes.found} role="status">
          {found.toLocaleString('en')} found
        </p>
      )}
    </div>
  )
}
