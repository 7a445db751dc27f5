import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { WorkItem } from 'soulgate/contracts/work-item'
import { useIdentity } from '../application/session.tsx'
import { WorkIcon } from '../icons/icons.tsx'
import runs from '../runs/runs.module.css'
import { EmptyState, FailureState, LoadingState } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { ageText } from '../time/time.ts'
import { useNow } from '../time/use-now.ts'
import { StartWork } from './start-work.tsx'
import { useWorkItems } from './use-work.ts'
import { ITEM_STATUS_NAMES, stepTitle } from './work-words.ts'

/** Things to be made, newest first, each with the step it is at and what it waits for. */
export function WorkRoom() {
  const { role } = useIdentity()
  const items = useWorkItems()
  if (items.isPending) return <LoadingState label="Reading work items" lines={6} />
  if (items.isError) return <FailureState error={items.error} onRetry={() => void items.refetch()} />
  const all = items.data.pages.flatMap(page => page.items)
  return (
    <div className={runs.room}>
      <header className={runs.head}>
        <h1>Work items</h1>
      </header>
      {role !== 'viewer' && <StartWork isOpen={all.length === 0} />}
      {all.length === 0 ? (
        <EmptyState title="Nothing is being made yet" icon={<WorkIcon size={28} />}>
          A work item is planned, approved, built and closed in eleven steps; nothing is built before people
          approved what.
        </EmptyState>
      ) : (
        <ul className={runs.list} aria-label="Work items">
          {all.map(item => (
            <ItemRow key={item.item_id} item={item} />
          ))}
        </ul>
      )}
      {items.hasNextPage && (
        <Button
          variant="default"
          loading={items.isFetchingNextPage}
          onClick={() => void items.fetchNextPage()}
        >
          Older ones
        </Button>
      )}
    </div>
  )
}

function ItemRow({ item }: { readonly item: WorkItem }) {
  const now = useNow(30_000)
  const waits = item.waiting_gate_ids.length > 0
  return (
    <li>
      <Link to="/work-items/$itemId" params={{ itemId: item.item_id }} className={runs.row}>
        <span className={runs.status} data-status={waits ? 'waiting_input' : item.status}>
          {waits ? 'Waits for a person' : ITEM_STATUS_NAMES[item.status]}
        </span>
        <span className={runs.rowGoal}>
          <AgentText text={item.title} />
        </span>
        <span className={runs.rowFacts}>
          {stepTitle(item.step)} · round {item.round} · {ageText(item.created_at, now)}
        </span>
      </Link>
    </li>
  )
}
