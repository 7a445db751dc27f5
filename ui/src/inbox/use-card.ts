import { type RefObject, useRef, useState } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import type { CardCommand } from '../application/keys.ts'
import { artifactKeys, mustBeOpened } from './decision-draft.ts'
import { useCallHandlers } from './use-call-handlers.ts'
import type { VerdictHandle } from './verdict.tsx'

/** What a card keeps wherever it is shown: what was opened of it, answers to single calls, what its keys do. */
export function useCard(gate: Gate, card: RefObject<HTMLElement | null>) {
  const verdict = useRef<VerdictHandle>(null)
  const reading = useReading(gate, card)
  const calls = useCallHandlers(gate, () => verdict.current?.focusSend())
  const run = (command: CardCommand): boolean => {
    const { pickedId, onAnswer } = calls.desk
    if (command === 'open') card.current?.focus()
    else if (command === 'view') reading.openAll()
    else if (command === 'leave' && !calls.leave()) return false
    else if (command === 'leave') verdict.current?.focusSend()
    else if (pickedId && isCallCommand(command)) onAnswer(pickedId, command)
    else {
      const isDone = verdict.current?.run(command) ?? false
      return isDone || (command === 'diff' && reading.goToNextFile())
    }
    return true
  }
  return {
    ...{ verdict, run },
    ...reading,
    pick: calls.pick,
    /** For the list of calls. */
    desk: calls.desk,
    /** For the verdict. */
    answers: calls.desk.answers,
    onClearAnswers: calls.clear,
  }
}

interface Read {
  readonly view: string
  /** What was opened, or read to its end. */
  readonly opened: readonly string[]
  /** Attached files that are unfolded. */
  readonly unfolded: readonly string[]
}

/** What has been opened of a card. It counts only for the view it was opened in. */
function useReading(gate: Gate, card: RefObject<HTMLElement | null>) {
  const nothing: Read = { view: gate.view_digest, opened: [], unfolded: [] }
  const [kept, setKept] = useState(nothing)
  const { opened, unfolded } = kept.view === gate.view_digest ? kept : nothing
  const change = (next: (read: Read) => Partial<Read>) =>
    setKept(before => {
      const read = before.view === gate.view_digest ? before : nothing
      return { ...read, ...next(read) }
    })
  const files = artifactKeys(gate)
  const unseen = mustBeOpened(gate).filter(key => !opened.includes(key))
  const unfold = (key: string, isUnfolded: boolean) =>
    change(read => ({ unfolded: isUnfolded ? union(read.unfolded, [key]) : without(read.unfolded, key) }))
  const goTo = (key: string) => {
    unfold(key, true)
    const find = () => card.current?.querySelector(`[data-artifact="${CSS.escape(key)}"]`)
    setTimeout(() => find()?.scrollIntoView({ block: 'start' }))
  }
  return {
    ...{ opened, unfolded, unseen, unfold },
    open: (key: string) => change(read => ({ opened: union(read.opened, [key]) })),
    /** Long texts are shown whole; a file still has to be read to its end. */
    openAll: () =>
      change(read => ({
        opened: union(
          read.opened,
          unseen.filter(key => !files.includes(key)),
        ),
        unfolded: files,
      })),
    /** Unfolds the next file that is not read; false where nothing is attached. */
    goToNextFile: (): boolean => {
      const next = files.find(key => unseen.includes(key)) ?? files[0]
      if (next !== undefined) goTo(next)
      return next !== undefined
    },
    /** Shows what an approval still waits for. */
    goToUnseen: () => {
      const next = files.find(key => unseen.includes(key))
      if (next !== undefined) goTo(next)
      else card.current?.scrollIntoView({ block: 'start' })
    },
  }
}

function union(keys: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set([...keys, ...more])]
}

function without(keys: readonly string[], key: string): readonly string[] {
  return keys.filter(each => each !== key)
}

function isCallCommand(command: CardCommand): command is 'approve' | 'edit' | 'reject' {
  return command === 'approve' || command === 'edit' || command === 'reject'
}
