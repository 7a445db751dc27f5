import type { IterationRecord, ProposalVersion } from 'soulgate/contracts/iteration'
import { AgentProse } from '../../studio/agent-prose.tsx'
import { AgentText } from '../../text/agent-text.tsx'
import plans from '../plans.module.css'
import classes from './iterations.module.css'

const WRITERS = { model: 'a model', offline: 'the offline model', person: 'you, word for word' } as const

/** Every proposal as it was shown, newest first, and what was said of it. The one that waits is shown at its gate. */
export function ProposalHistory({ record }: { readonly record: IterationRecord }) {
  const shown = record.proposals.filter(each => each.answer !== undefined)
  if (shown.length === 0) return null
  return (
    <section className={plans.section} aria-label="Proposals">
      <h2>{shown.length === 1 ? 'The proposal' : 'Proposals'}</h2>
      {shown.toReversed().map(proposal => (
        <Proposal key={proposal.number} proposal={proposal} />
      ))}
    </section>
  )
}

function Proposal({ proposal }: { readonly proposal: ProposalVersion }) {
  return (
    <details className={classes.report}>
      <summary>
        <b>Proposal {proposal.number}</b>
        <span className={plans.none}>
          by {WRITERS[proposal.written_by]} · {proposal.answer}
          {proposal.feedback && (
            <>
              : “<AgentText text={proposal.feedback} />”
            </>
          )}
        </span>
      </summary>
      <div className={classes.reportBody}>
        <AgentProse text={proposal.text} />
      </div>
    </details>
  )
}
