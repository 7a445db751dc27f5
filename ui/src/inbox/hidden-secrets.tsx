import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { RevealedGate } from 'soulgate/contracts/requests/gates'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { useIdentity } from '../application/session.tsx'
import classes from './inbox.module.css'

/** What looks like a secret in a gate is shown by a press, which is recorded, for as long as its card is open. */
export function HiddenSecrets(props: {
  readonly gateId: string
  readonly isShown: boolean
  readonly onChange: (revealed: RevealedGate | undefined) => void
}) {
  const { gateId, isShown, onChange } = props
  const { role } = useIdentity()
  const read = useMutation({
    mutationFn: () => client.gates.reveal(gateId),
    onSuccess: answer => !isRefused(answer) && onChange(answer),
  })
  const problem = isRefused(read.data) ? read.data.problem.detail : read.error?.message
  return (
    <div className={classes.secrets} role="status">
      <span>
        {isShown
          ? 'Secrets are shown. That you looked is in the audit trail.'
          : 'What looks like a secret is hidden. Approving sends it as it is.'}
      </span>
      {role !== 'viewer' && (
        <Button
          size="compact-xs"
          variant="default"
          loading={read.isPending}
          title="That you looked is written to the audit trail."
          onClick={() => (isShown ? onChange(undefined) : read.mutate())}
        >
          {isShown ? 'Hide secrets' : 'Show secrets'}
        </Button>
      )}
      {problem && <span role="alert">{problem}</span>}
    </div>
  )
}
