import { Link } from '@tanstack/react-router'
import { goalOf, standingOf } from '../runs/run-words.ts'
import { useLatestRuns } from '../runs/use-runs.ts'
import { AgentText } from '../text/agent-text.tsx'
import classes from './ask.module.css'

export function RecentGoals() {
  const { data } = useLatestRuns()
  const recent = (data?.items ?? []).filter(run => run.kind === 'reasoning').slice(0, 5)
  if (recent.length === 0) return null
  return (
    <section className={classes.recent}>
      <h2>Asked before</h2>
      <ul>
        {recent.map(run => (
          <li key={run.run_id}>
            <Link to="/runs/$runId" params={{ runId: run.run_id }}>
              <AgentText text={goalOf(run)} />
            </Link>
            <span className={classes.hint}>{standingOf(run).name}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
