import { Link } from '@tanstack/react-router'
import type { WorkItem } from 'soulgate/contracts/work-item'
import runs from '../runs/runs.module.css'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import { clockText } from '../time/time.ts'
import classes from './work.module.css'
import { stepTitle } from './work-words.ts'

/** What has to be done, by whom, and how far it is. */
export function WorkTasks({ item }: { readonly item: WorkItem }) {
  if (item.tasks.length === 0) return null
  return (
    <section className={runs.section}>
      <h2>Tasks</h2>
      <ul className={runs.results}>
        {item.tasks.map(task => (
          <li key={task.task_id} className={runs.result}>
            <div className={runs.resultHead}>
              <code>
                <AgentText text={task.task_id} />
              </code>
              <span className={classes.taskTitle}>
                <AgentText text={task.title} />
              </span>
              <span className={runs.status} data-status={TASK_LOOK[task.status]}>
                {task.status}
              </span>
              <span className={runs.rowFacts}>
                {task.hours !== undefined && `${task.hours} h`}{' '}
                {task.assigned_to && <AgentText text={task.assigned_to} />}
              </span>
            </div>
            {task.files && task.files.length > 0 && <AgentText text={task.files.join(', ')} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

const TASK_LOOK = {
  open: 'queued',
  started: 'running',
  done: 'completed',
  failed: 'failed',
  dropped: 'cancelled',
} as const

/** What people said, what went wrong, and what happened, newest first. */
export function WorkHistory({ item }: { readonly item: WorkItem }) {
  return (
    <>
      {item.instructions.length > 0 && (
        <section className={runs.section}>
          <h2>What people said</h2>
          {item.instructions.map(instruction => (
            <div key={instruction.at + instruction.gate_id} className={classes.said}>
              <LongAgentText text={instruction.text} />
              <p className={runs.none}>
                {clockText(instruction.at)} ·{' '}
                <Link to="/inbox/$gateId" params={{ gateId: instruction.gate_id }}>
                  where it was said
                </Link>
                {instruction.affected_artifacts.length > 0 && (
                  <>
                    {' · about '}
                    <AgentText text={instruction.affected_artifacts.join(', ')} />
                  </>
                )}
              </p>
            </div>
          ))}
        </section>
      )}
      {item.issues.length > 0 && (
        <section className={runs.section}>
          <h2>Issues</h2>
          <ul className={classes.plain}>
            {item.issues.map(issue => (
              <li key={issue.at + issue.text}>
                <b>{stepTitle(issue.step)}</b> <AgentText text={issue.text} />{' '}
                {issue.reported_by && <AgentText text={`(${issue.reported_by})`} />}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={runs.section}>
        <h2>History</h2>
        <ul className={runs.events}>
          {item.history.toReversed().map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry is known by its place
            <li key={index}>
              <time dateTime={entry.at}>{clockText(entry.at)}</time>
              <span>
                <b>{stepTitle(entry.step)}</b> <AgentText text={entry.what} />{' '}
                {entry.gate_id && (
                  <Link to="/inbox/$gateId" params={{ gateId: entry.gate_id }}>
                    gate
                  </Link>
                )}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
