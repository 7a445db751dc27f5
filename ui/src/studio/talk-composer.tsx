import type { RefObject } from 'react'
import { useRunChange } from '../runs/use-runs.ts'
import { Composer } from './composer.tsx'
import type { Picture } from './pictures.ts'
import type { TalkControl } from './use-talk-live.ts'

/** The field of an open talk, and the way to cancel what is at work. */
export function TalkComposer(props: {
  readonly sessionId: string
  readonly control: TalkControl
  /** The run at work; absent while none is. */
  readonly runId: string | undefined
  readonly isWaiting: boolean
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly onSend: (text: string, pictures: readonly Picture[]) => void
  readonly onLeave: () => void
}) {
  const { runId, isWaiting } = props
  const { live } = props.control
  const { cancel } = useRunChange(runId ?? '')
  return (
    <Composer
      // What was taken back from an offer stands in the field again.
      key={`${live.offer === undefined}`}
      sessionId={props.sessionId}
      field={props.field}
      placeholder={isWaiting ? 'Answer above, or say something else' : 'Say what to make, or what to change'}
      hint={isWaiting ? 'Esc goes to what waits for you' : 'Enter sends, Shift+Enter makes a line'}
      isSending={live.phase === 'open' && live.runId === undefined}
      onCancel={runId === undefined ? undefined : () => cancel.mutate()}
      isCancelling={cancel.isPending}
      returned={live.refused}
      onSend={props.onSend}
      onLeave={props.onLeave}
    />
  )
}
