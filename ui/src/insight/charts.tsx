import {
  Bar,
  BarChart,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Scatter,
  XAxis,
  YAxis,
} from 'recharts'
import type { Insights } from 'soulgate/contracts/insight'
import { durationText } from '../time/time.ts'
import { ChartFrame } from './chart-frame.tsx'
import classes from './insight.module.css'

const HEIGHT_PX = 220
const AXIS = { stroke: 'var(--line-strong)', tick: { fill: 'var(--text-2)', fontSize: 12 } } as const
const BAR = { fill: 'var(--accent)', isAnimationActive: false, radius: 4 } as const

export function ConfidenceChart({ buckets }: { readonly buckets: Insights['confidence'] }) {
  const total = buckets.reduce((sum, bucket) => sum + bucket.count, 0)
  const data = buckets.map(({ from, to, count }) => ({ name: `${from}–${to}`, at: from, count }))
  const summary = `${total} graded runs; 0.85 and more may run by itself, below 0.55 nothing does.`
  return (
    <ChartFrame
      title="Confidence"
      summary={summary}
      columns={['Confidence', 'Runs']}
      rows={data.map(({ name, count }) => [name, String(count)])}
    >
      <Bars data={data} x="at" />
    </ChartFrame>
  )
}

export function FunnelChart({ stages }: { readonly stages: Insights['funnel'] }) {
  const first = stages[0]?.count ?? 0
  const summary = stages.map(({ stage, count }) => `${stage.toLowerCase()} ${count}`).join(', ')
  return (
    <ChartFrame
      title="Approvals"
      summary={summary}
      columns={['Stage', 'Calls', 'Of those asked']}
      rows={stages.map(({ stage, count }) => [
        stage,
        String(count),
        first === 0 ? '–' : `${Math.round((count / first) * 100)} %`,
      ])}
    >
      <Bars data={stages.map(({ stage, count }) => ({ name: stage, count }))} x="name" isFlat />
    </ChartFrame>
  )
}

export function TimeChart({ times }: { readonly times: Insights['time_to_decision'] }) {
  const text = (seconds: number | null) => (seconds === null ? '–' : durationText(seconds * 1000))
  const summary = `${times.samples} decisions; half within ${text(times.p50_seconds)}, 95 % within ${text(times.p95_seconds)}.`
  return (
    <ChartFrame
      title="Time to a decision"
      summary={summary}
      columns={['Within', 'Decisions']}
      rows={times.buckets.map(({ label, count }) => [label, String(count)])}
    >
      <Bars data={times.buckets.map(({ label, count }) => ({ name: label, count }))} x="name" />
    </ChartFrame>
  )
}

export function ReliabilityChart({ steps }: { readonly steps: Insights['reliability'] }) {
  const known = steps.filter(step => step.samples > 0)
  const data = known.map(({ confidence, approved, samples }) => ({ confidence, approved, samples }))
  const line = [
    { confidence: 0, even: 0 },
    { confidence: 1, even: 1 },
  ]
  const samples = known.reduce((sum, step) => sum + step.samples, 0)
  return (
    <ChartFrame
      title="Reliability"
      summary={`Of ${samples} held calls: how often people approved what the score called this sure. The line is where both agree.`}
      columns={['Confidence', 'Approved', 'Calls']}
      rows={steps.map(({ from, to, approved, samples: count }) => [
        `${from}–${to}`,
        approved === null ? '–' : `${Math.round(approved * 100)} %`,
        String(count),
      ])}
    >
      <ResponsiveContainer width="100%" height={HEIGHT_PX}>
        <ComposedChart data={line} margin={{ left: -18, right: 8, top: 8 }}>
          <CartesianGrid stroke="var(--line)" />
          <XAxis dataKey="confidence" type="number" domain={[0, 1]} {...AXIS} />
          <YAxis domain={[0, 1]} {...AXIS} />
          <Line
            dataKey="even"
            stroke="var(--text-2)"
            strokeDasharray="4 4"
            dot={false}
            isAnimationActive={false}
          />
          <Scatter data={data} dataKey="approved" fill="var(--accent)" isAnimationActive={false} />
        </ComposedChart>
      </ResponsiveContainer>
    </ChartFrame>
  )
}

/** One count a day, with what it shows in a sentence. */
export function DayChart(props: {
  readonly title: string
  readonly days: Insights['days']
  readonly value: (day: Insights['days'][number]) => number
}) {
  const data = props.days.map(day => ({ name: day.day.slice(5), count: props.value(day) }))
  const total = data.reduce((sum, { count }) => sum + count, 0)
  const most = data.reduce((best, each) => (each.count > best.count ? each : best), { name: '', count: 0 })
  const summary = total === 0 ? 'none' : `${total} in all, the most on ${most.name}: ${most.count}`
  return (
    <figure className={classes.days}>
      <figcaption className={classes.hint}>
        {props.title}: {summary}.
      </figcaption>
      {total > 0 && (
        <div role="img" aria-label={`${props.title}: ${summary}`}>
          <Bars data={data} x="name" height={110} />
        </div>
      )}
    </figure>
  )
}

function Bars(props: {
  readonly data: readonly { readonly name: string; readonly count: number }[]
  readonly x: string
  /** Bars lie, for names that are long. */
  readonly isFlat?: boolean
  readonly height?: number
}) {
  const data = [...props.data]
  const { isFlat = false, height = HEIGHT_PX } = props
  return (
    <ResponsiveContainer width="100%" height={height}>
      <BarChart
        data={data}
        layout={isFlat ? 'vertical' : 'horizontal'}
        margin={{ left: isFlat ? 34 : -18, right: 8, top: 8 }}
      >
        <CartesianGrid stroke="var(--line)" vertical={isFlat} horizontal={!isFlat} />
        {isFlat ? (
          <>
            <XAxis type="number" allowDecimals={false} {...AXIS} />
            <YAxis type="category" dataKey={props.x} width={92} {...AXIS} />
          </>
        ) : (
          <>
            <XAxis dataKey={props.x} {...AXIS} />
            <YAxis allowDecimals={false} {...AXIS} />
          </>
        )}
        <Bar dataKey="count" {...BAR} />
      </BarChart>
    </ResponsiveContainer>
  )
}
