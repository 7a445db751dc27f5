import { Button, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { isRefused } from 'soulgate/sdk'
import { Complaint, messageOf } from '../states/states.tsx'
import { useStartWork } from './use-work.ts'
import classes from './work.module.css'

/** Names what is to be made and which files belong to it; planning begins at once, building only after approval. */
export function StartWork({ isOpen }: { readonly isOpen: boolean }) {
  const navigate = useNavigate()
  const start = useStartWork()
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [paths, setPaths] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (title.trim() === '' || start.isPending) return
    const draft = { title: title.trim(), description: description.trim(), paths: linesOf(paths) }
    start.mutate(draft, {
      onSuccess: answer =>
        !isRefused(answer) &&
        void navigate({ to: '/work-items/$itemId', params: { itemId: answer.item_id } }),
    })
  }
  return (
    <details className={classes.start} open={isOpen}>
      <summary>Start a work item</summary>
      <form className={classes.form} onSubmit={submit} aria-label="Start a work item">
        <TextInput
          label="Title"
          maxLength={200}
          value={title}
          onChange={event => setTitle(event.currentTarget.value)}
        />
        <Textarea
          label="What it is for"
          rows={3}
          maxLength={20_000}
          value={description}
          onChange={event => setDescription(event.currentTarget.value)}
        />
        <Textarea
          label="Files and folders that belong to it"
          description="One a line, below the workspace. Nothing writes there before the intent is approved."
          rows={2}
          value={paths}
          onChange={event => setPaths(event.currentTarget.value)}
        />
        <Button type="submit" loading={start.isPending} disabled={title.trim() === ''}>
          Start
        </Button>
        {isRefused(start.data) && <Complaint>{start.data.problem.detail}</Complaint>}
        {start.isError && <Complaint>{messageOf(start.error)}</Complaint>}
      </form>
    </details>
  )
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
}
