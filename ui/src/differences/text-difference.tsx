import { useMemo } from 'react'
import classes from './diff-view.module.css'
import { ChangeCount, DiffView } from './diff-view.tsx'
import { countChanges, linesBetween } from './lines.ts'

/** What a text was and what it became. */
export function TextDifference(props: {
  readonly before: string
  readonly after: string
  readonly label?: string
  readonly view?: 'unified' | 'split'
}) {
  const { before, after, label = 'What changed', view } = props
  const lines = useMemo(() => linesBetween(before, after), [before, after])
  const { added, removed } = countChanges(lines)
  if (added + removed === 0) return <p className={classes.none}>Nothing is different.</p>
  return (
    <div>
      <ChangeCount lines={lines} />
      <DiffView lines={lines} label={label} {...(view ? { view } : {})} />
    </div>
  )
}
