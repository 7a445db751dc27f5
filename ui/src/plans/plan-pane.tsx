import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { Plan } from 'soulgate/contracts/plan'
import { useLiveState } from '../application/live.tsx'
import { useIdentity } from '../application/session.tsx'
import { EmptyState, FailureState, LoadingState } from '../states/states.tsx'
import { BriefPane } from './brief/brief-pane.tsx'
import { AdaptationList, FeedbackBox } from './changes-view.tsx'
import { ChartView } from './chart/chart-view.tsx'
import { OutlineView } from './outline/outline-view.tsx'
import type { Pane } from './plan-panes.ts'
import plans from './plans.module.css'
import { RoadmapView } from './roadmap-view.tsx'
import { ScheduleView } from './schedule/schedule-view.tsx'
import { TickNotice } from './tick-notice.tsx'
import { TraceView } from './trace-view.tsx'
import { useAdaptations, useOutline, usePlanChart, useRoadmap, useSchedule, useTrace } from './use-plans.ts'
import { useTicks } from './use-ticks.ts'

/** One side of a plan. */
export function PlanPane({ plan, pane }: { readonly plan: Plan; readonly pane: Pane }) {
  if (pane === 'brief') return <BriefSide plan={plan} />
  if (pane === 'outline') return <OutlinePane plan={plan} />
  if (pane === 'roadmap') return <RoadmapPane plan={plan} />
  if (pane === 'schedule') return <SchedulePane plan={plan} />
  if (pane === 'chart') return <ChartPane plan={plan} />
  return pane === 'trace' ? <TracePane plan={plan} /> : <ChangesPane plan={plan} />
}

interface PaneProps {
  readonly plan: Plan
}

/** Whether this person can change something here now: not as a viewer, and not while the server is away. */
function useMayChange(): boolean {
  const { role } = useIdentity()
  const isOffline = useLiveState() === 'offline'
  return role !== 'viewer' && !isOffline
}

function BriefSide({ plan }: PaneProps) {
  return <BriefPane plan={plan} mayChange={useMayChange()} />
}

function OutlinePane({ plan }: PaneProps) {
  const outline = useOutline(plan.plan_id)
  const mayChange = useMayChange()
  const ticks = useTicks(plan.plan_id)
  return (
    <Read query={outline} name="outline" plan={plan}>
      {data => (
        <>
          <OutlineView
            plan={plan}
            outline={data}
            mayTick={mayChange}
            busyId={ticks.busyId}
            onTick={ticks.tick}
          />
          <TickNotice ticks={ticks} />
        </>
      )}
    </Read>
  )
}

function RoadmapPane({ plan }: PaneProps) {
  const roadmap = useRoadmap(plan.plan_id)
  return (
    <Read query={roadmap} name="roadmap" plan={plan}>
      {data => <RoadmapView roadmap={data} />}
    </Read>
  )
}

function SchedulePane({ plan }: PaneProps) {
  const outline = useOutline(plan.plan_id)
  const roadmap = useRoadmap(plan.plan_id)
  const schedule = useSchedule(plan.plan_id)
  const mayChange = useMayChange()
  return (
    <Read query={schedule} name="schedule" plan={plan}>
      {data => (
        <ScheduleView
          plan={plan}
          nodes={roadmap.data?.nodes ?? outline.data?.nodes ?? []}
          schedule={data}
          mayChange={mayChange}
        />
      )}
    </Read>
  )
}

function ChartPane({ plan }: PaneProps) {
  const chart = usePlanChart()
  const trace = useTrace(plan.plan_id)
  return (
    <Read query={chart} name="state chart" plan={plan}>
      {data => <ChartView plan={plan} chart={data} steps={trace.data ?? []} />}
    </Read>
  )
}

function TracePane({ plan }: PaneProps) {
  const trace = useTrace(plan.plan_id)
  return (
    <Read query={trace} name="trace" plan={plan}>
      {data => <TraceView plan={plan} steps={data} />}
    </Read>
  )
}

function ChangesPane({ plan }: PaneProps) {
  const adaptations = useAdaptations(plan.plan_id)
  const outline = useOutline(plan.plan_id)
  const mayChange = useMayChange()
  const nodesById = useMemo(
    () => new Map((outline.data?.nodes ?? []).map(node => [node.id, node])),
    [outline.data],
  )
  return (
    <>
      {mayChange && plan.planning_status === 'complete' && (
        <section className={plans.section}>
          <FeedbackBox plan={plan} />
        </section>
      )}
      <Read query={adaptations} name="changes" plan={plan}>
        {data => <AdaptationList entries={data} nodesById={nodesById} />}
      </Read>
    </>
  )
}

/** What was read, or why it is not there: on its way, not drafted yet, or failed. */
function Read<Data>(props: {
  readonly query: UseQueryResult<Data | null>
  readonly name: string
  readonly plan: Plan
  readonly children: (data: NonNullable<Data>) => ReactNode
}) {
  const { query, name, plan } = props
  if (query.isPending) return <LoadingState label={`Reading the ${name}`} lines={6} />
  if (query.data) return props.children(query.data)
  if (query.isError) return <FailureState error={query.error} onRetry={() => void query.refetch()} />
  return (
    <EmptyState title={`There is no ${name} yet`}>
      {plan.planning_status === 'aborted'
        ? 'The plan was stopped before it came to that.'
        : plan.waiting_gate_ids.length > 0
          ? 'It comes when what is asked above has been answered.'
          : 'It is on its way.'}
    </EmptyState>
  )
}
