import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Gate } from 'soulgate/contracts/gate'
import { passkeyHint } from '../sign-in/passkeys.ts'
import { Complaint, messageOf } from '../states/states.tsx'
import { isDrifted } from './drift-notice.tsx'
import type { VerdictState } from './use-verdict.ts'

const ADVICE: Readonly<Record<string, string>> = {
  gate_closed: 'Somebody decided first. What stands is shown above; nothing of yours was applied.',
  gate_deciding: 'Somebody has just decided this. Wait for the undo window to pass.',
  gate_superseded: 'A new gate took the place of this one.',
  gate_expired: 'The time to answer has passed. Your answer was kept as late and changes nothing.',
  view_stale: 'What you saw is not what stands now. The card was read again: look at it and decide anew.',
  not_viewed: 'Open everything on the card first.',
  confirm_required: 'This needs a confirmation.',
  passkey_required: 'Nothing was decided.',
}

/** Why a verdict was not taken, with what stands instead. */
export function Refusal({ verdict, gate }: { readonly verdict: VerdictState; readonly gate: Gate }) {
  const cache = useQueryClient()
  const { refusal, error } = verdict
  if (error)
    return <Complaint>{messageOf(error)} Whether it was taken is shown once the server answers.</Complaint>
  // What changed stands above the choices.
  if (!refusal || (refusal.code === 'evidence_changed' && isDrifted(gate))) return null
  const hint = refusal.code === 'passkey_required' ? passkeyHint(location) : undefined
  const fields = refusal.errors?.map(({ field, message }) => `${field} ${message}`).join('; ')
  return (
    <Complaint>
      {ADVICE[refusal.code] ?? ''} {refusal.detail} {hint} {fields}{' '}
      <Button
        variant="subtle"
        size="compact-xs"
        color="red"
        onClick={() => void cache.invalidateQueries({ queryKey: ['gate', gate.gate_id] })}
      >
        Read it again
      </Button>
    </Complaint>
  )
}
