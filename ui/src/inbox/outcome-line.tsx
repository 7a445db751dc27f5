import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { headingPartsOf } from 'soulgate/contracts/act-line'
import type { Gate } from 'soulgate/contracts/gate'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { CrossIcon, UndoIcon } from '../icons/icons.tsx'
import { ActText } from '../text/act-text.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { forgetDecided } from './decided-here.ts'
import { isEditHeld, outcomeText } from './gate-words.ts'
import classes from './inbox.module.css'
import { ProposeAgain } from './propose-again.tsx'

/** A result that went well goes away by itself; everything else stays until somebody looked. */
const SHOWN_MS = 8000

/** What came of a decision, with what can be done about it. */
export function OutcomeLine(props: {
  readonly gate: Gate
  readonly act: readonly string[]
  readonly others: number
}) {
  const { gate, act, others } = props
  const isDone = gate.outcome?.outcome === 'succeeded'
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setOver(true), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isDone])
  const gateId = isEditHeld(gate) ? (gate.superseded_by ?? gate.gate_id) : gate.gate_id
  if (isOver) return null
  return (
    <div className={classes.undoBar} data-outcome={gate.outcome?.outcome}>
      <span className={classes.undoText}>
        <b>
          <AgentText
            text={isEditHeld(gate) ? 'Your change needs another decision' : (outcomeText(gate) ?? '')}
          />
        </b>
        {others === 0 && (
          <>
            {' '}
            <ActText parts={headingPartsOf(gate)} limit={120} />
          </>
        )}
        {others > 0 && ` (and ${others} more)`}
      </span>
      <Link
        to="/inbox/$gateId"
        params={{ gateId }}
        className={classes.undoLink}
        onClick={() => forgetDecided(act)}
      >
        View
      </Link>
      {isDone ? <UndoCalls gate={gate} /> : others === 0 && <ProposeAgain gate={gate} />}
      <button
        type="button"
        className={classes.undoClose}
        aria-label="Dismiss"
        onClick={() => forgetDecided(act)}
      >
        <CrossIcon size={15} />
      </button>
    </div>
  )
}

/** Undoes calls that ran here and can be undone; the server says where it cannot. */
function UndoCalls({ gate }: { readonly gate: Gate }) {
  const cache = useQueryClient()
  const undo = useMutation({
    mutationFn: async () => {
      for (const { call_id } of (gate.outcome?.calls ?? []).toReversed()) {
        const answer = await client.calls.undo(call_id)
        if (isRefused(answer)) return answer
      }
      return undefined
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ['gate', gate.gate_id] }),
  })
  const isUndoable =
    gate.run_id !== undefined &&
    'tool_calls' in gate.subject &&
    gate.subject.tool_calls.every(call => call.reversibility === 'reversible')
  if (!isUndoable) return null
  return (
    <>
      {isRefused(undo.data) && <span>{undo.data.problem.detail}</span>}
      <Button
        size="xs"
        variant="white"
        className={classes.undoButton ?? ''}
        leftSection={<UndoIcon size={15} />}
        loading={undo.isPending}
        onClick={() => undo.mutate()}
      >
        Undo
      </Button>
    </>
  )
}
