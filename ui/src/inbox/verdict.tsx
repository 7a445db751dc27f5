import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import type { Gate, GateOption } from 'soulgate/contracts/gate'
import { letsCallsRun } from 'soulgate/contracts/gate-review'
import type { ToolCall } from 'soulgate/contracts/tool-call'
import type { CardCommand } from '../application/keys.ts'
import { useMayDecide } from '../application/may-decide.ts'
import { hasEdits, useDraft } from '../drafts/drafts.ts'
import { BlockedApproval } from './blocked-approval.tsx'
import type { CallAnswers } from './call-answers.ts'
import { CallByCall } from './call-by-call.tsx'
import { Choices } from './choices.tsx'
import { type DecisionInput, optionWith, toolCallsOf } from './decision-draft.ts'
import { DriftNotice, isDrifted } from './drift-notice.tsx'
import classes from './inbox.module.css'
import { Refusal } from './refusal.tsx'
import { useVerdict, type VerdictState } from './use-verdict.ts'
import { needsPanel, optionsOf } from './verdict-options.ts'
import { VerdictPanel } from './verdict-panel.tsx'

export interface VerdictHandle {
  run(command: CardCommand): boolean
  /** Where answers to single calls are sent. */
  focusSend(): void
}

interface OpenPanel {
  readonly option: GateOption
  readonly withTerms: boolean
  /** The view it was opened on; on another one it is closed. */
  readonly view: string
}

interface VerdictProps {
  readonly gate: Gate
  /** The calls it will be about. */
  readonly calls: readonly ToolCall[]
  /** Answers to single calls that were given; with any, all is answered call by call. */
  readonly answers: CallAnswers
  readonly onClearAnswers: () => void
  /** What has to be opened or read before an approval, and was not. */
  readonly unseen: readonly string[]
  /** Shows what an approval waits for. */
  readonly onMissing: () => void
  /** Told whether all of it is decided now, or single calls only. */
  readonly onDecided: (isAll: boolean) => void
  readonly ref: Ref<VerdictHandle>
}

/** The ways to answer a gate. What needs more than a click opens its panel in place. */
export function Verdict(props: VerdictProps) {
  const { gate, calls, unseen, answers } = props
  const { decides, whyNot, isForever } = useMayDecide(gate)
  const verdict = useVerdict(props)
  const { panel, choose, isBlocked, isEdited, isExplained, ...choosing } = useChoosing(props, verdict)
  const send = useRef<HTMLButtonElement>(null)
  const isOpen = gate.status === 'pending' && !gate.deciding
  const isByCall = Object.keys(answers).length > 0
  useImperativeHandle(props.ref, () => ({
    // The button comes with the first answer, which may be this very key.
    focusSend: () => setTimeout(() => send.current?.focus()),
    run: command => isOpen && !isForever && !isByCall && choosing.run(command),
  }))
  if (!isOpen) return <Refusal verdict={verdict} gate={gate} />
  if (isForever) return <p className={classes.blocked}>{whyNot}</p>
  return (
    <section
      ref={keepsToastAbove}
      className={classes.verdict}
      data-sticky={!('questions' in gate.subject)}
      aria-label="Verdict"
    >
      <DriftNotice gate={gate} />
      {isByCall ? (
        <CallByCall
          ref={send}
          gate={gate}
          answers={answers}
          isDisabled={!decides}
          unseen={unseen.length}
          verdict={verdict}
          onClear={props.onClearAnswers}
        />
      ) : panel?.option.id === 'edit' ? null : (
        <Choices
          gate={gate}
          count={calls.length < toolCallsOf(gate).length ? calls.length : undefined}
          chosenId={panel?.withTerms === false ? panel.option.id : undefined}
          isDisabled={!decides}
          isBlocked={isBlocked}
          isEdited={isEdited}
          isBusyWith={verdict.isBusyWith}
          onChoose={choose}
        />
      )}
      <BlockedApproval unseen={unseen} whyNot={whyNot} isExplained={isExplained} />
      {panel && !isByCall && (
        <VerdictPanel
          key={`${panel.option.id}/${panel.withTerms}`}
          gate={gate}
          {...panel}
          showsDifference={choosing.showsDifference}
          calls={calls}
          isBusy={verdict.isBusyWith(panel.option.id)}
          onSend={input => choose(panel.option, input)}
          onClose={choosing.close}
        />
      )}
      <Refusal verdict={verdict} gate={gate} />
    </section>
  )
}

/** Which choice is open, and what a click or a key on one does. */
function useChoosing({ gate, unseen, onMissing }: VerdictProps, verdict: VerdictState) {
  const { decides } = useMayDecide(gate)
  const [opened, setOpened] = useState<OpenPanel>()
  const [isExplained, setExplained] = useState(false)
  const [showsDifference, setShowsDifference] = useState(true)
  const panel = opened?.view === gate.view_digest ? opened : undefined
  const isBlocked = (option: GateOption) =>
    !decides || ((unseen.length > 0 || isDrifted(gate)) && letsCallsRun(option))
  const isEdited = hasEdits(useDraft(gate.gate_id))
  const choose = (chosen: GateOption, input?: DecisionInput, withTerms = false) => {
    // Changes that were typed are never dropped by a plain approval: it shows them first.
    const option = isEdited && chosen.decision === 'approve' && !input ? (findEdit(gate) ?? chosen) : chosen
    if (isBlocked(option)) {
      setExplained(true)
      return onMissing()
    }
    const asksTerms = withTerms && option === chosen
    if ((asksTerms || needsPanel(gate, option)) && !input)
      setOpened({ option, withTerms: asksTerms, view: gate.view_digest })
    else verdict.send(option, input)
  }
  const run = (command: CardCommand): boolean => {
    if (command === 'diff') {
      if (panel?.option.id === 'edit') setShowsDifference(!showsDifference)
      return panel?.option.id === 'edit'
    }
    const approve = toolCallsOf(gate).length > 0 ? optionWith(gate, 'approve') : undefined
    const option = command === 'more' ? approve : optionFor(gate, command)
    if (option) choose(option, undefined, command === 'more')
    return option !== undefined
  }
  const close = () => setOpened(undefined)
  return { panel, choose, isBlocked, isEdited, isExplained, showsDifference, run, close }
}

function optionFor(gate: Gate, command: CardCommand): GateOption | undefined {
  if (command === 'edit') return findEdit(gate)
  if (command === 'approve' || command === 'reject' || command === 'steer') return optionWith(gate, command)
  return undefined
}

function findEdit(gate: Gate): GateOption | undefined {
  return optionsOf(gate).find(option => option.id === 'edit')
}

/** The toast stands above the verdicts, however high they are. */
function keepsToastAbove(section: HTMLElement | null) {
  if (!section) return
  const set = (height: string) => document.documentElement.style.setProperty('--verdict-height', height)
  const observer = new ResizeObserver(() => set(`${section.offsetHeight}px`))
  observer.observe(section)
  return () => {
    observer.disconnect()
    set('0px')
  }
}
