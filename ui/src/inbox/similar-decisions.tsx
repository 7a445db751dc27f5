import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { headingOf } from 'soulgate/contracts/act-line'
import type { Gate, GateStatus } from 'soulgate/contracts/gate'
import { client } from '../application/client.ts'
import { AgentText } from '../text/agent-text.tsx'
import { ageText } from '../time/time.ts'
import { useNow } from '../time/use-now.ts'
import { toolCallsOf } from './decision-draft.ts'
import { type CallEstimate, estimateText } from './estimate-text.ts'
import { STATUS_NAMES, verdictText } from './gate-words.ts'
import classes from './inbox.module.css'

const CLOSED: readonly GateStatus[] = ['approved', 'rejected', 'steered']
const SHOWN = 4

/** Section 5 of the card: how people decided on the same tool before. */
export function SimilarDecisions({ gate }: { readonly gate: Gate }) {
  const tool = toolCallsOf(gate)[0]?.tool
  const past = useQuery({
    queryKey: ['similar', tool],
    queryFn: ({ signal }) => readPast(tool ?? '', signal),
    enabled: tool !== undefined,
  })
  const now = useNow(60_000)
  const others = (past.data ?? []).filter(other => other.gate_id !== gate.gate_id).slice(0, SHOWN)
  if (tool === undefined || !past.data) return null
  return (
    <section className={classes.section}>
      <h3>
        Decided before on{' '}
        <code>
          <AgentText text={tool} />
        </code>
      </h3>
      <Estimate gate={gate} />
      {others.length === 0 && (
        <p className={classes.aside}>Nobody has decided on calls of this tool alone yet.</p>
      )}
      <ul className={classes.similar}>
        {others.map(other => (
          <li key={other.gate_id}>
            <span className={classes.status} data-status={other.status}>
              {STATUS_NAMES[other.status]}
            </span>
            <Link to="/inbox/$gateId" params={{ gateId: other.gate_id }} title={verdictText(other)}>
              <AgentText text={summaryOf(other)} />
            </Link>
            <span className={classes.aside}>{ageText(other.decided_at ?? other.created_at, now)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How often such calls are right, by what people decided; of several calls the least sure one. */
function Estimate({ gate }: { readonly gate: Gate }) {
  const { data } = useQuery({
    queryKey: ['estimates', gate.gate_id],
    queryFn: ({ signal }) => client.autonomy.estimates(gate.gate_id, { signal }),
    enabled: gate.status === 'pending',
    staleTime: 60_000,
  })
  const probability = (each: CallEstimate) => each.calibrated?.probability ?? -1
  const [least] = (data?.estimates ?? []).toSorted((a, b) => probability(a) - probability(b))
  if (least === undefined || least.labels === 0) return null
  return <p className={classes.aside}>{estimateText(least)}</p>
}

async function readPast(tool: string, signal: AbortSignal) {
  const pages = await Promise.all(
    CLOSED.map(status =>
      client.gates.list({ status, q: tool, sort: 'newest', limit: SHOWN + 1 }, { signal }),
    ),
  )
  const gates = pages
    .flatMap(page => page.items)
    .filter(gate => isOnlyOf(gate, tool))
    .sort((a, b) => ((a.decided_at ?? '') < (b.decided_at ?? '') ? 1 : -1))
  return gates
}

/** The heading of a gate that has other calls too may speak of these. */
function isOnlyOf(gate: Gate, tool: string): boolean {
  const calls = toolCallsOf(gate)
  return calls.length > 0 && calls.every(call => call.tool === tool)
}

function summaryOf(gate: Gate): string {
  const summary = headingOf(gate)
  return summary.length > 120 ? `${summary.slice(0, 120)}…` : summary
}
