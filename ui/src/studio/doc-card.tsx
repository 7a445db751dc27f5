import { Button } from '@mantine/core'
import { use } from 'react'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import { ShowDoc } from './show-doc.ts'
import classes from './talk.module.css'
import type { ChangedSection } from './talk-entries.ts'

/** What a turn changed in the product doc: named in one line, its text on demand, and the way to all of it. */
export function DocCard({ sections }: { readonly sections: readonly ChangedSection[] }) {
  const show = use(ShowDoc)
  const changed = sections.filter(({ because }) => because === undefined)
  return (
    <details className={classes.call} data-state="done">
      <summary>
        <b>Product doc {changed.length === 0 ? 'left as it was' : 'updated'}</b>
        <span className={classes.target}>
          <AgentText text={(changed.length === 0 ? sections : changed).map(nameOf).join(', ')} />
        </span>
      </summary>
      <dl className={classes.callBody}>
        {sections.map(one => (
          <div key={one.section}>
            <dt>
              <AgentText text={one.title} />
            </dt>
            <dd>
              <LongAgentText text={one.because ?? one.content ?? 'Removed.'} />
            </dd>
          </div>
        ))}
      </dl>
      {show && (
        <Button variant="subtle" size="compact-sm" onClick={show}>
          View the product doc
        </Button>
      )}
    </details>
  )
}

function nameOf({ title, content, because }: ChangedSection): string {
  return content === undefined && because === undefined ? `${title} (removed)` : title
}
