import type { PageDiff } from 'soulgate/contracts/page'
import { AgentText } from '../../text/agent-text.tsx'
import classes from '../difference.module.css'

const MAX_LINES = 400

/** What one version of a page changed against another, place by place. */
export function PageDifference({ diff }: { readonly diff: PageDiff }) {
  if (diff.hunks.length === 0) return <p className={classes.none}>Nothing is different.</p>
  const lines = diff.hunks.flatMap((hunk, index) => [
    { kind: 'gap' as const, text: `line ${hunk.after_start}`, key: `gap ${index}` },
    ...hunk.removed.map((text, at) => ({ kind: 'removed' as const, text, key: `removed ${index} ${at}` })),
    ...hunk.added.map((text, at) => ({ kind: 'added' as const, text, key: `added ${index} ${at}` })),
  ])
  return (
    <figure className={classes.difference}>
      <figcaption>
        <span data-kind="added">+{diff.added_lines}</span>{' '}
        <span data-kind="removed">−{diff.removed_lines}</span> lines
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard */}
      <pre tabIndex={0}>
        {lines.slice(0, MAX_LINES).map(line => (
          <span
            key={line.key}
            className={line.kind === 'gap' ? classes.gap : classes.line}
            data-kind={line.kind}
          >
            {line.kind !== 'gap' && <span className={classes.sign}>{line.kind === 'added' ? '+' : '−'}</span>}
            <AgentText text={line.text} />
            {'\n'}
          </span>
        ))}
      </pre>
      {lines.length > MAX_LINES && <p className={classes.none}>{lines.length - MAX_LINES} more lines.</p>}
    </figure>
  )
}
