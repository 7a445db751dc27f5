import { composeEntities } from '../compose-entities.ts'
import { composePlan } from '../compose-plan.ts'
import { sectionOf } from '../markdown.ts'
import type { ClaimedPoint, Draft, IterationContext, Planner, Thought } from '../planner.ts'
import { nextSide } from './choose-side.ts'
import { draftOpenPoint } from './deep-dive.ts'
import type { Dimension } from './dimension.ts'
import { createFiller, fillNames } from './fill-texts.ts'
import { writeProposal } from './proposal-text.ts'
import { readBrief } from './read-brief.ts'

const MAX_INSIGHTS = 5
const MAX_QUESTIONS = 6

/**
 * Rules instead of a language model: each iteration takes another side of the goal, fills its frameworks with what the
 * person said, and asks where nothing was said. It invents no figure, no name and no source.
 */
export const offlinePlanner: Planner = {
  propose: async brief => free(writeProposal(brief)),
  plan: async context => free(draftSide(context)),
  verify: async (_context, draft) => free({ notes: countBases(draft), drop: [] }),
  execute: async (context, draft) => free(claimsFor(context, draft)),
  write: async (_context, { draft, dataPoints }) => free(sectionOf({ ...draft, data_points: dataPoints })),
  synthesize: async work => free({ final_plan: composePlan(work), entities: composeEntities(work) }),
  estimate: () => ({ minutes: 1, cost_usd: 0 }),
}

function free<Value>(value: Value): Thought<Value> {
  return { value, tokens: 0, cost_usd: 0, model: 'offline/rules', is_offline: true }
}

const EXHAUSTED: Draft = {
  dimension: 'nothing_new',
  title: 'Nothing new without new words',
  key_insights: [],
  frameworks: [],
  assumptions: [],
  open_questions: ['What has been learned since the proposal? Each new fact opens the sides above again.'],
  next_steps: [],
}

function draftSide(context: IterationContext): Draft {
  const brief = readBrief(context.brief)
  const taken = context.previous.map(report => report.dimension)
  const side = nextSide(brief.kind, { taken, guidance: context.brief.guidance })
  if (side === undefined) return draftOpenPoint(context) ?? EXHAUSTED
  const filler = createFiller(brief, context.previous)
  const frameworks = side.frameworks.map(filler.framework)
  const questions = frameworks.flatMap(({ cells }) =>
    cells.flatMap(({ points }) => points.filter(({ basis }) => basis === 'question').map(({ text }) => text)),
  )
  const asked = new Set(context.previous.flatMap(report => report.open_questions))
  return {
    dimension: side.id,
    title: side.title,
    key_insights: insightsOf(side, filler.text),
    frameworks,
    assumptions: side.assumptions
      .filter(({ unless }) => unless === undefined || !filler.knows(unless))
      .map(({ text, check }) => ({ text: fillNames(text, brief), check: fillNames(check, brief) })),
    open_questions: [...new Set(questions)].filter(text => !asked.has(text)).slice(0, MAX_QUESTIONS),
    next_steps: side.steps.map(text => fillNames(text, brief)),
  }
}

function insightsOf(side: Dimension, fill: (template: string) => string | undefined): readonly string[] {
  const filled: string[] = []
  for (const template of side.insights) {
    const text = filled.length < MAX_INSIGHTS ? fill(template) : undefined
    if (text !== undefined) filled.push(text)
  }
  return filled
}

/** Every fact that stands in a framework of the draft, and what was remembered or read about it. */
function claimsFor({ brief }: IterationContext, draft: Draft): readonly ClaimedPoint[] {
  const placed = new Set(
    draft.frameworks.flatMap(({ cells }) =>
      cells.flatMap(({ points }) => points.filter(({ basis }) => basis === 'given').map(({ text }) => text)),
    ),
  )
  return readBrief(brief)
    .facts.filter(
      fact => placed.has(fact.text) || (fact.source.kind === 'tool' && fact.tags.includes('figure')),
    )
    .map(({ text, quote }) => ({ text, quote }))
}

function countBases({ frameworks }: Pick<Draft, 'frameworks'>): readonly string[] {
  const points = frameworks.flatMap(({ cells }) => cells.flatMap(cell => cell.points))
  const count = (basis: string): number => points.filter(point => point.basis === basis).length
  return [
    `${count('given')} statements are yours, ${count('derived')} follow from the method, ${count('question')} are open.`,
  ]
}
