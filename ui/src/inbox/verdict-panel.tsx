import { Button, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import type { Gate, GateOption } from 'soulgate/contracts/gate'
import type { JsonObject } from 'soulgate/contracts/json-value'
import type { ToolCall } from 'soulgate/contracts/tool-call'
import { ArgumentsEditor } from '../calls/arguments-editor.tsx'
import type { DecisionInput } from './decision-draft.ts'
import { EditPanel } from './edit-panel.tsx'
import classes from './inbox.module.css'

interface PanelProps {
  readonly gate: Gate
  readonly option: GateOption
  readonly calls: readonly ToolCall[]
  readonly isBusy: boolean
  readonly onSend: (input: DecisionInput) => void
  readonly onClose: () => void
}

/** What one choice needs beside the click: a reason, an instruction, edited arguments, a typed word. */
export function VerdictPanel(props: PanelProps) {
  const { gate, option } = props
  const [text, setText] = useState('')
  const [word, setWord] = useState('')
  const [edited, setEdited] = useState<Readonly<Record<string, JsonObject>>>()
  const [optionInput, setOptionInput] = useState<JsonObject>()
  const isEdit = option.id === 'edit'
  const isSteer = option.decision === 'steer'
  const confirmWord = option.decision === 'approve' ? gate.confirm_word : undefined
  const isReady =
    (confirmWord === undefined || word === confirmWord) &&
    (!isEdit || edited !== undefined) &&
    (!isSteer || text.trim() !== '' || option.default_instruction !== undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    props.onSend({
      ...(isSteer ? { instructions: text } : { reason: text }),
      ...(confirmWord === undefined ? {} : { confirm: word }),
      ...(edited ? { edited } : {}),
      ...(optionInput ? { optionInput } : {}),
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Escape') props.onClose()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
  }
  return (
    <form className={classes.panel} aria-label={option.label} onSubmit={submit} onKeyDown={onKeyDown}>
      {isEdit && <EditPanel calls={props.calls} onChange={setEdited} />}
      {option.input_schema && (
        <ArgumentsEditor schema={option.input_schema} initial={{}} onChange={setOptionInput} />
      )}
      {!isEdit && confirmWord === undefined && (
        <Textarea
          label={isSteer ? 'What to do instead' : 'Reason (optional)'}
          description={
            isSteer
              ? 'Nothing of this runs. The agent gets your words and proposes anew.'
              : 'The agent is told. Ctrl+Enter sends.'
          }
          placeholder={option.default_instruction ?? ''}
          rows={3}
          maxLength={10_000}
          ref={focus}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
      )}
      {confirmWord !== undefined && (
        <TextInput
          label={`Type “${confirmWord}” to approve this`}
          description="It cannot be undone, or nobody vouches for it, or it is too long to be seen at once."
          autoComplete="off"
          spellCheck={false}
          ref={isEdit ? undefined : focus}
          value={word}
          onChange={event => setWord(event.currentTarget.value)}
        />
      )}
      <div className={classes.buttons}>
        <Button
          type="submit"
          color={option.decision === 'reject' ? 'red' : isSteer ? 'indigo' : 'teal'}
          disabled={!isReady}
          loading={props.isBusy}
        >
          {option.label.split(':')[0]}
        </Button>
        <Button variant="subtle" color="gray" onClick={props.onClose}>
          Back
        </Button>
      </div>
    </form>
  )
}

/** A panel opens because somebody asked for it, so the caret goes there. */
function focus(field: HTMLElement | null): void {
  field?.focus()
}
