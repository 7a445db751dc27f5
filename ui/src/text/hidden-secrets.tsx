import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Refused } from 'soulgate/sdk'
import { useIdentity } from '../application/session.tsx'
import classes from './hidden-secrets.module.css'

/** What looks like a secret is shown by a press, which is recorded, for as long as the page is open. */
export function HiddenSecrets(props: {
  readonly isShown: boolean
  /** What becomes of the secrets while they are hidden. */
  readonly note?: string
  readonly show: () => Promise<Refused | undefined>
  readonly hide: () => void
}) {
  const { isShown, note, show, hide } = props
  const { role } = useIdentity()
  const read = useMutation({ mutationFn: show })
  const problem = read.data?.problem.detail ?? read.error?.message
  return (
    <div className={classes.secrets} role="status">
      <span>
        {isShown
          ? 'Secrets are shown. That you looked is in the audit trail.'
          : ['What looks like a secret is hidden.', note].join(' ')}
      </span>
      {role !== 'viewer' && (
        <Button
          size="compact-xs"
          variant="default"
          loading={read.isPending}
          title="That you looked is written to the audit trail."
          onClick={() => (isShown ? hide() : read.mutate())}
        >
          {isShown ? 'Hide secrets' : 'Show secrets'}
        </Button>
      )}
      {problem && <span role="alert">{problem}</span>}
    </div>
  )
}
