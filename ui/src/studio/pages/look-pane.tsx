import type { DesignSystemVersion } from 'soulgate/contracts/page'
import { EmptyState } from '../../states/states.tsx'
import { AgentText } from '../../text/agent-text.tsx'
import classes from './pages.module.css'

/** The look that all pages share: its colours by what they are for, its letters, and its shapes. */
export function LookPane({ look }: { readonly look: DesignSystemVersion | undefined }) {
  if (!look)
    return <EmptyState title="There is no look yet">The agent makes one before the first page.</EmptyState>
  const { tokens } = look
  const facts = [
    ['Style', look.style.replaceAll('-', ' ')],
    ['Mode', look.mode],
    ['Letters', tokens.font_family],
    ['Headings', tokens.heading_font_family],
    ['Size', tokens.scale],
    ['Corners', tokens.radius],
    ['Room', tokens.spacing],
    ['Shadow', tokens.shadow],
  ] as const
  return (
    <article className={classes.look}>
      <h2 className="visually-hidden">Look</h2>
      <p className={classes.quiet}>
        Version {look.version}. Say “make it darker” or “use our green #0d6a5a” to change it.
      </p>
      <ul className={classes.swatches} aria-label="Colours">
        {Object.entries(tokens.colors).map(([role, color]) => (
          <li key={role}>
            <span className={classes.swatch} style={{ background: color }} />
            <b>
              <AgentText text={role.replaceAll('_', ' ')} />
            </b>
            <code>{color}</code>
          </li>
        ))}
      </ul>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <AgentText text={value} />
            </dd>
          </div>
        ))}
      </dl>
    </article>
  )
}
