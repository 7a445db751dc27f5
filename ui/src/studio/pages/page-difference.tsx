import type { PageDiff } from 'soulgate/contracts/page'
import classes from '../../differences/diff-view.module.css'
import { ChangeCount, DiffView } from '../../differences/diff-view.tsx'
import type { Line } from '../../differences/lines.ts'

/** What one version of a page changed against another, place by place. */
export function PageDifference({ diff }: { readonly diff: PageDiff }) {
  if (diff.hunks.length === 0) return <p className={classes.none}>Nothing is different.</p>
  const lines = diff.hunks.flatMap(({ after_start: start, removed, added }): readonly Line[] => [
    { kind: 'note', text: `line ${start}` },
    ...removed.map(text => ({ kind: 'removed' as const, text })),
    ...added.map((text, at) => ({ kind: 'added' as const, text, after: start + at })),
  ])
  return (
    <div>
      <ChangeCount lines={lines} />
      <DiffView lines={lines} label="What changed on the page" />
    </div>
  )
}
