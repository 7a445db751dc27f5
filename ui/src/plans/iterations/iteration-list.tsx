import type { FilledFramework, IterationRecord, IterationReport } from 'soulgate/contracts/iteration'
import { AgentProse } from '../../studio/agent-prose.tsx'
import { AgentText } from '../../text/agent-text.tsx'
import plans from '../plans.module.css'
import classes from './iterations.module.css'

/** What each iteration added, newest first; what has no source is labelled so. */
export function IterationList({ record }: { readonly record: IterationRecord }) {
  const passed = new Map(record.checkpoints.map(each => [each.iteration, each]))
  return (
    <section className={classes.list} aria-label="What each iteration added">
      <h2>What each iteration added</h2>
      {record.iterations.toReversed().map((report, index) => {
        const checkpoint = passed.get(report.iteration)
        return (
          <div key={report.iteration} className={classes.item}>
            {checkpoint && (
              <p className={plans.none}>
                Checkpoint: {CHECKPOINT_WORDS[checkpoint.answer]} by{' '}
                <AgentText text={checkpoint.decided_by} />
                {checkpoint.guidance && (
                  <>
                    : “<AgentText text={checkpoint.guidance} />”
                  </>
                )}
              </p>
            )}
            <Report report={report} isOpen={index === 0} />
          </div>
        )
      })}
    </section>
  )
}

const CHECKPOINT_WORDS = {
  continue: 'continued',
  pause: 'stopped',
  adjust: 'redirected',
} as const

function Report({ report, isOpen }: { readonly report: IterationReport; readonly isOpen: boolean }) {
  return (
    <details className={classes.report} open={isOpen}>
      <summary>
        <b>
          {report.iteration}. <AgentText text={report.title} />
        </b>
        <span className={plans.none}>
          <AgentText text={report.dimension} />
          {!report.is_new && ' · nothing new'}
          {report.attempts > 1 && ` · ${report.attempts} attempts`}
        </span>
      </summary>
      <div className={classes.reportBody}>
        <TextList title="Insights" texts={report.key_insights} />
        {report.frameworks.map(framework => (
          <Framework key={framework.name} framework={framework} />
        ))}
        <DataPoints report={report} />
        <TextList title="Open questions" texts={report.open_questions} />
        <TextList title="Next steps" texts={report.next_steps} />
        <TextList title="Taken out or relabelled" texts={report.verifier_notes} />
        {report.section !== '' && (
          <details className={classes.section}>
            <summary>Its part of the plan</summary>
            <AgentProse text={report.section} />
          </details>
        )}
      </div>
    </details>
  )
}

function TextList({ title, texts }: { readonly title: string; readonly texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <div>
      <h3>{title}</h3>
      <ul className={classes.points}>
        {texts.map(text => (
          <li key={text}>
            <AgentText text={text} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What is known with where it is from, and what is only assumed with how to find out. */
function DataPoints({ report }: { readonly report: IterationReport }) {
  const { data_points: points, assumptions } = report
  if (points.length + assumptions.length === 0) return null
  return (
    <div>
      <h3>What it rests on</h3>
      <ul className={classes.points}>
        {points.map(({ text, source }) => (
          <li key={text}>
            <span className={classes.basis} data-basis="given">
              from {SOURCE_WORDS[source.kind]}
            </span>{' '}
            <AgentText text={text} />{' '}
            <q className={classes.quote}>
              <AgentText text={source.quote} />
            </q>
          </li>
        ))}
        {assumptions.map(({ text, check }) => (
          <li key={text}>
            <span className={classes.basis} data-basis="assumption">
              assumption
            </span>{' '}
            <AgentText text={text} />{' '}
            {check !== '' && (
              <span className={plans.none}>
                To find out: <AgentText text={check} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const SOURCE_WORDS = { person: 'your words', memory: 'memory', tool: 'a tool' } as const

function Framework({ framework }: { readonly framework: FilledFramework }) {
  return (
    <div>
      <h3>
        <AgentText text={framework.name} />
      </h3>
      <div className={classes.cells}>
        {framework.cells.map(({ heading, points }) => (
          <div key={heading} className={classes.cell}>
            <h4>
              <AgentText text={heading} />
            </h4>
            <ul className={classes.points}>
              {points.map(({ text, basis }) => (
                <li key={text}>
                  {basis !== 'given' && (
                    <span className={classes.basis} data-basis={basis}>
                      {basis}
                    </span>
                  )}{' '}
                  <AgentText text={text} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </div>
  )
}
