import type { Page } from 'soulgate/contracts/page'
import { AgentText } from '../../text/agent-text.tsx'
import classes from './pages.module.css'

/** The pages of a talk side by side; one of them is looked at. */
export function PagePicker(props: {
  readonly pages: readonly Page[]
  readonly chosen: Page
  readonly onChoose: (slug: string) => void
}) {
  return (
    <ul className={classes.picker} aria-label="Pages">
      {props.pages.map(page => (
        <li key={page.page_id}>
          <button
            type="button"
            aria-pressed={page.slug === props.chosen.slug}
            onClick={() => props.onChoose(page.slug)}
          >
            <AgentText text={page.title} />
            <span className={classes.versionMark}>v{page.current_version}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
