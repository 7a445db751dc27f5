import { useQuery } from '@tanstack/react-query'
import type { Gate } from 'soulgate/contracts/gate'
import { client } from '../application/client.ts'
import { useIdentity } from '../application/session.tsx'
import { toolCallsOf } from './decision-draft.ts'

/** What the calls of a gate would change in files that stand now; nothing of calls that run elsewhere. */
export function useGateChanges(gate: Gate) {
  const { role } = useIdentity()
  const isAsked =
    gate.status === 'pending' &&
    gate.run_id !== undefined &&
    toolCallsOf(gate).length > 0 &&
    role !== 'viewer'
  return useQuery({
    // What drifted is read again.
    queryKey: ['gate', gate.gate_id, 'changes', gate.drift?.map(({ text }) => text)],
    queryFn: ({ signal }) => client.gates.changes(gate.gate_id, { signal }),
    enabled: isAsked,
  })
}
