import { Button, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import type { ProductDocSection } from 'soulgate/contracts/product-doc'
import { isRefused } from 'soulgate/sdk'
import { Complaint, messageOf } from '../states/states.tsx'
import classes from './doc.module.css'
import { useDocChange } from './use-product-doc.ts'

/** A section in the person's hands. What somebody else changed meanwhile is shown, never written over unseen. */
export function SectionEditor(props: {
  readonly sessionId: string
  readonly standing?: { readonly name: string; readonly section: ProductDocSection }
  readonly version: number
  readonly onClose: () => void
}) {
  const { standing, onClose } = props
  const { put } = useDocChange(props.sessionId)
  const [read, setRead] = useState(props.version)
  const [title, setTitle] = useState(standing?.section.title ?? '')
  const [content, setContent] = useState(standing?.section.content ?? '')
  const isEmpty = title.trim() === '' || content.trim() === ''
  const save = (version: number) =>
    put.mutate(
      { section: standing?.name ?? nameFor(title), title: title.trim(), content, version },
      { onSuccess: answer => !isRefused(answer) && onClose() },
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isEmpty && !put.isPending) save(read)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      event.currentTarget.requestSubmit()
    } else return
    event.preventDefault()
  }
  const isConflict = isRefused(put.data) && put.data.problem.status === 409
  return (
    <form className={classes.editor} onSubmit={submit} onKeyDown={onKeyDown}>
      <TextInput
        label="Title"
        maxLength={200}
        value={title}
        data-autofocus
        autoFocus={standing === undefined}
        onChange={event => setTitle(event.currentTarget.value)}
      />
      <Textarea
        label="Content"
        classNames={{ input: classes.content ?? '' }}
        rows={6}
        maxLength={40_000}
        autoFocus={standing !== undefined}
        value={content}
        onChange={event => setContent(event.currentTarget.value)}
      />
      {isRefused(put.data) && <Complaint>{put.data.problem.detail}</Complaint>}
      {isConflict && standing && (
        <div className={classes.theirs}>
          <b>What stands now</b>
          <pre>{standing.section.content}</pre>
        </div>
      )}
      {put.isError && <Complaint>{messageOf(put.error)}</Complaint>}
      <div className={classes.actions}>
        {isConflict ? (
          <Button
            color="red"
            loading={put.isPending}
            onClick={() => {
              setRead(props.version)
              save(props.version)
            }}
          >
            Write over it
          </Button>
        ) : (
          <Button type="submit" disabled={isEmpty} loading={put.isPending}>
            Save
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Leave it
        </Button>
        <span className={classes.hint}>
          Ctrl+Enter saves. The agent does not write over your words unasked.
        </span>
      </div>
    </form>
  )
}

/** Sections are named like files; the title says it to people. */
function nameFor(title: string): string {
  const name = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  return name.slice(0, 60) || 'section'
}
