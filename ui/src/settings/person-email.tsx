import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Person } from 'soulgate/contracts/principal'

/** The address by which the organisation's provider signs a person in; saved on leaving the field or by Enter. */
export function PersonEmail({
  person,
  isBusy,
  onChange,
}: {
  readonly person: Person
  readonly isBusy: boolean
  readonly onChange: (email: string | null) => void
}) {
  const [text, setText] = useState(person.email ?? '')
  const save = () => {
    const email = text.trim()
    if (email !== (person.email ?? '')) onChange(email === '' ? null : email)
  }
  return (
    <TextInput
      size="xs"
      type="email"
      aria-label={`E-mail of ${person.name}`}
      placeholder="E-mail"
      value={text}
      disabled={isBusy}
      onChange={event => setText(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={event => event.key === 'Enter' && event.currentTarget.blur()}
    />
  )
}
