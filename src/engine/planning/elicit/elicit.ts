import type { Question } from '../../../contracts/question.ts'
import { PATTERN_RULES, weighPatterns } from '../pattern/pattern.ts'
import type { PlanSituation, PlanTool, PlanToolInputs } from '../planning-tools.ts'
import { readWhole } from '../subject/whole-subject.ts'
import { findOpenPoints, type Weight } from './open-points.ts'

/**
 * What must still be asked, never more than the person's probing depth. Depth 1 asks only what a plan would otherwise
 * have to guess; deeper ones also what changes much and what makes it fit better.
 */
export const contextElicitor: PlanTool<'context_elicitor'> = {
  name: 'context_elicitor',
  prerequisites: [],
  produces: ['questions'],
  asks_model: false,
  run: async input => {
    const { policy } = input.situation
    const points = findOpenPoints(input.situation)
    const weights = weightsAsked(policy)
    const chosen = points.filter(({ weight }) => weights.includes(weight)).map(({ question }) => question)
    const unclear = input.purpose === 'unclear' ? [unclearQuestion(input)] : []
    const blocking = points.filter(({ weight }) => weight === 'blocking').length
    const questions = [...unclear, ...chosen].slice(0, policy.probing_depth)
    const known = 1 / (1 + 0.5 * blocking + 0.1 * (points.length - blocking))
    return {
      ok: true,
      confidence: Math.round(known * 1000) / 1000,
      explanations: [
        points.length === 0
          ? 'Nothing that planning needs is open.'
          : `${points.length} points are open, ${blocking} of them block planning.`,
        ...(questions.length < chosen.length + unclear.length
          ? ['Not all of it is asked: the probing depth is kept.']
          : []),
      ],
      data: { questions, is_sufficient: questions.length === 0 },
    }
  },
}

/** Who gives much autonomy is asked only what blocks; who gives little is asked whatever helps. */
function weightsAsked({ autonomy, probing_depth: depth }: PlanSituation['policy']): readonly Weight[] {
  if (depth === 0) return []
  if (autonomy === 'high') return ['blocking']
  if (autonomy === 'low') return ['blocking', 'important', ...(depth >= 2 ? (['helpful'] as const) : [])]
  if (depth === 1) return ['blocking']
  return depth === 2 ? ['blocking', 'important'] : ['blocking', 'important', 'helpful']
}

/** A draft was too uncertain: which kind of plan is meant, with what comes nearest. */
function unclearQuestion({ situation, problems }: PlanToolInputs['context_elicitor']): Question {
  const nearest = weighPatterns(readWhole(situation)).slice(0, 3)
  const why = problems.slice(0, 3).join(' ').slice(0, 500)
  return {
    id: 'pattern_type',
    question: `What kind of plan should “${readWhole(situation).wish.slice(0, 120)}” be?`,
    type: 'radio',
    options: nearest.map(({ pattern_type }) => ({
      id: pattern_type,
      label: PATTERN_RULES[pattern_type].about,
    })),
    allow_other: true,
    required: false,
    ...(why === '' ? {} : { context: why }),
  }
}

const STYLES: readonly (readonly [id: string, label: string])[] = [
  ['concise', 'Short: only what I must decide'],
  ['standard', 'Normal: what is planned, and why'],
  ['conversational', 'Talkative: think along with me'],
  ['coach', 'Like a coach: push and encourage me'],
]
const STYLE_QUESTION = 'How should I talk with you?'

/** Asks once how the person wants to be talked to, while that is not known. */
export const preferenceProbe: PlanTool<'preference_probe'> = {
  name: 'preference_probe',
  prerequisites: [],
  produces: ['style'],
  asks_model: false,
  run: async ({ situation, is_known }) => {
    const wasAsked = situation.clarifications.some(({ question }) => question === STYLE_QUESTION)
    const isAsked = !is_known && !wasAsked
    const question: Question = {
      id: 'conversation_style',
      question: STYLE_QUESTION,
      type: 'radio',
      options: STYLES.map(([id, label]) => ({ id, label })),
      allow_other: false,
      required: false,
      context: 'Asked once; you can change it at any time in your settings.',
    }
    return {
      ok: true,
      confidence: isAsked ? 0.5 : 1,
      explanations: [isAsked ? 'The style is not known yet.' : 'The style is known, or was asked before.'],
      data: isAsked ? { question } : {},
    }
  },
}
