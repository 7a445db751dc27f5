import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Answer } from 'soulgate/contracts/question'
import type { ReasoningResponse } from 'soulgate/contracts/reasoning'
import { isRefused } from 'soulgate/sdk'
import { useGate } from '../inbox/use-gates.ts'
import { answerText } from '../questions/answers.ts'
import { QuestionForm } from '../questions/question-form.tsx'
import { Complaint, LoadingState, messageOf } from '../states/states.tsx'
import { useClarify } from './use-ask.ts'

/** The questions about a goal, answered where it was asked. */
export function Clarification(props: {
  readonly runId: string
  readonly gateId: string
  readonly onAnswered: (answer: ReasoningResponse) => void
}) {
  const gate = useGate(props.gateId)
  const clarify = useClarify(props.runId)
  if (!gate.data) return <LoadingState label="Reading the questions" lines={2} />
  if (!('questions' in gate.data.subject) || gate.data.status !== 'pending') return null
  const { questions } = gate.data.subject
  const send = (answers: Answer[]) => {
    const texts = answers.flatMap(answer => {
      const index = questions.findIndex(question => question.id === answer.question_id)
      const question = questions[index]
      return question ? [{ question_index: index, answer: answerText(question, answer) }] : []
    })
    clarify.mutate(
      { requestId: props.gateId, answers: texts },
      { onSuccess: answer => !isRefused(answer) && props.onAnswered(answer) },
    )
  }
  return (
    <>
      <QuestionForm
        questions={questions}
        keepAs={props.gateId}
        isBusy={clarify.isPending}
        onAnswer={send}
        others={
          <Button
            variant="subtle"
            color="gray"
            renderRoot={rest => <Link {...rest} to="/inbox/$gateId" params={{ gateId: props.gateId }} />}
          >
            Other answers
          </Button>
        }
      />
      {isRefused(clarify.data) && <Complaint>{clarify.data.problem.detail}</Complaint>}
      {clarify.isError && <Complaint>{messageOf(clarify.error)}</Complaint>}
    </>
  )
}
