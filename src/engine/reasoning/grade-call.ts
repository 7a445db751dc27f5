import { DEFAULT_SETTINGS } from '../../contracts/settings.ts'
import type { RegisteredTool } from '../../contracts/tool.ts'
import { computeConfidence, rateContextRichness, rateToolConfidence } from '../confidence/confidence.ts'
import { understandWords } from './goal-reader.ts'

/** A call without a goal is graded by what is known of its tool alone, which is never much. */
const GOAL_UNKNOWN = 0.5

/** Graded confidence of one call from outside, by its goal, its tool and its arguments; undefined for unknown tools. */
export function gradeOutsideCall(
  tool: RegisteredTool | undefined,
  goal: string | undefined,
): number | undefined {
  if (!tool || tool.claimed) return undefined
  const understood =
    goal === undefined
      ? GOAL_UNKNOWN
      : understandWords({ goal, tools: [], context: {}, history: [] }).goal_understanding
  const outcome = computeConfidence(
    {
      goal_understanding: understood,
      tool_availability: 1,
      context_richness: rateContextRichness({
        self_contained: true,
        prior_goals: 0,
        history_available: false,
        session_state: false,
        preferences_known: false,
        same_tool_recently: false,
        material_given: false,
      }),
      tool_confidence: rateToolConfidence([{ ...tool, handles_errors: true }]),
    },
    DEFAULT_SETTINGS.weights,
  )
  return outcome.ok ? outcome.confidence.score : undefined
}
