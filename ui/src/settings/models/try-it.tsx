import { Autocomplete, Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ModelProviderEntry, TriedModel } from 'soulgate/contracts/model-provider'
import { isRefused } from 'soulgate/sdk'
import { client } from '../../application/client.ts'
import { CheckIcon, WarningIcon } from '../../icons/icons.tsx'
import { Complaint, messageOf } from '../../states/states.tsx'
import { AgentText } from '../../text/agent-text.tsx'
import classes from './models.module.css'

/** Sends one small question to a model of this provider and shows what came of it. */
export function TryIt({ provider }: { readonly provider: ModelProviderEntry }) {
  const { name, models } = provider
  const offered = useQuery({
    queryKey: ['models', 'offered', name, provider.base_url],
    queryFn: ({ signal }) => client.models.offered(name, { signal }),
    staleTime: 60_000,
    enabled: provider.key !== 'unreadable',
  })
  const names = [...new Set([...models, ...(offered.data ?? [])])]
  const [written, setWritten] = useState<string>()
  const model = (written ?? names[0] ?? '').trim()
  const ask = useMutation({ mutationFn: () => client.models.try(`${name}/${model}`) })
  return (
    <form
      className={classes.try}
      aria-label={`Try ${name}`}
      onSubmit={event => {
        event.preventDefault()
        if (model !== '' && !ask.isPending) ask.mutate()
      }}
    >
      <Autocomplete
        label="Model"
        className={classes.grow}
        value={written ?? names[0] ?? ''}
        data={names.slice(0, 200)}
        onChange={setWritten}
      />
      <Button type="submit" variant="default" loading={ask.isPending} disabled={model === ''}>
        Try it
      </Button>
      {ask.isPending && (
        <p className={classes.outcome} role="status">
          Connecting to {name}…
        </p>
      )}
      {ask.data && !isRefused(ask.data) && !ask.isPending && <Tried tried={ask.data} onTake={setWritten} />}
      {isRefused(ask.data) && <Complaint>{ask.data.problem.detail}</Complaint>}
      {ask.isError && <Complaint>{messageOf(ask.error)}</Complaint>}
    </form>
  )
}

function Tried(props: { readonly tried: TriedModel; readonly onTake: (model: string) => void }) {
  const { ok, answer, duration_ms, tokens, cost_usd, detail, near = [] } = props.tried
  return (
    <div className={classes.outcome} role="status" data-tone={ok ? 'ok' : 'failed'}>
      {ok ? <CheckIcon size={16} /> : <WarningIcon size={16} />}
      {ok ? (
        <span>
          It answers: <b>{answer}</b> · {duration_ms} ms · {tokens} tokens
          {cost_usd > 0 ? ` · $${cost_usd.toFixed(5)}` : ''}
        </span>
      ) : (
        <span>
          <AgentText text={detail} />{' '}
          {near.map(name => (
            <Button key={name} size="compact-xs" variant="default" onClick={() => props.onTake(name)}>
              {name}
            </Button>
          ))}
        </span>
      )}
    </div>
  )
}
