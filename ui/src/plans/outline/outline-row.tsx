import { Checkbox } from '@mantine/core'
import { memo } from 'react'
import type { PlanNode } from 'soulgate/contracts/plan'
import { AgentText, LongAgentText } from '../../text/agent-text.tsx'
import { escapeHiddenCharacters } from '../../text/hidden-characters.ts'
import { NODE_NAMES, NODE_STATUS_NAMES, recurrenceText } from '../plan-words.ts'
import classes from './outline.module.css'
import { type Branch, effortText, type OnTick } from './plan-tree.ts'

interface RowProps {
  readonly branch: Branch<PlanNode>
  readonly isClosed: boolean
  readonly nodesById: ReadonlyMap<string, PlanNode>
  readonly mayTick: boolean
  readonly isBusy: boolean
  readonly onToggle: (id: string, isClosed: boolean) => void
  readonly onTick: OnTick | undefined
}

/** One node: what it is, how much work, what it waits for, and whether it is done. */
export const OutlineRow = memo(function OutlineRow(props: RowProps) {
  const { branch, isClosed, isBusy, mayTick } = props
  const { node, depth, children } = branch
  const isLeaf = children.length === 0
  const isDone = isLeaf ? node.status === 'done' : branch.leaves > 0 && branch.done === branch.leaves
  const name = escapeHiddenCharacters(node.title)
  return (
    <li
      data-id={node.id}
      className={classes.row}
      data-type={node.node_type}
      data-done={isDone || undefined}
      style={{ '--depth': depth } as React.CSSProperties}
    >
      <span className={classes.lead}>
        {isLeaf && props.onTick === undefined ? (
          <span className={classes.leaf} />
        ) : isLeaf ? (
          <Checkbox
            aria-label={`${name} is done`}
            checked={isDone}
            disabled={!mayTick || isBusy}
            onChange={event => props.onTick?.(node, event.currentTarget.checked)}
          />
        ) : (
          <button
            type="button"
            className={classes.twist}
            aria-expanded={!isClosed}
            aria-label={name}
            onClick={() => props.onToggle(node.id, !isClosed)}
          />
        )}
      </span>
      <div className={classes.body}>
        <p className={classes.title}>
          <span className={node.node_type === 'task' ? 'visually-hidden' : classes.type}>
            {NODE_NAMES[node.node_type]}{' '}
          </span>
          <AgentText text={node.title} />
        </p>
        {node.description && <LongAgentText text={node.description} limit={280} />}
        <Waits node={node} nodesById={props.nodesById} />
      </div>
      <NodeFacts branch={branch} />
    </li>
  )
})

function NodeFacts({ branch }: { readonly branch: Branch<PlanNode> }) {
  const { node, children, minutes, leaves, done } = branch
  const recurs = recurrenceText(node.recurrence)
  return (
    <div className={classes.facts}>
      {node.stream && (
        <span className={classes.chip}>
          <AgentText text={node.stream} />
        </span>
      )}
      {recurs && <span>{recurs}</span>}
      {node.status !== 'pending' && node.status !== 'done' && (
        <span className={classes.chip} data-status={node.status}>
          {NODE_STATUS_NAMES[node.status]}
        </span>
      )}
      {node.origin !== 'system' && <span className={classes.chip}>adapted</span>}
      {children.length > 0 && (
        <span>
          {done}/{leaves}
        </span>
      )}
      {minutes > 0 && <span className={classes.effort}>{effortText(minutes)}</span>}
    </div>
  )
}

const WAITS = {
  FS: 'after',
  SS: 'begins with or after',
  FF: 'ends with or after',
  SF: 'ends after the start of',
} as const

function Waits(props: { readonly node: PlanNode; readonly nodesById: ReadonlyMap<string, PlanNode> }) {
  const { node, nodesById } = props
  if (node.dependencies.length === 0) return null
  return (
    <ul className={classes.waits} aria-label="Waits for">
      {node.dependencies.map(({ node_id: id, type, lag_lead_minutes: lag }) => (
        <li key={`${id}${type}`}>
          {WAITS[type]} <AgentText text={nodesById.get(id)?.title ?? id} />
          {lag !== 0 && ` (${lagText(Math.abs(lag))} ${lag > 0 ? 'later' : 'earlier'})`}
        </li>
      ))}
    </ul>
  )
}

/** Days where they are whole ones, else hours. */
function lagText(minutes: number): string {
  if (minutes % 1440 !== 0) return effortText(minutes)
  return minutes === 1440 ? '1 day' : `${minutes / 1440} days`
}
