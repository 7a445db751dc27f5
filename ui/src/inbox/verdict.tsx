import { type Ref, type RefObject, useImperativeHandle, useRef, useState } from 'react'
import type { Gate, GateOption } from 'soulgate/contracts/gate'
import { letsCallsRun } from 'soulgate/contracts/gate-review'
import type { ToolCall } from 'soulgate/contracts/tool-call'
import type { CardCommand } from '../application/keys.ts'
import { useMayDecide } from '../application/may-decide.ts'
import { hasEdits, isUnsent, useDraft } from '../drafts/drafts.ts'
import { BlockedApproval } from './blocked-approval.tsx'
import type { CallAnswers } from './call-answers.ts'
import { CallByCall } from './call-by-call.tsx'
import { Choices } from './choices.tsx'
import { type DecisionInput, optionWith, toolCallsOf } from './decision-draft.ts'
import { DriftNotice, isDrifted } from './drift-notice.tsx'
import classes from './inbox.module.css'
import { useIsSlowed } from './pace.ts'
import { Refusal } from './refusal.tsx'
import { SlowNotice } from './slow-notice.tsx'
import { useVerdict, type VerdictState } from './use-verdict.ts'
import { focusCard, pickByNumber } from './verdict-keys.ts'
import { approvalOf, needsPanel, optionsOf } from './verdict-options.ts'
import { VerdictPanel } from './verdict-panel.tsx'

export interface VerdictHandle {
  run(command: CardCommand): boolean
  /** Chooses an answer of a question, or a way to decide that has no letter, by its number. */
  pick(place: number): boolean
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
  const [send, section] = [useRef<HTMLButtonElement>(null), useRef<HTMLElement>(null)]
  const isOpen = gate.status === 'pending' && !gate.deciding
  const isByCall = Object.keys(answers).length > 0
  useImperativeHandle(props.ref, () => ({
    // The button comes with the first answer, which may be this very key.
    focusSend: () => setTimeout(() => send.current?.focus()),
    run: command => isOpen && !isForever && !isByCall && choosing.run(command),
    pick: place =>
      isOpen && !isForever && decides && !isByCall && pickByNumber(gate, section.current, { place, choose }),
  }))
  if (!isOpen) return <Refusal verdict={verdict} gate={gate} />
  if (isForever) return <p className={classes.blocked}>{whyNot}</p>
  return (
    <section
      ref={element => keepsToastAbove(element, section)}
      className={classes.verdict}
      data-sticky={!('questions' in gate.subject)}
      aria-label="Verdict"
    >
      <DriftNotice gate={gate} />
      <SlowNotice gate={gate} />
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
          isBusyWith={verdict.isBusyWith}
          onChoose={choose}
          {...{ isBlocked, isEdited }}
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
          onClose={() => {
            choosing.close()
            focusCard(section.current)
          }}
        />
      )}
      {!panel && <KeptWords gate={gate} />}
      <Refusal verdict={verdict} gate={gate} />
    </section>
  )
}

/** Which choice is open, and what a click or a key on one does. */
function useChoosing({ gate, unseen, onMissing }: VerdictProps, verdict: VerdictState) {
  const { decides } = useMayDecide(gate)
  const slowed = useIsSlowed()
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
    if ((asksTerms || needsPanel(gate, option, slowed)) && !input)
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

/** What was typed and closed again is not thrown away, and says so. */
function KeptWords({ gate }: { readonly gate: Gate }) {
  const draft = useDraft(gate.gate_id)
  const isKept = isUnsent(draft) && !hasEdits(draft) && !('questions' in gate.subject)
  return isKept ? (
    <p className={classes.aside}>What you typed is kept here until you send or discard it.</p>
  ) : null
}

function optionFor(gate: Gate, command: CardCommand): GateOption | undefined {
  if (command === 'edit') return findEdit(gate)
  if (command === 'approve') return approvalOf(gate)
  if (command === 'reject' || command === 'steer') return optionWith(gate, command)
  return undefined
}

function findEdit(gate: Gate): GateOption | undefined {
  return optionsOf(gate).find(option => option.id === 'edit')
}

/** The toast stands above the verdicts, however high they are. */
function keepsToastAbove(section: HTMLElement | null, place: RefObject<HTMLElement | null>) {
  place.current = section
  if (!section) return
  const set = (height: string) => document.documentElement.style.setProperty('--verdict-height', height)
  const observer = new ResizeObserver(() => set(`${section.offsetHeight}px`))
  observer.observe(section)
  return () => {
    observer.disconnect()
    set('0px')
  }
}
