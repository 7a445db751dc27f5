import { Button, Progress } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AutonomyCall, AutonomyContract } from 'soulgate/contracts/autonomy-contract'
import { isRefused } from 'soulgate/sdk'
import { useIdentity } from '../application/session.tsx'
import runClasses from '../runs/runs.module.css'
import { Complaint, messageOf } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { clockText } from '../time/time.ts'
import classes from './autonomy.module.css'
import { agentText, percentText, STATUS_WORDS, shapeText, standingOf } from './autonomy-words.ts'
import { useChange, useContract, useReport } from './use-autonomy.ts'

/** One contract: what it lets run, where it stands, what it promises, and the ways to change it. */
export function ContractCard({ contract }: { readonly contract: AutonomyContract }) {
  const { evidence, status } = contract
  // Whoever is told that it was taken back wants to see which calls did it.
  const [isOpen, setOpen] = useState(status === 'suspended')
  const needed = evidence.right + evidence.still_needed
  return (
    <li className={runClasses.section}>
      <div className={classes.cardHead}>
        <h3>
          <AgentText text={agentText(contract.requester)} /> · <AgentText text={contract.tool} />
        </h3>
        <span className={classes.status} data-status={status}>
          {STATUS_WORDS[status]}
        </span>
      </div>
      <p>
        <AgentText text={standingOf(contract)} />
      </p>
      {status === 'shadow' && needed > 0 && (
        <Progress value={(100 * evidence.right) / needed} aria-label="Evidence for opening" />
      )}
      <dl className={classes.facts}>
        <dt>Calls like</dt>
        <dd>
          <code>
            <AgentText text={shapeText(contract.shape)} />
          </code>
        </dd>
        <dt>At most</dt>
        <dd>
          {contract.max_per_hour} an hour ({contract.ran_last_hour} ran), {contract.max_per_day} a day (
          {contract.ran_last_day} ran), until{' '}
          <time dateTime={contract.ends_at}>{contract.ends_at.slice(0, 10)}</time>
        </dd>
        <dt>Spot checks</dt>
        <dd>
          {percentText(contract.spot_check_share)} still go to people: {evidence.spot_checks} decided,{' '}
          {evidence.spot_checks_wrong} wrong, {evidence.spot_checks_expired} unanswered
        </dd>
      </dl>
      <p className={classes.guarantee}>{contract.guarantee}</p>
      <ContractActions contract={contract} />
      <details open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
        <summary>What it saw, and what people decided</summary>
        {isOpen && <ContractCalls id={contract.contract_id} />}
      </details>
    </li>
  )
}

const CHANGES = {
  shadow: [
    ['suspend', 'Suspend'],
    ['end', 'End it'],
  ],
  open: [
    ['suspend', 'Suspend now'],
    ['shadow', 'Back to shadow'],
    ['end', 'End it'],
  ],
  suspended: [
    ['resume', 'Let it gather evidence'],
    ['end', 'End it'],
  ],
  ended: [],
} as const

function ContractActions({ contract }: { readonly contract: AutonomyContract }) {
  const change = useChange(contract.contract_id)
  const { role, decides } = useIdentity()
  if (contract.status === 'ended') return null
  if (!decides || (role !== 'reviewer' && role !== 'admin'))
    return <p className={classes.hint}>A reviewer may change it.</p>
  const name = `${contract.tool} by ${agentText(contract.requester)}`
  return (
    <div className={runClasses.actions}>
      {contract.stays_in_shadow && contract.status === 'shadow' && (
        <Button loading={change.isPending} onClick={() => change.mutate('resume')}>
          Let it open
        </Button>
      )}
      {CHANGES[contract.status].map(([word, label]) => (
        <Button
          key={word}
          variant="default"
          aria-label={`${label}: ${name}`}
          loading={change.isPending}
          onClick={() => change.mutate(word)}
        >
          {label}
        </Button>
      ))}
      {isRefused(change.data) && <Complaint>{change.data.problem.detail}</Complaint>}
      {change.isError && <Complaint>{messageOf(change.error)}</Complaint>}
    </div>
  )
}

function ContractCalls({ id }: { readonly id: string }) {
  const detail = useContract(id, true)
  if (detail.isError) return <Complaint>{messageOf(detail.error)}</Complaint>
  if (detail.data === undefined) return <p className={classes.hint}>Reading…</p>
  const { calls, shadow } = detail.data
  const seen = shadow.agreed + shadow.disagreed + shadow.would_ask
  if (calls.length === 0) return <p className={classes.hint}>No call has come since it was granted.</p>
  return (
    <>
      {seen > 0 && (
        <p>
          Of the latest calls it would have let {shadow.agreed + shadow.disagreed} run; people agreed with{' '}
          {shadow.agreed}. It would have asked about {shadow.would_ask}.
        </p>
      )}
      <ul className={classes.calls}>
        {calls.map(call => (
          <CallRow key={call.call_id} call={call} />
        ))}
      </ul>
    </>
  )
}

const WOULD = {
  ask: 'would have asked',
  release: 'would have let it run',
  spot_check: 'drew it as a spot check',
  released: 'let it run',
} as const

const LABELS: Readonly<Record<AutonomyCall['label'], string>> = {
  right: 'counts as right',
  wrong: 'counts as wrong',
  unsettled: 'counts as right if it stays so for a week',
  none: 'no label',
}

function CallRow({ call }: { readonly call: AutonomyCall }) {
  const report = useReport()
  const { role, decides } = useIdentity()
  const isReviewer = decides && (role === 'reviewer' || role === 'admin')
  const mayReport = call.would === 'released' && call.reported === undefined && isReviewer
  const act = <AgentText text={call.act ?? 'a call whose arguments were erased'} />
  return (
    <li data-reported={call.reported}>
      <span className={classes.act}>
        {call.gate_id === undefined ? (
          act
        ) : (
          <Link to="/inbox/$gateId" params={{ gateId: call.gate_id }}>
            {act}
          </Link>
        )}
      </span>
      <span className={classes.hint}>
        <time dateTime={call.at}>{clockText(call.at)}</time> · the contract {WOULD[call.would]}
        {call.because !== undefined && <AgentText text={` (${call.because.replace(/\.$/, '')})`} />} ·{' '}
        {peopleText(call)}
        {call.would !== 'released' && ` · ${LABELS[call.label]}`}
      </span>
      {mayReport && (
        <span className={classes.report}>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => report.mutate({ callId: call.call_id, verdict: 'wrong' })}
          >
            Report as wrong
          </Button>
          <Button
            size="compact-xs"
            color="red"
            onClick={() => report.mutate({ callId: call.call_id, verdict: 'harmful' })}
          >
            Harmful: suspend
          </Button>
        </span>
      )}
      {isRefused(report.data) && <Complaint>{report.data.problem.detail}</Complaint>}
    </li>
  )
}

function peopleText({ decided, reported }: AutonomyCall): string {
  const said = decided === undefined ? 'people were not asked' : `people: ${decided}`
  if (reported === undefined) return said
  return reported === 'failed' || reported === 'undone'
    ? `${said}, ${reported} since`
    : `${said}, reported as ${reported}`
}
