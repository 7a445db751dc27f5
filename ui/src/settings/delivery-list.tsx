import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { WebhookDelivery } from 'soulgate/contracts/webhook'
import { client } from '../application/client.ts'
import { FailureState, LoadingState } from '../states/states.tsx'
import { clockText } from '../time/time.ts'
import classes from './settings.module.css'

const STATES = { pending: 'on its way', delivered: 'arrived', given_up: 'given up' } as const
const REFRESH_MS = 5_000

/** What is on its way to one address, and what became of the last fifty notices. */
export function DeliveryList({ webhookId }: { readonly webhookId: string }) {
  const cache = useQueryClient()
  const key = ['webhooks', webhookId, 'deliveries']
  const deliveries = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => client.webhooks.deliveries(webhookId, { signal }),
    refetchInterval: REFRESH_MS,
  })
  const again = useMutation({
    mutationFn: (deliveryId: string) => client.webhooks.redeliver(webhookId, deliveryId),
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
  })
  if (deliveries.isPending) return <LoadingState label="Reading deliveries" lines={2} />
  if (deliveries.isError)
    return <FailureState error={deliveries.error} onRetry={() => void deliveries.refetch()} />
  if (deliveries.data.length === 0) return <p className={classes.wide}>Nothing was to be told yet.</p>
  return (
    <table className={classes.deliveries}>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">What</th>
          <th scope="col">State</th>
          <th scope="col">Last attempt</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {deliveries.data.map(delivery => (
          <DeliveryRow
            key={delivery.delivery_id}
            delivery={delivery}
            onAgain={() => again.mutate(delivery.delivery_id)}
          />
        ))}
      </tbody>
    </table>
  )
}

function DeliveryRow({
  delivery,
  onAgain,
}: {
  readonly delivery: WebhookDelivery
  readonly onAgain: () => void
}) {
  const { notice, status, next_attempt_at: next } = delivery
  const last = delivery.attempts.at(-1)
  return (
    <tr>
      <td>{clockText(delivery.created_at)}</td>
      <td>{notice.type.replaceAll('_', ' ')}</td>
      <td>
        {STATES[status]}
        {next !== undefined && last !== undefined && `, again at ${clockText(next)}`}
      </td>
      <td>{last?.detail ?? 'not tried yet'}</td>
      <td>
        {status !== 'pending' && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={`Send ${notice.type.replaceAll('_', ' ')} of ${clockText(delivery.created_at)} again`}
            onClick={onAgain}
          >
            Send again
          </Button>
        )}
      </td>
    </tr>
  )
}
