import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Gate } from 'soulgate/contracts/gate'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { useIdentity } from '../application/session.tsx'
import { Complaint, messageOf } from '../states/states.tsx'
import classes from './inbox.module.css'
import { useGateChange } from './use-gates.ts'

/** Whose this is to look at; anybody with the right may decide it all the same. */
export function AssignPicker({ gate }: { readonly gate: Gate }) {
  const { person } = useIdentity()
  const change = useGateChange()
  const people = useQuery({
    queryKey: ['people', 'assignees'],
    queryFn: ({ signal }) => client.gates.assignees({ signal }),
  })
  const others = (people.data ?? []).filter(other => other.person_id !== person.id)
  const isKnown = [person.id, ...others.map(other => other.person_id)].includes(gate.assignee ?? person.id)
  const assign = (assignee: string) =>
    change.mutate({
      gateId: gate.gate_id,
      change: gateId => client.gates.assign(gateId, assignee === '' ? null : assignee),
      ofCanary: { assignee: assignee === '' ? null : assignee },
    })
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label="Assigned to"
        className={classes.assign ?? ''}
        value={gate.assignee ?? ''}
        disabled={change.isPending}
        onChange={event => assign(event.currentTarget.value)}
        data={[
          { value: '', label: 'Unassigned' },
          { value: person.id, label: 'For me' },
          ...others.map(other => ({ value: other.person_id, label: `For ${other.name}` })),
          ...(isKnown ? [] : [{ value: gate.assignee ?? '', label: 'For somebody else' }]),
        ]}
      />
      {isRefused(change.data) && <Complaint>{change.data.problem.detail}</Complaint>}
      {change.isError && <Complaint>{messageOf(change.error)}</Complaint>}
    </>
  )
}
