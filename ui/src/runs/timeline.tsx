import { Fragment, useState } from 'react'
import type { Event } from 'soulgate/contracts/event'
import type { RunKind } from 'soulgate/contracts/run'
import type { Step } from 'soulgate/contracts/step'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import { escapeHiddenCharacters } from '../text/hidden-characters.ts'
import { durationText, timeOfDayText } from '../time/time.ts'
import { useNow } from '../time/use-now.ts'
import { type Interruption, interruptionsIn, placesOf } from './interruptions.ts'
import { stepMs, stepName, stripWidths } from './run-words.ts'
import classes from './runs.module.css'

const KIND_NAMES: Readonly<Record<Step['kind'], string>> = {
  model: 'model',
  tool: 'tool',
  gate: 'people',
  timer: 'timer',
  compute: 'work',
}

/** The journal of a run: a strip of its steps, waits for people hatched, and under it each step with its time. */
export function Timeline(props: {
  readonly steps: readonly Step[]
  readonly events: readonly Event[]
  readonly isLive: boolean
  /** Steps of an agent of somebody's own have names that say something; those of the engine are folded away. */
  readonly kind: RunKind
}) {
  const { steps, isLive, kind } = props
  const isInner = (step: Step) => kind !== 'agent' && isEngineWork(step)
  const interruptions = interruptionsIn(props.events)
  const places = placesOf(interruptions, steps)
  const now = useNow(isLive ? 1000 : 60_000)
  const widths = stripWidths(steps, now)
  const [showsAll, setShowsAll] = useState(false)
  const inner = steps.filter(isInner).length
  if (steps.length === 0) return <p className={classes.none}>No step has been recorded yet.</p>
  return (
    <div className={classes.timeline}>
      <div
        className={classes.strip}
        role="img"
        aria-label={`${steps.length} steps; waits for people are hatched${interruptions.length > 0 ? `; interrupted ${interruptions.length} times` : ''}`}
      >
        {steps.map((step, index) => (
          <Fragment key={step.seq}>
            {places.has(index) && <span className={classes.crash} title="Interrupted here" />}
            <span
              className={classes.segment}
              data-kind={step.kind}
              data-status={step.status}
              style={{ width: `${widths[index] ?? 0}%` }}
              title={`${escapeHiddenCharacters(stepName(step))} · ${durationText(stepMs(step, now))}`}
            />
          </Fragment>
        ))}
        {places.has(steps.length) && <span className={classes.crash} title="Interrupted here" />}
      </div>
      <p className={classes.scale}>
        Not to scale: long waits are shortened. Hatched: waiting for people.
        {interruptions.length > 0 && ' Red bar: the program ended, and the run was taken up again.'}
      </p>
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <Fragment key={step.seq}>
            <CrashRow interruption={places.get(index)} />
            {(showsAll || !isInner(step)) && <StepRow step={step} now={now} />}
          </Fragment>
        ))}
        <CrashRow interruption={places.get(steps.length)} />
      </ol>
      {inner > 0 && (
        <button
          type="button"
          className={classes.showAll}
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Hide' : 'Show'} {inner} {inner === 1 ? 'step' : 'steps'} of the engine
        </button>
      )}
    </div>
  )
}

/** Work of the engine itself that went well; what failed or still runs is never folded away. */
function isEngineWork({ kind, status }: Step): boolean {
  return kind === 'compute' && status === 'succeeded'
}

/** Where the program ended under a run: when it was last heard of, and when somebody went on. */
function CrashRow({ interruption }: { readonly interruption: Interruption | undefined }) {
  if (!interruption) return null
  const { lastAt, resumedAt, isOtherWorker } = interruption
  return (
    <li className={classes.step}>
      <span className={classes.mark} data-status="failed" />
      <p className={classes.error}>
        Interrupted after {timeOfDayText(lastAt)}: the program ended.{' '}
        {isOtherWorker ? 'Another worker' : 'The same worker'} went on at {timeOfDayText(resumedAt)}.
      </p>
    </li>
  )
}

function StepRow({ step, now }: { readonly step: Step; readonly now: number }) {
  const isOpen = step.status === 'started'
  const facts = [
    KIND_NAMES[step.kind],
    isOpen ? (step.kind === 'gate' ? 'waiting' : 'running') : step.status,
    durationText(stepMs(step, now)),
    ...(step.cost_usd ? [`$${step.cost_usd.toFixed(4)}`] : []),
  ]
  return (
    <li className={classes.step}>
      <span className={classes.mark} data-kind={step.kind} data-status={step.status} />
      <div className={classes.stepBody}>
        <div className={classes.stepHead}>
          <span className={classes.stepName}>
            <AgentText text={stepName(step)} />
          </span>
          <span className={classes.stepFacts}>{facts.join(' · ')}</span>
        </div>
        {step.error && (
          <p className={classes.error}>
            <LongAgentText limit={300} text={step.error.message} />
          </p>
        )}
        {step.output !== undefined && step.output !== null && (
          <details>
            <summary>Result</summary>
            <LongAgentText mono limit={1500} text={JSON.stringify(step.output, null, 2)} />
          </details>
        )}
      </div>
    </li>
  )
}
