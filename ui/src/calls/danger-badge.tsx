import type { ToolCall } from 'soulgate/contracts/tool-call'
import { DANGER_TEXT } from './call-summary.ts'
import classes from './calls.module.css'

/** How far the effect can be taken back, and whether anybody vouches for that. */
export function DangerBadge({
  call,
}: {
  readonly call: Pick<ToolCall, 'reversibility' | 'annotations' | 'claimed'>
}) {
  const overwrites = call.reversibility === 'reversible' && call.annotations.destructive
  return (
    <span className={classes.badges}>
      <span className={classes.badge} data-danger={call.reversibility}>
        {overwrites ? 'Overwrites · undoable' : DANGER_TEXT[call.reversibility]}
      </span>
      {call.claimed && (
        <span
          className={classes.badge}
          data-danger="claimed"
          title="Nobody has confirmed what this tool says of itself"
        >
          Unverified tool
        </span>
      )}
    </span>
  )
}
