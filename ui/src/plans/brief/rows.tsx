import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { AgentText } from '../../text/agent-text.tsx'
import classes from './brief.module.css'
import { newRow, type Row } from './brief-draft.ts'

/** Entries of one kind, with one more behind them; a new one takes the focus. */
export function Rows(props: {
  readonly name: string
  readonly hint: string
  readonly rows: readonly Row[]
  readonly onChange: (rows: readonly Row[]) => void
  readonly render: (row: Row, onChange: (row: Row) => void) => ReactNode
}) {
  const { name, rows, onChange } = props
  const group = useRef<HTMLFieldSetElement>(null)
  const add = () => {
    onChange([...rows, newRow()])
    requestAnimationFrame(() => {
      const all = group.current?.querySelectorAll<HTMLInputElement>('input[data-first]')
      all?.item(all.length - 1).focus()
    })
  }
  return (
    <fieldset ref={group} className={classes.group}>
      <legend>{name}</legend>
      <p className={classes.quiet}>{props.hint}</p>
      {rows.map((row, at) => (
        <div key={row.key} className={classes.entry}>
          {props.render(row, next => onChange(rows.map((other, index) => (index === at ? next : other))))}
          {row.quote !== undefined && (
            <p className={classes.quote}>
              From the goal: “<AgentText text={row.quote} />”
            </p>
          )}
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            aria-label={`Remove ${row.title || 'this entry'}`}
            onClick={() => onChange(rows.filter((_, index) => index !== at))}
          >
            Remove
          </Button>
        </div>
      ))}
      <Button variant="light" size="compact-sm" onClick={add}>
        Add to {name.toLowerCase()}
      </Button>
    </fieldset>
  )
}

interface RowProps {
  readonly row: Row
  readonly onChange: (row: Row) => void
}

export function EventRow({ row, onChange }: RowProps) {
  return (
    <div className={classes.row}>
      <Field {...{ row, onChange }} name="title" label="What" isFirst />
      <Field {...{ row, onChange }} name="date" label="Day" type="date" />
      <Field {...{ row, onChange }} name="end_date" label="Last day" type="date" />
      <Field {...{ row, onChange }} name="start_time" label="From" type="time" />
      <Field {...{ row, onChange }} name="end_time" label="To" type="time" />
      <Field {...{ row, onChange }} name="place" label="Place" />
    </div>
  )
}

export function WorkRow({ row, names, onChange }: RowProps & { readonly names: readonly string[] }) {
  const others = ['', ...names.filter(name => name !== row.title)]
  return (
    <div className={classes.row}>
      <Field {...{ row, onChange }} name="title" label="What" isFirst />
      <Field {...{ row, onChange }} name="hours" label="Hours" inputMode="decimal" />
      <Field {...{ row, onChange }} name="not_before" label="Not before" type="date" />
      <Field {...{ row, onChange }} name="done_by" label="Done by" type="date" />
      <NativeSelect
        label="Before"
        data={others}
        value={row.before ?? ''}
        onChange={event => onChange({ ...row, before: event.currentTarget.value })}
      />
      <Field {...{ row, onChange }} name="days" label="Days before" inputMode="numeric" />
      <NativeSelect
        label="After"
        data={others}
        value={row.after ?? ''}
        onChange={event => onChange({ ...row, after: event.currentTarget.value })}
      />
      <Checkbox
        label="In one piece"
        checked={row.whole === 'yes'}
        onChange={event => onChange({ ...row, whole: event.currentTarget.checked ? 'yes' : '' })}
      />
    </div>
  )
}

export function RhythmRow({ row, onChange }: RowProps) {
  return (
    <div className={classes.row}>
      <Field {...{ row, onChange }} name="title" label="What" isFirst />
      <Field {...{ row, onChange }} name="times" label="Times" inputMode="numeric" />
      <NativeSelect
        label="A"
        data={['day', 'week', 'month']}
        value={row.per ?? 'week'}
        onChange={event => onChange({ ...row, per: event.currentTarget.value })}
      />
      <Field {...{ row, onChange }} name="minutes" label="Minutes each" inputMode="numeric" />
      <Field {...{ row, onChange }} name="weekdays" label="On" placeholder="tuesday, saturday" />
      <Field {...{ row, onChange }} name="start_time" label="At" type="time" />
      <Field {...{ row, onChange }} name="until" label="Until" type="date" />
      <Field {...{ row, onChange }} name="to_minutes" label="Minutes in the end" inputMode="numeric" />
      <Field {...{ row, onChange }} name="rest_days" label="Days of rest" inputMode="numeric" />
      <Field {...{ row, onChange }} name="alike" label="Rests with" placeholder="hard training" />
    </div>
  )
}

function Field({
  row,
  onChange,
  name,
  isFirst = false,
  ...input
}: RowProps & {
  readonly name: string
  readonly label: string
  readonly isFirst?: boolean
  readonly type?: 'date' | 'time'
  readonly inputMode?: 'decimal' | 'numeric'
  readonly placeholder?: string
}) {
  return (
    <TextInput
      {...input}
      {...(isFirst ? { 'data-first': true, className: classes.what ?? '', required: true } : {})}
      value={row[name] ?? ''}
      onChange={event => onChange({ ...row, [name]: event.currentTarget.value })}
    />
  )
}
