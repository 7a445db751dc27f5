import type { AgentTrigger } from 'soulgate/contracts/agent-trigger'
import { useIdentity } from '../application/session.tsx'
import runClasses from '../runs/runs.module.css'
import { Complaint } from '../states/states.tsx'
import { clockText } from '../time/time.ts'
import classes from './agents.module.css'
import { LastRun, StarterActions, StarterHead } from './starter.tsx'
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
  const change = useTriggerChange(trigger)
  const { role } = useIdentity()
  const { source, status, last_error: error, last_error_at: failed } = trigger
  return (
    <li className={runClasses.section}>
      <StarterHead starter={trigger} />
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
        <LastRun starter={trigger} />
      </dl>
      {error !== undefined && (
        <Complaint>{failed === undefined ? error : `${clockText(failed)}: ${error}`}</Complaint>
      )}
      <StarterActions starter={trigger} change={change} whoMay="A reviewer may pause it." />
      {source.type === 'webhook' && role === 'admin' && <TriggerSecretForm trigger={trigger} />}
    </li>
  )
}
