import { Button, TextInput } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { client } from '../application/client.ts'
import { Download } from '../application/download.tsx'
import { AuditIcon } from '../icons/icons.tsx'
import { EmptyState, FailureState, LoadingState } from '../states/states.tsx'
import classes from './audit.module.css'
import { AuditTable } from './audit-table.tsx'
import { type AuditFields, EMPTY_FIELDS, filterFrom } from './filter.ts'
import { VerifyChain } from './verify-chain.tsx'

/** Everything that happened, and the proof that nothing was changed since. */
export function AuditRoom() {
  const [fields, setFields] = useState<AuditFields>(EMPTY_FIELDS)
  const used = useDeferredValue(fields)
  const events = useInfiniteQuery({
    queryKey: ['audit', 'list', JSON.stringify(used)],
    queryFn: ({ pageParam, signal }) =>
      client.audit.list({ ...filterFrom(used), limit: 100, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next_cursor,
    placeholderData: keepPreviousData,
  })
  const items = events.data?.pages.flatMap(page => page.items) ?? []
  const set = (name: keyof AuditFields) => (event: { readonly currentTarget: { readonly value: string } }) =>
    setFields({ ...fields, [name]: event.currentTarget.value })
  return (
    <div className={classes.room}>
      <header className={classes.head}>
        <h1>Audit</h1>
        <Download path={client.audit.exportPath} name="soulgate-audit.jsonl">
          Export (JSON lines)
        </Download>
      </header>
      <VerifyChain />
      <div className={classes.filters}>
        <TextInput
          label="Event types"
          placeholder="gate_decided, tool_call"
          value={fields.type}
          onChange={set('type')}
        />
        <TextInput
          label="By"
          placeholder="person_… or agent:…"
          value={fields.actor}
          onChange={set('actor')}
        />
        <TextInput label="Run" placeholder="run_…" value={fields.run} onChange={set('run')} />
        <TextInput type="date" label="From" value={fields.from} onChange={set('from')} />
        <TextInput type="date" label="To" value={fields.to} onChange={set('to')} />
      </div>
      {events.isPending ? (
        <LoadingState label="Reading the audit trail" lines={6} />
      ) : events.isError ? (
        <FailureState error={events.error} onRetry={() => void events.refetch()} />
      ) : items.length === 0 ? (
        <EmptyState title="No event matches" icon={<AuditIcon size={28} />}>
          Loosen the filter above.
        </EmptyState>
      ) : (
        <>
          <AuditTable events={items} />
          {events.hasNextPage && (
            <Button
              variant="default"
              loading={events.isFetchingNextPage}
              onClick={() => void events.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </>
      )}
    </div>
  )
}
