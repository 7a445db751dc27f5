import { Link } from '@tanstack/react-router'
import type { Run } from 'soulgate/contracts/run'
import { BackIcon, PlusIcon } from '../icons/icons.tsx'
import { goalOf } from '../runs/run-words.ts'
import { AgentText } from '../text/agent-text.tsx'
import classes from './talk.module.css'
import { isOfflineModel, type TalkEntry } from './talk-entries.ts'

const STANDING: Readonly<Record<Run['status'], string>> = {
  queued: 'Begins soon',
  running: 'At work',
  waiting_input: 'Waits for you',
  completed: 'Ready',
  failed: 'Stopped',
  cancelled: 'Cancelled',
}

/** What the talk is about, where it stands, what it cost, and who speaks. */
export function TalkHead(props: {
  readonly runs: readonly Run[]
  readonly entries: readonly TalkEntry[]
  readonly isWorking: boolean
}) {
  const { runs, entries } = props
  const [last] = runs
  const first = runs.at(-1)
  const cost = runs.reduce((sum, run) => sum + run.cost_usd, 0)
  const model = entries.findLast(entry => entry.kind === 'agent' && entry.model !== '')
  const name = model?.kind === 'agent' ? model.model : ''
  const status = props.isWorking ? 'running' : last?.status
  return (
    <header className={classes.head}>
      <Link to="/studio" className={classes.headLink} aria-label="All talks">
        <BackIcon size={18} />
      </Link>
      <div className={classes.headText}>
        <h1>{first ? <AgentText text={goalOf(first)} /> : 'New talk'}</h1>
        <p>
          {status && (
            <span className={classes.status} data-status={status} role="status">
              {STANDING[status]}
            </span>
          )}
          <span title="What this talk has cost so far">${cost.toFixed(cost > 0 && cost < 0.01 ? 4 : 2)}</span>
          {name !== '' &&
            (isOfflineModel(name) ? (
              <span
                className={classes.offline}
                title="Rules on this machine, no language model. Set a key for one."
              >
                Offline model
              </span>
            ) : (
              <span className={classes.model}>
                <AgentText text={name} />
              </span>
            ))}
        </p>
      </div>
      <Link to="/studio" className={classes.headLink} aria-label="New talk">
        <PlusIcon size={18} />
      </Link>
    </header>
  )
}
