import type { GrammarReport, PatternSpec, PlanOutline } from '../../../contracts/plan.ts'
import { beginTurn } from './caps.ts'
import { outlineDigest, patternDigest } from './digests.ts'
import { judgeDraft, judgeStage, reachedCap, workThrough } from './drafting.ts'
import { type Flow, situationOf, stagesToApprove } from './flow.ts'
import { lookAtOutline } from './heuristics.ts'
import { logAdaptation } from './log.ts'
import { weighStage } from './stage-confidence.ts'
import { runTool } from './tool-executor.ts'
import type { PlanOutcome } from './transitions.ts'

const PROPOSED = 'proposed:'

/** DRAFT_OUTLINE: the pattern, then the nodes. A pattern that people must see first stops it. */
export async function draftOutline(flow: Flow): Promise<PlanOutcome> {
  const reached = beginTurn(flow)
  if (reached !== undefined) return reachedCap(flow, reached)
  dropAfterOutline(flow)
  const outcome = await workThrough(flow, {
    pattern_selector: () => selectPattern(flow),
    node_generator: () => generateNodes(flow),
  })
  return outcome ?? 'success'
}

async function selectPattern(flow: Flow): Promise<PlanOutcome | undefined> {
  const answer = await runTool(flow, 'pattern_selector', {
    situation: situationOf(flow),
    narrow: flow.attempts.outline.isNarrow,
    known_subtypes: [...flow.knownSubtypes],
    ...(flow.wished === undefined ? {} : { wished: flow.wished }),
    ...(flow.rejectedPatterns.length === 0 ? {} : { rejected: [...flow.rejectedPatterns] }),
  })
  if (answer.reached) return reachedCap(flow, answer.reached)
  const { result } = answer
  if (!result.ok || result.data === null) return judgeDraft(flow, 'outline', { ...result, ok: false })
  const pattern = settlePattern(flow, result.data.pattern)
  flow.artifacts.pattern = { ...pattern, confidence: pattern.confidence ?? result.confidence }
  return findPatternQuestion(flow, flow.artifacts.pattern)
}

/** A new subtype that is not allowed, was turned down, or is known already, is none. */
function settlePattern(flow: Flow, pattern: PatternSpec): PatternSpec {
  const { subtype } = pattern
  if (subtype === undefined || !subtype.startsWith(PROPOSED)) return pattern
  const name = subtype.slice(PROPOSED.length)
  if (flow.knownSubtypes.includes(`${pattern.pattern_type}/${name}`)) {
    const { rfc: _settled, ...rest } = pattern
    return { ...rest, subtype: name }
  }
  const digest = patternDigest(pattern)
  const isRejected = flow.rejectedPatterns.some(rejected => patternDigest(rejected) === digest)
  if (flow.flags.allow_new_subtypes && !isRejected) return pattern
  const { subtype: _dropped, rfc: _also, ...rest } = pattern
  return rest
}

/** Whether people must look at the pattern before anything is made of it. */
function findPatternQuestion(flow: Flow, pattern: PatternSpec): PlanOutcome | undefined {
  if (isProposed(pattern) && flow.flags.require_rfc) {
    flow.pending = { kind: 'rfc', pattern }
    return 'pattern_pending'
  }
  const isAsked = stagesToApprove(flow.policy).includes('pattern')
  const digest = patternDigest(pattern)
  const isApproved = flow.approvals.some(
    approval => approval.stage === 'pattern' && approval.standing && approval.digest === digest,
  )
  if (!isAsked || isApproved) return undefined
  flow.pending = { kind: 'pattern', pattern }
  return 'pattern_pending'
}

function isProposed({ subtype }: PatternSpec): boolean {
  return subtype?.startsWith(PROPOSED) === true
}

/** The pattern as it is once people approved its new subtype. */
export function adoptSubtype(pattern: PatternSpec): PatternSpec {
  const { rfc: _settled, subtype = '', ...rest } = pattern
  return { ...rest, subtype: subtype.replace(PROPOSED, '') }
}

async function generateNodes(flow: Flow): Promise<PlanOutcome | undefined> {
  const { artifacts, attempts } = flow
  const { pattern, fixedOutline, outline: previous } = artifacts
  if (fixedOutline !== undefined) {
    delete artifacts.fixedOutline
    artifacts.outline = fixedOutline
    flow.produced.add('outline')
    return undefined
  }
  if (pattern === undefined) return 'fatal_error'
  const answer = await runTool(flow, 'node_generator', {
    situation: situationOf(flow),
    narrow: attempts.outline.isNarrow,
    pattern,
    ...(previous === undefined ? {} : { previous }),
    ...(attempts.outline.violations.length === 0 ? {} : { violations: attempts.outline.violations }),
  })
  if (answer.reached) return reachedCap(flow, answer.reached)
  const { result } = answer
  if (result.data !== null) {
    artifacts.outline = withPattern(result.data.outline, pattern)
    flow.draftedBy = result.data.drafted_by ?? { model: flow.model }
  }
  return judgeDraft(flow, 'outline', { ...result, ok: result.ok && result.data !== null })
}

/** The pattern is mirrored in context and outline, whatever a tool left out. */
function withPattern(outline: PlanOutline, pattern: PatternSpec): PlanOutline {
  return { ...outline, pattern, plan_context: { ...outline.plan_context, pattern } }
}

function dropAfterOutline({ artifacts, validated, produced }: Flow): void {
  delete artifacts.nodes
  delete artifacts.roadmap
  delete artifacts.draft
  delete artifacts.portfolio
  delete validated.outline
  delete validated.roadmap
  delete validated.schedule
  for (const made of ['nodes_with_dependencies', 'roadmap', 'schedule', 'portfolio_check'] as const)
    produced.delete(made)
}

/** VALIDATE_OUTLINE: the grammar, then the confidence. */
export async function validateOutline(flow: Flow): Promise<PlanOutcome> {
  const { outline, pattern } = flow.artifacts
  if (outline === undefined) return 'fatal_error'
  const answer = await runTool(flow, 'grammar_validator', {
    outline,
    ...(pattern === undefined ? {} : { pattern }),
  })
  if (answer.reached) return reachedCap(flow, answer.reached)
  const report = reportOf(answer.result)
  if (report === undefined) {
    flow.errorMessage = `The outline could not be checked: ${answer.result.explanations.join(' ')}`
    return 'fatal_error'
  }
  const weighed = weighStage('outline', {
    self: flow.selfScores.outline,
    validator: report.confidence,
    evidence: lookAtOutline(outline, flow.goal),
  })
  const repaired = report.repaired_outline
  const wasFixed = flow.attempts.outline.isFixed
  const outcome = judgeStage(flow, 'outline', { report, weighed, canFix: repaired !== undefined })
  if (outcome === 'valid') flow.validated.outline = outlineDigest(outline)
  if (outcome === 'invalid_retryable' && repaired !== undefined && !wasFixed) {
    flow.artifacts.fixedOutline = pattern === undefined ? repaired : withPattern(repaired, pattern)
    await logAdaptation(flow, {
      node_ids: report.violations.flatMap(({ node_id }) => node_id ?? []),
      action: 'repair',
      reason: (report.repair_notes ?? report.suggested_fixes).join(' ').slice(0, 4000),
      origin: 'system',
    })
  }
  return outcome
}

/** A validator that gives no report has not passed anything. */
export function reportOf(result: {
  readonly ok: boolean
  readonly data: GrammarReport | null
}): GrammarReport | undefined {
  return result.data ?? undefined
}
