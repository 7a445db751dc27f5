import { Checkbox, Radio, Textarea, TextInput } from '@mantine/core'
import type { Question } from 'soulgate/contracts/question'
import { AgentText } from '../text/agent-text.tsx'
import { escapeHiddenCharacters } from '../text/hidden-characters.ts'
import type { Draft } from './answers.ts'
import classes from './questions.module.css'

interface FieldProps {
  readonly question: Question
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
}

/** One question: one choice, several, or free text, and “something else” where it is allowed. */
export function QuestionField({ place, ...field }: FieldProps & { readonly place: string }) {
  const { question, draft, onChange } = field
  return (
    <fieldset className={classes.question}>
      <legend>
        {place && <span className={classes.place}>{place}</span>}
        <AgentText text={question.question} />
        {!question.required && <span className={classes.optional}> (optional)</span>}
      </legend>
      {question.context && (
        <p className={classes.context}>
          <AgentText text={question.context} />
        </p>
      )}
      {question.type === 'text' ? (
        <Textarea
          aria-label={escapeHiddenCharacters(question.question)}
          rows={2}
          value={draft.text}
          onChange={event => onChange({ ...draft, text: event.currentTarget.value })}
        />
      ) : (
        <Choices {...field} />
      )}
    </fieldset>
  )
}

function Choices({ question, draft, onChange }: FieldProps) {
  const isRadio = question.type === 'radio'
  const Choice = isRadio ? Radio : Checkbox
  const toggle = (id: string, isOn: boolean) => {
    if (isRadio) return onChange({ ...draft, values: [id], isOther: false })
    const rest = draft.values.filter(value => value !== id)
    onChange({ ...draft, values: isOn ? [...rest, id] : rest })
  }
  return (
    <div className={classes.choices}>
      {question.options?.map(option => (
        <Choice
          key={option.id}
          name={question.id}
          label={<AgentText text={option.label} />}
          checked={draft.values.includes(option.id)}
          onChange={event => toggle(option.id, event.currentTarget.checked)}
        />
      ))}
      {question.allow_other && (
        <Choice
          name={question.id}
          label="Something else"
          checked={draft.isOther}
          onChange={event =>
            onChange({ ...draft, isOther: event.currentTarget.checked, values: isRadio ? [] : draft.values })
          }
        />
      )}
      {draft.isOther && (
        <TextInput
          aria-label="Something else"
          value={draft.text}
          onChange={event => onChange({ ...draft, text: event.currentTarget.value })}
        />
      )}
    </div>
  )
}
