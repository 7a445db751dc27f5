import type { PlanNode } from '../../../contracts/plan.ts'
import type { PlanSituation, PlanTool, PlanToolOutputs } from '../planning-tools.ts'
import { looseTasks } from './ideas.ts'

type Option = PlanToolOutputs['option_crafter']['options'][number]

/**
 * Two or three other versions of the draft, each with the words by which a person would have it. Its confidence is the
 * share of the versions wanted that the draft allows, in [0,1].
 */
export const optionCrafter: PlanTool<'option_crafter'> = {
  name: 'option_crafter',
  prerequisites: [],
  produces: ['options'],
  asks_model: false,
  run: async ({ situation, outline, roadmap }) => {
    const nodes = roadmap?.nodes ?? outline?.nodes ?? []
    const wanted = countFor(situation)
    const options = craftOptions(nodes).slice(0, wanted)
    return {
      ok: options.length > 0,
      confidence: options.length / wanted,
      explanations: [
        options.length > 0
          ? `${options.length} versions that differ in what is done.`
          : 'There is nothing yet that could differ.',
      ],
      data: options.length > 0 ? { options } : null,
    }
  },
}

function countFor({ policy }: PlanSituation): number {
  return policy.conversation_style === 'concise' || policy.talkativeness < 0.25 || policy.autonomy === 'high'
    ? 2
    : 3
}

function craftOptions(nodes: readonly PlanNode[]): readonly Option[] {
  const tasks = nodes.filter(
    ({ node_type, recurrence, tags }) =>
      node_type === 'task' && recurrence === undefined && !tags.includes('milestone'),
  )
  const [largest] = [...tasks].sort(
    (left, right) => (right.estimated_minutes ?? 0) - (left.estimated_minutes ?? 0),
  )
  if (largest === undefined) return []
  return [lighter(tasks, largest), safer(nodes, largest), roomier(largest)]
}

function lighter(tasks: readonly PlanNode[], largest: PlanNode): Option {
  const dropped = looseTasks(tasks).slice(0, 2)
  const going = dropped.length > 0 ? dropped : tasks.filter(task => task !== largest).slice(-1)
  const minutes = going.reduce((sum, { estimated_minutes }) => sum + (estimated_minutes ?? 0), 0)
  const names = going.map(({ title }) => `“${title}”`).join(' and ')
  return {
    title: 'Lighter',
    summary: going.length === 0 ? 'The largest task takes half the time.' : `Without ${names}.`,
    differs: `About ${Math.round(minutes / 6) / 10} hours less; nothing else waits for it.`,
    instruction:
      going.length === 0
        ? `Half the time for “${largest.title}”.`
        : going.map(({ title }) => `Remove “${title}”.`).join(' '),
  }
}

function safer(nodes: readonly PlanNode[], largest: PlanNode): Option {
  const phase = nodes.find(({ id }) => id === largest.parent_id)
  const after = phase !== undefined && phase.level < 4 ? phase.title : largest.title
  return {
    title: 'Safer',
    summary: `A look at the result before anything builds on “${largest.title}”.`,
    differs: 'One task of about an hour more; mistakes are seen earlier.',
    instruction: `Add a task “Check with somebody else: ${largest.title.slice(0, 80)}” to “${after}”.`,
  }
}

function roomier(largest: PlanNode): Option {
  return {
    title: 'Roomier',
    summary: `Half as much time again for “${largest.title}”.`,
    differs: `About ${Math.round((largest.estimated_minutes ?? 60) / 12) / 10} hours more, where estimates are least sure.`,
    instruction: `More time for “${largest.title}”.`,
  }
}
