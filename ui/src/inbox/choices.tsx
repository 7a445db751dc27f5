import { Button } from '@mantine/core'
import type { Gate, GateOption } from 'soulgate/contracts/gate'
import { QuestionForm } from '../questions/question-form.tsx'
import { type DecisionInput, optionWith, toolCallsOf } from './decision-draft.ts'
import classes from './inbox.module.css'
import { OptionButton } from './option-button.tsx'
import { optionsOf } from './verdict-options.ts'

/** The questions with their answers, or a button for each way to decide. */
export function Choices(props: {
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
