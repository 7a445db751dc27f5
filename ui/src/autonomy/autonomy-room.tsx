import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AutonomyScope } from 'soulgate/contracts/autonomy'
import { useIdentity } from '../application/session.tsx'
import { AutonomyIcon } from '../icons/icons.tsx'
import { ReliabilityChart } from '../insight/charts.tsx'
import runClasses from '../runs/runs.module.css'
import { EmptyState, FailureState, LoadingState } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import classes from './autonomy.module.css'
import { agentText, shapeText } from './autonomy-words.ts'
import { ContractCard } from './contract-card.tsx'
import { GrantForm } from './grant-form.tsx'
import { SuggestionList } from './suggestion-list.tsx'
import { useContracts, useScopes } from './use-autonomy.ts'

/** What agents may do by themselves, and what people’s own decisions say about the rest. */
export function AutonomyRoom() {
  const contracts = useContracts()
  const scopes = useScopes()
  const { role, decides } = useIdentity()
  if (contracts.isPending || scopes.isPending) return <LoadingState label="Reading autonomy" lines={5} />
  if (contracts.isError)
    return <FailureState error={contracts.error} onRetry={() => void contracts.refetch()} />
  if (scopes.isError) return <FailureState error={scopes.error} onRetry={() => void scopes.refetch()} />
  const standing = new Set(
    contracts.data.filter(({ status }) => status !== 'ended').map(({ scope }) => scope),
  )
  return (
    <div className={runClasses.room}>
      <h1>Earned autonomy</h1>
      <p className={classes.hint}>
        An agent may do by itself what people agreed with often enough, within limits that a reviewer sets,
        and only what can be taken back. It takes itself back when that stops being true.
      </p>
      {contracts.data.length > 0 && (
        <section aria-label="Contracts">
          <h2>Contracts</h2>
          <ul className={classes.list}>
            {contracts.data.map(contract => (
              <ContractCard key={contract.contract_id} contract={contract} />
            ))}
          </ul>
        </section>
      )}
      {decides && (role === 'reviewer' || role === 'admin') && <SuggestionList scopes={scopes.data.scopes} />}
      <section aria-label="How often people agreed">
        <h2>How often people agreed</h2>
        {scopes.data.scopes.length === 0 ? (
          <EmptyState title="Nobody has decided on a call yet" icon={<AutonomyIcon size={28} />}>
            Each decision in the inbox counts here for its agent, its tool and the shape of its arguments. An
            approval counts once it is a week old and nothing was taken back.
          </EmptyState>
        ) : (
          <ul className={classes.list}>
            {scopes.data.scopes.map(scope => (
              <ScopeCard key={scope.scope} scope={scope} hasContract={standing.has(scope.scope)} />
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

function whatIsNeeded({ why_no_contract: why, still_needed: needed }: AutonomyScope): string {
  return why ?? `A contract at 98 % right needs about ${needed} more right decisions.`
}

function ScopeCard({ scope, hasContract }: { readonly scope: AutonomyScope; readonly hasContract: boolean }) {
  const [isGranting, setGranting] = useState(false)
  const { role, decides } = useIdentity()
  const mayGrant = decides && (role === 'reviewer' || role === 'admin') && !hasContract
  const hasScores = scope.reliability.some(({ samples }) => samples > 0)
  return (
    <li className={runClasses.section}>
      <h3>
        <AgentText text={agentText(scope.requester)} /> · <AgentText text={scope.tool} />
      </h3>
      <p>
        {scope.right} right, {scope.wrong} wrong, {scope.unsettled} approved within the last week,{' '}
        {scope.unlabelled} that say nothing.{' '}
        {hasContract ? 'A contract stands for these calls.' : whatIsNeeded(scope)}
      </p>
      <p className={classes.hint}>
        <code>
          <AgentText text={shapeText(scope.shape)} />
        </code>
      </p>
      {hasScores && <ReliabilityChart steps={scope.reliability} />}
      {isGranting ? (
        <GrantForm scope={scope} onDone={() => setGranting(false)} />
      ) : (
        mayGrant &&
        scope.why_no_contract === undefined && (
          <Button
            className={classes.grant}
            variant="default"
            aria-label={`Grant a contract for ${scope.tool} by ${agentText(scope.requester)}`}
            onClick={() => setGranting(true)}
          >
            Grant a contract
          </Button>
        )
      )}
    </li>
  )
}
