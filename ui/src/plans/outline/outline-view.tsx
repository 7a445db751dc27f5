import { SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Plan, PlanOutline } from 'soulgate/contracts/plan'
import { AgentText } from '../../text/agent-text.tsx'
import plans from '../plans.module.css'
import classes from './outline.module.css'
import { OutlineTree } from './outline-tree.tsx'
import { effortText, type OnTick, streamsOf, treeOf } from './plan-tree.ts'

/** The whole plan as a tree: by level, or by stream, its second axis. */
export function OutlineView(props: {
  readonly plan: Plan
  readonly outline: PlanOutline
  readonly mayTick: boolean
  readonly busyId: string | undefined
  readonly onTick: OnTick
}) {
  const { outline } = props
  const [by, setBy] = useState<'level' | 'stream'>('level')
  const tree = useMemo(() => treeOf(outline.nodes), [outline.nodes])
  const streams = useMemo(() => streamsOf(outline.nodes), [outline.nodes])
  const nodesById = useMemo(() => new Map(outline.nodes.map(node => [node.id, node])), [outline.nodes])
  const common = { ...props, nodesById }
  const minutes = tree.reduce((total, branch) => total + branch.minutes, 0)
  return (
    <>
      <div className={classes.head}>
        <p className={plans.none}>
          {outline.nodes.length} {outline.nodes.length === 1 ? 'node' : 'nodes'}
          {minutes > 0 && ` · ${effortText(minutes)} of work, each occurrence counted once`}
        </p>
        {streams.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label="Arranged by"
            value={by}
            onChange={value => setBy(value === 'stream' ? 'stream' : 'level')}
            data={[
              { value: 'level', label: 'By level' },
              { value: 'stream', label: 'By stream' },
            ]}
          />
        )}
      </div>
      {by === 'stream' && streams.length > 1 ? (
        streams.map(({ stream, tree: own }) => (
          <section key={stream} className={classes.stream} aria-label={`Stream ${stream}`}>
            <h3>
              <AgentText text={stream} />
            </h3>
            <OutlineTree {...common} tree={own} />
          </section>
        ))
      ) : (
        <OutlineTree {...common} tree={tree} />
      )}
      <Assumptions outline={outline} />
    </>
  )
}

/** What was taken for granted, so that somebody can object to it. */
function Assumptions({ outline }: { readonly outline: PlanOutline }) {
  const { assumptions } = outline.plan_context
  if (assumptions.length === 0) return null
  return (
    <section className={plans.section}>
      <h2>Assumed</h2>
      <ul className={classes.assumptions}>
        {assumptions.map(text => (
          <li key={text}>
            <AgentText text={text} />
          </li>
        ))}
      </ul>
    </section>
  )
}
