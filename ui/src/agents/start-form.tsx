import { Button, Textarea } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { JsonValue } from 'soulgate/contracts/json-value'
import type { RegisteredAgent } from 'soulgate/contracts/run'
import { isRefused } from 'soulgate/sdk'
import { FieldEditor } from '../calls/field-editor.tsx'
import { fieldsOf, readFields, readJson, type TypedField, withTexts } from '../calls/typed-fields.ts'
import { Complaint, messageOf } from '../states/states.tsx'
import classes from './agents.module.css'
import { useStartAgent } from './use-agents.ts'

/** What an agent is started with, a field for each property of its schema; leads to the run that it starts. */
export function StartForm({ agent }: { readonly agent: RegisteredAgent }) {
  const start = useStartAgent(agent)
  const navigate = useNavigate()
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const fields = withTexts(formFields(agent), texts)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const input = readInput(fields, texts)
    setErrors(input.ok ? {} : input.errors)
    if (!input.ok || start.isPending) return
    const started = await start.mutateAsync(input.value).catch(() => undefined)
    if (started && !isRefused(started))
      await navigate({ to: '/runs/$runId', params: { runId: started.run_id } })
  }
  const refusal = start.data && isRefused(start.data) ? start.data.problem.detail : undefined
  const complaint = refusal ?? (start.error ? messageOf(start.error) : undefined)
  const change = (name: string) => (text: string) => setTexts({ ...texts, [name]: text })
  return (
    <form className={classes.form} onSubmit={event => void submit(event)}>
      {fields.map(field => (
        <FieldEditor
          key={field.name}
          field={field}
          error={errors[field.name]}
          onChange={change(field.name)}
        />
      ))}
      {fields.length === 0 && !takesNothing(agent) && (
        <Textarea
          label="Input, as JSON"
          rows={6}
          spellCheck={false}
          error={errors[WHOLE] ?? null}
          value={texts[WHOLE] ?? '{}'}
          onChange={event => change(WHOLE)(event.currentTarget.value)}
        />
      )}
      {complaint !== undefined && <Complaint>{complaint}</Complaint>}
      <Button type="submit" loading={start.isPending} className={classes.start ?? ''}>
        Start {agent.name}
      </Button>
    </form>
  )
}

/** The input as a whole, where its schema names no properties. */
const WHOLE = '$input'

/** A switch that nobody touched stands at off, so a required one counts as answered. */
function formFields({ input_schema = {} }: RegisteredAgent): readonly TypedField[] {
  return fieldsOf(input_schema, {}).map(field =>
    field.kind === 'boolean' && field.required ? { ...field, text: 'false' } : field,
  )
}

function takesNothing({ input_schema = {} }: RegisteredAgent): boolean {
  return input_schema.type === 'object' && input_schema.additionalProperties === false
}

function readInput(
  fields: readonly TypedField[],
  texts: Readonly<Record<string, string>>,
):
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly errors: Readonly<Record<string, string>> } {
  if (fields.length > 0) {
    const read = readFields(fields)
    return read.ok ? { ok: true, value: read.arguments } : read
  }
  const read = readJson(texts[WHOLE] ?? '{}')
  return read.ok ? read : { ok: false, errors: { [WHOLE]: read.error } }
}
