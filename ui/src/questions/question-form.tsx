import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Answer, Question } from 'soulgate/contracts/question'
import { answersFrom, type Draft, type Drafts, EMPTY_DRAFT, openQuestions } from './answers.ts'
import { keepDrafts, keptDrafts } from './kept-drafts.ts'
import { QuestionField } from './question-field.tsx'
import classes from './questions.module.css'

/** Questions of an agent, answered in place. `others` are the other ways out, such as skipping. */
export function QuestionForm(props: {
  readonly questions: readonly Question[]
  /** Under which name half-given answers outlive a reload. */
  readonly keepAs: string
  readonly isBusy: boolean
  readonly isDisabled?: boolean
  readonly onAnswer: (answers: Answer[]) => void
  readonly others?: ReactNode
}) {
  const { questions, keepAs } = props
  const [drafts, setDrafts] = useState<Drafts>(() => keptDrafts(keepAs))
  const open = openQuestions(questions, drafts)
  const change = (id: string, draft: Draft) => {
    const next = { ...drafts, [id]: draft }
    setDrafts(next)
    keepDrafts(keepAs, next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (open.length === 0) props.onAnswer(answersFrom(questions, drafts))
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      {questions.map((question, index) => (
        <QuestionField
          key={question.id}
          question={question}
          place={questions.length > 1 ? `${index + 1} of ${questions.length}` : ''}
          draft={drafts[question.id] ?? EMPTY_DRAFT}
          onChange={draft => change(question.id, draft)}
        />
      ))}
      <div className={classes.actions}>
        <Button type="submit" loading={props.isBusy} disabled={open.length > 0 || props.isDisabled === true}>
          Send answers
        </Button>
        {props.others}
        {open.length > 0 && (
          <span className={classes.open}>
            {open.length} {open.length === 1 ? 'answer' : 'answers'} to go
          </span>
        )}
      </div>
    </form>
  )
}
