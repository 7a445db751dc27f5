import type { Gate } from '../../contracts/gate.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type {
  ApprovalRequest,
  ClarificationRequest,
  ReadCalls,
  ReasoningResponse,
  ReasoningState,
} from '../../contracts/reasoning.ts'
import type { Run } from '../../contracts/run.ts'
import type { Step } from '../../contracts/step.ts'
import {
  type Graded,
  type Known,
  type ModelReading,
  NOTHING_UNDERSTOOD,
  type Reasoned,
} from '../../engine/reasoning/reasoning.ts'
import { SOUL_STEP } from './ask-soul.ts'
import type { Conclusion } from './conclude.ts'
import { readingOf } from './read-by.ts'

/** What the answer is read from: the run, its journal, and the gate it waits at or waited at last. */
export interface Journaled {
  readonly run: Run
  readonly steps: readonly Step[]
  readonly gate: Gate | undefined
}

/** The frozen answer of `POST /reasoning/execute` at any moment of its run (design 3.5, outcome table). */
export function assembleResponse(journaled: Journaled): ReasoningResponse {
  const { run, steps, gate } = journaled
  const known = lastOutput<Known>(steps, 'prevalidate:')
  const reasoned = lastOutput<Reasoned>(steps, 'reason:')
  const graded = lastOutput<Pick<Graded, 'confidence' | 'understanding' | 'verification'>>(
    steps,
    'confidence:',
  )
  const confidence = graded?.confidence
  const reading = readCallsOf(steps, reasoned, graded)
  const conclusion = concludeNow(journaled)
  const goal =
    typeof (run.input as JsonObject | null)?.goal === 'string' ? String((run.input as JsonObject).goal) : ''
  const toolsUsed = conclusion.tool_results.map(result => result.tool_name)
  const understanding = graded?.understanding ??
    reasoned?.understanding ?? {
      ...NOTHING_UNDERSTOOD,
      surface_goal: goal,
      real_goal: goal,
    }
  const score = confidence?.score ?? known?.validation.final_confidence ?? 0
  const isWaiting = run.status === 'waiting_input' && gate !== undefined
  return {
    success: conclusion.success,
    result: {
      reasoning_summary: reasoned?.proposal.reasoning_summary ?? '',
      message: conclusion.message,
      summary: reasoned?.proposal.reasoning_summary ?? conclusion.message,
      key_findings: (reasoned?.proposal.tool_calls ?? [])
        .flatMap(call => call.evidence.slice(0, 2))
        .slice(0, 10),
      recommendations: [...(reasoned?.proposal.alternatives ?? [])],
      next_steps: nextSteps(journaled, conclusion),
      tool_results: [...conclusion.tool_results],
      tools_used: toolsUsed,
      understanding,
      confidence: score,
      confidence_factors: confidence?.factors ?? [],
      confidence_adjustments: confidence?.adjustments ?? [],
    },
    tool_results: [...conclusion.tool_results],
    tools_used: toolsUsed,
    confidence: score,
    approval_state: conclusion.approval_state,
    soul_request_id: isWaiting ? gate.gate_id : null,
    execution_path: conclusion.execution_path,
    ...(conclusion.state === undefined ? {} : { state: conclusion.state }),
    ...(known === undefined ? {} : { validation: known.validation }),
    ...(reading === undefined ? {} : { reading }),
    ...(isWaiting && gate.type === 'clarification' ? { clarification: clarificationOf(gate, goal) } : {}),
    ...(isWaiting && 'tool_calls' in gate.subject ? { approval_request: approvalOf(gate, goal, score) } : {}),
    run_id: run.run_id,
  }
}

/** Who read the goal: what was reasoned says it, or the model's failure where rules stopped the goal before that. */
function readCallsOf(
  steps: readonly Step[],
  reasoned: Reasoned | undefined,
  graded: Pick<Graded, 'verification'> | undefined,
): ReadCalls | undefined {
  if (reasoned === undefined) {
    const failed = lastOutput<ModelReading>(steps, 'read:')
    if (failed?.because === undefined) return undefined
    return { by: 'built_in', model: failed.model, because: failed.because, leftover: [], calls: [] }
  }
  const { reading } = readingOf(reasoned, graded)
  const spans = graded?.verification?.rests_on ?? []
  const calls = reasoned.proposal.tool_calls.map(({ tool }, index) => ({
    tool,
    rests_on: [...(spans[index] ?? [])],
  }))
  return reading === undefined ? undefined : { ...reading, calls }
}

function lastOutput<Output>(steps: readonly Step[], prefix: string): Output | undefined {
  return steps.findLast(step => step.name.startsWith(prefix) && step.output !== undefined)?.output as
    | Output
    | undefined
}

