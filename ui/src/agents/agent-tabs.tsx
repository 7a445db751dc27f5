import { Link } from '@tanstack/react-router'
import runClasses from '../runs/runs.module.css'
import classes from './agents.module.css'

const TABS = [
  { to: '/agents', label: 'Agents' },
  { to: '/triggers', label: 'Triggers' },
  { to: '/workers', label: 'Workers' },
] as const

/** The head of the rooms about agents of one's own, with the way from one to the other. */
export function AgentTabs({ title }: { readonly title: (typeof TABS)[number]['label'] }) {
  return (
    <header className={runClasses.head}>
      <h1>{title}</h1>
      <nav className={classes.tabs} aria-label="About agents">
        {TABS.map(({ to, label }) => (
          <Link key={to} to={to} className={classes.tab} aria-current={label === title ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
    </header>
  )
}
