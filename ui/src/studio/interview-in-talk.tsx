import { Button } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import type { Answer } from 'soulgate/contracts/question'
import { useIdentity } from '../application/session.tsx'
import { changeDraft, draftOf } from '../drafts/drafts.ts'
import { answersFrom } from '../questions/answers.ts'
import { QuestionForm } from '../questions/question-form.tsx'
import classes from './talk.module.css'
import type { TalkControl } from './use-talk-live.ts'

/** The questions of the agent, answered in the talk; it goes on as soon as they are sent. */
export function InterviewInTalk({ gate, control }: { readonly gate: Gate; readonly control: TalkControl }) {
  const { role } = useIdentity()
  if (!('questions' in gate.subject)) return null
  const isBusy = control.live.phase === 'open'
  const isViewer = role === 'viewer'
  const { questions } = gate.subject
  const send = (action: 'submit_batch' | 'skip_batch' | 'generate_now', answers: readonly Answer[]) => {
    changeDraft(gate.gate_id, { isSent: true })
    control.say({
      resume: {
        action,
        answers: answers.map(({ question_id, value, other }) => ({
          ...{ id: question_id ?? '', value },
          ...(other === undefined ? {} : { other }),
        })),
      },
    })
  }
  // What was typed is sent along, whatever is left open.
  const skip = (action: 'skip_batch' | 'generate_now') =>
    send(action, answersFrom(questions, draftOf(gate.gate_id).answers ?? {}))
  return (
    <section className={classes.interview} aria-label="Questions for you" onKeyDown={goOnByEnter}>
      <QuestionForm
        questions={questions}
        keepAs={gate.gate_id}
        isBusy={isBusy}
        isDisabled={isViewer}
        onAnswer={answers => send('submit_batch', answers)}
        others={
          <>
            <Button variant="default" disabled={isBusy || isViewer} onClick={() => skip('skip_batch')}>
              Skip these
            </Button>
            <Button
              variant="subtle"
              color="gray"
              disabled={isBusy || isViewer}
              onClick={() => skip('generate_now')}
            >
              Ask nothing more
            </Button>
          </>
        }
      />
    </section>
  )
}

/** Enter goes on from a text, too; Shift+Enter makes a line. */
function goOnByEnter(event: KeyboardEvent): void {
  const { target, key, shiftKey, nativeEvent } = event
  if (key !== 'Enter' || shiftKey || nativeEvent.isComposing) return
  if (!(target instanceof HTMLTextAreaElement)) return
  event.preventDefault()
  target.form?.requestSubmit()
}
