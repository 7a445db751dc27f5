import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Gate } from 'soulgate/contracts/gate'
import { isRefused } from 'soulgate/sdk'
import { AgentText } from '../text/agent-text.tsx'
import classes from './inbox.module.css'
import { reopenGate, useGateChange } from './use-gates.ts'

/** Whether what the calls rest on is not as it stood when the gate opened: then nothing of it can be approved. */
export function isDrifted({ drift = [], status }: Gate): boolean {
  return status === 'pending' && drift.length > 0
}

/** What changed since the gate opened. */
export function DriftNotice({ gate }: { readonly gate: Gate }) {
  if (!isDrifted(gate)) return null
  const texts = [...new Set(gate.drift?.map(({ text }) => text))]
  return (
    <div className={classes.blocked} role="alert">
      <b>Changed since this was asked:</b>{' '}
      {texts.map(text => (
        <span key={text}>
          <AgentText text={text} />{' '}
        </span>
      ))}
    </div>
  )
}

/** In the place of an approval: asks the same question with what stands now. */
export function ProposeAgain({ gate, isDisabled }: { readonly gate: Gate; readonly isDisabled: boolean }) {
  const change = useGateChange()
  const navigate = useNavigate()
  const propose = () =>
    change.mutate(
      { gateId: gate.gate_id, change: reopenGate },
      {
        onSuccess: answer => {
          if (!isRefused(answer)) void navigate({ to: '/inbox/$gateId', params: { gateId: answer.gate_id } })
        },
      },
    )
  return (
    <>
      <Button
        className={classes.option ?? ''}
        color="teal"
        disabled={isDisabled}
        loading={change.isPending}
        onClick={propose}
      >
        Propose again
      </Button>
      {isRefused(change.data) && <span role="alert">{change.data.problem.detail}</span>}
    </>
  )
}
