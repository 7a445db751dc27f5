import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type ModelProviderEntry, ModelProviderKind } from 'soulgate/contracts/model-provider'
import { isRefused } from 'soulgate/sdk'
import { Complaint, messageOf } from '../../states/states.tsx'
import classes from './models.module.css'
import { nameOf, usePutProvider } from './use-models.ts'

const KINDS = [
  { value: 'openai', label: 'OpenAI' },
  { value: 'anthropic', label: 'Anthropic' },
  { value: 'compatible', label: 'Another server (chat completions)' },
] as const

/** Adds a provider, or changes one; a key that is sealed stays as long as its host does. */
export function ProviderForm(props: { readonly provider?: ModelProviderEntry; readonly onDone: () => void }) {
  const { provider, onDone } = props
  const [kind, setKind] = useState<ModelProviderKind>(provider?.kind ?? 'openai')
  const [address, setAddress] = useState(provider?.base_url ?? '')
  const [models, setModels] = useState(provider?.models.join(', ') ?? '')
  const [key, setKey] = useState('')
  const put = usePutProvider(onDone)
  const isOwn = kind === 'compatible'
  const name = provider?.name ?? (isOwn ? nameOf(hostOf(address)) : kind)
  const hasMoved = provider?.key === 'sealed' && hostOf(address) !== hostOf(provider.base_url)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (put.isPending) return
    const base_url = isOwn || provider !== undefined ? address.trim() : undefined
    const named = models.split(/[\s,]+/).filter(model => model !== '')
    const sealed = key !== '' ? { key } : hasMoved ? { key: null } : {}
    put.mutate({ name, body: { kind, models: named, ...(base_url ? { base_url } : {}), ...sealed } })
  }
  return (
    <form
      className={classes.form}
      onSubmit={submit}
      aria-label={provider ? `Change ${provider.name}` : 'Add a provider'}
    >
      <NativeSelect
        label="Provider"
        value={kind}
        data={KINDS.map(({ value, label }) => ({ value, label }))}
        onChange={event => setKind(ModelProviderKind.catch('openai').parse(event.currentTarget.value))}
      />
      {(isOwn || provider !== undefined) && (
        <TextInput
          label="Address"
          description="https, or http on this machine"
          placeholder="http://127.0.0.1:11434/v1"
          value={address}
          onChange={event => setAddress(event.currentTarget.value)}
        />
      )}
      <PasswordInput
        label={isOwn ? 'Key (if it needs one)' : 'Key'}
        description={
          provider?.key === 'sealed' && !hasMoved
            ? 'A key is sealed. Leave this empty to keep it.'
            : hasMoved
              ? 'The sealed key belongs to the host of before. Give the key of this one.'
              : 'Sealed at once, for this host alone. It is never shown again.'
        }
        autoComplete="off"
        value={key}
        onChange={event => setKey(event.currentTarget.value.trim())}
      />
      <TextInput
        label="Models"
        description="Names, separated by commas; may stay empty"
        value={models}
        onChange={event => setModels(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={put.isPending} disabled={isOwn && address.trim() === ''}>
          {provider ? 'Save' : 'Add'}
        </Button>
        <Button variant="subtle" onClick={onDone}>
          Cancel
        </Button>
      </div>
      {isRefused(put.data) && <Complaint>{put.data.problem.detail}</Complaint>}
      {put.isError && <Complaint>{messageOf(put.error)}</Complaint>}
    </form>
  )
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}
