import type { PlanStage } from '../../../contracts/plan.ts'
import { PATTERN_RULES } from '../pattern/pattern.ts'
import type { PlanTool } from '../planning-tools.ts'
import { stagesToApprove } from './flow.ts'
import { tasksOf } from './heuristics.ts'

const CALL: Readonly<Record<PlanStage, string>> = {
  pattern: 'Approve this kind, say which fits better, or reject it.',
  outline: 'Approve the outline, say what to change, or reject it.',
  roadmap: 'Approve the roadmap, say what to change, or reject it.',
  schedule: 'Approve the new schedule, say what to change, or keep the one that stands.',
  final: 'Approve the plan, say what to change, or reject it.',
}

/** Says whether and how a stage is put before the person. It decides nothing: that is the gate's. */
export const approvalHandler: PlanTool<'approval_handler'> = {
  name: 'approval_handler',
  prerequisites: [],
  produces: ['approval_state'],
  asks_model: false,
  run: async ({ situation, stage, pattern, outline, roadmap, schedule }) => {
    const { policy } = situation
    const is_required = stage === 'schedule' || stagesToApprove(policy).includes(stage)
    const counted = [
      ...(pattern === undefined ? [] : [PATTERN_RULES[pattern.pattern_type].title]),
      ...(outline === undefined ? [] : [`${tasksOf(outline.nodes).length} tasks`]),
      ...(roadmap === undefined ? [] : [`${roadmap.options_tried.length} ways compared`]),
      ...(schedule === undefined ? [] : [`${schedule.blocks.length} blocks in the calendar`]),
    ]
    const why = is_required
      ? `Your policy (${policy.approval_policy.replaceAll('_', ' ')}) asks you at this stage.`
      : 'Your policy does not ask at this stage.'
    return {
      ok: true,
      confidence: 1,
      explanations: [why],
      data: { is_required, details: counted.join(' · '), call_to_action: CALL[stage] },
    }
  },
}
