import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Permission } from 'soulgate/contracts/permission'
import { permissionWords } from 'soulgate/contracts/permission-words'
import { client } from '../application/client.ts'
import { Complaint, FailureState, LoadingState } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { clockText } from '../time/time.ts'
import classes from './guardrails.module.css'

/** Classes of calls and trusted values: what passes by each, how often it did, and the way to take it back. */
export function PermissionList({ mayRevoke }: { readonly mayRevoke: boolean }) {
  const permissions = useQuery({
    queryKey: ['permissions'],
    queryFn: ({ signal }) => client.permissions.list({ signal }),
  })
  if (permissions.isPending) return <LoadingState label="Reading the permissions" lines={2} />
  if (permissions.isError)
    return <FailureState error={permissions.error} onRetry={() => void permissions.refetch()} />
  const found = permissions.data.permissions
  return (
    <section className={classes.section} aria-label="Permissions">
      <h2>
        Permissions <span className={classes.hint}>calls that count as less than their tool could do</span>
      </h2>
      {found.length === 0 ? (
        <p className={classes.hint}>
          None yet. <b>More…</b> on a card offers what fits its calls: a command in its folder, a trusted
          host, a folder of files.
        </p>
      ) : (
        <ul className={classes.list}>
          {found.map(permission => (
            <PermissionRow key={permission.id} permission={permission} mayRevoke={mayRevoke} />
          ))}
        </ul>
      )}
    </section>
  )
}

function PermissionRow(props: { readonly permission: Permission; readonly mayRevoke: boolean }) {
  const { permission } = props
  const revoke = useRevoke()
  const { title, passes, risk } = permissionWords(permission)
  const { suspended, lets_run: letsRun } = permission
  const isWriting = letsRun === true ? ', without being asked' : ''
  return (
    <li className={classes.rule} data-off={suspended !== undefined || undefined}>
      <div className={classes.ruleLink}>
        <span className={classes.ruleName}>
          <AgentText text={title} />
        </span>
        <span className={classes.gist}>
          <AgentText text={`${whose(permission)}: ${passes}${isWriting}${risk ? ' (accepted risk)' : ''}`} />
        </span>
      </div>
      <span className={classes.facts}>
        {suspended && (
          <span className={classes.suspended}>
            suspended: <AgentText text={suspended.because} />
          </span>
        )}
        <span>{usedText(permission)}</span>
        {permission.expires_at && <span>until {clockText(permission.expires_at)}</span>}
        {permission.review_at <= new Date().toISOString() && <span>Still wanted?</span>}
      </span>
      {props.mayRevoke && (
        <Button
          size="compact-sm"
          variant="light"
          color="red"
          loading={revoke.isPending}
          aria-label={`Revoke ${title}`}
          onClick={() => revoke.mutate(permission.id)}
        >
          Revoke
        </Button>
      )}
      {revoke.data && <Complaint>{revoke.data.problem.detail}</Complaint>}
    </li>
  )
}

function whose({ agent, tool }: Permission): string {
  return `${agent ?? 'Every agent'}${tool === '*' ? '' : `, ${tool}`}`
}

function usedText({ released, last_released_at: last }: Permission): string {
  if (released === 0) return 'not used yet'
  const times = released === 1 ? 'once' : `${released} times`
  return `used ${times}${last === undefined ? '' : `, last ${clockText(last)}`}`
}

function useRevoke() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => client.permissions.revoke(id),
    onSettled: () => cache.invalidateQueries({ queryKey: ['permissions'] }),
  })
}
