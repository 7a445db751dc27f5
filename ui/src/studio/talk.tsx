import { Button } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { Complaint, FailureState, LoadingState, messageOf } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { GateInTalk } from './gate-in-talk.tsx'
import { InterviewInTalk } from './interview-in-talk.tsx'
import { OfferInTalk } from './offer-in-talk.tsx'
import { type Picture, toMessage } from './pictures.ts'
import classes from './talk.module.css'
import { TalkComposer } from './talk-composer.tsx'
import { toEntries } from './talk-entries.ts'
import { TalkHead } from './talk-head.tsx'
import { TalkLog } from './talk-log.tsx'
import { useKeptMessages } from './use-kept-messages.ts'
import { isAtWork, useMessages, useTalkRuns, useWaitingGates } from './use-talk.ts'
import type { TalkControl } from './use-talk-live.ts'
import { useTalkScroll } from './use-talk-scroll.ts'

type Send = (text: string, pictures?: readonly Picture[]) => void

/** One conversation: what was said, what waits for the person, and the field to say more. */
export function Talk(props: { readonly sessionId: string; readonly control: TalkControl }) {
  const { sessionId, control } = props
  const { live } = control
  const { pages, messages } = useMessages(sessionId)
  const { data: runs = [] } = useTalkRuns(sessionId)
  const [last] = runs
  const gates = useWaitingGates(last).filter(gate => gate.status === 'pending')
  const entries = useMemo(() => toEntries(messages), [messages])
  const queued = useKeptMessages(sessionId, control, { runs, entries })
  const field = useRef<HTMLTextAreaElement>(null)
  const waiting = useRef<HTMLDivElement>(null)
  const isOpen = live.phase === 'open'
  const isWorking = isAtWork(last) || isOpen
  const { log, end } = useTalkScroll({
    content: `${entries.length} ${live.words.length} ${live.settled.length} ${live.phase} ${last?.status}`,
    waits: isOpen ? '' : gates.map(gate => gate.gate_id).join(),
    waiting,
  })
  // Who has just begun this talk goes on typing.
  useEffect(() => {
    if (isOpen && document.activeElement === document.body) field.current?.focus()
  }, [isOpen])
  const send: Send = (text, pictures = []) => control.say(toMessage(text, pictures), text)
  if (pages.isError && !pages.data)
    return <FailureState error={pages.error} onRetry={() => void pages.refetch()} />
  return (
    <section className={classes.talk} aria-label="Talk">
      <TalkHead runs={runs} entries={entries} isWorking={isWorking} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long talk is scrolled by keyboard */}
      <div ref={log} className={classes.log} role="log" aria-label="What was said" tabIndex={0}>
        {pages.hasNextPage && (
          <Button
            variant="subtle"
            size="xs"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            Show what was said before
          </Button>
        )}
        {pages.isPending && live.said === undefined && <LoadingState label="Reading the talk" />}
        {pages.isSuccess && entries.length === 0 && !isWorking && (
          <p className={classes.thinking}>Nothing has been said here yet.</p>
        )}
        <TalkLog entries={entries} live={live} runs={runs} gates={gates} onRetry={send} />
        <div ref={waiting} className={classes.waiting}>
          {!isOpen &&
            gates.map(gate =>
              gate.type === 'interview' ? (
                <InterviewInTalk key={gate.gate_id} gate={gate} control={control} />
              ) : (
                <GateInTalk key={gate.gate_id} gate={gate} />
              ),
            )}
        </div>
        <Unsent control={control} />
        <div ref={end} />
      </div>
      {queued.length > 0 && (
        <ul className={classes.queued} aria-label="Messages that wait for their turn">
          {queued.map(({ keptId, text }) => (
            <li key={keptId}>
              <b>Waits for its turn</b> <AgentText text={text} />
            </li>
          ))}
        </ul>
      )}
      <OfferInTalk sessionId={sessionId} control={control} onDone={() => field.current?.focus()} />
      <TalkComposer
        {...props}
        runId={isWorking ? (live.runId ?? last?.run_id) : undefined}
        isWaiting={gates.length > 0}
        field={field}
        onSend={send}
        onLeave={() => leaveFor(waiting.current, log.current)}
      />
    </section>
  )
}

/** What did not get through, with the way to send it again. */
function Unsent({ control }: { readonly control: TalkControl }) {
  const { failure, refusal, unsent } = control.live
  if (refusal) return <Complaint>{refusal.detail}</Complaint>
  if (failure === undefined || !unsent) return null
  return (
    <Complaint>
      {unsent.text === undefined ? 'Your answer' : `“${unsent.text}”`} was not sent. {messageOf(failure)}{' '}
      <Button size="compact-xs" variant="subtle" color="red" onClick={control.sayAgain}>
        Send it again
      </Button>
    </Complaint>
  )
}

/** From the field to what waits: its card or its first question, or else the talk itself. */
function leaveFor(waiting: HTMLElement | null, log: HTMLElement | null): void {
  const card = waiting?.querySelector<HTMLElement>('article[tabindex="-1"]')
  const first = waiting?.querySelector<HTMLElement>('input, textarea, button:not(:disabled)')
  ;(card ?? first ?? log)?.focus()
}
