import { TextInput } from '@mantine/core'
import type { Ref } from 'react'
import { escapeHiddenCharacters } from '../text/hidden-characters.ts'
import type { ConfirmProof } from './confirm-proof.ts'

/** Where somebody types what proves that a dangerous call was read. */
export function ConfirmField(props: {
  readonly proof: ConfirmProof
  readonly value: string
  readonly onChange: (typed: string) => void
  readonly ref?: Ref<HTMLInputElement> | undefined
}) {
  const { proof, value } = props
  return (
    <TextInput
      label={escapeHiddenCharacters(proof.label)}
      description={proof.reason}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      ref={props.ref}
      value={value}
      onChange={event => props.onChange(event.currentTarget.value)}
    />
  )
}
