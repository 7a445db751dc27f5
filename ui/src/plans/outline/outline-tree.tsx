import { type KeyboardEvent, useRef, useState } from 'react'
import type { PlanNode } from 'soulgate/contracts/plan'
import classes from './outline.module.css'
import { OutlineRow } from './outline-row.tsx'
import { type Branch, closedAtFirst, type OnTick, visibleBranches } from './plan-tree.ts'

/** Rows of a tree. Arrow keys move between rows, left and right close and open them. */
export function OutlineTree(props: {
  readonly tree: readonly Branch<PlanNode>[]
  readonly nodesById: ReadonlyMap<string, PlanNode>
  readonly mayTick: boolean
  readonly busyId: string | undefined
  /** Absent where the tree is only read. */
  readonly onTick: OnTick | undefined
}) {
  const { tree } = props
  const [closed, setClosed] = useState(() => closedAtFirst(tree))
  const list = useRef<HTMLUListElement>(null)
  const rows = visibleBranches(tree, closed)
  const toggle = (id: string, isClosed: boolean) => {
    const next = new Set(closed)
    if (isClosed) next.add(id)
    else next.delete(id)
    setClosed(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = event.target instanceof Element ? event.target.closest('li') : null
    const index = rows.findIndex(({ node }) => node.id === row?.dataset.id)
    const branch = rows[index]
    if (!branch || event.altKey || event.ctrlKey || event.metaKey) return
    const { id } = branch.node
    if (event.key === 'ArrowLeft' && branch.children.length > 0) toggle(id, true)
    else if (event.key === 'ArrowRight' && branch.children.length > 0) toggle(id, false)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      focusRow(list.current, index + (event.key === 'ArrowDown' ? 1 : -1))
    else return
    event.preventDefault()
  }
  return (
    <ul ref={list} className={classes.tree} aria-label="Outline" onKeyDown={onKeyDown}>
      {rows.map(branch => (
        <OutlineRow
          key={branch.node.id}
          branch={branch}
          isClosed={closed.has(branch.node.id)}
          nodesById={props.nodesById}
          mayTick={props.mayTick}
          isBusy={props.busyId === branch.node.id}
          onToggle={toggle}
          onTick={props.onTick}
        />
      ))}
    </ul>
  )
}

function focusRow(list: HTMLElement | null, index: number): void {
  const row = list?.children[index]
  row?.querySelector<HTMLElement>('input, button')?.focus()
}
