import { Radio, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DecideRequest } from 'soulgate/contracts/decision'
import type { Gate } from 'soulgate/contracts/gate'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { Complaint } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { clockText } from '../time/time.ts'
import classes from './inbox.module.css'

export interface Terms {
  readonly conditions: string
  readonly remember: NonNullable<DecideRequest['remember']>
}

export const NO_TERMS: Terms = { conditions: '', remember: 'once' }

/** Conditions bind the rest of the run, one a line. */
export function conditionsOf({ conditions }: Terms): readonly string[] {
  return conditions
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
}

/** What an approval carries besides the yes: conditions, and for how long it stands. */
export function ApproveTerms(props: {
  readonly gate: Gate
  readonly terms: Terms
  readonly onChange: (terms: Terms) => void
  readonly focus: (field: HTMLElement | null) => void
}) {
  const { gate, terms, onChange } = props
  const choices = [
    { value: 'once', label: 'Only this once' },
    ...(gate.run_id ? [{ value: 'run', label: 'Calls like this for the rest of this run' } as const] : []),
    { value: 'rule', label: 'Calls like this from now on, by a rule that can be revoked' },
  ] as const
  return (
    <>
      {gate.run_id && (
        <Textarea
          label="Conditions (optional)"
          description="One a line. They bind the rest of the run: the agent is told, and each later effectful call waits for a look."
          rows={2}
          maxLength={4000}
          ref={props.focus}
          value={terms.conditions}
          onChange={event => onChange({ ...terms, conditions: event.currentTarget.value })}
        />
      )}
      <Radio.Group label="This yes counts for" value={terms.remember}>
        <div className={classes.terms}>
          {choices.map(({ value, label }, index) => (
            <Radio
              key={value}
              value={value}
              label={label}
              ref={index === 0 && !gate.run_id ? props.focus : undefined}
              onChange={() => onChange({ ...terms, remember: value })}
            />
          ))}
        </div>
      </Radio.Group>
      {terms.remember !== 'once' && <RulePreview gate={gate} remember={terms.remember} />}
    </>
  )
}

/** What a rule would have done in the last weeks, by what people said to those calls. */
function pastText({
  matched,
  of,
  approved,
  rejected,
}: Readonly<Record<'matched' | 'of' | 'approved' | 'rejected', number>>): string {
  if (matched === 0) return `In the last 30 days none of ${of} calls was like this`
  const wrong =
    rejected === 0 ? 'none that was rejected or edited' : `${rejected} that were rejected or edited`
  return `In the last 30 days: ${approved} approvals saved, ${wrong}, of ${of} calls`
}

/** Which rules that would make, and how many past calls each would have let through. */
function RulePreview({ gate, remember }: { readonly gate: Gate; readonly remember: 'run' | 'rule' }) {
  const preview = useQuery({
    queryKey: ['rule-preview', gate.gate_id, gate.view_digest, remember],
    queryFn: () => client.gates.previewRules(gate.gate_id, { decision: 'approve', remember }),
  })
  if (!preview.data) return <p className={classes.aside}>Looking at past calls…</p>
  if (isRefused(preview.data)) return <Complaint>{preview.data.problem.detail}</Complaint>
  if (preview.data.rules.length === 0)
    return (
      <Complaint>
        Nothing of this can be remembered: it cannot be undone, is only claimed, or is of unknown origin.
      </Complaint>
    )
  return (
    <ul className={classes.rules}>
      {preview.data.rules.map(({ guideline, past_calls }) => (
        <li key={guideline.name + JSON.stringify(guideline.condition)}>
          <b>
            <AgentText text={guideline.name} />
          </b>
          <br />
          <code>
            <AgentText text={guideline.condition.custom ?? (guideline.condition.tools ?? []).join(', ')} />
          </code>
          <br />
          {pastText(past_calls)}
          {guideline.action.expires_at && ` · until ${clockText(guideline.action.expires_at)}`}
        </li>
      ))}
    </ul>
  )
}
