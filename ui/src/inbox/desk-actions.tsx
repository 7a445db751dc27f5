import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { useIdentity } from '../application/session.tsx'
import { Complaint, messageOf } from '../states/states.tsx'
import { clockText } from '../time/time.ts'
import classes from './inbox.module.css'
import { extendGate, useGateChange } from './use-gates.ts'

const HOUR_SECONDS = 3600
const SNOOZES = [
  { label: '1 hour', seconds: HOUR_SECONDS },
  { label: '4 hours', seconds: 4 * HOUR_SECONDS },
  { label: 'A day', seconds: 24 * HOUR_SECONDS },
] as const

/** What can be done with a gate besides deciding it: more time, later, whose it is, a link to it. */
export function DeskActions({ gate }: { readonly gate: Gate }) {
  const { role, decides, person } = useIdentity()
  const [isChoosing, setChoosing] = useState(false)
  const change = useGateChange()
  const snooze = useSnooze(gate.gate_id)
  const mayReview = decides && (role === 'admin' || role === 'reviewer')
  const isMine = gate.assignee === person.id
  const assign = (assignee: string | null) =>
    change.mutate({ gateId: gate.gate_id, change: gateId => client.gates.assign(gateId, assignee) })
  const copy = () => void navigator.clipboard?.writeText(location.href)
  return (
    <div className={classes.desk}>
      {mayReview && gate.expires_at && (
        <DeskButton onClick={() => change.mutate({ gateId: gate.gate_id, change: extendGate })}>
          +1 hour
        </DeskButton>
      )}
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
      {mayReview && (
        <DeskButton onClick={() => assign(isMine ? null : person.id)}>
          {isMine ? 'Not mine' : 'Assign to me'}
        </DeskButton>
      )}
      {gate.assignee && !isMine && <Assignee personId={gate.assignee} />}
      <DeskButton onClick={copy}>Copy link</DeskButton>
      {isRefused(change.data) && <Complaint>{change.data.problem.detail}</Complaint>}
      {change.isError && <Complaint>{messageOf(change.error)}</Complaint>}
      {snooze.complaint && <Complaint>{snooze.complaint}</Complaint>}
    </div>
  )
}

function Assignee({ personId }: { readonly personId: string }) {
  const { role } = useIdentity()
  const people = useQuery({
    queryKey: ['people'],
    queryFn: ({ signal }) => client.people.list({ signal }),
    enabled: role === 'admin',
  })
  const name = people.data?.find(person => person.person_id === personId)?.name
  return <span className={classes.aside}>for {name ?? 'somebody else'}</span>
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

/** Puts a gate out of one's own sight for a while; for everybody else nothing changes. */
function useSnooze(gateId: string) {
  const cache = useQueryClient()
  const snoozes = useSnoozes()
  const set = useMutation({
    mutationFn: (seconds: number) => client.gates.snooze(gateId, seconds),
    onSettled: () => cache.invalidateQueries({ queryKey: ['snoozes'] }),
  })
  return {
    until: snoozes.data?.find(snooze => snooze.gate_id === gateId)?.until,
    set: set.mutate,
    complaint: isRefused(set.data) ? set.data.problem.detail : set.isError ? messageOf(set.error) : undefined,
  }
}

function useSnoozes() {
  return useQuery({ queryKey: ['snoozes'], queryFn: ({ signal }) => client.gates.snoozes({ signal }) })
}
