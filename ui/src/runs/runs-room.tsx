import { Button, NativeSelect, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Run, RunKind, RunStatus } from 'soulgate/contracts/run'
import { RunsIcon } from '../icons/icons.tsx'
import { EmptyState, FailureState, LoadingState } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { ageText } from '../time/time.ts'
import { useNow } from '../time/use-now.ts'
import { goalOf, RUN_KIND_NAMES, RUN_STATUS_NAMES, standingOf } from './run-words.ts'
import classes from './runs.module.css'
import { useRuns } from './use-runs.ts'

/** Every run, newest first, also those of agents outside; narrowed by status, by kind, and by words of what is read. */
export function RunsRoom() {
  const [status, setStatus] = useState<RunStatus>()
  const [kind, setKind] = useState<RunKind>()
  const [search, setSearch] = useState('')
  const runs = useRuns({ status, kind })
  const read = runs.data?.pages.flatMap(page => page.items) ?? []
  const words = search.toLowerCase().split(/\s+/)
  const found = read.filter(run => words.every(word => textOf(run).includes(word)))
  const isNarrowed = status !== undefined || kind !== undefined || search.trim() !== ''
  return (
    <div className={classes.room}>
      <header className={classes.head}>
        <h1>Runs</h1>
        <div className={classes.filters}>
          <TextInput
            type="search"
            aria-label="Search the runs"
            placeholder="Search"
            value={search}
            onChange={event => setSearch(event.currentTarget.value)}
          />
          <NativeSelect
            aria-label="Kind"
            value={kind ?? ''}
            onChange={event => setKind(keyOf(RUN_KIND_NAMES, event.currentTarget.value))}
            data={optionsOf('Every kind', RUN_KIND_NAMES)}
          />
          <NativeSelect
            aria-label="Status"
            value={status ?? ''}
            onChange={event => setStatus(keyOf(RUN_STATUS_NAMES, event.currentTarget.value))}
            data={optionsOf('Every status', RUN_STATUS_NAMES)}
          />
        </div>
      </header>
      {runs.isPending ? (
        <LoadingState label="Reading runs" lines={6} />
      ) : runs.isError ? (
        <FailureState error={runs.error} onRetry={() => void runs.refetch()} />
      ) : found.length === 0 ? (
        <EmptyState title={isNarrowed ? 'No run fits' : 'Nothing has run yet'} icon={<RunsIcon size={28} />}>
          {isNarrowed && runs.hasNextPage && 'Older runs are not read yet. '}A run begins with a goal.{' '}
          <Link to="/ask">Ask for something</Link>
        </EmptyState>
      ) : (
        <ul className={classes.list}>
          {found.map(run => (
            <RunRow key={run.run_id} run={run} />
          ))}
        </ul>
      )}
      {runs.hasNextPage && (
        <Button variant="default" loading={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
          Read older runs
        </Button>
      )}
    </div>
  )
}

function textOf(run: Run): string {
  return `${goalOf(run)} ${run.agent ?? run.kind} ${run.requested_by} ${run.run_id}`.toLowerCase()
}

function keyOf<Key extends string>(names: Readonly<Record<Key, string>>, text: string): Key | undefined {
  return text in names ? (text as Key) : undefined
}

function optionsOf(all: string, names: Readonly<Record<string, string>>) {
  return [{ value: '', label: all }, ...Object.entries(names).map(([value, label]) => ({ value, label }))]
}

function RunRow({ run }: { readonly run: Run }) {
  const now = useNow(30_000)
  return (
    <li>
      <Link to="/runs/$runId" params={{ runId: run.run_id }} className={classes.row}>
        <span className={classes.status} data-status={standingOf(run).look}>
          {standingOf(run).name}
        </span>
        <span className={classes.rowGoal}>
          <AgentText text={goalOf(run)} />
        </span>
        <span className={classes.rowFacts}>
          {run.agent ?? run.kind} · {run.steps} {run.steps === 1 ? 'step' : 'steps'} ·{' '}
          {ageText(run.created_at, now)}
        </span>
      </Link>
    </li>
  )
}
