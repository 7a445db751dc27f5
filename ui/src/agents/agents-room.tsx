import { Link, useParams } from '@tanstack/react-router'
import type { RegisteredAgent, Run } from 'soulgate/contracts/run'
import { AgentsIcon } from '../icons/icons.tsx'
import runClasses from '../runs/runs.module.css'
import { EmptyState, FailureState, LoadingState } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { AgentTabs } from './agent-tabs.tsx'
import classes from './agents.module.css'
import { McpServers } from './mcp-servers.tsx'
import { RunLine } from './run-line.tsx'
import { StartForm } from './start-form.tsx'
import { useAgentRuns, useAgents } from './use-agents.ts'

/** Agents of one's own: what each is for, what it is started with, a form that starts it, and its latest runs. */
export function AgentsRoom() {
  const { name } = useParams({ strict: false })
  const agents = useAgents()
  const runs = useAgentRuns()
  if (agents.isPending) return <LoadingState label="Reading agents" lines={6} />
  if (agents.isError) return <FailureState error={agents.error} onRetry={() => void agents.refetch()} />
  const shown = agents.data.find(agent => agent.name === name) ?? agents.data[0]
  return (
    <div className={runClasses.room}>
      <AgentTabs title="Agents" />
      {shown === undefined ? (
        <EmptyState title="No agent of your own is registered" icon={<AgentsIcon size={28} />}>
          Write one with <code>npm create soulgate</code>, and run it with <code>npx soulgate dev</code>.
        </EmptyState>
      ) : (
        <div className={classes.columns}>
          <AgentList agents={agents.data} shown={shown} runs={runs.data?.items ?? []} />
          <AgentPage key={shown.name} agent={shown} runs={runs.data?.items ?? []} />
        </div>
      )}
      <McpServers />
    </div>
  )
}

function AgentList(props: {
  readonly agents: readonly RegisteredAgent[]
  readonly shown: RegisteredAgent
  readonly runs: readonly Run[]
}) {
  return (
    <ul className={runClasses.list} aria-label="Agents">
      {props.agents.map(({ name, version }) => {
        const waiting = runsOf(props.runs, name).filter(({ status }) => status === 'waiting_input').length
        return (
          <li key={name}>
            <Link
              to="/agents/$name"
              params={{ name }}
              className={classes.agent}
              aria-current={name === props.shown.name ? 'page' : undefined}
            >
              <b>{name}</b>
              <span className={runClasses.rowFacts}>
                version {version}
                {waiting > 0 && ` · ${waiting} waiting`}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function AgentPage({ agent, runs }: { readonly agent: RegisteredAgent; readonly runs: readonly Run[] }) {
  const own = runsOf(runs, agent.name)
  return (
    <div className={classes.page}>
      <section className={runClasses.section} aria-label={`Start ${agent.name}`}>
        <h2>{agent.name}</h2>
        {agent.description && (
          <p>
            <AgentText text={agent.description} />
          </p>
        )}
        <StartForm agent={agent} />
        <details className={runClasses.raw}>
          <summary>Schemas</summary>
          <pre className={classes.schema}>
            {JSON.stringify({ input: agent.input_schema, output: agent.output_schema }, null, 2)}
          </pre>
        </details>
      </section>
      <section className={runClasses.section}>
        <h2>Latest runs</h2>
        {own.length === 0 && <p>None yet.</p>}
        {own.slice(0, LATEST).map(run => (
          <RunLine key={run.run_id} run={run} />
        ))}
      </section>
    </div>
  )
}

const LATEST = 10

function runsOf(runs: readonly Run[], name: string): readonly Run[] {
  return runs.filter(({ agent }) => agent === name)
}
