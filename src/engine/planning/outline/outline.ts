import type { PlanOutline } from '../../../contracts/plan.ts'
import { validateOutline } from '../grammar/grammar.ts'
import type { DraftedBy, PlanTool, PlanToolEnvironment, PlanToolInputs } from '../planning-tools.ts'
import { applyInstructions } from './apply-instructions.ts'
import { askForOutline } from './ask-for-outline.ts'
import { draftOutline, type OutlineDraft } from './draft-outline.ts'
import { keepProgress } from './keep-progress.ts'

export { choosePlaybookFor, happensOnADay, readHorizonOf } from './draft-outline.ts'
export { addDays, daysBetween, weekdayOf } from './horizon.ts'

type Input = PlanToolInputs['node_generator']

const RULES = 'offline/rules'

/**
 * The outline of a plan: goal, phases, tasks with estimates, dependencies and rhythms. With a language model one call
 * whose answer fits the contract and the grammar, with one repair; otherwise, and whenever that fails, by rules. What
 * people said about a draft changes that draft and nothing else; ids of what stays are kept.
 */
export const nodeGenerator: PlanTool<'node_generator'> = {
  name: 'node_generator',
  prerequisites: ['pattern'],
  produces: ['outline'],
  asks_model: true,
  run: async (input, environment) => {
    const draft = await draftFor(input, environment)
    const outline = keepProgress(draft.outline, input.previous)
    return {
      ok: true,
      confidence: draft.confidence,
      explanations: draft.explanations,
      data: { outline, drafted_by: draft.drafted_by },
    }
  },
}

async function draftFor(
  input: Input,
  environment: PlanToolEnvironment,
): Promise<OutlineDraft & { readonly drafted_by: DraftedBy }> {
  const { situation, pattern, previous, violations = [], narrow } = input
  const byRules = draftOutline(situation, pattern)
  const asked =
    environment.model === undefined || narrow
      ? undefined
      : await askForOutline({ input, draft: byRules.outline, model: environment.model })
  if (asked?.draft !== undefined) return { ...asked.draft, drafted_by: { model: asked.model } }
  const failure = asked === undefined ? {} : { model_failure: asked.model_failure }
  const because = Object.values(failure).map(text => `${text} The outline was made by rules.`)
  const { brief } = situation
  if (brief !== undefined && !brief.with_suggestions)
    return { ...byRules, drafted_by: { model: RULES, ...failure } }
  // A brief that was corrected is drafted anew; ids follow what was said.
  const standing = brief === undefined ? standingOutline(previous, pattern.pattern_type) : undefined
  const changed = applyInstructions(standing ?? byRules.outline, situation)
  const outline =
    violations.length === 0
      ? changed.outline
      : (validateOutline(changed.outline).repaired_outline ?? changed.outline)
  return {
    outline,
    confidence: Math.round(byRules.confidence * changed.share * 1000) / 1000,
    explanations: [...because, ...changed.notes, ...byRules.explanations],
    drafted_by: { model: RULES, ...failure },
  }
}

/** A draft that people have seen is changed, not written anew, unless the pattern is another one. */
function standingOutline(previous: PlanOutline | undefined, patternType: string): PlanOutline | undefined {
  return previous?.pattern?.pattern_type === patternType ? previous : undefined
}
