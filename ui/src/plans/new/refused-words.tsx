import type { Refused } from 'soulgate/sdk'
import { Complaint } from '../../states/states.tsx'

/** Why the server did not take it, field by field where it says so. */
export function RefusedWords({ refused }: { readonly refused: Refused }) {
  const { problem } = refused
  return (
    <Complaint>
      {problem.detail} {problem.errors?.map(({ field, message }) => `${field}: ${message}`).join('; ')}
    </Complaint>
  )
}
