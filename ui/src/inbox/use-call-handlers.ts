import { useState } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import { type CallAnswers, NO_ANSWERS, withAnswer, withEdit } from './call-answers.ts'
import type { CallHandlers } from './call-card.tsx'
import { isAnswerable, openCalls, toolCallsOf } from './decision-draft.ts'

/** Answers to single calls as they are given, and which call the keys are about. They hold for one view of a gate. */
export function useCallHandlers(gate: Gate, onAllAnswered: () => void) {
  const [state, setState] = useState<{
    readonly view: string
    readonly answers: CallAnswers
    readonly pickedId?: string | undefined
  }>({ view: gate.view_digest, answers: NO_ANSWERS })
  const isFresh = state.view === gate.view_digest && isAnswerable(gate)
  const answers = isFresh ? state.answers : NO_ANSWERS
  const pickedId = isFresh ? state.pickedId : undefined
  const keep = (next: CallAnswers, picked: string | undefined) =>
    setState({ view: gate.view_digest, answers: next, pickedId: picked })
  const goOn = (next: CallAnswers, from: string) => {
    const following = nextOpen(gate, next, from)
    keep(next, following)
    if (following === undefined) onAllAnswered()
  }
  const answer: CallHandlers['onAnswer'] = (callId, verdict) => {
    const next = withAnswer(answers, callId, verdict)
    if (pickedId === callId && verdict !== 'edit' && next[callId]) goOn(next, callId)
    else keep(next, pickedId)
  }
  const desk: CallHandlers = {
    gateId: gate.gate_id,
    ...{ pickedId, answers },
    onAnswer: answer,
    onEdit: (callId, edited) => keep(withEdit(answers, callId, edited), pickedId),
    onEdited: callId => answers[callId]?.edited && goOn(answers, callId),
  }
  return {
    desk,
    isUsed: Object.keys(answers).length > 0,
    /** Lets the keys be about the call in this place, counted from 1; false where none can be answered. */
    pick: (place: number): boolean => {
      const calls = toolCallsOf(gate)
      const call = calls.length > 1 ? calls[place - 1] : undefined
      if (!call || !isAnswerable(gate) || !openCalls(gate).includes(call)) return false
      keep(answers, call.call_id)
      return true
    },
    leave: (): boolean => {
      keep(answers, undefined)
      return pickedId !== undefined
    },
    clear: () => keep(NO_ANSWERS, undefined),
  }
}

function nextOpen(gate: Gate, answers: CallAnswers, from: string): string | undefined {
  const calls = openCalls(gate)
  const at = calls.findIndex(call => call.call_id === from)
  const rest = [...calls.slice(at + 1), ...calls.slice(0, at)]
  return rest.find(call => answers[call.call_id] === undefined)?.call_id
}
