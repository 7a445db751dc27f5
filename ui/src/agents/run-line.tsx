import { Link } from '@tanstack/react-router'
import type { Run } from 'soulgate/contracts/run'
import { goalOf, standingOf } from '../runs/run-words.ts'
import runClasses from '../runs/runs.module.css'
import { AgentText } from '../text/agent-text.tsx'
import { ageText } from '../time/time.ts'
import { useNow } from '../time/use-now.ts'
import classes from './agents.module.css'

/** One run of an agent of one's own, and where it stands. */
export function RunLine({ run }: { readonly run: Run }) {
  const now = useNow(30_000)
  const { name, look } = standingOf(run)
  return (
    <Link to="/runs/$runId" params={{ runId: run.run_id }} className={classes.run}>
      <span className={runClasses.status} data-status={look}>
        {name}
      </span>
      <span className={runClasses.rowGoal}>
        <AgentText text={goalOf(run)} />
      </span>
      <span className={runClasses.rowFacts}>
        {ageText(run.created_at, now)} · version {run.definition_version}
      </span>
      {run.waiting_reason === 'no_worker_carries_agent' && (
        <span className={classes.absent}>No process here carries this version; the run waits for one.</span>
      )}
    </Link>
  )
}
