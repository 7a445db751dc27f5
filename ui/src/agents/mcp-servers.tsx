import { useQuery } from '@tanstack/react-query'
import type { McpServerState } from 'soulgate/contracts/mcp-server'
import { client } from '../application/client.ts'
import runClasses from '../runs/runs.module.css'
import { Complaint } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { ageText } from '../time/time.ts'
import { useNow } from '../time/use-now.ts'
import classes from './agents.module.css'

const REFRESH_MS = 5_000
const STATES = { connecting: 'Connecting', connected: 'Connected', unreachable: 'Unreachable' } as const

/** The MCP servers of the configuration, whether they can be reached, and which tools are theirs. */
export function McpServers() {
  const servers = useQuery({
    queryKey: ['mcp-servers'],
    queryFn: ({ signal }) => client.tools.servers({ signal }),
    refetchInterval: REFRESH_MS,
  })
  if (servers.data === undefined || servers.data.length === 0) return null
  return (
    <section aria-labelledby="mcp-servers" className={classes.page}>
      <h2 id="mcp-servers">MCP servers</h2>
      <ul className={classes.schedules} aria-label="MCP servers">
        {servers.data.map(server => (
          <ServerCard key={server.name} server={server} />
        ))}
      </ul>
    </section>
  )
}

function ServerCard({ server }: { readonly server: McpServerState }) {
  const now = useNow(5_000)
  const { name, place, status, detail, checked_at: checked, tools } = server
  return (
    <li className={runClasses.section}>
      <h3>{name}</h3>
      <dl className={classes.facts}>
        <dt>Server</dt>
        <dd>
          <AgentText text={place} />
        </dd>
        <dt>State</dt>
        <dd>
          {STATES[status]}
          {checked !== undefined && `, checked ${ageText(checked, now)}`}
        </dd>
        <dt>Tools</dt>
        <dd>
          <AgentText text={tools.join(', ') || 'None can be called now'} />
        </dd>
      </dl>
      {status === 'unreachable' && (
        <Complaint>{`${detail ?? 'It does not answer.'} It is asked again; a call meanwhile fails without effect.`}</Complaint>
      )}
    </li>
  )
}
