import { useState } from 'react'
import type { Plan, TraceStep } from 'soulgate/contracts/plan'
import type { PlanChart } from 'soulgate/contracts/requests/plans'
import plans from '../plans.module.css'
import classes from './chart.module.css'
import { BOX, type ChartLayout, layoutOf, stateName, wayThrough } from './state-layout.ts'

/** The controller as it is, with the way this plan has gone so far. */
export function ChartView(props: {
  readonly plan: Plan
  readonly chart: PlanChart
  readonly steps: readonly TraceStep[]
}) {
  const { plan, chart, steps } = props
  const [chosen, setChosen] = useState<string>(plan.state)
  const lines = chart.transitions.flatMap(({ state, outcome, to }) =>
    to === null ? [] : { from: state, outcome, to },
  )
  const layout = layoutOf(lines)
  const way = wayThrough([...steps.map(step => step.stage), plan.state], lines)
  return (
    <>
      <p className={plans.none}>
        The rules that every plan goes by. Filled states were visited; the thick one is where this plan is.
      </p>
      <Drawing {...{ layout, way, chosen, plan, chart }} onChoose={setChosen} />
      <Outcomes chart={chart} state={chosen} />
    </>
  )
}

function Drawing(props: {
  readonly layout: ChartLayout
  readonly way: Way
  readonly chosen: string
  readonly plan: Plan
  readonly chart: PlanChart
  readonly onChoose: (state: string) => void
}) {
  const { layout, way, chosen, plan, chart } = props
  const isLit = (from: string, to: string) => from === chosen || way.edges.has(`${from} ${to}`)
  const kinds = new Map(chart.states.map(each => [each.state as string, each]))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={classes.frame} aria-label="State chart" tabIndex={0}>
      <div className={classes.drawing} style={{ width: layout.width, height: layout.height }}>
        <svg width={layout.width} height={layout.height} aria-hidden="true" focusable="false">
          <defs>
            <marker
              id="state-arrow"
              viewBox="0 0 6 6"
              refX="5"
              refY="3"
              markerUnits="userSpaceOnUse"
              markerWidth="8"
              markerHeight="8"
              orient="auto"
            >
              <path d="M0 0 6 3 0 6z" />
            </marker>
          </defs>
          {inFront(layout.edges, way, chosen).map(({ from, to, path }) => (
            <path
              key={`${from} ${to}`}
              d={path}
              markerEnd={isLit(from, to) ? 'url(#state-arrow)' : undefined}
              data-gone={way.edges.has(`${from} ${to}`) || undefined}
              data-chosen={from === chosen || undefined}
            />
          ))}
        </svg>
        {layout.states.map(({ state, x, y }) => (
          <button
            key={state}
            type="button"
            className={classes.state}
            style={{ left: x, top: y, width: BOX.width, height: BOX.height }}
            data-visited={way.states.has(state) || undefined}
            data-now={state === plan.state || undefined}
            data-waits={kinds.get(state)?.waits || undefined}
            aria-pressed={state === chosen}
            aria-current={state === plan.state ? 'step' : undefined}
            onClick={() => props.onChoose(state)}
          >
            {stateName(state)}
            {way.states.has(state) && <span className="visually-hidden">, visited</span>}
          </button>
        ))}
      </div>
    </section>
  )
}

/** Every outcome of the state that is chosen, and where it leads. */
function Outcomes({ chart, state }: { readonly chart: PlanChart; readonly state: string }) {
  const texts = new Map(chart.outcomes.map(({ outcome, text }) => [outcome, text]))
  const from = chart.transitions.filter(each => each.state === state && each.to !== null)
  const words = chart.states.find(each => each.state === state)?.text
  return (
    <section className={plans.section} aria-live="polite">
      <h2>{stateName(state)}</h2>
      {words && <p className={plans.none}>{words}</p>}
      {from.length === 0 ? (
        <p className={plans.none}>Nothing leads on from here.</p>
      ) : (
        <table className={classes.outcomes}>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Next</th>
            </tr>
          </thead>
          <tbody>
            {from.map(({ outcome, to }) => (
              <tr key={outcome}>
                <td>{texts.get(outcome) || outcome.replaceAll('_', ' ')}</td>
                <td>{to && stateName(to)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

type Way = ReturnType<typeof wayThrough>

/** Lines that matter are drawn over those that do not; arrowheads only where somebody looks. */
function inFront(edges: ChartLayout['edges'], way: Way, chosen: string): ChartLayout['edges'] {
  const weight = ({ from, to }: ChartLayout['edges'][number]) =>
    (from === chosen ? 1 : 0) + (way.edges.has(`${from} ${to}`) ? 2 : 0)
  return edges.toSorted((one, other) => weight(one) - weight(other))
}
