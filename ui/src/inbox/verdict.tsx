import { Button } from '@mantine/core'
import { type Ref, useImperativeHandle, useState } from 'react'
import type { Gate, GateOption } from 'soulgate/contracts/gate'
import type { ToolCall } from 'soulgate/contracts/tool-call'
import type { CardCommand } from '../application/keys.ts'
import { useIdentity } from '../application/session.tsx'
import { CheckIcon, CrossIcon, PencilIcon, SteerIcon } from '../icons/icons.tsx'
import { QuestionForm } from '../questions/question-form.tsx'
import { type DecisionInput, editOption, optionWith, toolCallsOf } from './decision-draft.ts'
import classes from './inbox.module.css'
import { Refusal } from './refusal.tsx'
import { useVerdict } from './use-verdict.ts'
import { VerdictPanel } from './verdict-panel.tsx'

export interface VerdictHandle {
  run(command: CardCommand): boolean
}

const ICONS = { approve: CheckIcon, reject: CrossIcon, steer: SteerIcon, edit: PencilIcon } as const
const KEYS: Readonly<Record<string, string>> = { approve: 'A', reject: 'R', steer: 'S', edit: 'E' }

/** The ways to answer a gate. What needs more than a click opens its panel in place. */
export function Verdict(props: {
  readonly gate: Gate
  /** The calls it will be about. */
  readonly calls: readonly ToolCall[]
  /** How many long texts have not been opened. */
  readonly unseen: number
  readonly onDecided: () => void
  readonly ref: Ref<VerdictHandle>
}) {
  const { gate, calls, unseen } = props
  const identity = useIdentity()
  const [panel, setPanel] = useState<GateOption>()
  const verdict = useVerdict(props)
  const isOpen = gate.status === 'pending' && !gate.deciding
  const noCalls = toolCallsOf(gate).length > 0 && calls.length === 0
  const isBlocked = (option: GateOption) =>
    !identity.decides || noCalls || (option.decision === 'approve' && unseen > 0)
  const choose = (option: GateOption, input?: DecisionInput) => {
    if (isBlocked(option)) return
    if (needsPanel(gate, option) && !input) setPanel(option)
    else verdict.send(option, input)
  }
  useImperativeHandle(props.ref, () => ({
    run: command => {
      const option = isOpen && isCommand(command) ? optionFor(gate, command) : undefined
      if (option) choose(option)
      return option !== undefined
    },
  }))
  if (!isOpen) return <Refusal verdict={verdict} gate={gate} />
  const options = optionsOf(gate)
  const questions = 'questions' in gate.subject ? gate.subject.questions : undefined
  const answer = optionWith(gate, 'answer')
  const buttons = options
    .filter(option => !(questions && option.decision === 'answer'))
    .map(option => (
      <OptionButton
        key={option.id}
        option={option}
        count={calls.length < toolCallsOf(gate).length ? calls.length : undefined}
        isChosen={panel?.id === option.id}
        isDisabled={isBlocked(option)}
        isBusy={verdict.isBusyWith(option.id)}
        onChoose={() => choose(option)}
      />
    ))
  return (
    <section className={classes.verdict} data-sticky={!questions} aria-label="Verdict">
      {questions && answer ? (
        <QuestionForm
          questions={questions}
          isBusy={verdict.isBusyWith(answer.id)}
          isDisabled={!identity.decides}
          onAnswer={answers => choose(answer, { answers })}
          others={buttons}
        />
      ) : (
        <div className={classes.buttons}>{buttons}</div>
      )}
      <Blocks unseen={unseen} noCalls={noCalls} decides={identity.decides} />
      {panel && (
        <VerdictPanel
          key={panel.id}
          gate={gate}
          option={panel}
          calls={calls}
          isBusy={verdict.isBusyWith(panel.id)}
          onSend={input => choose(panel, input)}
          onClose={() => setPanel(undefined)}
        />
      )}
      <Refusal verdict={verdict} gate={gate} />
    </section>
  )
}

function OptionButton(props: {
  readonly option: GateOption
  readonly count: number | undefined
  readonly isChosen: boolean
  readonly isDisabled: boolean
  readonly isBusy: boolean
  readonly onChoose: () => void
}) {
  const { option, count } = props
  const look = option.id === 'edit' ? 'edit' : option.decision
  const Icon = look in ICONS ? ICONS[look as keyof typeof ICONS] : undefined
  const isMain = look === 'approve'
  return (
    <Button
      className={classes.option ?? ''}
      variant={isMain ? 'filled' : look === 'reject' || look === 'steer' ? 'light' : 'default'}
      color={look === 'reject' ? 'red' : look === 'steer' ? 'indigo' : 'teal'}
      leftSection={Icon && <Icon size={17} />}
      rightSection={KEYS[look] && <kbd className={classes.key}>{KEYS[look]}</kbd>}
      aria-expanded={props.isChosen || undefined}
      disabled={props.isDisabled}
      loading={props.isBusy}
      onClick={props.onChoose}
    >
      {shortLabel(option)}
      {count !== undefined && ` ${count}`}
    </Button>
  )
}

function Blocks(props: { readonly unseen: number; readonly noCalls: boolean; readonly decides: boolean }) {
  const { unseen, noCalls, decides } = props
  if (!decides)
    return <p className={classes.blocked}>You are signed in with a credential that carries no decisions.</p>
  if (noCalls) return <p className={classes.blocked}>Choose at least one call.</p>
  if (unseen === 0) return null
  return (
    <p className={classes.blocked}>
      Approving waits until you have opened {unseen === 1 ? 'the long text' : `the ${unseen} long texts`}.
    </p>
  )
}

function optionsOf(gate: Gate): readonly GateOption[] {
  const edit = editOption(gate)
  if (!edit || gate.options.some(option => option.id === 'edit')) return gate.options
  const at = gate.options.findIndex(option => option.decision === 'approve') + 1
  return [...gate.options.slice(0, at), { ...edit, id: 'edit' }, ...gate.options.slice(at)]
}

function optionFor(gate: Gate, command: keyof typeof ICONS): GateOption | undefined {
  return command === 'edit' ? optionsOf(gate).find(option => option.id === 'edit') : optionWith(gate, command)
}

function needsPanel(gate: Gate, option: GateOption): boolean {
  if (option.id === 'edit' || option.decision === 'steer' || option.decision === 'reject') return true
  return (
    option.input_schema !== undefined || (option.decision === 'approve' && gate.confirm_word !== undefined)
  )
}

function isCommand(command: CardCommand): command is keyof typeof ICONS {
  return command in ICONS
}

function shortLabel({ id, label }: GateOption): string {
  return id === 'edit' ? 'Edit' : (label.split(':')[0] ?? label)
}
