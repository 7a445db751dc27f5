import { ActionIcon, Button, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react'
import { CrossIcon, PictureIcon, SendIcon } from '../icons/icons.tsx'
import { keepDraft, keptDraft } from './kept-draft.ts'
import { PictureRow } from './picture-row.tsx'
import { MAX_PICTURES, type Picture, toPicture } from './pictures.ts'
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
  readonly onSend: (text: string, pictures: readonly Picture[]) => void
  readonly onLeave?: () => void
  /** A text that came back; it is put in front of what stands here. */
  readonly returned?: string | undefined
  readonly field?: Ref<HTMLTextAreaElement>
}) {
  const [text, change] = useDraft(props.sessionId, props.returned)
  const { pictures, complaint, add, setPictures } = usePictures()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '' || props.isSending) return
    props.onSend(text.trim(), pictures)
    change('')
    setPictures([])
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && props.onLeave) props.onLeave()
    else if (event.key === 'Enter' && !event.shiftKey) event.currentTarget.form?.requestSubmit()
    else return
    event.preventDefault()
  }
  return (
    <form className={classes.composer} onSubmit={submit}>
      <PictureRow
        pictures={pictures}
        complaint={complaint}
        onRemove={picture => setPictures(pictures.filter(item => item !== picture))}
      />
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
        onPaste={event => void add(event.clipboardData.files)}
      />
      <div className={classes.composerFoot}>
        <PictureButton onChoose={files => void add(files)} />
        {!props.onCancel && <span className={classes.hint}>{props.hint}</span>}
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

function PictureButton({ onChoose }: { readonly onChoose: (files: FileList | null) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/png,image/jpeg,image/webp,image/gif"
        aria-label="Pictures to send"
        onChange={event => {
          onChoose(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        radius="xl"
        className={classes.attach ?? ''}
        aria-label="Add a picture"
        title="Add a picture whose look is to be taken up"
        onClick={() => input.current?.click()}
      >
        <PictureIcon size={18} />
      </ActionIcon>
    </>
  )
}

/** What is typed, kept for a reload; a text that comes back is put in front of it, once. */
function useDraft(sessionId: string | undefined, returned: string | undefined) {
  const [text, setText] = useState(() => keptDraft(sessionId))
  const change = (next: string) => {
    setText(next)
    keepDraft(sessionId, next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what comes back is taken up, once
  useEffect(() => {
    if (returned) change(text.trim() === '' ? returned : `${returned}\n${text}`)
  }, [returned])
  return [text, change] as const
}

function usePictures() {
  const [pictures, setPictures] = useState<readonly Picture[]>([])
  const [complaint, setComplaint] = useState('')
  const add = async (files: FileList | null) => {
    if (!files || files.length === 0) return
    const made = await Promise.all(Array.from(files, toPicture))
    const all = [...pictures, ...made.flatMap(picture => (picture ? [picture] : []))]
    setPictures(all.slice(0, MAX_PICTURES))
    const isNone = made.some(picture => !picture)
    const isTooMany = all.length > MAX_PICTURES
    setComplaint(
      isNone ? 'That is no picture that can be read.' : isTooMany ? `At most ${MAX_PICTURES} pictures.` : '',
    )
  }
  return { pictures, complaint, add, setPictures }
}
