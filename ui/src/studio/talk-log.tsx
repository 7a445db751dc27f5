import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Gate } from 'soulgate/contracts/gate'
import type { Run } from 'soulgate/contracts/run'
import { AgentText } from '../text/agent-text.tsx'
import { AgentProse } from './agent-prose.tsx'
import { CallList } from './call-list.tsx'
import classes from './talk.module.css'
import type { TalkEntry } from './talk-entries.ts'
import { notShownYet, type TalkLive } from './talk-live.ts'

/** What was said, oldest first, and what is being said right now. */
export function TalkLog(props: {
  readonly entries: readonly TalkEntry[]
  readonly live: TalkLive
  readonly runs: readonly Run[]
  readonly gates: readonly Gate[]
  readonly onRetry: (text: string) => void
}) {
  const { entries, live, runs, gates } = props
  const { said, settled, words } = notShownYet(live, entries)
  const isOpen = live.phase === 'open'
  return (
    <>
      {entries.map((entry, index) => {
        const run = runs.find(item => item.run_id === entry.runId)
        const isLastOfRun = entries[index + 1]?.runId !== entry.runId
        return (
          <div key={entry.id} className={classes.entry}>
            <Entry entry={entry} run={run} gates={gates} />
            {isLastOfRun && run && (
              <RunEnd
                run={run}
                isNewest={run === runs[0]}
                said={saidIn(entries, run)}
                onRetry={props.onRetry}
              />
            )}
          </div>
        )
      })}
      {said !== undefined && <PersonBubble text={said} images={0} />}
      {settled.map(text => (
        <AgentProse key={text} text={text} />
      ))}
      {isOpen && words !== '' && <AgentProse text={words} />}
      {isOpen && words === '' && (
        <p className={classes.thinking}>
          <span className={classes.pulse} /> {live.isAnew ? 'The model begins anew' : 'At work'}
        </p>
      )}
    </>
  )
}

function Entry(props: {
  readonly entry: TalkEntry
  readonly run: Run | undefined
  readonly gates: readonly Gate[]
}) {
  const { entry, run, gates } = props
  switch (entry.kind) {
    case 'person':
      return <PersonBubble text={entry.text} images={entry.images} />
    case 'words':
      return (
        <p className={classes.words}>
          You told the agent at a gate: “
          <AgentText text={entry.text} />”
        </p>
      )
    case 'agent':
      return (
        <>
          {entry.text.trim() !== '' && <AgentProse text={entry.text} />}
          {entry.calls.length > 0 && <CallList calls={entry.calls} run={run} gates={gates} />}
        </>
      )
  }
}

function PersonBubble({ text, images }: { readonly text: string; readonly images: number }) {
  return (
    <div className={classes.person}>
      <span className="visually-hidden">You said: </span>
      <AgentText text={text} />
      {images > 0 && (
        <p className={classes.hint}>
          {images} {images === 1 ? 'picture' : 'pictures'}
        </p>
      )}
    </div>
  )
}

/** How a run ended that did not end with an answer. */
function RunEnd(props: {
  readonly run: Run
  readonly isNewest: boolean
  /** What the person had said; empty when that is not shown. */
  readonly said: string
  readonly onRetry: (text: string) => void
}) {
  const { run, said } = props
  if (run.status !== 'failed' && run.status !== 'cancelled') return null
  return (
    <div className={classes.runEnd} data-status={run.status} role={props.isNewest ? 'status' : undefined}>
      <p>
        <b>{run.status === 'failed' ? 'This did not work out.' : 'Cancelled.'}</b>{' '}
        {run.status === 'failed' ? (
          <AgentText text={run.error?.message ?? 'The run failed.'} />
        ) : run.cancelled_because === 'replaced' ? (
          'Another message took its place.'
        ) : (
          'What was done stays done.'
        )}{' '}
        <Link to="/runs/$runId" params={{ runId: run.run_id }}>
          See the run
        </Link>
      </p>
      {props.isNewest && said !== '' && (
        <Button size="xs" variant="default" onClick={() => props.onRetry(said)}>
          Try again
        </Button>
      )}
    </div>
  )
}

function saidIn(entries: readonly TalkEntry[], run: Run): string {
  const said = entries.find(entry => entry.kind === 'person' && entry.runId === run.run_id)
  return said?.kind === 'person' ? said.text : ''
}
