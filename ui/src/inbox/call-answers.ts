import type { Gate } from 'soulgate/contracts/gate'
import type { JsonObject } from 'soulgate/contracts/json-value'
import { type DecisionInput, optionWith } from './decision-draft.ts'

export type CallVerdict = 'approve' | 'edit' | 'reject'

/** What a person says to one call of several, before it is sent. */
export interface CallAnswer {
  readonly verdict: CallVerdict
  /** The new arguments; absent while what was typed does not fit, or nothing was changed. */
  readonly edited?: JsonObject | undefined
}

export type CallAnswers = Readonly<Record<string, CallAnswer>>

export const NO_ANSWERS: CallAnswers = {}

/** Answers one call; the same answer again takes it back. */
export function withAnswer(answers: CallAnswers, callId: string, verdict: CallVerdict): CallAnswers {
  const { [callId]: before, ...rest } = answers
  return before?.verdict === verdict ? rest : { ...rest, [callId]: { verdict } }
}

export function withEdit(answers: CallAnswers, callId: string, edited: JsonObject | undefined): CallAnswers {
  return { ...answers, [callId]: { verdict: 'edit', edited } }
}

export function idsWith(answers: CallAnswers, ...verdicts: readonly CallVerdict[]): readonly string[] {
  return Object.entries(answers).flatMap(([callId, { verdict }]) =>
    verdicts.includes(verdict) ? [callId] : [],
  )
}

/** Whether each answer can be sent: an edit needs arguments that fit. */
export function areComplete(answers: CallAnswers): boolean {
  const all = Object.values(answers)
  return all.length > 0 && all.every(({ verdict, edited }) => verdict !== 'edit' || edited !== undefined)
}

/**
 * All answers as one decision: it approves the calls that may run (as they were edited) and rejects the others that
 * were answered. What has no answer stays open.
 */
export function decisionOf(gate: Gate, answers: CallAnswers, input: DecisionInput) {
  const approved = idsWith(answers, 'approve', 'edit')
  const option = optionWith(gate, approved.length > 0 ? 'approve' : 'reject')
  const edits = Object.entries(answers).flatMap(([callId, { edited }]) =>
    edited === undefined ? [] : [[callId, edited] as const],
  )
  const { confirm, ...said } = input
  const carried: DecisionInput = {
    ...said,
    calls: Object.keys(answers),
    ...(approved.length > 0 ? { approved, ...(confirm ? { confirm } : {}) } : {}),
    ...(edits.length > 0 ? { edited: Object.fromEntries(edits) } : {}),
  }
  return option && { option, input: carried }
}
