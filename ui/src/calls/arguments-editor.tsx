import { SegmentedControl, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { JsonObject, JsonValue } from 'soulgate/contracts/json-value'
import type { EditorDraft } from '../drafts/drafts.ts'
import classes from './calls.module.css'
import { FieldEditor } from './field-editor.tsx'
import { fieldsOf, readFields, readJson, type TypedField, withTexts } from './typed-fields.ts'

const UNTOUCHED: EditorDraft = { form: 'fields', fields: {}, json: '' }

interface Edited {
  readonly schema: Readonly<Record<string, unknown>>
  readonly initial: JsonObject
}

/** Edits the arguments of one call by typed fields or as JSON; tells `undefined` while they are not valid. */
export function ArgumentsEditor(
  props: Edited & {
    /** What was typed before. */
    readonly draft?: EditorDraft | undefined
    readonly onChange: (edited: JsonObject | undefined, draft: EditorDraft) => void
  },
) {
  const { schema, initial } = props
  const [draft, setDraft] = useState(props.draft ?? UNTOUCHED)
  const fields = withTexts(fieldsOf(schema, initial), draft.fields)
  const reading = readFields(fields)
  const change = (next: EditorDraft) => {
    setDraft(next)
    props.onChange(readEditor(props, next), next)
  }
  const changeForm = (form: EditorDraft['form']) => {
    const values = readEditor(props, draft) ?? initial
    const json = form === 'json' ? JSON.stringify(values, null, 2) : ''
    change({ form, json, fields: form === 'json' ? draft.fields : differingTexts(props, values) })
  }
  return (
    <div className={classes.editor}>
      <SegmentedControl
        size="xs"
        aria-label="How to edit"
        value={draft.form}
        onChange={value => changeForm(value === 'json' ? 'json' : 'fields')}
        data={[
          { value: 'fields', label: 'Fields' },
          { value: 'json', label: 'JSON' },
        ]}
      />
      {draft.form === 'json' ? (
        <Textarea
          label="Arguments as JSON"
          rows={10}
          spellCheck={false}
          classNames={{ input: classes.code ?? '' }}
          error={objectFrom(draft.json) === undefined ? 'This is not a JSON object' : null}
          value={draft.json}
          onChange={event => change({ ...draft, json: event.currentTarget.value })}
        />
      ) : (
        fields.map(field => (
          <FieldEditor
            key={field.name}
            field={field}
            error={reading.ok ? undefined : reading.errors[field.name]}
            onChange={text => change({ ...draft, fields: { ...draft.fields, [field.name]: text } })}
          />
        ))
      )}
    </div>
  )
}

/** The arguments that a draft stands for; undefined while it does not fit. */
export function readEditor({ schema, initial }: Edited, draft: EditorDraft): JsonObject | undefined {
  if (draft.form === 'json') return objectFrom(draft.json)
  const reading = readFields(withTexts(fieldsOf(schema, initial), draft.fields))
  return reading.ok ? reading.arguments : undefined
}

/** The texts of the fields for these values, where they are not those of the call. */
function differingTexts({ schema, initial }: Edited, values: JsonObject): EditorDraft['fields'] {
  const texts = (of: JsonObject): readonly TypedField[] => fieldsOf(schema, of)
  const before = new Map(texts(initial).map(field => [field.name, field.text]))
  const differing = texts({ ...initial, ...values }).filter(field => before.get(field.name) !== field.text)
  return Object.fromEntries(differing.map(field => [field.name, field.text]))
}

function objectFrom(text: string): JsonObject | undefined {
  const reading = readJson(text)
  return reading.ok && isObject(reading.value) ? reading.value : undefined
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
