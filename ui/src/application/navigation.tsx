import { Link } from '@tanstack/react-router'
import {
  AgentsIcon,
  AskIcon,
  AuditIcon,
  GuardrailsIcon,
  InboxIcon,
  InsightIcon,
  PlansIcon,
  RunsIcon,
  SettingsIcon,
  StudioIcon,
  WorkIcon,
} from '../icons/icons.tsx'
import { usePendingCount } from '../queue/use-queue.ts'
import classes from './shell.module.css'

const LINKS = [
  { to: '/inbox', label: 'Inbox', Icon: InboxIcon },
  { to: '/ask', label: 'Ask', Icon: AskIcon },
  { to: '/studio', label: 'Studio', Icon: StudioIcon },
  { to: '/plans', label: 'Plans', Icon: PlansIcon },
  { to: '/agents', label: 'Agents', Icon: AgentsIcon },
  { to: '/runs', label: 'Runs', Icon: RunsIcon },
  { to: '/work-items', label: 'Work', Icon: WorkIcon },
  { to: '/guardrails', label: 'Guardrails', Icon: GuardrailsIcon },
  { to: '/insight', label: 'Insight', Icon: InsightIcon },
  { to: '/audit', label: 'Audit', Icon: AuditIcon },
  { to: '/settings', label: 'Settings', Icon: SettingsIcon },
] as const

/** The rooms, with what waits in the inbox; the tab's title says the same. */
export function Navigation() {
  const { data: count = 0 } = usePendingCount()
  return (
    <nav className={classes.nav} aria-label="Rooms">
      <title>{count > 0 ? `(${count}) Soulgate` : 'Soulgate'}</title>
      {LINKS.map(({ to, label, Icon }) => (
        <Link key={to} to={to} className={classes.link}>
          <Icon />
          <span className={classes.label}>{label}</span>
          {to === '/inbox' && count > 0 && (
            <span className={classes.count}>
              {count > 999 ? '999+' : count}
              <span className="visually-hidden"> waiting</span>
            </span>
          )}
        </Link>
      ))}
      <p className={classes.hint}>
        <kbd>?</kbd> shows all keys
      </p>
    </nav>
  )
}
