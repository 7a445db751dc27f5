import type { PlanOutline, Roadmap } from '../../../contracts/plan.ts'
import { beginTurn } from './caps.ts'
import { findDeviations, outlineDigest, roadmapDigest } from './digests.ts'
import { judgeDraft, judgeStage, reachedCap, workThrough } from './drafting.ts'
import { type Flow, situationOf } from './flow.ts'
import { lookAtRoadmap } from './heuristics.ts'
import { logAdaptation } from './log.ts'
import { reportOf } from './outline.ts'
import { weighStage } from './stage-confidence.ts'
import { runTool } from './tool-executor.ts'
import type { PlanOutcome } from './transitions.ts'

/** DRAFT_ROADMAP: dependencies, then the ways through the outline that are compared. */
export async function draftRoadmap(flow: Flow): Promise<PlanOutcome> {
  const reached = beginTurn(flow)
  if (reached !== undefined) return reachedCap(flow, reached)
  const { artifacts, attempts, validated, produced } = flow
  const { outline } = artifacts
  if (outline === undefined) return 'fatal_error'
  delete artifacts.draft
  delete artifacts.portfolio
  delete validated.roadmap
  delete validated.schedule
  for (const made of ['schedule', 'portfolio_check'] as const) produced.delete(made)
  const outcome = await workThrough(flow, {
    dependency_resolver: async () => {
      const answer = await runTool(flow, 'dependency_resolver', { situation: situationOf(flow), outline })
      if (answer.reached) return reachedCap(flow, answer.reached)
      const { result } = answer
      if (!result.ok || result.data === null) return judgeDraft(flow, 'roadmap', { ...result, ok: false })
      artifacts.nodes = result.data.nodes
      return undefined
    },
    roadmap_builder: async () => {
      const { violations, isNarrow } = attempts.roadmap
      const answer = await runTool(flow, 'roadmap_builder', {
        situation: situationOf(flow),
        narrow: isNarrow,
        outline,
        nodes: artifacts.nodes ?? outline.nodes,
        ...(violations.length === 0 ? {} : { violations }),
      })
      if (answer.reached) return reachedCap(flow, answer.reached)
      const { result } = answer
      if (result.data !== null) {
        const { roadmap, options_tried } = result.data
        artifacts.roadmap = mirrorPattern({ ...roadmap, options_tried: [...options_tried] }, outline)
      }
      return judgeDraft(flow, 'roadmap', { ...result, ok: result.ok && result.data !== null })
    },
  })
  return outcome ?? 'success'
}

function mirrorPattern(roadmap: Roadmap, { pattern }: PlanOutline): Roadmap {
  if (pattern === undefined) return roadmap
  const { pattern_type, subtype } = pattern
  const context = { ...roadmap.roadmap_context, pattern_type, pattern }
  return {
    ...roadmap,
    pattern,
    roadmap_context: { ...context, ...(subtype === undefined ? {} : { subtype }) },
  }
}

/** VALIDATE_ROADMAP: the grammar, the confidence, and that it is still what was approved as the outline. */
export async function validateRoadmap(flow: Flow): Promise<PlanOutcome> {
  const { roadmap, outline, pattern } = flow.artifacts
  if (roadmap === undefined || outline === undefined) return 'fatal_error'
  const answer = await runTool(flow, 'grammar_validator', {
    outline: roadmap,
    ...(pattern === undefined ? {} : { pattern }),
  })
  if (answer.reached) return reachedCap(flow, answer.reached)
  const report = reportOf(answer.result)
  if (report === undefined) {
    flow.errorMessage = `The roadmap could not be checked: ${answer.result.explanations.join(' ')}`
    return 'fatal_error'
  }
  const weighed = weighStage('roadmap', {
    self: flow.selfScores.roadmap,
    validator: report.confidence,
    evidence: lookAtRoadmap(roadmap),
  })
  const outcome = judgeStage(flow, 'roadmap', { report, weighed, canFix: false })
  if (outcome !== 'valid') return outcome
  const deviations = findDeviations(outline, roadmap)
  const changed = deviations.length > 0
  if (changed) {
    const { plan_context } = outline
    flow.artifacts.outline = { ...outline, plan_context, nodes: roadmap.nodes }
    flow.validated.outline = outlineDigest(flow.artifacts.outline)
    await logAdaptation(flow, {
      node_ids: [],
      action: 'roadmap changed the outline',
      reason: deviations.join('; '),
      origin: 'ai_adaptation',
    })
  }
  flow.validated.roadmap = roadmapDigest(roadmap)
  const wasApproved = flow.approvals.some(({ stage, standing }) => stage === 'outline' && standing)
  return changed && wasApproved ? 'deviates' : 'valid'
}
