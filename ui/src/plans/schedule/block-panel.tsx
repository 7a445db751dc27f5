import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { AgentText } from '../../text/agent-text.tsx'
import { effortText } from '../outline/plan-tree.ts'
import { BLOCK_STATUS_NAMES } from '../plan-words.ts'
import type { WallBlock } from './gantt-rows.ts'
import classes from './schedule.module.css'
import type { BlockDraft } from './use-block-selection.ts'
import { wallFrom, wallRangeWords, wallText } from './wall-clock.ts'

/** The block that is selected: what it is, when, and where it could be moved to. */
export function BlockPanel(props: {
  readonly at: WallBlock
  readonly draft: BlockDraft | undefined
  readonly mayMove: boolean
  readonly isBusy: boolean
  readonly onDraft: (draft: BlockDraft | undefined) => void
  readonly onKeep: (draft: BlockDraft) => void
  readonly onDone: (isDone: boolean) => void
  readonly onClose: () => void
  /** Why the last change was not taken. */
  readonly children: ReactNode
}) {
  const { at, draft, mayMove } = props
  const { block } = at
  const isDone = block.status === 'completed'
  return (
    <section className={classes.panel} aria-label="Block">
      <div className={classes.panelHead}>
        <h3>
          <AgentText text={block.title} />
        </h3>
        <span className={classes.chip} data-status={block.status}>
          {BLOCK_STATUS_NAMES[block.status]}
        </span>
      </div>
      <p className={classes.when}>
        {wallRangeWords(at.start, at.end)} · {effortText(at.end - at.start)}
        {draft && (
          <b>
            {' → '}
            {wallRangeWords(draft.start, draft.end)}, not kept yet
          </b>
        )}
      </p>
      {block.notes && (
        <p>
          <AgentText text={block.notes} />
        </p>
      )}
      {mayMove && <MoveForm key={`${at.start} ${draft?.start}`} {...props} />}
      {props.children}
      <div className={classes.buttons}>
        {mayMove && (
          <Button size="xs" variant="default" disabled={props.isBusy} onClick={() => props.onDone(!isDone)}>
            {isDone ? 'Not done after all' : 'It is done'}
          </Button>
        )}
        <Button size="xs" variant="subtle" color="gray" onClick={props.onClose}>
          Close
        </Button>
      </div>
    </section>
  )
}

function MoveForm(props: Omit<Parameters<typeof BlockPanel>[0], 'children'>) {
  const { at, draft } = props
  const [text, setText] = useState(wallText((draft ?? at).start))
  const start = wallFrom(text)
  const isMoved = start !== undefined && start !== at.start
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isMoved || props.isBusy) return
    props.onKeep({ block: at.block, start, end: start + at.end - at.start })
  }
  return (
    <form className={classes.move} onSubmit={submit} aria-label="Move the block">
      <TextInput
        type="datetime-local"
        label="Begin at"
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      <Button type="submit" disabled={!isMoved} loading={props.isBusy}>
        Move it there
      </Button>
      {draft && (
        <Button variant="subtle" color="gray" onClick={() => props.onDraft(undefined)}>
          Put it back
        </Button>
      )}
    </form>
  )
}
