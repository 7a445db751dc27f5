import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Answer, Question } from 'soulgate/contracts/question'
import { changeDraft, useDraft } from '../drafts/drafts.ts'
import { answersFrom, type Draft, EMPTY_DRAFT, openQuestions } from './answers.ts'
import { QuestionField } from './question-field.tsx'
import { type Place, QuestionSteps } from './question-steps.tsx'
import classes from './questions.module.css'

/**
 * Questions of an agent, answered in place: one at a time with a way back, or all in a list. `others` are the other
 * ways out, such as skipping.
 */
export function QuestionForm(props: {
  readonly questions: readonly Question[]
  /** Under which name half-given answers, and the place among them, outlive a reload. */
  readonly keepAs: string
  readonly isBusy: boolean
  readonly isDisabled?: boolean
  readonly onAnswer: (answers: Answer[]) => void
  readonly others?: ReactNode
}) {
  const { questions, keepAs } = props
  const { answers: drafts = {} } = useDraft(keepAs)
  const { at, goTo, form } = usePlace(keepAs, questions.length)
  const open = openQuestions(questions, drafts)
  const change = (id: string, draft: Draft) => changeDraft(keepAs, { answers: { ...drafts, [id]: draft } })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (props.isBusy || props.isDisabled) return
    if (typeof at === 'number' && at < questions.length - 1) return goTo(at + 1)
    const [first] = open
    if (first === undefined) props.onAnswer(answersFrom(questions, drafts))
    else if (at !== 'all') goTo(questions.indexOf(first))
  }
  const isAtEnd = at === 'all' || at === questions.length - 1
  return (
    <form ref={form} className={classes.form} onSubmit={submit}>
      {questions.map(
        (question, index) =>
          (at === 'all' || at === index) && (
            <QuestionField
              key={question.id}
              question={question}
              place={questions.length > 1 ? `${index + 1} of ${questions.length}` : ''}
              draft={drafts[question.id] ?? EMPTY_DRAFT}
              onChange={draft => change(question.id, draft)}
            />
          ),
      )}
      {questions.length > 1 && <QuestionSteps at={at} count={questions.length} onGo={goTo} />}
      <div className={classes.actions}>
        <Button
          type="submit"
          variant={isAtEnd ? 'filled' : 'default'}
          loading={props.isBusy}
          disabled={props.isDisabled === true || (isAtEnd && open.length > 0)}
        >
          {isAtEnd ? 'Send answers' : 'Next'}
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

/** Which question is shown; the keyboard goes along when somebody moves on. */
function usePlace(keepAs: string, count: number) {
  const { place = 0 } = useDraft(keepAs)
  const [hasMoved, setMoved] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const at: Place = place === 'all' || count === 1 ? 'all' : Math.min(place, count - 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question takes the focus
  useEffect(() => {
    if (hasMoved) form.current?.querySelector<HTMLElement>('fieldset input, fieldset textarea')?.focus()
  }, [at, hasMoved])
  const goTo = (next: Place) => {
    setMoved(true)
    changeDraft(keepAs, { place: next })
  }
  return { at, goTo, form }
}
