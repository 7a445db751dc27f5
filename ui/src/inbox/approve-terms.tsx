import { Radio, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DecideRequest } from 'soulgate/contracts/decision'
import type { Gate } from 'soulgate/contracts/gate'
import type { RememberOffer } from 'soulgate/contracts/remember'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { Complaint } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { clockText } from '../time/time.ts'
import type { DecisionInput } from './decision-draft.ts'
import classes from './inbox.module.css'
import { OfferPreview } from './offer-preview.tsx'
import { pastText } from './past-text.ts'

export interface Terms {
  readonly conditions: string
  readonly remember: NonNullable<DecideRequest['remember']>
  /** What such calls count for from now on; then nothing else is remembered. */
  readonly offer?: RememberOffer
}

export const NO_TERMS: Terms = { conditions: '', remember: 'once' }

/** What a decision carries of them. Conditions bind the rest of the run, one a line. */
export function termsOf({
  conditions,
  remember,
  offer,
}: Terms): Pick<DecisionInput, 'conditions' | 'remember' | 'permissions'> {
  const lines = conditions
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  return { conditions: lines, remember, ...(offer === undefined ? {} : { permissions: offer.permissions }) }
}

/** What an approval carries besides the yes: conditions, and for how long it stands. */
export function ApproveTerms(props: {
  readonly gate: Gate
  readonly terms: Terms
  readonly onChange: (terms: Terms) => void
  readonly focus: (field: HTMLElement | null) => void
}) {
  const { gate, terms, onChange } = props
  const { offer: chosen, ...rest } = terms
  const offers = useOffers(gate)
  const whyNoRule = useWhyNoRule(gate)
  const choices = [
    { value: 'once', label: 'Only this once' },
    ...(gate.run_id && whyNoRule === undefined
      ? [{ value: 'run', label: 'Calls like this for the rest of this run' } as const]
      : []),
    ...(whyNoRule === undefined
      ? [{ value: 'rule', label: 'Calls like this from now on, by a rule that can be revoked' } as const]
      : []),
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
      <Radio.Group label="This yes counts for" value={chosen?.id ?? terms.remember}>
        <div className={classes.terms}>
          {choices.map(({ value, label }, index) => (
            <Radio
              key={value}
              value={value}
              label={label}
              ref={index === 0 && !gate.run_id ? props.focus : undefined}
              onChange={() => onChange({ ...rest, remember: value })}
            />
          ))}
          {offers.map(offer => (
            <Radio
              key={offer.id}
              value={offer.id}
              label={<AgentText text={`From now on: ${offer.title}`} />}
              onChange={() => onChange({ ...rest, remember: 'once', offer })}
            />
          ))}
        </div>
      </Radio.Group>
      {whyNoRule !== undefined && (
        <p className={classes.aside}>
          <AgentText text={`By a rule it ${whyNoRule}`} />
        </p>
      )}
      {chosen && <OfferPreview offer={chosen} />}
      {terms.remember !== 'once' && <RulePreview gate={gate} remember={terms.remember} />}
    </>
  )
}

/** Why no rule could stand in for this approval, as far as it is known yet. */
function useWhyNoRule({ gate_id, view_digest }: Gate): string | undefined {
  const { data } = useQuery(rulePreview({ gate_id, view_digest, remember: 'rule' }))
  const error = data && isRefused(data) ? data.problem.errors?.[0] : undefined
  return error?.field === 'remember' ? error.message : undefined
}

function rulePreview(of: {
  readonly gate_id: string
  readonly view_digest: string
  readonly remember: 'run' | 'rule'
}) {
  return {
    queryKey: ['rule-preview', of.gate_id, of.view_digest, of.remember],
    queryFn: () => client.gates.previewRules(of.gate_id, { decision: 'approve', remember: of.remember }),
  }
}

/** None while they are looked for: what is on the card already does not wait for them. */
function useOffers({ gate_id, view_digest }: Gate): readonly RememberOffer[] {
  const { data } = useQuery({
    queryKey: ['remember-offers', gate_id, view_digest],
    queryFn: ({ signal }) => client.permissions.offers(gate_id, { signal }),
  })
  return data?.offers ?? []
}

/** Which rules that would make, and how many past calls each would have let through. */
function RulePreview({ gate, remember }: { readonly gate: Gate; readonly remember: 'run' | 'rule' }) {
  const { gate_id, view_digest } = gate
  const preview = useQuery(rulePreview({ gate_id, view_digest, remember }))
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
