import { Button } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { use, useEffect, useEffectEvent } from 'react'
import { headingPartsOf } from 'soulgate/contracts/act-line'
import type { Gate } from 'soulgate/contracts/gate'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { useIdentity } from '../application/session.tsx'
import { Keys } from '../application/use-keys.tsx'
import { UndoIcon } from '../icons/icons.tsx'
import { ActText } from '../text/act-text.tsx'
import { useNow } from '../time/use-now.ts'
import { useDecidedHere } from './decided-here.ts'
import { PAST } from './gate-words.ts'
import classes from './inbox.module.css'
import { OutcomeToast } from './outcome-toast.tsx'
import { useUndoDecision } from './use-gates.ts'

/** One's own decision that has not taken effect yet, on any room and after a reload, with the way back. */
export function UndoBar() {
  const undo = useUndoDecision()
  const gates = useOpenDecisions()
  const registry = use(Keys)
  const navigate = useNavigate()
  const isInInbox = useLocation({ select: ({ pathname }) => pathname.startsWith('/inbox') })
  const takeBack = useEffectEvent(() => {
    // On a busy server the last of many come late: first those that take effect first.
    const gateIds = gates.toSorted((a, b) => timeOf(a) - timeOf(b)).map(gate => gate.gate_id)
    const [first] = gateIds
    if (first !== undefined && !undo.isPending)
      undo.mutate(gateIds, {
        // What was undone waits again, and is the one to go on with.
        onSuccess: () => {
          if (isInInbox && gateIds.length === 1)
            void navigate({ to: '/inbox/$gateId', params: { gateId: first } })
        },
      })
    return gates.length > 0
  })
  useEffect(() => {
    registry.undo = () => takeBack()
    return () => {
      registry.undo = undefined
    }
  }, [registry])
  const refusal = undo.data?.find(answer => isRefused(answer))
  return (
    <div className={classes.undoPlace} aria-live="polite">
      {refusal && gates.length === 0 && <p className={classes.undoBar}>{refusal.problem.detail}</p>}
      {gates.length > 0 && <UndoLine gates={gates} isBusy={undo.isPending} onUndo={takeBack} />}
      {gates.length === 0 && <OutcomeToast />}
    </div>
  )
}

/** The gates of the newest act of this tab that can still be taken back. */
function useOpenDecisions(): readonly Gate[] {
  const { person } = useIdentity()
  const acts = useDecidedHere()
  const recent = acts.slice(-3)
  const states = useQueries({
    queries: recent.flat().map(gateId => ({
      queryKey: ['gate', gateId],
      queryFn: () => client.gates.get(gateId),
    })),
  })
  const open = new Map(
    states.flatMap(({ data }) =>
      data?.status === 'pending' && data.deciding?.decision.decided_by === person.id
        ? [[data.gate_id, data] as const]
        : [],
    ),
  )
  const newest = recent.findLast(act => act.some(id => open.has(id))) ?? []
  return newest.flatMap(id => open.get(id) ?? [])
}

function UndoLine(props: {
  readonly gates: readonly Gate[]
  readonly isBusy: boolean
  readonly onUndo: () => void
}) {
  const { gates } = props
  const now = useNow(250)
  const left = Math.max(0, Math.ceil((Math.min(...gates.map(timeOf)) - now) / 1000))
  const word = PAST[gates[0]?.deciding?.decision.decision ?? ''] ?? 'Decided'
  return (
    <div className={classes.undoBar}>
      <span className={classes.undoText}>
        <b>{word}</b>{' '}
        {gates.length > 1
          ? `${gates.length} items`
          : gates[0] && <ActText parts={headingPartsOf(gates[0])} />}
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
        onClick={props.onUndo}
      >
        Undo
      </Button>
    </div>
  )
}

function timeOf(gate: Gate): number {
  return Date.parse(gate.deciding?.effective_at ?? '') || 0
}
