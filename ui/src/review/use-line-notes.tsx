import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { LineNotes, LinePlace } from '../differences/diff-view.tsx'
import { type LineComment, useDraft } from '../drafts/drafts.ts'
import { commentAt, keepComment } from './line-comments.ts'
import classes from './review.module.css'

/** Comments at the lines of one file, kept for the gate until they are sent with a decision. */
export function useLineNotes(
  gateId: string,
  file: { readonly part: string; readonly path: string },
): LineNotes & { readonly open: (place: LinePlace) => void } {
  const { lineComments = [] } = useDraft(gateId)
  const [editing, setEditing] = useState<LinePlace>()
  const isEditing = (place: LinePlace) => editing?.line === place.line && editing.side === place.side
  return {
    open: setEditing,
    onOpen: setEditing,
    below: place => {
      const kept = commentAt(lineComments, { ...file, ...place })
      if (isEditing(place))
        return (
          <CommentForm
            comment={kept ?? { ...file, ...place, text: '' }}
            gateId={gateId}
            onClose={() => setEditing(undefined)}
          />
        )
      return kept ? (
        <button type="button" className={classes.lineComment} onClick={() => setEditing(place)}>
          {kept.text}
        </button>
      ) : null
    },
  }
}

function CommentForm(props: {
  readonly comment: LineComment
  readonly gateId: string
  readonly onClose: () => void
}) {
  const { comment, gateId, onClose } = props
  const keep = (text: string) => keepComment(gateId, { ...comment, text })
  return (
    <form
      className={classes.lineForm}
      aria-label={`Comment on line ${comment.line}`}
      onSubmit={event => {
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
      onKeyDown={event => {
        event.stopPropagation()
        if (event.key === 'Escape') onClose()
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
      }}
    >
      <Textarea
        aria-label={`Comment on line ${comment.line}`}
        description="It is sent with your decision; a steer is made of these comments."
        autosize
        minRows={2}
        maxLength={2000}
        ref={field => field?.focus()}
        value={comment.text}
        onChange={event => keep(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button type="submit" size="xs" variant="default">
          Done
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          onClick={() => {
            keep('')
            onClose()
          }}
        >
          Remove
        </Button>
      </div>
    </form>
  )
}
