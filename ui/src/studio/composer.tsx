import { ActionIcon, Button, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, type Ref, useEffect, useState } from 'react'
import { CrossIcon, SendIcon } from '../icons/icons.tsx'
import { keepDraft, keptDraft } from './kept-draft.ts'
import classes from './talk.module.css'

/** Where a person says something. Enter sends; Escape leaves the field for what waits above it. */
export function Composer(props: {
  readonly sessionId: string | undefined
  readonly placeholder: string
  readonly hint: string
  readonly isSending: boolean
  /** Present while a run is at work. */
  readonly onCancel?: (() => void) | undefined
  readonly isCancelling?: boolean
  readonly onSend: (text: string) => void
  readonly onLeave?: () => void
  /** A text that came back; it is put in front of what stands here. */
  readonly returned?: string | undefined
  readonly field?: Ref<HTMLTextAreaElement>
}) {
  const { sessionId, onSend, returned } = props
  const [text, setText] = useState(() => keptDraft(sessionId))
  const change = (next: string) => {
    setText(next)
    keepDraft(sessionId, next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what comes back is taken up, once
  useEffect(() => {
    if (returned) change(text.trim() === '' ? returned : `${returned}\n${text}`)
  }, [returned])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '' || props.isSending) return
    onSend(text.trim())
    change('')
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && props.onLeave) {
      event.preventDefault()
      props.onLeave()
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  return (
    <form className={classes.composer} onSubmit={submit}>
      <Textarea
        ref={props.field}
        aria-label="Message"
        classNames={{ input: classes.field ?? '' }}
        variant="unstyled"
        rows={1}
        maxLength={100_000}
        placeholder={props.placeholder}
        value={text}
        onChange={event => change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={classes.composerFoot}>
        <span className={classes.hint}>{props.hint}</span>
        {props.onCancel && (
          <Button
            size="xs"
            variant="default"
            leftSection={<CrossIcon size={14} />}
            loading={props.isCancelling ?? false}
            onClick={props.onCancel}
          >
            Cancel the run
          </Button>
        )}
        <ActionIcon
          type="submit"
          size={36}
          radius="xl"
          aria-label="Send"
          disabled={text.trim() === '' || props.isSending}
        >
          <SendIcon size={18} />
        </ActionIcon>
      </div>
    </form>
  )
}
