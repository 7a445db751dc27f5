import { Button } from '@mantine/core'
import { discardDraft, type GateDraft, isUnsent, useDraft } from '../drafts/drafts.ts'
import { withComments } from '../review/line-comments.ts'
import classes from './inbox.module.css'

/** What one had typed when somebody else decided first, or when the time ran out: nothing of it was sent. */
export function UnsentDraft({ gateId }: { readonly gateId: string }) {
  const draft = useDraft(gateId)
  if (!isUnsent(draft)) return null
  const texts = textsOf(draft)
  return (
    <section className={classes.unsent} aria-label="Not sent">
      <p>
        <b>You typed this and it was not sent:</b>
      </p>
      {texts.map(({ label, text }) => (
        <p key={label}>
          {label}: <span className={classes.unsentText}>{text}</span>
        </p>
      ))}
      <div className={classes.buttons}>
        <Button
          size="xs"
          variant="default"
          onClick={() => void navigator.clipboard?.writeText(texts.map(({ text }) => text).join('\n\n'))}
        >
          Copy
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={() => discardDraft(gateId)}>
          Discard
        </Button>
      </div>
    </section>
  )
}

function textsOf({ reason, instructions, comment, edits, answers, lineComments }: GateDraft) {
  const edited = Object.values(edits ?? {}).flatMap(({ form, fields, json }) =>
    form === 'json' ? [{ label: 'Arguments', text: json }] : fieldTexts(fields),
  )
  const answered = Object.entries(answers ?? {}).map(([question, { values, text }]) => ({
    label: `Answer to ${question}`,
    text: [...values, text].filter(value => value !== '').join(', '),
  }))
  return [
    { label: 'Reason', text: reason ?? '' },
    { label: 'Instruction', text: instructions ?? '' },
    { label: 'Comment', text: comment ?? '' },
    { label: 'Comments on lines', text: withComments('', lineComments) },
    ...edited,
    ...answered,
  ].filter(({ text }) => text.trim() !== '')
}

function fieldTexts(fields: Readonly<Record<string, string>>) {
  return Object.entries(fields).map(([label, text]) => ({ label, text }))
}
