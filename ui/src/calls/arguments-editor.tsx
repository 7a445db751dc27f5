import { SegmentedControl, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { JsonObject, JsonValue } from 'soulgate/contracts/json-value'
import classes from './calls.module.css'
import { FieldEditor } from './field-editor.tsx'
import { fieldsOf, readFields, readJson, type TypedField } from './typed-fields.ts'

type Form = 'fields' | 'json'

/** Edits the arguments of one call by typed fields or as JSON; tells `undefined` while they are not valid. */
export function ArgumentsEditor(props: {
  readonly schema: Readonly<Record<string, unknown>>
  readonly initial: JsonObject
  readonly onChange: (edited: JsonObject | undefined) => void
}) {
  const [form, setForm] = useState<Form>('fields')
  const [fields, setFields] = useState(() => fieldsOf(props.schema, props.initial))
  const [text, setText] = useState('')
  const reading = readFields(fields)
  const isTextValid = objectFrom(text) !== undefined

  const changeFields = (next: readonly TypedField[]) => {
    setFields(next)
    const read = readFields(next)
    props.onChange(read.ok ? read.arguments : undefined)
  }
  const changeText = (next: string) => {
    setText(next)
    props.onChange(objectFrom(next))
  }
  const changeForm = (next: Form) => {
    if (next === 'json') setText(JSON.stringify(reading.ok ? reading.arguments : props.initial, null, 2))
    else setFields(fieldsOf(props.schema, objectFrom(text) ?? props.initial))
    setForm(next)
  }
  return (
    <div className={classes.editor}>
      <SegmentedControl
        size="xs"
        aria-label="How to edit"
        value={form}
        onChange={value => changeForm(value === 'json' ? 'json' : 'fields')}
        data={[
          { value: 'fields', label: 'Fields' },
          { value: 'json', label: 'JSON' },
        ]}
      />
      {form === 'json' ? (
        <Textarea
          label="Arguments as JSON"
          rows={10}
          spellCheck={false}
          classNames={{ input: classes.code ?? '' }}
          error={isTextValid ? null : 'This is not a JSON object'}
          value={text}
          onChange={event => changeText(event.currentTarget.value)}
        />
      ) : (
        fields.map(field => (
          <FieldEditor
            key={field.name}
            field={field}
            error={reading.ok ? undefined : reading.errors[field.name]}
            onChange={next =>
              changeFields(
                fields.map(item =>
                  item.name === field.name
                    ? { ...item, text: next, absent: item.absent && next === '' }
                    : item,
                ),
              )
            }
          />
        ))
      )}
    </div>
  )
}

function objectFrom(text: string): JsonObject | undefined {
  const reading = readJson(text)
  return reading.ok && isObject(reading.value) ? reading.value : undefined
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
