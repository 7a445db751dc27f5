import { type RefObject, useRef } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import type { CardCommand } from '../application/keys.ts'
import { useCallHandlers } from './use-call-handlers.ts'
import { useReading } from './use-reading.ts'
import type { VerdictHandle } from './verdict.tsx'
import { sendForm } from './verdict-keys.ts'

/** What a card keeps wherever it is shown: what was opened of it, answers to single calls, what its keys do. */
export function useCard(gate: Gate, card: RefObject<HTMLElement | null>) {
  const verdict = useRef<VerdictHandle>(null)
  const reading = useReading(gate, card)
  const calls = useCallHandlers(gate, () => verdict.current?.focusSend())
  const run = (command: CardCommand): boolean => {
    const { pickedId, onAnswer } = calls.desk
    if (command === 'send') return sendForm(card.current)
    if (command === 'open') card.current?.focus()
    else if (command === 'leave' && !calls.leave()) return false
    else if (command === 'leave') verdict.current?.focusSend()
    else if (pickedId && isCallCommand(command)) onAnswer(pickedId, command)
    else {
      const isDone = verdict.current?.run(command) ?? false
      return isDone || (command === 'diff' && reading.goToNext())
    }
    return true
  }
  return {
    ...{ verdict, run },
    ...reading,
    pick: (place: number): boolean => calls.pick(place) || (verdict.current?.pick(place) ?? false),
    /** For the list of calls. */
    desk: calls.desk,
    /** For the verdict. */
    answers: calls.desk.answers,
    onClearAnswers: calls.clear,
  }
}

function isCallCommand(command: CardCommand): command is 'approve' | 'edit' | 'reject' {
  return command === 'approve' || command === 'edit' || command === 'reject'
}
