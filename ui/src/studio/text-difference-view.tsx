import { useMemo } from 'react'
import { AgentText } from '../text/agent-text.tsx'
import classes from './difference.module.css'
import { countChanges, lineDifference } from './line-difference.ts'

const SIGN = { added: '+', removed: '−', same: ' ', gap: ' ' } as const
const MAX_LINES = 600

/** What a text was and what it became, line by line; what stays the same is folded. */
export function TextDifference(props: { readonly before: string; readonly after: string }) {
  const { before, after } = props
  const lines = useMemo(() => lineDifference(before, after), [before, after])
  const { added, removed } = countChanges(lines)
  if (added + removed === 0) return <p className={classes.none}>Nothing is different.</p>
  return (
    <figure className={classes.difference}>
      <figcaption>
        <span data-kind="added">+{added}</span> <span data-kind="removed">−{removed}</span> lines
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard */}
      <pre tabIndex={0}>
        {lines.slice(0, MAX_LINES).map(line =>
          line.kind === 'gap' ? (
            <span key={`gap ${line.line}`} className={classes.gap}>
              {line.count} {line.count === 1 ? 'line' : 'lines'} as before{'\n'}
            </span>
          ) : (
            <span key={`${line.kind} ${line.line}`} className={classes.line} data-kind={line.kind}>
              <span className={classes.sign}>{SIGN[line.kind]}</span>
              <AgentText text={line.text} />
              {'\n'}
            </span>
          ),
        )}
      </pre>
      {lines.length > MAX_LINES && <p className={classes.none}>{lines.length - MAX_LINES} more lines.</p>}
    </figure>
  )
}
