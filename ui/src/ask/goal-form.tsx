import { Button, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import classes from './ask.module.css'

const EXAMPLES = [
  'Move every .log file older than 7 days into archive/ and write a summary',
  'List the files in this workspace',
  'Delete all temporary files',
  'How many days are left until the end of the year?',
] as const

export function GoalForm(props: {
  readonly isBusy: boolean
  readonly isCompact: boolean
  readonly onAsk: (goal: string) => void
}) {
  const [goal, setGoal] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const take = (example: string) => {
    setGoal(example)
    field.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (goal.trim() !== '' && !props.isBusy) props.onAsk(goal.trim())
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      event.currentTarget.form?.requestSubmit()
    }
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <h1 className={props.isCompact ? classes.compactTitle : classes.title}>What should be done?</h1>
      <div className={classes.box}>
        <Textarea
          ref={field}
          aria-label="Goal"
          classNames={{ input: classes.goal ?? '' }}
          variant="unstyled"
          rows={props.isCompact ? 2 : 3}
          maxLength={20_000}
          placeholder={EXAMPLES[0]}
          value={goal}
          onChange={event => setGoal(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <div className={classes.boxFoot}>
          <span className={classes.hint}>Enter to send · Shift+Enter for a new line</span>
          <Button type="submit" loading={props.isBusy} disabled={goal.trim() === ''}>
            Ask
          </Button>
        </div>
      </div>
      {!props.isCompact && (
        <ul className={classes.examples} aria-label="Examples">
          {EXAMPLES.map(example => (
            <li key={example}>
              <button type="button" className={classes.example} onClick={() => take(example)}>
                {example}
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}
