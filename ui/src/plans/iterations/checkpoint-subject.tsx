import { CheckpointMetrics, IterationChartPoint } from 'soulgate/contracts/iteration'
import type { JsonValue } from 'soulgate/contracts/json-value'
import { AgentProse } from '../../studio/agent-prose.tsx'
import { IterationChart } from './iteration-chart.tsx'

/** What changed until a checkpoint: in words, and as lines with their numbers. */
export function CheckpointSubject(props: {
  readonly content: Readonly<Record<string, JsonValue | undefined>>
  readonly text: string
}) {
  const points = IterationChartPoint.array().safeParse(props.content.chart).data ?? []
  const metrics = CheckpointMetrics.safeParse(props.content.metrics).data
  return (
    <>
      <AgentProse text={props.text} />
      {metrics && points.length > 0 && <IterationChart points={points} metrics={metrics} />}
    </>
  )
}