function concludeNow({ run, steps, gate }: Journaled): Conclusion {
  const nothing = { success: false, approval_state: 'none' as const, tool_results: [] }
  switch (run.status) {
    case 'completed':
      return run.output as unknown as Conclusion
    case 'failed':
      return {
        ...nothing,
        execution_path: 'rejected',
        state: 'execution_impossible',
        message: run.error?.message ?? 'The run failed.',
      }
    case 'cancelled':
      return {
        ...nothing,
        execution_path: 'rejected',
        approval_state: 'denied',
        state: 'approval_denied',
        message: `Cancelled: ${run.cancelled_because ?? 'by a person'}.`,
      }
    case 'queued':
    case 'running':
      return { ...nothing, execution_path: 'suggested', message: 'Soulgate is still working on it.' }
    case 'waiting_input':
      return gate === undefined ? waitingForSoul(steps) : waitingConclusion(gate)
  }
}

/** A run that waits without a gate waits for Soul; the last attempt says why. */
function waitingForSoul(steps: readonly Step[]): Conclusion {
  const attempt = lastOutput<{ unavailable?: string }>(steps, SOUL_STEP)
  const why = attempt?.unavailable === undefined ? 'Waiting.' : `${attempt.unavailable} It is asked again.`
  return {
    success: false,
    execution_path: 'suggested',
    approval_state: 'awaiting_approval',
    state: 'awaiting_approval',
    message: `${why} Nothing runs meanwhile.`,
    tool_results: [],
  }
}

function waitingConclusion(gate: Gate): Conclusion {
  const waiting = { success: false, execution_path: 'suggested' as const, tool_results: [] }
  if (gate.status === 'expired') {
    const message = `Nobody answered gate ${gate.gate_id} in time. Nothing ran. Reopen it, or start again.`
    return { ...waiting, approval_state: 'timeout', state: 'approval_timeout', message }
  }
  if (gate.type === 'clarification') {
    const state = clarificationState(gate)
    return {
      ...waiting,
      execution_path: 'clarification',
      approval_state: 'none',
      state,
      message: gate.briefing.summary,
    }
  }
  const message = `Waiting for a person at gate ${gate.gate_id}.`
  return { ...waiting, approval_state: 'awaiting_approval', state: 'awaiting_approval', message }
}

function clarificationState(gate: Gate): ReasoningState {
  return gate.context?.because === 'pre_validation' ? 'pre_validation_failed' : 'clarification_needed'
}

function clarificationOf(gate: Gate, goal: string): ClarificationRequest {
  return {
    ...(gate.context?.clarification as unknown as ClarificationRequest),
    request_id: gate.gate_id,
    original_goal: goal,
    clarification_callback_url: `/clarification/respond/${gate.gate_id}`,
    ...(gate.expires_at === undefined ? {} : { expires_at: gate.expires_at }),
  }
}

function approvalOf(gate: Gate, goal: string, confidence: number): ApprovalRequest {
  const calls = 'tool_calls' in gate.subject ? gate.subject.tool_calls : []
  const lifeMs = gate.expires_at ? Date.parse(gate.expires_at) - Date.parse(gate.created_at) : 0
  return {
    request_id: gate.gate_id,
    goal,
    confidence,
    reasoning_summary: gate.briefing.details,
    tools_proposed: calls.map(call => call.tool),
    tool_descriptions: Object.fromEntries(calls.map(call => [call.tool, call.description])),
    risks: gate.risks,
    alternatives: gate.alternatives,
    time_limit: Math.max(1, Math.round(lifeMs / 1000)),
    ...(gate.expires_at === undefined ? {} : { expires_at: gate.expires_at }),
    approval_callback_url: `/approval/respond/${gate.gate_id}`,
  }
}

function nextSteps({ gate, run, steps }: Journaled, conclusion: Conclusion): string[] {
  if (run.status === 'waiting_input' && gate?.status === 'pending') {
    return gate.type === 'clarification' ? ['Answer the questions.'] : ['Approve, edit, reject or steer it.']
  }
  if (gate?.status === 'expired') return [`Reopen gate ${gate.gate_id}, or start again.`]
  if (conclusion.state === 'execution_impossible' && conclusion.tool_results.length > 0)
    return ['Ask an admin whether this rule should apply here, or send a goal that needs no denied call.']
  if (conclusion.state === 'execution_impossible')
    return ['Register a tool that can do it, or describe the goal in terms of the tools there are.']
  if (conclusion.state === 'pre_validation_failed' && run.status === 'completed')
    return wayForward(lastOutput<Known>(steps, 'prevalidate:'))
  return []
}

/** What to do about a goal that was stopped and not asked about: answer in a new goal, or ask for what tools can do. */
function wayForward(known: Known | undefined): string[] {
  const questions = known?.validation.suggested_questions ?? []
  return questions.length > 0
    ? questions.map(question => `Send a new goal that answers this: ${question}`)
    : ['Send a new goal for something that the registered tools can do.']
}
