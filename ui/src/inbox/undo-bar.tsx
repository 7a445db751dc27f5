import { Button } from '@mantine/core'
import { use, useEffect, useEffectEvent } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import { isRefused } from 'soulgate/sdk'
import { useIdentity } from '../application/session.tsx'
import { Keys } from '../application/use-keys.tsx'
import { UndoIcon } from '../icons/icons.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { useNow } from '../time/use-now.ts'
import classes from './inbox.module.css'
import { usePendingGates, useUndoDecision } from './use-gates.ts'

const PAST: Readonly<Record<string, string>> = {
  approve: 'Approved',
  reject: 'Rejected',
  steer: 'Steered',
  answer: 'Answered',
  skip: 'Skipped',
}

/** One's own decision that has not taken effect yet, on any room, with the way back. */
export function UndoBar() {
  const { person } = useIdentity()
  const { data } = usePendingGates()
  const undo = useUndoDecision()
  const own = (data?.items ?? []).filter(gate => gate.deciding?.decision.decided_by === person.id)
  const latest = own.sort((a, b) => timeOf(b) - timeOf(a))[0]
  const registry = use(Keys)
  const takeBack = useEffectEvent(() => {
    if (latest && !undo.isPending) undo.mutate(latest.gate_id)
    return latest !== undefined
  })
  useEffect(() => {
    registry.undo = () => takeBack()
    return () => {
      registry.undo = undefined
    }
  }, [registry])
  return (
    <div className={classes.undoPlace} aria-live="polite">
      {isRefused(undo.data) && !latest && <p className={classes.undoBar}>{undo.data.problem.detail}</p>}
      {latest && <UndoLine gate={latest} count={own.length} isBusy={undo.isPending} onUndo={undo.mutate} />}
    </div>
  )
}

function UndoLine(props: {
  readonly gate: Gate
  readonly count: number
  readonly isBusy: boolean
  readonly onUndo: (gateId: string) => void
}) {
  const { gate, count } = props
  const now = useNow(250)
  const left = Math.max(0, Math.ceil((timeOf(gate) - now) / 1000))
  const word = PAST[gate.deciding?.decision.decision ?? ''] ?? 'Decided'
  return (
    <div className={classes.undoBar}>
      <span className={classes.undoText}>
        <b>{word}</b> <AgentText text={gate.briefing.summary} />
        {count > 1 && ` and ${count - 1} more`}
      </span>
      <span aria-hidden="true" className={classes.undoClock}>
        {left} s
      </span>
      <Button
        size="xs"
        className={classes.undoButton ?? ''}
        variant="white"
        leftSection={<UndoIcon size={15} />}
        rightSection={<kbd className={classes.key}>Z</kbd>}
        loading={props.isBusy}
        onClick={() => props.onUndo(gate.gate_id)}
      >
        Undo
      </Button>
    </div>
  )
}

function timeOf(gate: Gate): number {
  return Date.parse(gate.deciding?.effective_at ?? '') || 0
}
