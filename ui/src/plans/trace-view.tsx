import type { Plan, TraceStep } from 'soulgate/contracts/plan'
import { AgentText } from '../text/agent-text.tsx'
import { durationText, timeOfDayText } from '../time/time.ts'
import { stateName } from './chart/state-layout.ts'
import { STAGE_NAMES, toolTitle } from './plan-words.ts'
import plans from './plans.module.css'
import classes from './trace.module.css'

/** What the planner did, step by step: how long, how sure, what it cost. */
export function TraceView({ plan, steps }: { readonly plan: Plan; readonly steps: readonly TraceStep[] }) {
  const { used, caps } = plan
  const longest = Math.max(1, ...steps.map(step => step.duration_ms))
  return (
    <>
      <dl className={classes.totals}>
        <Total name="Working time" value={durationText(used.working_ms)} of={`${caps.working_seconds} s`} />
        <Total name="Cost" value={`$${used.cost_usd.toFixed(2)}`} of={`$${caps.session_usd.toFixed(2)}`} />
        <Total name="Turns" value={String(used.turns)} of={String(caps.turns)} />
        <Total name="By" value={plan.model} />
      </dl>
      <Confidence plan={plan} />
      {steps.length === 0 ? (
        <p className={plans.none}>No step has been taken yet.</p>
      ) : (
        <ol className={classes.steps}>
          {steps.map(step => (
            <TraceRow key={step.seq} step={step} share={step.duration_ms / longest} />
          ))}
        </ol>
      )}
    </>
  )
}

function Total(props: { readonly name: string; readonly value: string; readonly of?: string }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>
        <b>
          <AgentText text={props.value} />
        </b>
        {props.of && ` of ${props.of}`}
      </dd>
    </div>
  )
}

/** How sure each stage was, and of what that is made. */
function Confidence({ plan }: { readonly plan: Plan }) {
  if (plan.confidence.length === 0) return null
  return (
    <section className={plans.section}>
      <h2>How sure it was</h2>
      <table className={classes.confidence}>
        <thead>
          <tr>
            <th scope="col">Stage</th>
            <th scope="col">Sure</th>
            <th scope="col">By its own word</th>
            <th scope="col">By the rules</th>
            <th scope="col">By signs</th>
          </tr>
        </thead>
        <tbody>
          {plan.confidence.map(each => (
            <tr key={each.stage}>
              <th scope="row">{STAGE_NAMES[each.stage]}</th>
              <td>
                <b>{each.confidence.toFixed(2)}</b>
              </td>
              <td>{each.self.toFixed(2)}</td>
              <td>{each.validator.toFixed(2)}</td>
              <td title={each.evidence.map(({ text }) => text).join('; ')}>{each.heuristics.toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function TraceRow({ step, share }: { readonly step: TraceStep; readonly share: number }) {
  const details = [...new Set([...step.violations, ...step.adaptations, ...step.explanations])]
  return (
    <li className={classes.step} data-ok={step.ok}>
      <time dateTime={step.at}>{timeOfDayText(step.at)}</time>
      <div className={classes.what}>
        <p>
          <b>{toolTitle(step.tool)}</b>{' '}
          <span className={classes.stage}>
            {stateName(step.stage)} · <AgentText text={step.outcome.replaceAll('_', ' ')} />
            {step.remembered && ' · remembered'}
          </span>
        </p>
        {details.length > 0 && (
          <ul>
            {details.slice(0, 2).map(text => (
              <li key={text}>
                <AgentText text={text} />
              </li>
            ))}
          </ul>
        )}
        {details.length > 2 && (
          <details>
            <summary>{details.length - 2} more</summary>
            <ul>
              {details.slice(2).map(text => (
                <li key={text}>
                  <AgentText text={text} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <div className={classes.figures}>
        <span title="How sure">{step.confidence.toFixed(2)}</span>
        <span title="How long">{durationText(step.duration_ms)}</span>
        <span title="Cost">{step.cost_delta > 0 ? `$${step.cost_delta.toFixed(3)}` : '–'}</span>
        <span className={classes.bar} aria-hidden="true">
          <span style={{ width: `${Math.max(2, share * 100)}%` }} />
        </span>
      </div>
    </li>
  )
}
