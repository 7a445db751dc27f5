import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Run } from 'soulgate/contracts/run'
import type { ToolCallResult } from 'soulgate/contracts/tool-call'
import { isRefused } from 'soulgate/sdk'
import { useIdentity } from '../application/session.tsx'
import { UndoIcon } from '../icons/icons.tsx'
import { Complaint, messageOf } from '../states/states.tsx'
import { ENDED } from './run-words.ts'
import classes from './runs.module.css'
import { useRunChange } from './use-runs.ts'

/** What a person can do to a run: answer its gates, cancel it, take its effects back. */
export function RunActions(props: { readonly run: Run; readonly results: readonly ToolCallResult[] }) {
  const { run, results } = props
  const { cancel, undo } = useRunChange(run.run_id)
  const { role, person } = useIdentity()
  const mayUndo = role === 'admin' || role === 'reviewer'
  const mayCancel = mayUndo || (role === 'member' && run.on_behalf_of === person.id)
  const hasEnded = ENDED.includes(run.status)
  const [gateId] = run.waiting_gate_ids
  const answer = undo.data ?? cancel.data
  const error = undo.error ?? cancel.error
  return (
    <>
      <div className={classes.actions}>
        {gateId && !hasEnded && (
          <Button renderRoot={rest => <Link {...rest} to="/inbox/$gateId" params={{ gateId }} />}>
            {role === 'viewer' ? 'See what it waits for' : 'Decide what it waits for'}
          </Button>
        )}
        {!hasEnded && mayCancel && (
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel the run
          </Button>
        )}
        {hasEnded && mayUndo && canUndo(run, results) && (
          <Button
            variant="default"
            leftSection={<UndoIcon size={16} />}
            loading={undo.isPending}
            onClick={() => undo.mutate()}
          >
            Undo its reversible calls
          </Button>
        )}
      </div>
      {undo.data && !isRefused(undo.data) && <p role="status">{undo.data.message}</p>}
      {isRefused(answer) && <Complaint>{answer.problem.detail}</Complaint>}
      {error && <Complaint>{messageOf(error)}</Complaint>}
    </>
  )
}

/** By the ledger, which knows what was undone since; by the results where the run was read without it. */
function canUndo({ calls }: Run, results: readonly ToolCallResult[]): boolean {
  return (calls ?? results).some(call => call.status === 'succeeded')
}
