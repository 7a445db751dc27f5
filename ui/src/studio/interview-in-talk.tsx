import { Button } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import { useIdentity } from '../application/session.tsx'
import { QuestionForm } from '../questions/question-form.tsx'
import classes from './talk.module.css'
import type { TalkControl } from './use-talk-live.ts'

/** The questions of the agent, answered in the talk; it goes on as soon as they are sent. */
export function InterviewInTalk({ gate, control }: { readonly gate: Gate; readonly control: TalkControl }) {
  const { role } = useIdentity()
  if (!('questions' in gate.subject)) return null
  const isBusy = control.live.phase === 'open'
  const isViewer = role === 'viewer'
  const skip = (action: 'skip_batch' | 'generate_now') => control.say({ resume: { action } })
  return (
    <section className={classes.interview} aria-label="Questions for you" onKeyDown={goOnByEnter}>
      <QuestionForm
        questions={gate.subject.questions}
        keepAs={gate.gate_id}
        isBusy={isBusy}
        isDisabled={isViewer}
        onAnswer={answers =>
          control.say({
            resume: {
              action: 'submit_batch',
              answers: answers.map(({ question_id, value, other }) => ({
                ...{ id: question_id ?? '', value },
                ...(other === undefined ? {} : { other }),
              })),
            },
          })
        }
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
