import { Button } from '@mantine/core'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import type { Gate, GateOption } from 'soulgate/contracts/gate'
import type { ToolCall } from 'soulgate/contracts/tool-call'
import type { CardCommand } from '../application/keys.ts'
import { useMayDecide } from '../application/may-decide.ts'
import { QuestionForm } from '../questions/question-form.tsx'
import type { CallAnswers } from './call-answers.ts'
import { CallByCall } from './call-by-call.tsx'
import { type DecisionInput, optionWith, toolCallsOf } from './decision-draft.ts'
import classes from './inbox.module.css'
import { OptionButton } from './option-button.tsx'
import { Refusal } from './refusal.tsx'
import { useVerdict } from './use-verdict.ts'
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

/** The ways to answer a gate. What needs more than a click opens its panel in place. */
export function Verdict(props: {
  readonly gate: Gate
  /** The calls it will be about. */
  readonly calls: readonly ToolCall[]
  /** Answers to single calls that were given; with any, all is answered call by call. */
  readonly answers: CallAnswers
  readonly onClearAnswers: () => void
  /** How many long texts have not been opened. */
  readonly unseen: number
  /** Told whether all of it is decided now, or single calls only. */
  readonly onDecided: (isAll: boolean) => void
  readonly ref: Ref<VerdictHandle>
}) {
  const { gate, calls, unseen, answers } = props
  const { decides, whyNot } = useMayDecide()
  const [opened, setOpened] = useState<OpenPanel>()
  const [showsDifference, setShowsDifference] = useState(true)
  const verdict = useVerdict(props)
  const panel = opened?.view === gate.view_digest ? opened : undefined
  const send = useRef<HTMLButtonElement>(null)
  const isOpen = gate.status === 'pending' && !gate.deciding
  const isByCall = Object.keys(answers).length > 0
  const isBlocked = (option: GateOption) => !decides || (option.decision === 'approve' && unseen > 0)
  const choose = (option: GateOption, input?: DecisionInput, withTerms = false) => {
    if (isBlocked(option)) return
    if ((withTerms || needsPanel(gate, option)) && !input)
      setOpened({ option, withTerms, view: gate.view_digest })
    else verdict.send(option, input)
  }
  const approve = toolCallsOf(gate).length > 0 ? optionWith(gate, 'approve') : undefined
  useImperativeHandle(props.ref, () => ({
    // The button comes with the first answer, which may be this very key.
    focusSend: () => setTimeout(() => send.current?.focus()),
    run: command => {
      if (!isOpen || isByCall) return false
      if (command === 'diff') {
        if (panel?.option.id === 'edit') setShowsDifference(!showsDifference)
        return panel?.option.id === 'edit'
      }
      const option = command === 'more' ? approve : optionFor(gate, command)
      if (option) choose(option, undefined, command === 'more')
      return option !== undefined
    },
  }))
  if (!isOpen) return <Refusal verdict={verdict} gate={gate} />
  return (
    <section className={classes.verdict} data-sticky={!('questions' in gate.subject)} aria-label="Verdict">
      {isByCall ? (
        <CallByCall
          ref={send}
          gate={gate}
          answers={answers}
          isDisabled={!decides}
          unseen={unseen}
          verdict={verdict}
          onClear={props.onClearAnswers}
        />
      ) : (
        <Choices
          gate={gate}
          count={calls.length < toolCallsOf(gate).length ? calls.length : undefined}
          chosenId={panel?.withTerms === false ? panel.option.id : undefined}
          isDisabled={!decides}
          isBlocked={isBlocked}
          isBusyWith={verdict.isBusyWith}
          onChoose={choose}
        />
      )}
      <Blocks unseen={unseen} whyNot={whyNot} />
      {panel && !isByCall && (
        <VerdictPanel
          key={`${panel.option.id}/${panel.withTerms}`}
          gate={gate}
          {...panel}
          showsDifference={showsDifference}
          calls={calls}
          isBusy={verdict.isBusyWith(panel.option.id)}
          onSend={input => choose(panel.option, input)}
          onClose={() => setOpened(undefined)}
        />
      )}
      <Refusal verdict={verdict} gate={gate} />
    </section>
  )
}

/** The questions with their answers, or a button for each way to decide. */
function Choices(props: {
  readonly gate: Gate
  readonly count: number | undefined
  readonly chosenId: string | undefined
  readonly isDisabled: boolean
  readonly isBlocked: (option: GateOption) => boolean
  readonly isBusyWith: (optionId: string) => boolean
  readonly onChoose: (option: GateOption, input?: DecisionInput, withTerms?: boolean) => void
}) {
  const { gate, onChoose } = props
  const questions = 'questions' in gate.subject ? gate.subject.questions : undefined
  const answer = optionWith(gate, 'answer')
  const approve = toolCallsOf(gate).length > 0 ? optionWith(gate, 'approve') : undefined
  const buttons = optionsOf(gate)
    .filter(option => !(questions && option.decision === 'answer'))
    .map(option => (
      <OptionButton
        key={option.id}
        option={option}
        count={props.count}
        hasKey={option.id === 'edit' || optionWith(gate, option.decision)?.id === option.id}
        isChosen={props.chosenId === option.id}
        isDisabled={props.isBlocked(option)}
        isBusy={props.isBusyWith(option.id)}
        onChoose={() => onChoose(option)}
      />
    ))
  if (questions && answer)
    return (
      <QuestionForm
        questions={questions}
        keepAs={gate.gate_id}
        isBusy={props.isBusyWith(answer.id)}
        isDisabled={props.isDisabled}
        onAnswer={answers => onChoose(answer, { answers })}
        others={buttons}
      />
    )
  return (
    <div className={classes.buttons}>
      {buttons}
      {approve && (
        <TermsButton
          isDisabled={props.isBlocked(approve)}
          onChoose={() => onChoose(approve, undefined, true)}
        />
      )}
    </div>
  )
}

function TermsButton(props: { readonly isDisabled: boolean; readonly onChoose: () => void }) {
  return (
    <Button
      variant="subtle"
      color="gray"
      className={classes.option ?? ''}
      title="Approve with conditions, or for more than once"
      rightSection={<kbd className={classes.key}>M</kbd>}
      disabled={props.isDisabled}
      onClick={props.onChoose}
    >
      More…
    </Button>
  )
}

function Blocks({ unseen, whyNot }: { readonly unseen: number; readonly whyNot: string | undefined }) {
  if (whyNot) return <p className={classes.blocked}>{whyNot}</p>
  if (unseen === 0) return null
  return (
    <p className={classes.blocked}>
      Approving waits until you have opened {unseen === 1 ? 'the long text' : `the ${unseen} long texts`} (V
      opens all).
    </p>
  )
}

function optionFor(gate: Gate, command: CardCommand): GateOption | undefined {
  if (command === 'edit') return optionsOf(gate).find(option => option.id === 'edit')
  if (command === 'approve' || command === 'reject' || command === 'steer') return optionWith(gate, command)
  return undefined
}
