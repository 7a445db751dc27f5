import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { WebhookFormat } from 'soulgate/contracts/webhook'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { Complaint, messageOf } from '../states/states.tsx'
import { usePeople } from './people-list.tsx'
import classes from './settings.module.css'

const KINDS = [
  { value: 'standard', label: 'Webhook (signed)', example: 'https://ops.example.com/hooks/soulgate' },
  { value: 'slack', label: 'Slack channel', example: 'https://hooks.slack.com/services/…' },
  { value: 'email', label: 'Mailbox', example: 'ana@example.com' },
] as const satisfies readonly { value: WebhookFormat; label: string; example: string }[]

/** Makes a webhook, a channel or a mailbox that is told from now on; a signing secret is shown once. */
export function AddWebhook() {
  const cache = useQueryClient()
  const people = usePeople()
  const [address, setAddress] = useState('')
  const [format, setFormat] = useState<WebhookFormat>('standard')
  const [personId, setPersonId] = useState('')
  const [tellsAct, setTellsAct] = useState(false)
  const add = useMutation({
    mutationFn: () =>
      client.webhooks.create({
        ...{ url: format === 'email' ? `mailto:${address.trim()}` : address.trim(), format },
        ...(personId === '' ? {} : { person_id: personId }),
        ...(tellsAct ? { tells_act: true } : {}),
      }),
    onSuccess: answer => !isRefused(answer) && setAddress(''),
    onSettled: () => cache.invalidateQueries({ queryKey: ['webhooks'], exact: true }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (address.trim() !== '' && !add.isPending) add.mutate()
  }
  const kind = KINDS.find(each => each.value === format)
  const everybody = [{ value: '', label: 'Everything' }]
  const owners = (people.data ?? []).filter(person => person.disabled_at === undefined)
  return (
    <form className={classes.inline} onSubmit={submit} aria-label="Tell somebody outside">
      <NativeSelect
        label="Kind"
        value={format}
        data={KINDS.map(({ value, label }) => ({ value, label }))}
        onChange={event =>
          setFormat(KINDS.find(each => each.value === event.currentTarget.value)?.value ?? 'standard')
        }
      />
      <TextInput
        label="Address"
        className={classes.address}
        placeholder={kind?.example}
        value={address}
        onChange={event => setAddress(event.currentTarget.value)}
      />
      <NativeSelect
        label="About"
        value={personId}
        data={[
          ...everybody,
          ...owners.map(person => ({ value: person.person_id, label: `What is for ${person.name}` })),
        ]}
        onChange={event => setPersonId(event.currentTarget.value)}
      />
      <Checkbox
        label="Say what would be done (arguments leave this server)"
        checked={tellsAct}
        onChange={event => setTellsAct(event.currentTarget.checked)}
      />
      <Button type="submit" variant="default" loading={add.isPending} disabled={address.trim() === ''}>
        Add
      </Button>
      {add.data && !isRefused(add.data) && add.data.secret !== undefined && (
        <p className={classes.secret} role="status">
          Its signing secret; it is never shown again: <code>{add.data.secret}</code>
        </p>
      )}
      {isRefused(add.data) && <Complaint>{add.data.problem.detail}</Complaint>}
      {add.isError && <Complaint>{messageOf(add.error)}</Complaint>}
    </form>
  )
}
