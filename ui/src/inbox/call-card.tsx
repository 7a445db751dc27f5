import { Button } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef } from 'react'
import type { GateChanges } from 'soulgate/contracts/evidence'
import type { JsonObject } from 'soulgate/contracts/json-value'
import type { ToolCall } from 'soulgate/contracts/tool-call'
import type { ToolDisplay } from 'soulgate/contracts/tool-display'
import { ArgumentsView, keyOf } from '../calls/arguments-view.tsx'
import { targetOf } from '../calls/call-summary.ts'
import { ConfirmTool } from '../calls/confirm-tool.tsx'
import { DangerBadge } from '../calls/danger-badge.tsx'
import { UntrustedOrigins } from '../calls/origin-chip.tsx'
import { LoadingState } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import type { CallAnswer, CallVerdict } from './call-answers.ts'
import own from './call-card.module.css'
import { EditPanel } from './edit-panel.tsx'
import classes from './inbox.module.css'
import { PredictionView } from './prediction-view.tsx'
import { Quotes } from './reading-line.tsx'
import { useEdits } from './use-edits.ts'

/** What somebody who answers call by call does to one of them. */
export interface CallHandlers {
  readonly gateId: string
  readonly pickedId: string | undefined
  readonly answers: Readonly<Record<string, CallAnswer>>
  readonly onAnswer: (callId: string, verdict: CallVerdict) => void
  readonly onEdit: (callId: string, edited: JsonObject | undefined) => void
  /** Told when an edit is finished, by the keyboard. */
  readonly onEdited: (callId: string) => void
}

// Only writes of our own tools need them.
const FileChanges = lazy(async () => ({ default: (await import('./file-changes.tsx')).FileChanges }))
const DisplayedArguments = lazy(async () => ({
  default: (await import('../calls/displayed-arguments.tsx')).DisplayedArguments,
}))

const CHOICES = [
  { verdict: 'approve', label: 'Approve', key: 'A' },
  { verdict: 'edit', label: 'Edit', key: 'E' },
  { verdict: 'reject', label: 'Reject', key: 'R' },
] as const

/** One call of a gate; of several each can be answered by itself. */
export function CallCard(props: {
  readonly call: ToolCall
  /** How its tool wants it shown, where a person has confirmed the tool. */
  readonly display: ToolDisplay | undefined
  /** What it would change in files that stand now, and what its tool predicts. */
  readonly changes: GateChanges['calls'][number] | undefined
  /** Its place among several. */
  readonly place: number | undefined
  readonly answered: 'approve' | 'reject' | undefined
  readonly isOpen: boolean
  readonly desk: CallHandlers
  readonly opened: readonly string[]
  readonly onOpen: (key: string) => void
}) {
  const { call, place, answered, desk } = props
  const isPicked = desk.pickedId === call.call_id
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isPicked) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isPicked])
  const target = targetOf(call)
  const answer = desk.answers[call.call_id]
  const { files = [], prediction } = props.changes ?? {}
  const shown = shownWhole(call, files)
  const isChoosable = place !== undefined && props.isOpen && answered === undefined
  return (
    <li ref={card} className={`${classes.call} ${own.call}`} data-picked={isPicked || undefined}>
      <div className={classes.callHead}>
        {place !== undefined && <span className={classes.place}>{place}</span>}
        <code className={classes.tool}>
          <AgentText text={call.tool} />
        </code>
        {target && (
          <span className={classes.target}>
            <AgentText text={target.length > 120 ? `${target.slice(0, 120)}…` : target} />
          </span>
        )}
        <DangerBadge call={call} />
        {answered && (
          <span className={classes.answered}>{answered === 'approve' ? 'approved' : 'rejected'}</span>
        )}
        {isChoosable && <CallChoice {...props} place={place} answer={answer} isPicked={isPicked} />}
      </div>
      {isChoosable && answer?.verdict === 'edit' ? (
        <CallEdit call={call} desk={desk} />
      ) : (
        <>
          <Suspense fallback={<LoadingState label="Reading what changes" lines={2} />}>
            {props.display && <DisplayedArguments call={call} display={props.display} />}
            {files.length > 0 && (
              <FileChanges
                gateId={desk.gateId}
                call={call}
                files={files}
                onRead={() => {
                  for (const name of shown) props.onOpen(keyOf(call, name))
                }}
              />
            )}
          </Suspense>
          <ArgumentsView
            call={call}
            shown={shown}
            first={props.display?.first}
            opened={props.opened}
            onOpen={props.onOpen}
          />
          {prediction && <PredictionView callId={call.call_id} prediction={prediction} />}
        </>
      )}
      <UntrustedOrigins call={call} />
      {props.isOpen && <ConfirmTool call={call} />}
      {call.rests_on && call.rests_on.length > 0 && (
        <p className={classes.reading}>
          Rests on <Quotes spans={call.rests_on} />
        </p>
      )}
    </li>
  )
}

/** Arguments that are what a file becomes: all of them stands in its difference. */
function shownWhole(call: ToolCall, files: GateChanges['calls'][number]['files']): readonly string[] {
  const afters = files.flatMap(({ after, before = '' }) =>
    after && after !== before ? [after, after.slice(before.length)] : [],
  )
  return Object.entries(call.arguments).flatMap(([name, value]) =>
    typeof value === 'string' && value.includes('\n') && afters.includes(value) ? [name] : [],
  )
}

function CallChoice(props: {
  readonly call: ToolCall
  readonly place: number
  readonly answer: CallAnswer | undefined
  readonly isPicked: boolean
  readonly desk: CallHandlers
}) {
  const { call, place, answer, isPicked } = props
  return (
    <fieldset className={own.choice}>
      <legend className="visually-hidden">Answer call {place} by itself</legend>
      {CHOICES.map(({ verdict, label, key }) => (
        <Button
          key={verdict}
          size="compact-xs"
          variant={answer?.verdict === verdict ? 'filled' : 'default'}
          color={verdict === 'reject' ? 'red' : 'teal'}
          aria-pressed={answer?.verdict === verdict}
          aria-label={`${label} call ${place}`}
          rightSection={isPicked && <kbd className={classes.key}>{key}</kbd>}
          onClick={() => props.desk.onAnswer(call.call_id, verdict)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  )
}

/** The arguments as fields; what fits and is changed becomes the answer. */
function CallEdit({ call, desk }: { readonly call: ToolCall; readonly desk: CallHandlers }) {
  const edits = useEdits(desk.gateId, [call])
  const kept = edits.edited?.[call.call_id]
  const { onEdit } = desk
  const isTaken = desk.answers[call.call_id]?.edited !== undefined
  useEffect(() => {
    // What was typed before it was left is the answer again.
    if (kept && !isTaken) onEdit(call.call_id, kept)
  }, [kept, isTaken, onEdit, call.call_id])
  return (
    <form
      aria-label="Edit this call"
      onSubmit={event => {
        event.preventDefault()
        // Out of the field, so that the next key is about the next call.
        event.currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
        desk.onEdited(call.call_id)
      }}
      onKeyDown={event => {
        if (event.key === 'Escape') desk.onAnswer(call.call_id, 'edit')
      }}
    >
      <EditPanel
        calls={[call]}
        edits={edits}
        showsDifference
        onChange={(callId, edited) => desk.onEdit(callId, edited)}
      />
    </form>
  )
}
