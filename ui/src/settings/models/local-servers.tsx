import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ModelsOverview } from 'soulgate/contracts/model-provider'
import { isRefused } from 'soulgate/sdk'
import { client } from '../../application/client.ts'
import { Complaint, messageOf } from '../../states/states.tsx'
import { AgentText } from '../../text/agent-text.tsx'
import classes from './models.module.css'
import { useLocalServer } from './use-models.ts'

/** Model servers that run on this machine and are not used yet, each with one click. */
export function LocalServers({ models }: { readonly models: ModelsOverview }) {
  const found = useQuery({
    queryKey: ['models', 'local'],
    queryFn: ({ signal }) => client.models.local({ signal }),
    staleTime: 30_000,
  })
  const use = useLocalServer()
  const known = models.providers.map(provider => provider.base_url)
  const fresh = (found.data ?? []).filter(server => !known.includes(server.base_url))
  if (fresh.length === 0) return null
  return (
    <ul className={classes.found} aria-label="Found on this machine">
      {fresh.map(server => (
        <li key={server.base_url}>
          <div>
            <b>{server.name} runs on this machine</b>
            <p className={classes.quiet}>
              <AgentText text={server.models.slice(0, 4).join(', ')} />
              {server.models.length > 4 && ` and ${server.models.length - 4} more`}
            </p>
          </div>
          <Button loading={use.isPending} onClick={() => use.mutate(server)}>
            Use {server.models[0]}
          </Button>
        </li>
      ))}
      {isRefused(use.data) && <Complaint>{use.data.problem.detail}</Complaint>}
      {use.isError && <Complaint>{messageOf(use.error)}</Complaint>}
    </ul>
  )
}
