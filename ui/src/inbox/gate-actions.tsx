import { type ReactNode, useState } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import { isRefused } from 'soulgate/sdk'
import { useIdentity } from '../application/session.tsx'
import { useSnooze } from '../queue/use-snoozes.ts'
import { Complaint, messageOf } from '../states/states.tsx'
import { clockText } from '../time/time.ts'
import { AssignPicker } from './assign-picker.tsx'
import classes from './inbox.module.css'
import { extendGate, useGateChange } from './use-gates.ts'

const HOUR_SECONDS = 3600
const SNOOZES = [
  { label: '1 hour', seconds: HOUR_SECONDS },
  { label: '4 hours', seconds: 4 * HOUR_SECONDS },
  { label: 'A day', seconds: 24 * HOUR_SECONDS },
] as const

/** What can be done with a gate besides deciding it: more time, later, whose it is, a link to it. */
export function GateActions({ gate }: { readonly gate: Gate }) {
  const { role, decides, person } = useIdentity()
  const change = useGateChange()
  const mayReview = decides && (role === 'admin' || role === 'reviewer')
  const isMine = gate.assignee === person.id
  const copy = () => void navigator.clipboard?.writeText(location.href)
  return (
    <div className={classes.desk}>
      {mayReview && gate.expires_at && (
        <DeskButton
          onClick={() =>
            change.mutate({
              gateId: gate.gate_id,
              change: extendGate,
              ofCanary: { extend_seconds: HOUR_SECONDS },
            })
          }
        >
          +1 hour
        </DeskButton>
      )}
      {role !== 'viewer' && <Snoozing gateId={gate.gate_id} />}
      {mayReview ? (
        <AssignPicker gate={gate} />
      ) : (
        gate.assignee && <span className={classes.aside}>for {isMine ? 'you' : 'somebody else'}</span>
      )}
      <DeskButton onClick={copy}>Copy link</DeskButton>
      {isRefused(change.data) && <Complaint>{change.data.problem.detail}</Complaint>}
      {change.isError && <Complaint>{messageOf(change.error)}</Complaint>}
    </div>
  )
}

/** Out of one's own sight for a while; whoever only reads has no queue to put off. */
function Snoozing({ gateId }: { readonly gateId: string }) {
  const [isChoosing, setChoosing] = useState(false)
  const snooze = useSnooze(gateId)
  return (
    <>
      {snooze.until ? (
        <>
          <span className={classes.aside}>Snoozed until {clockText(snooze.until)}</span>
          <DeskButton onClick={() => snooze.set(0)}>Bring back</DeskButton>
        </>
      ) : (
        <DeskButton isOpen={isChoosing} onClick={() => setChoosing(!isChoosing)}>
          Snooze
        </DeskButton>
      )}
      {isChoosing &&
        SNOOZES.map(({ label, seconds }) => (
          <DeskButton
            key={label}
            onClick={() => {
              setChoosing(false)
              snooze.set(seconds)
            }}
          >
            {label}
          </DeskButton>
        ))}
      {snooze.refusal && <Complaint>{snooze.refusal}</Complaint>}
      {snooze.error && <Complaint>{messageOf(snooze.error)}</Complaint>}
    </>
  )
}

function DeskButton(props: {
  readonly onClick: () => void
  readonly isOpen?: boolean
  readonly children: ReactNode
}) {
  return (
    <button type="button" className={classes.deskButton} aria-expanded={props.isOpen} onClick={props.onClick}>
      {props.children}
    </button>
  )
}
