import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { escapeHiddenCharacters } from '../text/hidden-characters.ts'
import type { TypedField } from './typed-fields.ts'

/** One typed field. The text in it is as the agent wrote it; hidden characters in it are named below. */
export function FieldEditor(props: {
  readonly field: TypedField
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}) {
  const { field, error, onChange } = props
  const escaped = escapeHiddenCharacters(field.text)
  const label = `${escapeHiddenCharacters(field.name)}${field.required ? '' : ' (optional)'}`
  const asked = {
    label,
    description: [
      escapeHiddenCharacters(field.description),
      escaped === field.text ? '' : `Hidden characters: ${escaped}`,
    ]
      .filter(Boolean)
      .join(' '),
    error: error ?? null,
  }
  const onText = (event: { readonly currentTarget: { readonly value: string } }) =>
    onChange(event.currentTarget.value)
  switch (field.kind) {
    case 'boolean':
      return (
        <Switch
          {...asked}
          checked={field.text === 'true'}
          onChange={event => onChange(String(event.currentTarget.checked))}
        />
      )
    case 'choice':
      return <NativeSelect {...asked} data={['', ...field.choices]} value={field.text} onChange={onText} />
    case 'number':
    case 'integer':
      return <TextInput {...asked} inputMode="decimal" value={field.text} onChange={onText} />
    case 'text':
      return <TextInput {...asked} spellCheck={false} value={field.text} onChange={onText} />
    case 'list':
      return (
        <Textarea {...asked} label={`${label}, one per line`} rows={3} value={field.text} onChange={onText} />
      )
    case 'long_text':
    case 'json':
      return <Textarea {...asked} rows={6} spellCheck={false} value={field.text} onChange={onText} />
  }
}
