import { useQuery } from '@tanstack/react-query'
import type { Attention as AttentionType } from 'soulgate/contracts/attention'
import { client } from '../application/client.ts'
import { useIdentity } from '../application/session.tsx'
import { Complaint, messageOf } from '../states/states.tsx'
import classes from './insight.module.css'

/** How one’s own cards were read, told to oneself alone; admins see the sum over all. */
export function AttentionSection({ window }: { readonly window: string }) {
  const { role } = useIdentity()
  const mayRead = role !== 'viewer'
  const attention = useQuery({
    queryKey: ['insights', 'attention', window],
    queryFn: ({ signal }) => client.insights.attention(window, { signal }),
    enabled: mayRead,
  })
  if (!mayRead) return null
  if (attention.isError) return <Complaint>{messageOf(attention.error)}</Complaint>
  if (attention.data === undefined) return null
  const { own, everybody, why_no_sum: why } = attention.data
  return (
    <>
      <Attention title="How you read your cards" hint="Only you see this." reviewed={own} />
      {everybody !== undefined && (
        <Attention
          title="How cards are read"
          hint={`The sum over ${everybody.people} people.`}
          reviewed={everybody}
        />
      )}
      {why !== undefined && <p className={classes.hint}>{why}</p>}
    </>
  )
}

function Attention(props: {
  readonly title: string
  readonly hint: string
  readonly reviewed: AttentionType['own']
}) {
  const { title, hint, reviewed } = props
  const { checks, answers, reading_ratio: ratio, second_looks: looks, agreed, by_hour: hours } = reviewed
  return (
    <section className={classes.attention} aria-label={title}>
      <h2>{title}</h2>
      <p className={classes.hint}>{hint}</p>
      {answers === 0 || ratio === null ? (
        <p>No cards over calls were decided in this time.</p>
      ) : (
        <>
          <p>
            {reviewed.too_fast} of {answers} answers were approvals faster than the card can be read; such an
            answer is evidence for nothing. At the median an answer took {ratio.toFixed(1)} times what reading
            needs.
            {checks !== undefined &&
              ` Cards that test attention: ${checks.caught} of ${checks.answered} seen (95 % interval ${Math.round(checks.low * 100)} to ${Math.round(checks.high * 100)} %).`}
            {looks > 0 && ` Where somebody else decided too, ${agreed} of ${looks} said the same.`}
          </p>
          <table>
            <thead>
              <tr>
                <th scope="col">Hour</th>
                <th scope="col">Answers</th>
                <th scope="col">Too fast</th>
                <th scope="col">Edited</th>
                <th scope="col">Rejected</th>
              </tr>
            </thead>
            <tbody>
              {hours.map(({ hour, ...counted }) => (
                <tr key={hour}>
                  <th scope="row">{hour === 3 ? 'later' : hour + 1}</th>
                  <td>{counted.answers}</td>
                  <td>{counted.too_fast}</td>
                  <td>{counted.edited}</td>
                  <td>{counted.rejected}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  )
}
