import { CartesianGrid, Legend, Line, LineChart, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import type { CheckpointMetrics, IterationChartPoint } from 'soulgate/contracts/iteration'
import { ChartFrame } from '../../insight/chart-frame.tsx'

const AXIS = { stroke: 'var(--line-strong)', tick: { fill: 'var(--text-2)', fontSize: 12 } } as const
const LINES = [
  ['insights', 'Insights', 'var(--accent-text)'],
  ['data_points', 'With a source', 'var(--blue-text)'],
  ['assumptions', 'Assumed', 'var(--amber-text)'],
  ['frameworks', 'Frameworks', 'var(--text-2)'],
] as const
const HEIGHT_PX = 220

/** What stood after each iteration, as lines and as a table. */
export function IterationChart(props: {
  readonly points: readonly IterationChartPoint[]
  readonly metrics: CheckpointMetrics
}) {
  const { points, metrics } = props
  const summary = `After ${metrics.iterations_completed} of ${metrics.max_iterations} iterations: ${metrics.total_insights} insights, ${metrics.total_data_points} statements with a source, ${metrics.unique_frameworks} frameworks, ${metrics.checkpoints_passed} checkpoints passed.`
  return (
    <ChartFrame
      title="How it grew"
      summary={summary}
      columns={[
        'Iteration',
        'Insights',
        'With a source',
        'Assumed',
        'Frameworks',
        'New ones',
        'Open questions',
      ]}
      rows={points.map(point =>
        [
          ...[point.iteration, point.insights, point.data_points, point.assumptions],
          ...[point.frameworks, point.new_frameworks, point.open_questions],
        ].map(String),
      )}
    >
      <ResponsiveContainer width="100%" height={HEIGHT_PX}>
        <LineChart data={[...points]} margin={{ left: -18, right: 12, top: 8 }}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis dataKey="iteration" {...AXIS} />
          <YAxis allowDecimals={false} {...AXIS} />
          <Legend />
          {LINES.map(([key, name, color]) => (
            <Line
              key={key}
              dataKey={key}
              name={name}
              stroke={color}
              strokeWidth={2}
              dot={{ r: 3 }}
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </ChartFrame>
  )
}
