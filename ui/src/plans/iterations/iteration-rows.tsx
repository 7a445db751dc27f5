import { Link } from '@tanstack/react-router'
import type { Run } from 'soulgate/contracts/run'
import { goalOf, RUN_STATUS_NAMES } from '../../runs/run-words.ts'
import runs from '../../runs/runs.module.css'
import { AgentText } from '../../text/agent-text.tsx'
import { ageText } from '../../time/time.ts'
import { useNow } from '../../time/use-now.ts'
import plans from '../plans.module.css'

/** Plans in iterations, newest first. */
export function IterationRows({ list }: { readonly list: readonly Run[] }) {
  const now = useNow(30_000)
  return (
    <section className={plans.listed} aria-label="Concepts in iterations">
      <h2>Concepts in iterations</h2>
      <ul className={runs.list}>
        {list.map(run => (
          <li key={run.run_id}>
            <Link
              to="/plans/iterations/$sessionId"
              params={{ sessionId: run.session_id }}
              search={{ run: run.run_id }}
              className={runs.row}
            >
              <span className={runs.status} data-status={run.status}>
                {run.status === 'waiting_input' ? 'Waits for you' : RUN_STATUS_NAMES[run.status]}
              </span>
              <span className={runs.rowGoal}>
                <AgentText text={goalOf(run)} />
              </span>
              <span className={runs.rowFacts}>{ageText(run.created_at, now)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
