import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { Gate, GateOption } from 'soulgate/contracts/gate'
import { letsCallsRun } from 'soulgate/contracts/gate-review'
import type { Question } from 'soulgate/contracts/question'
import { draftOf } from '../drafts/drafts.ts'
import { answersFrom } from '../questions/answers.ts'
import { LoadingState } from '../states/states.tsx'
import { type DecisionInput, optionWith, toolCallsOf } from './decision-draft.ts'
import { isDrifted, ProposeAgain } from './drift-notice.tsx'
import classes from './inbox.module.css'
import { OptionButton } from './option-button.tsx'
import { approvalOf, optionsOf } from './verdict-options.ts'

// Most of what waits asks nothing.
const QuestionForm = lazy(async () => ({
  default: (await import('../questions/question-form.tsx')).QuestionForm,
}))

/** The questions with their answers, or a button for each way to decide. */
export function Choices(props: {
  readonly gate: Gate
  readonly count: number | undefined
  readonly chosenId: string | undefined
  readonly isDisabled: boolean
  readonly isBlocked: (option: GateOption) => boolean
  /** True when changes were typed that are not sent: an approval shows them first. */
  readonly isEdited: boolean
  readonly isBusyWith: (optionId: string) => boolean
  readonly onChoose: (option: GateOption, input?: DecisionInput, withTerms?: boolean) => void
}) {
  const { gate, onChoose } = props
  const questions = 'questions' in gate.subject ? gate.subject.questions : undefined
  const answer = optionWith(gate, 'answer')
  const numbers = !questions && toolCallsOf(gate).length <= 1
  const approve = toolCallsOf(gate).length > 0 ? optionWith(gate, 'approve') : undefined
  const buttons = optionsOf(gate)
    .filter(option => !(questions && option.decision === 'answer'))
    .filter(option => !(props.isEdited && option.id === 'edit'))
    .filter(option => !(isDrifted(gate) && letsCallsRun(option)))
    .map(option => (
      <OptionButton
        key={option.id}
        option={option}
        count={props.count}
        hasKey={hasLetter(gate, option)}
        place={numbers ? optionsOf(gate).indexOf(option) + 1 : undefined}
        isChosen={props.chosenId === option.id}
        label={props.isEdited && option.decision === 'approve' ? 'Approve with changes…' : undefined}
        isDisabled={props.isBlocked(option)}
        isBusy={props.isBusyWith(option.id)}
        onChoose={() => onChoose(option, questions && typedWith(option, questions, gate.gate_id))}
      />
    ))
  if (questions && answer)
    return (
      <Suspense fallback={<LoadingState label="Reading the questions" lines={3} />}>
        <QuestionForm
          questions={questions}
          keepAs={gate.gate_id}
          isBusy={props.isBusyWith(answer.id)}
          isDisabled={props.isDisabled}
          onAnswer={answers => onChoose(answer, { answers })}
          others={buttons}
        />
      </Suspense>
    )
  return (
    <div className={classes.buttons}>
      {isDrifted(gate) && <ProposeAgain gate={gate} isDisabled={props.isDisabled} />}
      {buttons}
      {approve && !props.isEdited && !isDrifted(gate) && (
        <TermsButton
          isDisabled={props.isBlocked(approve)}
          onChoose={() => onChoose(approve, undefined, true)}
        />
      )}
    </div>
  )
}

/** Whether a letter is the key of an option; of several of one kind the first has it. */
function hasLetter(gate: Gate, option: GateOption): boolean {
  if (option.id === 'edit' || approvalOf(gate) === option) return true
  const { decision } = option
  return (decision === 'reject' || decision === 'steer') && optionWith(gate, decision)?.id === option.id
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

/** What was typed is sent along by somebody who skips the rest. */
function typedWith(
  { decision }: GateOption,
  questions: readonly Question[],
  gateId: string,
): DecisionInput | undefined {
  const answers = answersFrom(questions, draftOf(gateId).answers ?? {})
  return decision === 'skip' && answers.length > 0 ? { answers } : undefined
}
