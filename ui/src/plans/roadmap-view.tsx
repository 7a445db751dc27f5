import type { PlanNode, Roadmap, RoadmapOption } from 'soulgate/contracts/plan'
import { CheckIcon } from '../icons/icons.tsx'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import { effortText, treeOf } from './outline/plan-tree.ts'
import { NODE_NAMES } from './plan-words.ts'
import plans from './plans.module.css'
import classes from './roadmap.module.css'

/** The ways that were looked at, side by side, why one was chosen, and its phases in their order. */
export function RoadmapView({ roadmap }: { readonly roadmap: Roadmap }) {
  const { options_tried: options, rationale } = roadmap
  return (
    <>
      {options.length > 0 && (
        <section className={classes.compared} aria-label="Options tried">
          <h2>{options.length === 1 ? 'One way was looked at' : `${options.length} ways were looked at`}</h2>
          {rationale && <LongAgentText text={rationale} />}
          <ul className={classes.options}>
            {options.map(option => (
              <Option key={option.option_id} option={option} />
            ))}
          </ul>
        </section>
      )}
      <Phases nodes={roadmap.nodes} />
      <ContextFacts roadmap={roadmap} />
    </>
  )
}

function Option({ option }: { readonly option: RoadmapOption }) {
  return (
    <li className={classes.option} data-chosen={option.chosen}>
      <h3>
        {option.chosen && (
          <span className={classes.chosen}>
            <CheckIcon size={14} /> Chosen
          </span>
        )}
        <AgentText text={option.title} />
      </h3>
      <LongAgentText text={option.summary} limit={400} />
      <div className={classes.score}>
        <span className={classes.scoreBar}>
          <span style={{ width: `${option.score * 100}%` }} />
        </span>
        <span>{option.score.toFixed(2)}</span>
        <span className="visually-hidden">of 1</span>
      </div>
      <dl className={classes.measures}>
        {measuresOf(option).map(([name, value]) => (
          <div key={name}>
            <dt>
              <AgentText text={measureName(name)} />
            </dt>
            <dd>{measureText(name, value)}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.reason}>
        <b>{option.chosen ? 'Why this one' : 'Why not'}</b> <LongAgentText text={option.reason} limit={400} />
      </div>
    </li>
  )
}

/** Phases and cycles as cards in a row, each with what comes of it; streams run beside each other. */
function Phases({ nodes }: { readonly nodes: readonly PlanNode[] }) {
  const [goal] = treeOf(nodes)
  const phases = goal?.children ?? []
  if (phases.length === 0) return <p className={plans.none}>There are no phases yet.</p>
  const titles = new Map(nodes.map(node => [node.id, node.title]))
  return (
    <section className={classes.compared} aria-label="Phases">
      <h2>Phases</h2>
      <ol className={classes.phases}>
        {phases.map(({ node, children, minutes, leaves, done }, index) => (
          <li key={node.id} className={classes.phase} data-done={done === leaves || undefined}>
            <span className={classes.place}>{index + 1}</span>
            <div className={classes.phaseBody}>
              <h3>
                <AgentText text={node.title} />
              </h3>
              <p className={plans.none}>
                {NODE_NAMES[node.node_type]} · {done}/{leaves} done
                {minutes > 0 && ` · ${effortText(minutes)}`}
                {node.stream && (
                  <>
                    {' · '}
                    <AgentText text={node.stream} />
                  </>
                )}
              </p>
              {node.description && <LongAgentText text={node.description} limit={240} />}
              <ul className={classes.children}>
                {children.slice(0, 6).map(child => (
                  <li key={child.node.id}>
                    <AgentText text={child.node.title} />
                  </li>
                ))}
                {children.length > 6 && <li>and {children.length - 6} more</li>}
              </ul>
              {node.dependencies.length > 0 && (
                <p className={plans.none}>
                  After{' '}
                  <AgentText
                    text={node.dependencies.map(each => titles.get(each.node_id) ?? each.node_id).join(', ')}
                  />
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

function ContextFacts({ roadmap }: { readonly roadmap: Roadmap }) {
  const { scope, cadence, time_horizon, budget, venue, region, stack } = roadmap.roadmap_context
  const facts = [
    ['Scope', scope],
    ['Rhythm', cadence],
    ['Time', time_horizon],
    ['Budget', budget],
    ['Place', venue],
    ['Region', region],
    ['Stack', stack?.join(', ')],
  ].flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  if (facts.length === 0) return null
  return (
    <dl className={classes.context}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <AgentText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Its measures; the same length in days is not said twice. */
function measuresOf({ measures }: RoadmapOption): readonly (readonly [string, number])[] {
  return Object.entries(measures).filter(
    ([name]) => name !== 'span_days' || measures.span_minutes === undefined,
  )
}

const MEASURES: Readonly<Record<string, string>> = {
  span_minutes: 'From begin to end',
  peak_minutes_per_week: 'Fullest week',
  mean_minutes_per_week: 'Usual week',
  slack_minutes: 'Left before the deadline',
  overlaps: 'Phases beside each other',
}

function measureName(name: string): string {
  const words = name.replace(/_minutes$|_minutes_per_week$/, '').replaceAll('_', ' ')
  return MEASURES[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

function measureText(name: string, value: number): string {
  if (name === 'span_minutes' || name === 'slack_minutes')
    return `${Math.round((value / 1440) * 10) / 10} days`
  if (name.endsWith('_minutes_per_week')) return `${effortText(Math.round(value))} a week`
  if (name.endsWith('_minutes')) return effortText(Math.round(value))
  return value.toLocaleString('en', { maximumFractionDigits: 2 })
}
