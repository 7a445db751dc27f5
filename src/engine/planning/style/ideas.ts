import type { PlanNode } from '../../../contracts/plan.ts'
import type { PlanSituation, PlanTool } from '../planning-tools.ts'

const UNSURE_BELOW = 0.8
const ASKS = /\b(?:ideas?|brainstorm|suggest(?:ions?)?|what else|alternatives?|inspire)\b/i

/**
 * A few ideas about the draft, when the person likes that: always, when the draft is uncertain, or when they ask. Its
 * confidence is the share of them that rest on a piece of the draft or its deadline, in [0,1]; 1 where none are wanted.
 */
export const brainstormer: PlanTool<'brainstormer'> = {
  name: 'brainstormer',
  prerequisites: [],
  produces: ['ideas'],
  asks_model: false,
  run: async ({ situation, outline, confidence }) => {
    const isWanted = wantsIdeas(situation, confidence)
    const most = 2 + Math.round(situation.policy.talkativeness * 3)
    const grounded = isWanted ? ideasFor(outline?.nodes ?? [], situation).slice(0, most) : []
    const ideas = isWanted ? [...grounded, ...generalIdeas(situation)].slice(0, most) : []
    return {
      ok: true,
      confidence: ideas.length === 0 ? 1 : grounded.length / ideas.length,
      explanations: [
        isWanted ? `${ideas.length} ideas from what the draft leaves open.` : 'No ideas are wanted now.',
      ],
      data: { ideas },
    }
  },
}

function wantsIdeas({ policy, instructions, goal }: PlanSituation, confidence: number | undefined): boolean {
  if ([goal, ...instructions].some(text => ASKS.test(text))) return true
  if (policy.brainstorming_preference === 'always_offer') return true
  return (
    policy.brainstorming_preference === 'suggest_when_uncertain' &&
    confidence !== undefined &&
    confidence < UNSURE_BELOW
  )
}

function ideasFor(nodes: readonly PlanNode[], { constraints }: PlanSituation): readonly string[] {
  const tasks = nodes.filter(({ node_type, tags }) => node_type === 'task' && !tags.includes('milestone'))
  const single = tasks.filter(({ recurrence }) => recurrence === undefined)
  const byMinutes = [...single].sort(
    (left, right) => (right.estimated_minutes ?? 0) - (left.estimated_minutes ?? 0),
  )
  const session = tasks.find(({ recurrence }) => recurrence !== undefined)
  const [largest] = byMinutes
  const loose = looseTasks(single)[0]
  return [
    ...(largest === undefined
      ? []
      : [
          `Try “${largest.title}” once on a small scale in the first week: it is the largest piece, and you learn early what it really takes.`,
        ]),
    ...(session === undefined
      ? []
      : [
          `Do “${session.title}” with somebody else once a week: what is agreed with others is kept more often.`,
        ]),
    ...(loose === undefined
      ? []
      : [`“${loose.title}” could be left out without holding up anything else, if time gets short.`]),
    ...(constraints.deadline === undefined
      ? ['Choose a day on which you look at the whole, even though nothing has to be done by then.']
      : ['Plan to be done a week before the deadline: the last week always fills by itself.']),
  ]
}

/** What helps with any plan. */
function generalIdeas({ goal }: PlanSituation): readonly string[] {
  return [
    `Ask one person who has done the like of “${goal.slice(0, 80)}” what they would do differently.`,
    'Decide today what you will not do meanwhile; the time has to come from somewhere.',
  ]
}

/** Tasks for which nothing waits, those near the end first. */
export function looseTasks(tasks: readonly PlanNode[]): readonly PlanNode[] {
  const waitedFor = new Set(tasks.flatMap(({ dependencies }) => dependencies.map(({ node_id }) => node_id)))
  return tasks.filter(({ id, tags }) => !waitedFor.has(id) && !tags.includes('milestone')).slice(0, -1)
}
