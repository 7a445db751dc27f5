import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { PolicyChange, PolicyReplay, PolicyReplayRequest } from 'soulgate/contracts/policy-replay'
import { useIdentity } from '../application/session.tsx'
import { Complaint, messageOf } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { clockText } from '../time/time.ts'
import classes from './policy.module.css'
import { useReplay } from './use-replay.ts'

/** What a change would have meant for the calls of the last weeks, before it is saved. */
export function ReplayPanel({
  tried,
  mayTry = true,
  hint = 'Which past calls this would have let run, asked about or denied. Nothing is saved.',
}: {
  readonly tried: Partial<PolicyReplayRequest>
  readonly mayTry?: boolean
  readonly hint?: string
}) {
  const { role } = useIdentity()
  const key = JSON.stringify(tried)
  const replay = useReplay(key)
  if (role === 'viewer') return null
  return (
    <section className={classes.panel} aria-label="On the last 30 days">
      <h2>On the last 30 days</h2>
      <p className={classes.hint}>{hint}</p>
      <div className={classes.buttons}>
        {replay.isRunning ? (
          <Button variant="default" onClick={replay.stop}>
            Stop
          </Button>
        ) : (
          <Button variant="default" disabled={!mayTry} onClick={() => replay.start(tried)}>
            {replay.result ? 'Try again' : 'Try on past calls'}
          </Button>
        )}
        {replay.isRunning && (
          <span role="status" className={classes.hint}>
            {replay.progress
              ? `${replay.progress.done} of ${replay.progress.of} verdicts judged again`
              : 'Reading past calls'}
          </span>
        )}
      </div>
      {replay.error !== undefined && <Complaint>{messageOf(replay.error)}</Complaint>}
      {replay.result && <Replayed result={replay.result} isOld={replay.isOld} />}
    </section>
  )
}

const WORDS: Readonly<Record<PolicyChange['kind'], string>> = {
  rejected_would_run: 'people rejected, and would have run',
  edited_would_run: 'people edited, and would have run as proposed',
  approved_would_be_denied: 'people approved, and would have been denied',
  would_run_unasked: 'nobody approved, and would have run',
  approval_saved: 'people approved, and would have run without asking',
  would_be_denied: 'would have been denied',
  would_be_asked: 'would have been asked about',
  other: 'would have ended otherwise',
}
const GRAVE: ReadonlySet<string> = new Set<PolicyChange['kind']>(['rejected_would_run', 'edited_would_run'])
const graveness = (kind: string) => (GRAVE.has(kind) ? classes.grave : undefined)

function Replayed({ result, isOld }: { readonly result: PolicyReplay; readonly isOld: boolean }) {
  const { reproduced, proposals, changed, counts, changes, truncated } = result
  if (reproduced.of === 0)
    return <p className={classes.hint}>No call of this time is kept yet. Calls from now on are.</p>
  const isWhole = reproduced.matched === reproduced.of
  const rows = Object.entries(WORDS).filter(([kind]) => counts[kind as PolicyChange['kind']] > 0)
  return (
    <div role="status" className={isOld ? `${classes.result} ${classes.old}` : classes.result}>
      {isOld && <p className={classes.hint}>What is tried has changed since; try again.</p>}
      <p className={classes.total}>
        {changed === 0
          ? `None of the last ${proposals} calls would have ended otherwise.`
          : `${changed} of the last ${proposals} calls would have ended otherwise.`}
      </p>
      {rows.length > 0 && (
        <ul className={classes.counts}>
          {rows.map(([kind, words]) => (
            <li key={kind} className={graveness(kind)}>
              <b>{counts[kind as PolicyChange['kind']]}</b> {words}
            </li>
          ))}
        </ul>
      )}
      {isWhole ? (
        <p className={classes.hint}>
          Checked first: all {reproduced.of} recorded verdicts come out again under the rules of their day.
        </p>
      ) : (
        <Complaint>
          {reproduced.of - reproduced.matched} of {reproduced.of} recorded verdicts do not come out again, so
          these numbers may be wrong. The first: {reproduced.differences[0]?.tool} (
          {reproduced.differences[0]?.reason}).
        </Complaint>
      )}
      {changes.length > 0 && (
        <ul className={classes.changes}>
          {changes.map(change => (
            <ChangeRow key={change.verdict_id} change={change} />
          ))}
        </ul>
      )}
      {truncated && (
        <p className={classes.hint}>Others are not listed; `soulgate policy replay` lists all.</p>
      )}
    </div>
  )
}

function ChangeRow({ change }: { readonly change: PolicyChange }) {
  const act = <AgentText text={change.act} />
  return (
    <li className={classes.row}>
      <span className={`${classes.act} ${graveness(change.kind) ?? ''}`}>
        {change.gate_id === undefined ? (
          act
        ) : (
          <Link to="/inbox/$gateId" params={{ gateId: change.gate_id }}>
            {act}
          </Link>
        )}
      </span>
      <span className={classes.hint}>
        <AgentText text={change.agent} /> · {clockText(change.at)} · {change.before} → {change.after} ·{' '}
        {change.person.replaceAll('_', ' ')}
      </span>
    </li>
  )
}
