import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { isRefused } from 'soulgate/sdk'
import { Complaint, messageOf } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { clockText } from '../time/time.ts'
import classes from './inbox.module.css'
import { useGateComments } from './use-gates.ts'

/** What people have said to each other about a gate; it decides nothing. */
export function CommentList({ gateId }: { readonly gateId: string }) {
  const { comments, add } = useGateComments(gateId)
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const words = text.trim()
    if (words !== '') add.mutate(words, { onSuccess: answer => !isRefused(answer) && setText('') })
  }
  return (
    <section className={classes.section}>
      <h3>Comments</h3>
      {comments.data?.map(comment => (
        <p key={comment.comment_id} className={classes.comment}>
          <b>{comment.by_name ?? comment.by}</b>{' '}
          <span className={classes.aside}>{clockText(comment.at)}</span>
          <br />
          <AgentText text={comment.text} />
        </p>
      ))}
      <form className={classes.inline} onSubmit={submit}>
        <TextInput
          aria-label="Comment"
          placeholder="Say something to the other reviewers"
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={add.isPending} disabled={text.trim() === ''}>
          Comment
        </Button>
      </form>
      {isRefused(add.data) && <Complaint>{add.data.problem.detail}</Complaint>}
      {add.isError && <Complaint>{messageOf(add.error)}</Complaint>}
    </section>
  )
}
