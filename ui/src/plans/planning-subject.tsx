import type { Gate } from 'soulgate/contracts/gate'
import type { JsonValue } from 'soulgate/contracts/json-value'
import { PlanOutline, PlanSchedule, Roadmap } from 'soulgate/contracts/plan'
import { AgentProse } from '../studio/agent-prose.tsx'
import { CheckpointSubject } from './iterations/checkpoint-subject.tsx'
import { OutlineTree } from './outline/outline-tree.tsx'
import { effortText, treeOf } from './outline/plan-tree.ts'
import plans from './plans.module.css'
import { RoadmapView } from './roadmap-view.tsx'
import { ScheduleTable } from './schedule/schedule-table.tsx'

/**
 * What a planning gate asks about, to be read: the proposal, the checkpoint, or the parts of the plan, all from the
 * gate itself. Undefined parts are left to the raw data beside it.
 */
export function PlanningSubject({ gate }: { readonly gate: Gate }) {
  const { subject } = gate
  const content: Readonly<Record<string, JsonValue | undefined>> =
    'plan' in subject ? subject.plan : 'document' in subject ? subject.document : {}
  if (typeof content.proposal === 'string')
    return <ProposalSubject content={content} text={content.proposal} />
  if (typeof content.checkpoint_summary === 'string')
    return <CheckpointSubject content={content} text={content.checkpoint_summary} />
  return <Parts artifact={content.artifact} />
}

function ProposalSubject(props: {
  readonly content: Readonly<Record<string, JsonValue | undefined>>
  readonly text: string
}) {
  const { max_iterations: most, checkpoint_interval: interval, estimated_minutes: minutes } = props.content
  const { estimated_cost_usd: cost } = props.content
  return (
    <>
      <AgentProse text={props.text} />
      <p className={plans.none}>
        {[
          `${String(most)} iterations`,
          `a checkpoint after every ${String(interval)}`,
          ...(typeof minutes === 'number'
            ? [`about ${effortText(Math.max(1, Math.round(minutes)))} of work`]
            : []),
          ...(typeof cost === 'number' ? [`about $${cost.toFixed(2)}`] : []),
        ].join(' · ')}
      </p>
    </>
  )
}

/** An outline as a tree, a roadmap with its options, a schedule as a list of days; all of them for the whole plan. */
function Parts({ artifact }: { readonly artifact: JsonValue | undefined }) {
  if (typeof artifact !== 'object' || artifact === null || Array.isArray(artifact)) return null
  const parts = { outline: artifact, roadmap: artifact, schedule: artifact, ...artifact }
  const outline = PlanOutline.safeParse(parts.outline).data
  const roadmap = Roadmap.safeParse(parts.roadmap).data
  const schedule = PlanSchedule.safeParse(parts.schedule).data
  return (
    <>
      {outline && !roadmap && <ReadOnlyOutline outline={outline} />}
      {roadmap && <RoadmapView roadmap={roadmap} />}
      {schedule && <ScheduleTable schedule={schedule} />}
    </>
  )
}

function ReadOnlyOutline({ outline }: { readonly outline: PlanOutline }) {
  return (
    <OutlineTree
      tree={treeOf(outline.nodes)}
      nodesById={new Map(outline.nodes.map(node => [node.id, node]))}
      mayTick={false}
      busyId={undefined}
      onTick={undefined}
    />
  )
}
