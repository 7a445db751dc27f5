import { Textarea } from '@mantine/core'
import type { KeyboardEvent, Ref } from 'react'
import classes from './new-plan.module.css'

/** The goal, kept while somebody changes how it is to be planned. */
export interface GoalProps {
  readonly goal: string
  readonly onGoal: (goal: string) => void
  /** True where nothing was planned before, and examples help. */
  readonly isFirst: boolean
}

export function GoalField(
  props: GoalProps & {
    readonly placeholder: string
    readonly problem: string | undefined
    readonly ref?: Ref<HTMLTextAreaElement>
  },
) {
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  return (
    <Textarea
      ref={props.ref}
      aria-label="What do you want to reach?"
      classNames={{ input: classes.goal ?? '' }}
      variant="unstyled"
      rows={props.isFirst ? 3 : 2}
      maxLength={4000}
      placeholder={props.placeholder}
      value={props.goal}
      error={props.problem}
      onChange={event => props.onGoal(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}
