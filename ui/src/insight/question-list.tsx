import { SegmentedControl } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { InsightGroup, Insights } from 'soulgate/contracts/insight'
import { AgentText } from '../text/agent-text.tsx'
import { durationText } from '../time/time.ts'
import { DayChart } from './charts.tsx'
import classes from './insight.module.css'

type Kind = keyof Insights['groups']
type Counts = Omit<InsightGroup, 'id' | 'name'>

const KINDS = [
  { value: 'tools', label: 'By tool' },
  { value: 'agents', label: 'By agent' },
  { value: 'people', label: 'By person' },
] as const satisfies readonly { readonly value: Kind; readonly label: string }[]

/** What people ask of the numbers first: where decisions wait, and what is turned down; each by day and by name. */
export function QuestionList({ groups, days }: Pick<Insights, 'groups' | 'days'>) {
  const [kind, setKind] = useState<Kind>('tools')
  const named = groups[kind]
  return (
    <>
      <SegmentedControl
        className={classes.kinds ?? ''}
        size="xs"
        aria-label="Compare"
        value={kind}
        data={[...KINDS]}
        onChange={value => setKind(KINDS.find(each => each.value === value)?.value ?? 'tools')}
      />
      <div className={classes.questions}>
        <Question
          title="Where do decisions wait?"
          chart={
            <DayChart days={days} title="Waiting, by the day it was asked" value={({ waiting }) => waiting} />
          }
          columns={['Waiting', 'Median time', 'Expired']}
          rows={named.toSorted(
            (a, b) => b.waiting - a.waiting || (b.p50_seconds ?? 0) - (a.p50_seconds ?? 0),
          )}
          cells={({ waiting, p50_seconds, expired }) => [
            String(waiting),
            p50_seconds === null ? '–' : durationText(p50_seconds * 1000),
            String(expired),
          ]}
          isTool={kind === 'tools'}
        />
        <Question
          title="What is rejected?"
          chart={
            <DayChart days={days} title="Rejected or steered, by day" value={({ rejected }) => rejected} />
          }
          columns={['Rejected', 'Of decided', 'Share']}
          rows={named.toSorted((a, b) => b.rejected - a.rejected || b.decided - a.decided)}
          cells={({ rejected, decided }) => [
            String(rejected),
            String(decided),
            decided === 0 ? '–' : `${Math.round((rejected / decided) * 100)} %`,
          ]}
          isTool={kind === 'tools'}
        />
      </div>
    </>
  )
}

function Question(props: {
  readonly title: string
  readonly chart: ReactNode
  readonly columns: readonly string[]
  readonly rows: readonly InsightGroup[]
  readonly cells: (counts: Counts) => readonly string[]
  readonly isTool: boolean
}) {
  const { columns, rows } = props
  return (
    <section className={classes.chart} aria-label={props.title}>
      <h2>{props.title}</h2>
      {props.chart}
      <table className={classes.numbers}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            {columns.map(column => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, ...counts }) => (
            <tr key={id}>
              <th scope="row">
                {props.isTool ? (
                  <Link to="/tools/$name" params={{ name: id }}>
                    <AgentText text={name} />
                  </Link>
                ) : (
                  <AgentText text={name} />
                )}
              </th>
              {props.cells(counts).map((cell, index) => (
                <td key={columns[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className={classes.hint}>Nothing of this kind in this time.</p>}
    </section>
  )
}
