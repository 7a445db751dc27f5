import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isRefused } from 'soulgate/sdk'
import { useIdentity } from '../application/session.tsx'
import runClasses from '../runs/runs.module.css'
import { Complaint, messageOf } from '../states/states.tsx'
import { ageText, clockText } from '../time/time.ts'
import { useNow } from '../time/use-now.ts'
import classes from './agents.module.css'

/** A schedule or a trigger, as its card needs it. */
interface Starter {
  readonly agent: string
  readonly name: string
  readonly status: 'active' | 'paused'
  readonly last_at?: string | undefined
  readonly last_run_id?: string | undefined
}

/** What it starts, by its name. */
export function StarterHead({ starter: { agent, name } }: { readonly starter: Starter }) {
  return (
    <h2>
      {name} <span className={runClasses.rowFacts}>starts</span>{' '}
      <Link to="/agents/$name" params={{ name: agent }}>
        {agent}
      </Link>
    </h2>
  )
}

/** When it last started a run, and which. */
export function LastRun({ starter: { last_at: last, last_run_id: runId } }: { readonly starter: Starter }) {
  const now = useNow(15_000)
  return (
    <>
      <dt>Last run</dt>
      <dd>
        {last === undefined ? (
          'None yet'
        ) : (
          <>
            <time dateTime={last}>{clockText(last)}</time> ({ageText(last, now)}){' '}
            {runId && (
              <Link to="/runs/$runId" params={{ runId }}>
                Open the run
              </Link>
            )}
          </>
        )}
      </dd>
    </>
  )
}

/** The change of one, as a mutation has it. */
interface StarterChange {
  readonly isPending: boolean
  readonly data: unknown
  readonly isError: boolean
  readonly error: unknown
  readonly mutate: (change: 'pause' | 'resume') => void
}

/** Pauses it and resumes it; `children` are further buttons. Viewers and members are told who may. */
export function StarterActions(props: {
  readonly starter: Starter
  readonly change: StarterChange
  readonly whoMay: string
  readonly children?: ReactNode
}) {
  const { starter, change, whoMay, children } = props
  const { role } = useIdentity()
  const isPaused = starter.status === 'paused'
  if (role !== 'reviewer' && role !== 'admin') return <p>{whoMay}</p>
  return (
    <div className={classes.actions}>
      {children}
      <Button
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate(isPaused ? 'resume' : 'pause')}
      >
        {isPaused ? 'Resume' : 'Pause'} {starter.name}
      </Button>
      {isRefused(change.data) && <Complaint>{change.data.problem.detail}</Complaint>}
      {change.isError && <Complaint>{messageOf(change.error)}</Complaint>}
    </div>
  )
}
