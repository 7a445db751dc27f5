import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConnectedWorker, WorkerDefinition } from 'soulgate/contracts/worker-protocol'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { useIdentity } from '../application/session.tsx'
import { AgentsIcon } from '../icons/icons.tsx'
import runClasses from '../runs/runs.module.css'
import { Complaint, EmptyState, FailureState, LoadingState, messageOf } from '../states/states.tsx'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import { ageText } from '../time/time.ts'
import { useNow } from '../time/use-now.ts'
import { AgentTabs } from './agent-tabs.tsx'
import classes from './agents.module.css'
import { WorkerToken } from './worker-token.tsx'

const REFRESH_MS = 5_000

/** Processes beside people's own secrets: which are connected, what they carry, what waits for a person, and a token for one more. */
export function WorkersRoom() {
  const { role } = useIdentity()
  const overview = useQuery({
    queryKey: ['workers'],
    queryFn: ({ signal }) => client.workers.list({ signal }),
    refetchInterval: REFRESH_MS,
  })
  if (overview.isPending) return <LoadingState label="Reading workers" lines={4} />
  if (overview.isError) return <FailureState error={overview.error} onRetry={() => void overview.refetch()} />
  const { workers, definitions } = overview.data
  return (
    <div className={runClasses.room}>
      <AgentTabs title="Workers" />
      {workers.length === 0 && (
        <EmptyState title="No worker is connected" icon={<AgentsIcon size={28} />}>
          A worker carries agents and tools beside secrets of its own: <code>connectWorker</code> of{' '}
          <code>soulgate/sdk/worker</code>, with a token made here.
        </EmptyState>
      )}
      <ul className={classes.schedules} aria-label="Connected workers">
        {workers.map(worker => (
          <WorkerCard key={worker.session_id} worker={worker} />
        ))}
      </ul>
      {definitions
        .filter(({ waiting }) => waiting.length > 0)
        .map(definition => (
          <WaitingDefinition key={`${definition.kind}/${definition.name}`} definition={definition} />
        ))}
      {role === 'admin' && <WorkerToken />}
    </div>
  )
}

function WorkerCard({ worker }: { readonly worker: ConnectedWorker }) {
  const now = useNow(5_000)
  const carried = worker.definitions.filter(({ status }) => status === 'carried')
  const others = worker.definitions.filter(({ status }) => status !== 'carried')
  return (
    <li className={runClasses.section}>
      <h2>
        <AgentText text={worker.label ?? worker.worker} />
      </h2>
      <dl className={classes.facts}>
        <dt>Token</dt>
        <dd>
          <AgentText text={worker.worker} />
        </dd>
        <dt>Last heard</dt>
        <dd>
          {ageText(worker.last_seen_at, now)}, connected {ageText(worker.connected_at, now)}
        </dd>
        <dt>Runs</dt>
        <dd>{worker.runs} under way</dd>
        <dt>Carries</dt>
        <dd>
          <AgentText text={carried.map(({ kind, name }) => `${kind} ${name}`).join(', ') || 'nothing'} />
        </dd>
      </dl>
      {others.map(({ kind, name, status, detail }) => (
        <Complaint key={`${kind}/${name}`}>{`${kind} ${name} is ${status}: ${detail ?? ''}`}</Complaint>
      ))}
    </li>
  )
}

/** A definition that a worker changed; nothing of it runs until a reviewer has read and confirmed it. */
function WaitingDefinition({ definition }: { readonly definition: WorkerDefinition }) {
  const { role } = useIdentity()
  const cache = useQueryClient()
  const { kind, name } = definition
  const confirm = useMutation({
    mutationFn: (definition_hash: string) => client.workers.confirm({ kind, name, definition_hash }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['workers'] }),
  })
  return (
    <section className={runClasses.section}>
      <h2>
        <AgentText text={`The ${kind} ${name} changed`} />
      </h2>
      {definition.waiting.map(({ definition_hash: hash, definition: changed }) => (
        <div key={hash}>
          <LongAgentText mono limit={2000} text={JSON.stringify(changed, null, 2)} />
          {(role === 'reviewer' || role === 'admin') && (
            <Button variant="default" loading={confirm.isPending} onClick={() => confirm.mutate(hash)}>
              Confirm this definition
            </Button>
          )}
        </div>
      ))}
      {isRefused(confirm.data) && <Complaint>{confirm.data.problem.detail}</Complaint>}
      {confirm.isError && <Complaint>{messageOf(confirm.error)}</Complaint>}
    </section>
  )
}
