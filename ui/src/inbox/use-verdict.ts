import { useState } from 'react'
import type { Gate, GateOption } from 'soulgate/contracts/gate'
import { letsCallsRun } from 'soulgate/contracts/gate-review'
import type { ToolCall } from 'soulgate/contracts/tool-call'
import { isRefused } from 'soulgate/sdk'
import { changeDraft, draftOf, isUnsent } from '../drafts/drafts.ts'
import { type DecisionInput, decisionFor, mustBeOpened, toolCallsOf } from './decision-draft.ts'
import { useDecide } from './use-gates.ts'

/** Sends a verdict and keeps what came of it. */
export function useVerdict(props: {
  readonly gate: Gate
  readonly calls: readonly ToolCall[]
  /** Told whether all of it is decided now. */
  readonly onDecided: (isAll: boolean) => void
}) {
  const { gate, calls, onDecided } = props
  const decide = useDecide()
  const [sentId, setSentId] = useState<string>()
  const send = (option: GateOption, input: DecisionInput = {}) => {
    if (decide.isPending) return
    setSentId(option.id)
    const isOffered = gate.options.some(item => item.id === option.id)
    const isAboutCalls = toolCallsOf(gate).length > 0 && option.decision !== 'steer'
    const request = decisionFor(gate, option, {
      lineComments: draftOf(gate.gate_id).lineComments ?? [],
      ...input,
      ...(isAboutCalls ? { calls: input.calls ?? calls.map(call => call.call_id) } : {}),
    })
    const { option_id: _unknown, ...withoutOption } = request
    const tellViewed =
      letsCallsRun(option) && (gate.confirm_word !== undefined || mustBeOpened(gate).length > 0)
    decide.mutate(
      { gate, request: isOffered ? request : withoutOption, tellViewed },
      {
        onSuccess: answer => {
          if (isRefused(answer)) return
          if (isUnsent(draftOf(gate.gate_id))) changeDraft(gate.gate_id, { isSent: true })
          const { status, deciding } = answer.gate
          if (status !== 'pending' || deciding) onDecided(deciding?.decision.calls === undefined)
        },
      },
    )
  }
  return {
    send,
    isBusyWith: (optionId: string) => decide.isPending && sentId === optionId,
    refusal: isRefused(decide.data) ? decide.data.problem : undefined,
    error: decide.error,
  }
}

export type VerdictState = ReturnType<typeof useVerdict>
