import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook } from 'soulgate/contracts/webhook'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { Complaint, FailureState, LoadingState, messageOf } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { AddWebhook } from './add-webhook.tsx'
import { DeliveryList } from './delivery-list.tsx'
import classes from './settings.module.css'

const FORMATS = { standard: 'webhook', slack: 'Slack', email: 'e-mail' } as const

/** Who outside hears that a decision is awaited, what became of each notice, and the way to end it. */
export function WebhookList() {
  const webhooks = useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => client.webhooks.list({ signal }),
  })
  if (webhooks.isPending) return <LoadingState label="Reading who is told" />
  if (webhooks.isError) return <FailureState error={webhooks.error} onRetry={() => void webhooks.refetch()} />
  return (
    <div className={classes.form}>
      <p className={classes.hint}>
        Notices hold ids, kinds and times, and a link; nothing that an agent wrote. Nobody decides by
        answering one.
      </p>
      {webhooks.data.length === 0 && (
        <p className={classes.hint}>
          Nobody outside is told anything. Add a webhook, a channel or a mailbox.
        </p>
      )}
      <ul className={classes.list} aria-label="Notices">
        {webhooks.data.map(webhook => (
          <WebhookRow key={webhook.webhook_id} webhook={webhook} />
        ))}
      </ul>
      <AddWebhook />
    </div>
  )
}

function WebhookRow({ webhook }: { readonly webhook: Webhook }) {
  const [isOpen, setIsOpen] = useState(false)
  const { webhook_id: id, name, status } = webhook
  const test = useMutation({ mutationFn: () => client.webhooks.test(id) })
  return (
    <li>
      <b>
        <AgentText text={name} />
      </b>
      <span>{FORMATS[webhook.format]}</span>
      <span className={classes.hint}>
        <AgentText text={webhook.url} />
      </span>
      <span className={classes.hint}>{webhook.events.map(type => type.replaceAll('_', ' ')).join(', ')}</span>
      <span className={classes.buttons}>
        <Button
          size="compact-xs"
          variant="default"
          loading={test.isPending}
          aria-label={`Test ${name}`}
          onClick={() => test.mutate()}
        >
          Test
        </Button>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={isOpen}
          aria-label={`Deliveries of ${name}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          Deliveries
        </Button>
        <Switches webhook={webhook} />
      </span>
      {status === 'disabled' && (
        <p className={classes.wide}>
          Switched off: <AgentText text={webhook.disabled_because ?? 'by hand'} />
        </p>
      )}
      {test.data && (
        <p className={classes.wide} role="status">
          <TestOutcome answer={test.data} />
        </p>
      )}
      {test.isError && <Complaint>{messageOf(test.error)}</Complaint>}
      {isOpen && <DeliveryList webhookId={id} />}
    </li>
  )
}

function TestOutcome({ answer }: { readonly answer: Awaited<ReturnType<typeof client.webhooks.test>> }) {
  if (isRefused(answer)) return <>{answer.problem.detail}</>
  const { ok, detail, duration_ms } = answer.attempt
  return (
    <>
      {ok ? 'The test notice arrived' : 'The test notice did not arrive'}: {detail} ({duration_ms} ms)
    </>
  )
}

function Switches({ webhook }: { readonly webhook: Webhook }) {
  const cache = useQueryClient()
  const { webhook_id: id, name, status } = webhook
  const settle = { onSettled: () => cache.invalidateQueries({ queryKey: ['webhooks'] }) }
  const isOn = status === 'active'
  const turn = useMutation({
    mutationFn: () => client.webhooks.update(id, { status: isOn ? 'disabled' : 'active' }),
    ...settle,
  })
  const remove = useMutation({ mutationFn: () => client.webhooks.remove(id), ...settle })
  const failed = turn.error ?? remove.error
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        loading={turn.isPending}
        aria-label={`${isOn ? 'Switch off' : 'Switch on'} ${name}`}
        onClick={() => turn.mutate()}
      >
        {isOn ? 'Switch off' : 'Switch on'}
      </Button>
      <Button
        size="compact-xs"
        variant="subtle"
        color="red"
        loading={remove.isPending}
        aria-label={`Remove ${name}`}
        onClick={() => remove.mutate()}
      >
        Remove
      </Button>
      {isRefused(turn.data) && <Complaint>{turn.data.problem.detail}</Complaint>}
      {failed !== null && <Complaint>{messageOf(failed)}</Complaint>}
    </>
  )
}
