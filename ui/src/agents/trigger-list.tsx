import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { AgentTrigger } from 'soulgate/contracts/agent-trigger'
import { isRefused } from 'soulgate/sdk'
import { useIdentity } from '../application/session.tsx'
import runClasses from '../runs/runs.module.css'
import { Complaint, messageOf } from '../states/states.tsx'
import { ageText, clockText } from '../time/time.ts'
import { useNow } from '../time/use-now.ts'
import classes from './agents.module.css'
import { TriggerSecretForm } from './trigger-secret.tsx'
import { useTriggerChange } from './use-triggers.ts'

/** Webhooks and events that start agents: what came of them, and the ways to pause them and to set their secret. */
export function TriggerList({ triggers }: { readonly triggers: readonly AgentTrigger[] }) {
  return (
    <ul className={classes.schedules} aria-label="Webhooks and events">
      {triggers.map(trigger => (
        <TriggerCard key={`${trigger.agent}/${trigger.name}`} trigger={trigger} />
      ))}
    </ul>
  )
}

const SIGNATURES = { standard: 'Standard Webhooks', github: 'GitHub', stripe: 'Stripe' } as const

function TriggerCard({ trigger }: { readonly trigger: AgentTrigger }) {
  const now = useNow(15_000)
  const { role } = useIdentity()
  const { agent, name, source, status, last_at: last, last_error: error, last_error_at: failed } = trigger
  return (
    <li className={runClasses.section}>
      <h2>
        {name} <span className={runClasses.rowFacts}>starts</span>{' '}
        <Link to="/agents/$name" params={{ name: agent }}>
          {agent}
        </Link>
      </h2>
      <dl className={classes.facts}>
        {source.type === 'webhook' ? (
          <>
            <dt>Webhook</dt>
            <dd>
              POST <code>{`${window.location.origin}${trigger.path ?? ''}`}</code>
            </dd>
            <dt>Signature</dt>
            <dd>
              {SIGNATURES[source.signature]}
              {trigger.has_secret ? ', secret stored' : ', no secret yet: every delivery is refused'}
            </dd>
          </>
        ) : (
          <>
            <dt>Event</dt>
            <dd>
              <code>{source.event}</code>
              {source.agent === undefined ? ' of any other agent' : ` of ${source.agent}`}
            </dd>
          </>
        )}
        <dt>State</dt>
        <dd>{status === 'paused' ? 'Paused' : 'Active'}</dd>
        <dt>Last run</dt>
        <dd>
          {last === undefined ? (
            'None yet'
          ) : (
            <>
              <time dateTime={last}>{clockText(last)}</time> ({ageText(last, now)}){' '}
              {trigger.last_run_id && (
                <Link to="/runs/$runId" params={{ runId: trigger.last_run_id }}>
                  Open the run
                </Link>
              )}
            </>
          )}
        </dd>
      </dl>
      {error !== undefined && (
        <Complaint>{failed === undefined ? error : `${clockText(failed)}: ${error}`}</Complaint>
      )}
      <TriggerActions trigger={trigger} />
      {source.type === 'webhook' && role === 'admin' && <TriggerSecretForm trigger={trigger} />}
    </li>
  )
}

function TriggerActions({ trigger }: { readonly trigger: AgentTrigger }) {
  const { role } = useIdentity()
  const change = useTriggerChange(trigger)
  const isPaused = trigger.status === 'paused'
  if (role !== 'reviewer' && role !== 'admin') return <p>A reviewer may pause it.</p>
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate(isPaused ? 'resume' : 'pause')}
      >
        {isPaused ? 'Resume' : 'Pause'} {trigger.name}
      </Button>
      {isRefused(change.data) && <Complaint>{change.data.problem.detail}</Complaint>}
      {change.isError && <Complaint>{messageOf(change.error)}</Complaint>}
    </div>
  )
}
