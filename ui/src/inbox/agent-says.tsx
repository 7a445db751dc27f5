import type { Gate } from 'soulgate/contracts/gate'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import { agentName } from './gate-words.ts'
import classes from './inbox.module.css'

/** Section 4 of the card: the agent's own words, boxed, because they prove nothing. */
export function AgentSays({ gate }: { readonly gate: Gate }) {
  const { agent_says: says, asked_for: askedFor, ...briefing } = gate.briefing
  // The goal of a person stands in the head of the card.
  const isSaid = briefing.details === askedFor || says?.split('\n').includes(briefing.details)
  const details = [says, isSaid ? '' : briefing.details].filter(Boolean).join('\n\n')
  const descriptions = 'tool_calls' in gate.subject ? gate.subject.tool_calls : []
  if (!details && descriptions.every(call => !call.description)) return null
  return (
    <section className={classes.section}>
      {gate.type === 'unknown_outcome' ? (
        <h3>What is known of it</h3>
      ) : (
        <h3>
          The agent says{' '}
          <span className={classes.aside}>
            (<AgentText text={agentName(gate.requested_by)} />; not checked)
          </span>
        </h3>
      )}
      <blockquote className={classes.quote}>
        {details && <LongAgentText text={details} />}
        {!details &&
          descriptions.map(call => (
            <p key={call.call_id}>
              <code>
                <AgentText text={call.tool} />
              </code>{' '}
              <AgentText text={call.description} />
            </p>
          ))}
      </blockquote>
    </section>
  )
}
