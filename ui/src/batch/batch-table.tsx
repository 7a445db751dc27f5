import { Link } from '@tanstack/react-router'
import { headingPartsOf } from 'soulgate/contracts/act-line'
import type { Gate } from 'soulgate/contracts/gate'
import type { BatchResult } from 'soulgate/sdk'
import { valueText } from '../calls/call-summary.ts'
import { DangerBadge } from '../calls/danger-badge.tsx'
import { toolCallsOf } from '../inbox/decision-draft.ts'
import { HELD_NAMES, typeName } from '../inbox/gate-words.ts'
import { actName, totalOf } from '../queue/amounts.ts'
import { ActText } from '../text/act-text.tsx'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import classes from './batch.module.css'
import { alone, type BatchGroup, valuesOf } from './batch-groups.ts'

const REFUSALS: Readonly<Record<string, string>> = {
  gate_closed: 'decided elsewhere',
  gate_deciding: 'just decided elsewhere',
  gate_expired: 'expired',
  gate_superseded: 'replaced',
  view_stale: 'changed since it was selected',
  needs_single_review: 'needs individual review',
}

/** Items of one template: what they share above, what differs in columns. */
export function BatchTable(props: {
  readonly group: BatchGroup
  readonly refused: readonly BatchResult[]
  readonly onLeave: (gateIds: readonly string[], isSelected: boolean) => void
}) {
  const { group, refused } = props
  const [first] = group.gates
  if (!first) return null
  const calls = toolCallsOf(first)
  const total = totalOf(group.gates)
  return (
    <section className={classes.group}>
      <h3 className={classes.groupHead}>
        <span>
          <span className={classes.count}>{group.gates.length} ×</span>{' '}
          <AgentText text={calls.length > 0 ? actName(first) : typeName(first)} />
        </span>
        {total !== undefined && <span className={classes.total}>{total}</span>}
        {calls[0] && <DangerBadge call={calls[0]} />}
      </h3>
      <ul className={classes.reasons} aria-label="Why they were held">
        {first.why_held.map(why => (
          <li key={`${why.source}${why.rule_id ?? ''}${why.text}`}>
            {HELD_NAMES[why.source]}: <AgentText text={why.text} />
          </li>
        ))}
      </ul>
      {group.same.length > 0 && (
        <dl className={classes.same}>
          {group.same.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <LongAgentText mono text={valueText(value)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className={classes.scroller}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">What it does</th>
              {group.columns.map(name => (
                <th key={name} scope="col">
                  <AgentText text={name} />
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">Item</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {oddFirst(group).map(gate => (
              <BatchRow
                key={gate.gate_id}
                gate={gate}
                names={group.columns}
                odd={group.odd.get(gate.gate_id)}
                refusal={refused.find(result => result.gate_id === gate.gate_id)?.code}
                onLeave={props.onLeave}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function BatchRow(props: {
  readonly gate: Gate
  readonly names: readonly string[]
  /** How it is unlike the rest. */
  readonly odd: string | undefined
  readonly refusal: string | undefined
  readonly onLeave: (gateIds: readonly string[], isSelected: boolean) => void
}) {
  const { gate, refusal } = props
  const values = new Map(valuesOf(gate).map(({ name, value }) => [name, value]))
  const why =
    refusal === undefined ? (alone(gate) ?? props.odd) : (REFUSALS[refusal] ?? refusal.replaceAll('_', ' '))
  return (
    <tr data-alone={why !== undefined || undefined}>
      <th scope="row" className={classes.act}>
        <ActText parts={headingPartsOf(gate)} />
      </th>
      {props.names.map(name => (
        <td key={name}>
          <LongAgentText mono text={valueText(values.get(name) ?? null)} />
        </td>
      ))}
      <td className={classes.state}>
        {why && <span className={classes.why}>{why}</span>}{' '}
        <Link
          to="/inbox/$gateId"
          params={{ gateId: gate.gate_id }}
          onClick={() => props.onLeave([gate.gate_id], false)}
        >
          {why === undefined ? 'Exclude' : 'Review'}
        </Link>
      </td>
    </tr>
  )
}

/** What is not part of the yes stands on top. */
function oddFirst({ gates, odd }: BatchGroup): readonly Gate[] {
  const isApart = (gate: Gate) => alone(gate) !== undefined || odd.has(gate.gate_id)
  return [...gates.filter(isApart), ...gates.filter(gate => !isApart(gate))]
}
