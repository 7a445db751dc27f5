import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { RegisteredTool } from 'soulgate/contracts/tool'
import { isRefused } from 'soulgate/sdk'
import agentClasses from '../agents/agents.module.css'
import { useIdentity } from '../application/session.tsx'
import { useContracts, useScopes } from '../autonomy/use-autonomy.ts'
import { ToolFacts, VouchForTool } from '../calls/confirm-tool.tsx'
import runClasses from '../runs/runs.module.css'
import { Complaint, messageOf } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { clockText } from '../time/time.ts'
import { standingOf } from './tool-words.ts'
import classes from './tools.module.css'
import { useWithdrawTool } from './use-tools.ts'

/** One tool: who declared and confirmed it, its definition, and how people answered its calls. */
export function ToolPage({ tool }: { readonly tool: RegisteredTool }) {
  const { role } = useIdentity()
  const decides = role === 'reviewer' || role === 'admin'
  return (
    <div className={agentClasses.page}>
      <section className={runClasses.section} aria-label={`About ${tool.name}`}>
        <h2>
          <AgentText text={tool.name} />
        </h2>
        <dl className={agentClasses.facts}>
          <dt>Standing</dt>
          <dd>{standingOf(tool)}</dd>
          <dt>Declared by</dt>
          <dd>
            <AgentText text={tool.declared_by} />
          </dd>
          {tool.confirmed_by !== undefined && (
            <>
              <dt>Confirmed by</dt>
              <dd>
                {tool.confirmed_by}
                {tool.confirmed_at !== undefined && `, ${clockText(tool.confirmed_at)}`}
              </dd>
            </>
          )}
        </dl>
        <ToolFacts tool={tool} />
        {decides && tool.claimed && <VouchForTool tool={tool} />}
        {decides && tool.origin !== 'built_in' && <Withdraw tool={tool} />}
      </section>
      <Answers tool={tool.name} />
    </div>
  )
}

/** How often people agreed with its calls in 90 days, for each agent that proposes them. */
function Answers({ tool }: { readonly tool: string }) {
  const scopes = useScopes()
  const contracts = useContracts()
  const ofTool = (scopes.data?.scopes ?? []).filter(scope => scope.tool === tool)
  const running = (contracts.data ?? []).filter(contract => contract.tool === tool)
  if (scopes.isPending || scopes.isError) return null
  const byAgent = [...Map.groupBy(ofTool, scope => scope.requester)]
  return (
    <section className={runClasses.section} aria-labelledby="answers">
      <h2 id="answers">How people answered, in 90 days</h2>
      {byAgent.length === 0 ? (
        <p>Nobody has decided on a call of it yet.</p>
      ) : (
        <table className={classes.answers}>
          <thead>
            <tr>
              <th>Agent</th>
              <th>Right</th>
              <th>Wrong</th>
              <th>Not settled</th>
            </tr>
          </thead>
          <tbody>
            {byAgent.map(([agent, all]) => (
              <tr key={agent}>
                <td>
                  <AgentText text={agent} />
                </td>
                <td>{sum(all, 'right')}</td>
                <td>{sum(all, 'wrong')}</td>
                <td>{sum(all, 'unsettled')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>
        {running.length === 0
          ? 'No contract lets its calls run by themselves. '
          : `${running.length} ${running.length === 1 ? 'contract of autonomy names' : 'contracts of autonomy name'} it. `}
        <Link to="/autonomy">Autonomy</Link>
      </p>
    </section>
  )
}

type Counted = 'right' | 'wrong' | 'unsettled'

function sum(scopes: readonly Readonly<Record<Counted, number>>[], name: Counted): number {
  return scopes.reduce((total, scope) => total + scope[name], 0)
}

/** Takes a declaration back, after a second press. */
function Withdraw({ tool }: { readonly tool: RegisteredTool }) {
  const [isSure, setSure] = useState(false)
  const withdraw = useWithdrawTool(tool.name)
  return (
    <>
      {isSure && (
        <p>Calls of it wait for a person from then on, and what was allowed and has not run never will.</p>
      )}
      <Button
        variant="subtle"
        color="red"
        loading={withdraw.isPending}
        onClick={() => (isSure ? withdraw.mutate() : setSure(true))}
      >
        {isSure ? 'Withdraw it now' : 'Withdraw the declaration'}
      </Button>
      {isRefused(withdraw.data) && <Complaint>{withdraw.data.problem.detail}</Complaint>}
      {withdraw.isError && <Complaint>{messageOf(withdraw.error)}</Complaint>}
    </>
  )
}
