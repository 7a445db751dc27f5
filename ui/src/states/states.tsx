import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { SoulgateProblem } from 'soulgate/sdk'
import { WarningIcon } from '../icons/icons.tsx'
import classes from './states.module.css'

/** Nothing is here yet: says so, and what to do. */
export function EmptyState(props: {
  readonly title: string
  readonly icon?: ReactNode
  readonly children?: ReactNode
}) {
  return (
    <div className={classes.state}>
      {props.icon && <div className={classes.icon}>{props.icon}</div>}
      <p className={classes.title}>{props.title}</p>
      {props.children && <div className={classes.text}>{props.children}</div>}
    </div>
  )
}

export function LoadingState({ label, lines = 4 }: { readonly label: string; readonly lines?: number }) {
  return (
    <div className={classes.loading} role="status">
      <span className="visually-hidden">{label}…</span>
      {Array.from({ length: lines }, (_, line) => line).map(line => (
        <Skeleton key={line} height={line === 0 ? 22 : 14} width={`${92 - line * 14}%`} radius="sm" />
      ))}
    </div>
  )
}

/** What went wrong, in the server's words, and a way to try again. */
export function FailureState({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const isOffline = error instanceof SoulgateProblem && error.status === 0
  return (
    <div className={classes.state} role="alert" data-tone="failed">
      <div className={classes.icon}>
        <WarningIcon size={26} />
      </div>
      <p className={classes.title}>{isOffline ? 'The server does not answer' : titleOf(error)}</p>
      <div className={classes.text}>
        {isOffline
          ? 'Nothing runs without it, and nothing was lost. Check that it is up, then try again.'
          : messageOf(error)}
      </div>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** One line about something that did not work, beside the control that caused it. */
export function Complaint({ children }: { readonly children: ReactNode }) {
  return (
    <p className={classes.complaint} role="alert">
      <WarningIcon size={16} /> <span>{children}</span>
    </p>
  )
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong. Try again.'
}

function titleOf(error: unknown): string {
  return error instanceof SoulgateProblem ? error.problem.title : 'This could not be shown'
}
