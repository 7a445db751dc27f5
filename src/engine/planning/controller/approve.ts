import { SoulgateError } from '../../../base/errors.ts'
import { quoteText } from '../../../contracts/act-line.ts'
import type { PlanStage, StageApproval } from '../../../contracts/plan.ts'
import type { GateAnswer } from '../../run/run.ts'
import { editBrief, readTimes, replaceBrief } from './collect-context.ts'
import { type StageContent, stageDigest } from './digests.ts'
import { type Flow, factsOfDrafter, freshAttempt, situationOf, stagesToApprove } from './flow.ts'
import { askPeople, briefOf, wordsOf } from './gates.ts'
import { logAdaptation } from './log.ts'
import { drawCard, subjectOf } from './plan-card.ts'
import { runTool } from './tool-executor.ts'
import type { PlanOutcome } from './transitions.ts'

function contentOf({ artifacts, brief, briefNotes }: Flow): StageContent {
  const { pattern, outline, roadmap, draft } = artifacts
  return {
    ...(brief === undefined ? {} : { brief }),
    ...(briefNotes.length === 0 ? {} : { brief_notes: briefNotes }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(outline === undefined ? {} : { outline }),
    ...(roadmap === undefined ? {} : { roadmap }),
    ...(draft?.schedule === undefined ? {} : { schedule: draft.schedule }),
  }
}

/**
 * APPROVE_OUTLINE, APPROVE_ROADMAP and SEEK_APPROVAL: asks where the person's policy asks, and where exactly this was
 * not approved before. Only the decision of a person at the gate approves; no text is read as one.
 */
export async function approveStage(flow: Flow, stage: PlanStage): Promise<PlanOutcome> {
  const digest = requireDigest(flow, stage)
  if (isApproved(flow, stage, digest)) return 'standing'
  const wasApproved = flow.approvals.some(approval => approval.stage === stage && approval.standing)
  if (!stagesToApprove(flow.policy).includes(stage) && !wasApproved) return 'not_required'
  const answer = await askForApproval(flow, stage, digest)
  const { gate, decision } = answer
  flow.steeredFrom = undefined
  if (gate.status === 'approved' && decision?.decision === 'approve') {
    recordApproval(flow, { stage, digest, answer })
    return 'approved'
  }
  if (gate.status === 'rejected' && decision?.option_id === 'abort') return abort(flow, answer)
  if (gate.status === 'rejected') return sendBack(flow, stage, { answer, isRejected: true })
  if (gate.status === 'steered') return sendBack(flow, stage, { answer, isRejected: false })
  flow.pending = { kind: 'withdrawn', what: stage }
  return 'no_response'
}

function isApproved({ approvals }: Flow, stage: PlanStage, digest: string): boolean {
  return approvals.some(item => item.stage === stage && item.standing && item.digest === digest)
}

/** Keeps who approved which digest at which gate; what was approved of the stage before no longer stands. */
export function recordApproval(
  flow: Flow,
  {
    stage,
    digest,
    answer,
  }: { readonly stage: PlanStage; readonly digest: string; readonly answer: GateAnswer },
): void {
  const { gate, decision } = answer
  const approval: StageApproval = {
    stage,
    digest,
    gate_id: gate.gate_id,
    decided_by: decision?.decided_by ?? '',
    decided_at: decision?.decided_at ?? gate.decided_at ?? '',
    standing: true,
  }
  const before = flow.approvals.map(item => (item.stage === stage ? { ...item, standing: false } : item))
  flow.approvals = [...before, approval]
}

function requireDigest(flow: Flow, stage: PlanStage): string {
  const digest = stageDigest(stage, contentOf(flow))
  if (digest !== undefined) return digest
  throw new SoulgateError('plan_incomplete', `Plan ${flow.plan_id} has nothing to approve at ${stage} yet.`, {
    data: { plan_id: flow.plan_id, stage },
  })
}

async function askForApproval(flow: Flow, stage: PlanStage, digest: string): Promise<GateAnswer> {
  const content = contentOf(flow)
  const card = drawCard(stage, content)
  const situation = situationOf(flow)
  const facts = [
    ...factsOfDrafter(flow),
    ...(flow.artifacts.portfolio?.conflicts.map(conflict => conflict.description) ?? []),
  ]
  const said = await runTool(flow, 'summarizer', { situation, stage, ...content, facts })
  const summary = (said.reached ? undefined : said.result.data?.text) ?? `The ${stage} of the plan is ready.`
  const handled = await runTool(flow, 'approval_handler', { situation, stage, ...content, summary })
  const cta = handled.reached ? undefined : handled.result.data?.call_to_action
  const details = handled.reached ? undefined : handled.result.data?.details
  const weighed = flow.confidence.find(item => item.stage === (stage === 'final' ? 'schedule' : stage))
  return askPeople(flow, `approve ${stage}`, {
    type: 'plan_approval',
    summary: headline(flow, stage),
    details: [summary, details ?? ''].filter(text => text !== '').join('\n\n'),
    subject: subjectOf(flow.plan_id, stage, { digest, card, goal: flow.goal }),
    isCut: card.isCut,
    why: `The person’s policy (${flow.policy.approval_policy.replaceAll('_', ' ')}) asks at this stage.`,
    alternatives: await findAlternatives(flow, stage),
    callToAction: cta ?? 'Approve it, say what to change, or reject it.',
    isCorrectable: true,
    ...(weighed === undefined ? {} : { weighed }),
  })
}

function headline({ goal }: Flow, stage: PlanStage): string {
  const what = stage === 'final' ? 'plan' : stage
  return `Approve the ${what} of ${quoteText(goal, 120)}`
}

/** Variants, and ideas where the person likes them or the stage is not quite sure. */
async function findAlternatives(flow: Flow, stage: PlanStage): Promise<readonly string[]> {
  const content = contentOf(flow)
  const situation = situationOf(flow)
  const crafted = await runTool(flow, 'option_crafter', { situation, stage, ...content })
  const options = crafted.reached ? [] : (crafted.result.data?.options ?? [])
  const weighed = flow.confidence.find(item => item.stage === (stage === 'final' ? 'schedule' : stage))
  const ideas = await runTool(flow, 'brainstormer', {
    situation,
    stage,
    ...(content.outline === undefined ? {} : { outline: content.outline }),
    ...(weighed === undefined ? {} : { confidence: weighed.confidence }),
  })
  return [
    ...options.map(
      option => `${option.title}: ${option.summary} ${option.differs} To have it, say: ${option.instruction}`,
    ),
    ...(ideas.reached ? [] : (ideas.result.data?.ideas ?? [])).map(idea => `Idea: ${idea}`),
  ]
}

/** A person's words go into the next draft, and what they say about time into the constraints. */
async function sendBack(
  flow: Flow,
  stage: PlanStage,
  { answer, isRejected }: { readonly answer: GateAnswer; readonly isRejected: boolean },
): Promise<PlanOutcome> {
  const words = wordsOf(answer)
  const rest = await takeCorrection(flow, answer)
  flow.steeredFrom = answer.gate.gate_id
  await logAdaptation(flow, {
    node_ids: [],
    action: isRejected ? `${stage} rejected` : `${stage} to be changed`,
    reason: words,
    origin: 'user_feedback',
  })
  if (isRejected) {
    for (const each of ['outline', 'roadmap', 'schedule'] as const) freshAttempt(flow, each)
    flow.approvals = flow.approvals.map(item => ({ ...item, standing: false }))
    return 'rejected'
  }
  if (stage === 'final' && rest.trim() === '') {
    freshAttempt(flow, 'schedule')
    return 'changes_schedule'
  }
  if (stage === 'roadmap') freshAttempt(flow, 'roadmap')
  else freshAttempt(flow, 'outline')
  return 'changes_requested'
}

/** Reading what was said, and the outline, the roadmap and the schedule anew. */
const TURNS_OF_A_REDRAFT = 4

/** A correction in words or as a brief by hand; answers what of it changes the work. It costs the agent no turns. */
export async function takeCorrection(flow: Flow, answer: GateAnswer): Promise<string> {
  flow.caps = { ...flow.caps, turns: flow.caps.turns + TURNS_OF_A_REDRAFT }
  const next = briefOf(answer)
  if (next === undefined || flow.brief === undefined) return takeWords(flow, wordsOf(answer))
  return (await replaceBrief(flow, flow.brief, next)) ? 'The brief was corrected by hand.' : ''
}

/** Keeps what a person said; answers the words that are not about time. */
export async function takeWords(flow: Flow, words: string): Promise<string> {
  if (words.trim() === '') return ''
  const { brief } = flow
  if (brief !== undefined) return (await editBrief(flow, brief, words)) ? words : ''
  flow.instructions.push(words)
  return readTimes(flow, words)
}

export async function abort(flow: Flow, answer: GateAnswer): Promise<PlanOutcome> {
  const { decision } = answer
  const who = decision?.decided_by_name ?? decision?.decided_by ?? 'a person'
  flow.responseText = `Aborted by ${who}. What was made so far is kept.`
  return 'aborted'
}

/**
 * What stands between a plan and COMPLETE: a stage whose validator did not pass exactly this, or an approval that the
 * policy demands and nobody gave. Empty when nothing does.
 */
export function missingForCompletion(flow: Flow): readonly string[] {
  const content = contentOf(flow)
  const unchecked = (['outline', 'roadmap', 'schedule'] as const).filter(stage => {
    const digest = stageDigest(stage, content)
    return digest === undefined || flow.validated[stage] !== digest
  })
  const unapproved = stagesToApprove(flow.policy).filter(stage => {
    const digest = stageDigest(stage, content)
    return digest === undefined || !isApproved(flow, stage, digest)
  })
  return [
    ...unchecked.map(stage => `the ${stage} has not passed its validator`),
    ...unapproved.map(stage => `nobody approved the ${stage}`),
  ]
}
