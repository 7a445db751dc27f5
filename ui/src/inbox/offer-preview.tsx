import { useQuery } from '@tanstack/react-query'
import type { RememberOffer } from 'soulgate/contracts/remember'
import { client } from '../application/client.ts'
import { AgentText } from '../text/agent-text.tsx'
import classes from './inbox.module.css'
import { pastText } from './past-text.ts'

/** What an offer lets pass and what it never does, and what it would have done with the calls of the last weeks. */
export function OfferPreview({ offer }: { readonly offer: RememberOffer }) {
  const tool = offer.permissions[0]?.tool
  const past = useQuery({
    queryKey: ['offer-replay', offer.id],
    queryFn: ({ signal }) =>
      client.policy.replay(
        { since: '30d', limit: 0, permissions: offer.permissions, ...(tool === undefined ? {} : { tool }) },
        { signal },
      ),
  })
  return (
    <section className={classes.rules} aria-label="What would pass">
      <p>
        <b>Passes without a question</b>
      </p>
      <Lines lines={offer.passes} />
      <p>
        <b>Asked about as before</b>
      </p>
      <Lines lines={offer.never} />
      {offer.risk && (
        <p>
          <b>Accepted risk:</b> {offer.risk}
        </p>
      )}
      <p className={classes.aside}>{past.data ? pastText(countsOf(past.data)) : 'Looking at past calls…'}</p>
      <p className={classes.aside}>
        For this agent alone, until somebody revokes it in Policy › Permissions.
      </p>
    </section>
  )
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul>
      {lines.map(line => (
        <li key={line}>
          <AgentText text={line} />
        </li>
      ))}
    </ul>
  )
}

function countsOf({
  counts,
  proposals,
}: Readonly<{ counts: Readonly<Record<string, number>>; proposals: number }>): Parameters<
  typeof pastText
>[0] {
  const { approval_saved: approved = 0, would_run_unasked: unasked = 0 } = counts
  const rejected = (counts.rejected_would_run ?? 0) + (counts.edited_would_run ?? 0)
  return { approved, rejected, matched: approved + rejected + unasked, of: proposals }
}
