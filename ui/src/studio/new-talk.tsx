import { useState } from 'react'
import { Complaint, messageOf } from '../states/states.tsx'
import { Composer } from './composer.tsx'
import { keepDraft } from './kept-draft.ts'
import { toMessage } from './pictures.ts'
import classes from './studio.module.css'
import { TalkList } from './talk-list.tsx'
import type { TalkControl } from './use-talk-live.ts'

const EXAMPLES = [
  'Make me a coffee shop app',
  'Make a landing page for a running club, with the next three dates',
  'Make an invitation to a summer party on 12 July, playful, with RSVP',
  'Build a kanban board for a team of four, dark and calm',
  'List the files in this workspace and tell me what is old',
] as const

/** Where a talk begins, over the talks there were. */
export function NewTalk({ control }: { readonly control: TalkControl }) {
  const { live } = control
  const [draft, setDraft] = useState({ text: '', at: 0 })
  const take = (text: string) => {
    keepDraft(undefined, text)
    setDraft({ text, at: draft.at + 1 })
  }
  return (
    <div className={classes.landing}>
      <div className={classes.start}>
        <h1>What should we make?</h1>
        <p>Say it in your own words. The agent asks what it must know; what is risky waits for your yes.</p>
        <Composer
          key={draft.at}
          sessionId={undefined}
          placeholder={EXAMPLES[0]}
          hint="Enter begins, Shift+Enter makes a line"
          isSending={live.phase === 'open'}
          returned={live.refused}
          onSend={(text, pictures) => control.say(toMessage(text, pictures), text)}
        />
        {live.refusal && <Complaint>{live.refusal.detail}</Complaint>}
        {live.failure !== undefined && (
          <Complaint>
            {messageOf(live.failure)}{' '}
            <button type="button" className={classes.again} onClick={control.sayAgain}>
              Send it again
            </button>
          </Complaint>
        )}
        <ul className={classes.examples} aria-label="Examples">
          {EXAMPLES.map(example => (
            <li key={example}>
              <button type="button" onClick={() => take(example)}>
                {example}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <TalkList />
    </div>
  )
}
