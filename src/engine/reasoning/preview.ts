import type { JsonObject } from '../../contracts/json-value.ts'
import type { Confidence } from '../../contracts/reasoning.ts'
import type { Run } from '../../contracts/run.ts'
import type { Settings } from '../../contracts/settings.ts'
import type { PreviewBand, PreviewedGoal, SettingsPreview } from '../../contracts/settings-preview.ts'
import type { Step } from '../../contracts/step.ts'
import { bandOf, computeConfidence } from '../confidence/confidence.ts'
import { CAP_SOURCES, mostUnsure } from './grade.ts'
import type { Known } from './round.ts'

/** A reasoning run with its journal. */
export interface PastRun {
  readonly run: Run
  readonly steps: readonly Step[]
}

const NOTE =
  'Computed anew from the recorded factors of each goal. What a guideline, the kind of a tool or the origin of a value holds is held as before, however sure it is; goals that a check stopped stay stopped.'

/**
 * How past goals would have fallen under other settings: the recorded ratings of each factor are weighed again and
 * put into the bands of the other thresholds. Nothing is reasoned again, and nothing runs.
 */
export function previewSettings(past: readonly PastRun[], tried: Settings): SettingsPreview {
  const goals = past.flatMap(one => previewOne(one, tried) ?? [])
  const count = (side: 'before' | 'after') => {
    const of = (band: PreviewBand): number => goals.filter(goal => goal[side].band === band).length
    return { high: of('high'), medium: of('medium'), low: of('low'), stopped: of('stopped') }
  }
  const moved = goals.filter(goal => goal.before.band !== goal.after.band).length
  return { goals, before: count('before'), after: count('after'), moved, note: NOTE }
}

/** The last round that was graded says how a goal fell. */
function previewOne({ run, steps }: PastRun, tried: Settings): PreviewedGoal | undefined {
  const graded = lastOutput<{ confidence: Confidence }>(steps, 'confidence:')
  const known = lastOutput<Known>(steps, 'prevalidate:')
  if (graded === undefined || known === undefined) return undefined
  const { confidence } = graded
  const isStopped = known.validation.validation_status === 'pre_validation_failed'
  const bandUnder = (score: number, settings: Settings): PreviewBand =>
    isStopped ? 'stopped' : bandOf(score, settings.thresholds)
  const score = regrade(confidence, tried)
  const input = run.input as JsonObject | null
  return {
    run_id: run.run_id,
    goal: typeof input?.goal === 'string' ? input.goal.slice(0, 200) : '',
    at: run.created_at,
    before: { score: confidence.score, band: bandUnder(confidence.score, known.settings) },
    after: { score, band: bandUnder(score, tried) },
    only_suggested: tried.autonomy_level === 1 || !tried.flags.approval_gates_enabled,
  }
}

function regrade({ score, factors, adjustments }: Confidence, tried: Settings): number {
  // Without factors grading was switched off, and the score is that of the checks alone.
  if (factors.length === 0) return score
  const values = Object.fromEntries(factors.map(({ factor, value }) => [factor, value]))
  const kept = adjustments.filter(({ source }) => !CAP_SOURCES.has(source))
  const outcome = computeConfidence({ ...values, adjustments: kept }, tried.weights)
  if (!outcome.ok) return score
  const again = outcome.confidence.score
  return kept.length === adjustments.length ? again : Math.min(again, mostUnsure(tried.thresholds))
}

function lastOutput<Output>(steps: readonly Step[], prefix: string): Output | undefined {
  return steps.findLast(step => step.name.startsWith(prefix) && step.output !== undefined)?.output as
    | Output
    | undefined
}
