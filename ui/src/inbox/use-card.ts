import { type RefObject, useRef, useState } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import type { CardCommand } from '../application/keys.ts'
import { mustBeOpened } from './decision-draft.ts'
import { useCallDesk } from './use-call-desk.ts'
import type { VerdictHandle } from './verdict.tsx'

/** What a card keeps wherever it is shown: what was opened of it, answers to single calls, what its keys do. */
export function useCard(gate: Gate, card: RefObject<HTMLElement | null>) {
  const verdict = useRef<VerdictHandle>(null)
  const [seen, setSeen] = useState<{ readonly view: string; readonly keys: readonly string[] }>()
  const calls = useCallDesk(gate, () => verdict.current?.focusSend())
  // What was opened counts only for the view it was opened in.
  const opened = seen?.view === gate.view_digest ? seen.keys : []
  const setOpened = (keys: readonly string[]) => setSeen({ view: gate.view_digest, keys })
  const run = (command: CardCommand): boolean => {
    const { pickedId, onAnswer } = calls.desk
    if (command === 'open') card.current?.focus()
    else if (command === 'view') setOpened(mustBeOpened(gate))
    else if (command === 'leave' && !calls.leave()) return false
    else if (command === 'leave') verdict.current?.focusSend()
    else if (pickedId && isCallCommand(command)) onAnswer(pickedId, command)
    else return verdict.current?.run(command) ?? false
    return true
  }
  return {
    ...{ verdict, run, opened },
    pick: calls.pick,
    open: (key: string) => setOpened([...opened, key]),
    unseen: mustBeOpened(gate).filter(key => !opened.includes(key)),
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
