import type { Gate } from 'soulgate/contracts/gate'
import type { JsonValue } from 'soulgate/contracts/json-value'
import { PlanConflict } from 'soulgate/contracts/plan'
import { AgentProse } from '../studio/agent-prose.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { ConflictList } from './conflict-view.tsx'
import { CheckpointSubject } from './iterations/checkpoint-subject.tsx'
import { effortText } from './outline/plan-tree.ts'
import plans from './plans.module.css'

type Content = Readonly<Record<string, JsonValue | undefined>>

/** What a planning gate asks about, to be read: the proposal, the checkpoint, or the plan line by line. */
export function PlanningSubject({ gate }: { readonly gate: Gate }) {
  const { subject } = gate
  const content: Content = 'plan' in subject ? subject.plan : 'document' in subject ? subject.document : {}
  if (typeof content.proposal === 'string') return <Proposal content={content} text={content.proposal} />
  if (typeof content.checkpoint_summary === 'string')
    return <CheckpointSubject content={content} text={content.checkpoint_summary} />
  const conflict = PlanConflict.safeParse(content.conflict).data
  return conflict ? <ConflictList conflict={conflict} /> : <PlanLines lines={content.lines} />
}

function Proposal({ content, text }: { readonly content: Content; readonly text: string }) {
  const { max_iterations: most, checkpoint_interval: interval, estimated_minutes: minutes } = content
  const { estimated_cost_usd: cost } = content
  const facts = [
    `${String(most)} iterations`,
    `a checkpoint after every ${String(interval)}`,
    ...(typeof minutes === 'number' ? [`about ${effortText(Math.max(1, Math.round(minutes)))} of work`] : []),
    ...(typeof cost === 'number' ? [`about $${cost.toFixed(2)}`] : []),
  ]
  return (
    <>
      <AgentProse text={text} />
      <p className={plans.none}>{facts.join(' · ')}</p>
    </>
  )
}

/** Lines as the planner wrote them; leading spaces say how deep one stands. */
function PlanLines({ lines }: { readonly lines: JsonValue | undefined }) {
  const texts = Array.isArray(lines) ? lines.filter(line => typeof line === 'string') : []
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={plans.lines} aria-label="The plan, line by line" tabIndex={0}>
      <ul>
        {texts.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity besides their place
          <li key={index} style={{ '--depth': depthOf(line) } as React.CSSProperties}>
            <AgentText text={line.trim()} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function depthOf(line: string): number {
  return Math.min(8, Math.floor((line.length - line.trimStart().length) / 2))
}
