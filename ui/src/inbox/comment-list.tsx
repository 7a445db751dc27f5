import { Button, Checkbox, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, type Ref, useState } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import { type GateComment, isRefused } from 'soulgate/sdk'
import { useIdentity } from '../application/session.tsx'
import { changeDraft, useDraft } from '../drafts/drafts.ts'
import { Complaint, messageOf } from '../states/states.tsx'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import { escapeHiddenCharacters } from '../text/hidden-characters.ts'
import { clockText } from '../time/time.ts'
import { agentName } from './gate-words.ts'
import classes from './inbox.module.css'
import { useGateComments } from './use-gates.ts'

/** What people have said about a gate, and what its agent answered when asked; none of it decides anything. */
export function CommentList({ gate, ref }: { readonly gate: Gate; readonly ref: Ref<HTMLTextAreaElement> }) {
  const { role } = useIdentity()
  const { comments, add } = useGateComments(gate.gate_id)
  const { comment: text = '' } = useDraft(gate.gate_id)
  const setText = (comment: string) => changeDraft(gate.gate_id, { comment })
  const [asksAgent, setAsksAgent] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const words = text.trim()
    if (words === '' || add.isPending) return
    add.mutate({ text: words, asksAgent }, { onSuccess: answer => !isRefused(answer) && setText('') })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') event.currentTarget.blur()
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  return (
    <section className={classes.section} aria-label="Comments">
      <h3>Comments</h3>
      {comments.data?.map(comment => (
        <Comment key={comment.comment_id} comment={comment} />
      ))}
      {comments.isError && <Complaint>{messageOf(comments.error)}</Complaint>}
      {role !== 'viewer' && (
        <form className={classes.commentForm} onSubmit={submit}>
          <Textarea
            ref={ref}
            aria-label="Comment"
            placeholder="Say something"
            autosize={false}
            rows={2}
            maxLength={10_000}
            value={text}
            onKeyDown={onKeyDown}
            onChange={event => setText(event.currentTarget.value)}
          />
          <div className={classes.commentFoot}>
            <Checkbox
              size="xs"
              label={`Ask ${escapeHiddenCharacters(agentName(gate.requested_by))}`}
              checked={asksAgent}
              onChange={event => setAsksAgent(event.currentTarget.checked)}
            />
            <Button
              type="submit"
              size="xs"
              variant="default"
              loading={add.isPending}
              disabled={text.trim() === ''}
            >
              {asksAgent ? 'Ask' : 'Comment'}
            </Button>
          </div>
        </form>
      )}
      {isRefused(add.data) && <Complaint>{add.data.problem.detail}</Complaint>}
      {add.isError && <Complaint>{messageOf(add.error)}</Complaint>}
    </section>
  )
}

function Comment({ comment }: { readonly comment: GateComment }) {
  const { answer } = comment
  return (
    <div className={classes.comment}>
      <p>
        <b>{comment.by_name ?? comment.by}</b> <span className={classes.aside}>{clockText(comment.at)}</span>
      </p>
      <LongAgentText limit={600} text={comment.text} />
      {answer && (
        <blockquote className={classes.quote}>
          <p className={classes.aside}>
            <AgentText text={answer.by_name} /> says (not checked):
          </p>
          <LongAgentText limit={600} text={answer.text} />
        </blockquote>
      )}
      {comment.ask_agent && !answer && <p className={classes.aside}>Asked the agent; no answer yet.</p>}
    </div>
  )
}
