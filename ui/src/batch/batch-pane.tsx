import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import { type BatchResult, isRefused } from 'soulgate/sdk'
import { useMayDecide } from '../application/may-decide.ts'
import { CheckIcon, CrossIcon } from '../icons/icons.tsx'
import { canaryIn } from '../inbox/canary.ts'
import type { CardHandle } from '../inbox/decision-card.tsx'
import { optionWith } from '../inbox/decision-draft.ts'
import inbox from '../inbox/inbox.module.css'
import { isTooLarge as isTooLargeFor, MAX_SLOWED, useIsSlowed } from '../inbox/pace.ts'
import { Complaint, messageOf } from '../states/states.tsx'
import { ReadEnd } from '../text/read-end.tsx'
import classes from './batch.module.css'
import { BatchConfirm } from './batch-confirm.tsx'
import { alone, groupsOf } from './batch-groups.ts'
import { BatchTable } from './batch-table.tsx'
import { useBatch } from './use-batch.ts'
import type { Selection } from './use-selection.ts'

type Verdict = 'approve' | 'reject'

/** More than so many are looked through to the end before they are approved together. */
const MAX_AT_A_GLANCE = 20

/** What was selected, frozen as it was then: all of it in view, decided together, answered item by item. */
export function BatchPane(props: {
  readonly selection: Selection
  readonly onShown: () => void
  /** Told which were decided. */
  readonly onDecided: (gateIds: readonly string[]) => void
  /** Opens the first of those that are looked at one by one. */
  readonly onOpen: (gateId: string) => void
  readonly ref: Ref<CardHandle>
}) {
  const { selection, onShown } = props
  const { decides, whyNot } = useMayDecide()
  const [verdict, setVerdict] = useState<Verdict>()
  const [refused, setRefused] = useState<readonly BatchResult[]>([])
  const batch = useBatch(results => {
    setVerdict(undefined)
    setRefused(results.filter(result => !result.ok))
    const decided = results.filter(result => result.ok).map(result => result.gate_id)
    const left = selection.gates.filter(gate => !decided.includes(gate.gate_id)).map(gate => gate.gate_id)
    selection.onSelect(decided, false)
    // What was not part of the yes comes next, one by one; what was refused stays, with why.
    if (results.every(result => result.ok) && left.length > 0) openApart(left)
    else props.onDecided(decided)
  })
  const openApart = (gateIds: readonly string[]) => {
    selection.clear()
    const [first] = gateIds
    if (first !== undefined) props.onOpen(first)
  }
  const cache = useQueryClient()
  const parts = partsOf(selection, gate => canaryIn(cache, gate.gate_id) !== undefined)
  const size = selection.gates.length
  // Which ones were looked through: as many others are not the same.
  const shown = selection.gates.map(gate => gate.gate_id).join()
  const [read, setRead] = useState('')
  const isRead = parts.approve.length <= MAX_AT_A_GLANCE || read === shown
  const pane = useRef<HTMLElement>(null)
  const isTooLarge = isTooLargeFor(parts.approve, useIsSlowed())
  const canSend = {
    approve: parts.approve.length > 0 && isRead && !isTooLarge,
    reject: parts.reject.length > 0,
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selection is another card
  useEffect(() => onShown(), [size, onShown])
  const choose = (next: Verdict) => decides && canSend[next] && setVerdict(next)
  useImperativeHandle(props.ref, () => ({
    run: command => {
      if (command !== 'approve' && command !== 'reject') return false
      // From here on Space, Page Down and End scroll what has to be read first.
      if (command === 'approve' && !isRead) pane.current?.focus({ preventScroll: true })
      choose(command)
      return true
    },
  }))
  return (
    <section ref={pane} tabIndex={-1} className={classes.pane} aria-label="Selected items">
      <header className={classes.head}>
        <h2>{size} selected</h2>
        <Button variant="subtle" color="gray" size="xs" onClick={selection.clear}>
          Clear
        </Button>
      </header>
      <p className={inbox.aside}>
        As they were when you selected them. What arrives later, or has changed since, is not decided with
        these.
      </p>
      {parts.groups.map(group => (
        <BatchTable key={group.template} group={group} refused={refused} onLeave={selection.onSelect} />
      ))}
      <ReadEnd key={shown} covered={48} onSeen={() => setRead(shown)} />
      <div className={classes.verdict}>
        {verdict === undefined ? (
          <BatchChoices
            {...{ parts, size, isRead, isTooLarge, whyNot }}
            onChoose={choose}
            onOpenApart={() => openApart(apartOf(selection, parts))}
          />
        ) : (
          <BatchConfirm
            verdict={verdict}
            count={parts[verdict].length}
            apart={verdict === 'approve' ? size - parts.approve.length : 0}
            sent={batch.isPending ? batch.sent : undefined}
            onSend={reason => batch.mutate({ gates: parts[verdict], decision: verdict, reason })}
            onBack={() => setVerdict(undefined)}
          />
        )}
        {isRefused(batch.data) && <Complaint>{batch.data.problem.detail}</Complaint>}
        {batch.isError && <Complaint>{messageOf(batch.error)}</Complaint>}
      </div>
    </section>
  )
}

type Parts = ReturnType<typeof partsOf>

/** What a yes is about, and what a no is about: everything can be rejected, exceptions are approved by themselves. */
function partsOf({ gates }: Selection, isTest: (gate: Gate) => boolean) {
  const groups = groupsOf(gates)
  const odd = new Set(groups.flatMap(group => [...group.odd.keys()]))
  return {
    groups,
    approve: gates.filter(gate => alone(gate) === undefined && !odd.has(gate.gate_id) && !isTest(gate)),
    reject: gates.filter(
      gate => isUndecided(gate) && optionWith(gate, 'reject') !== undefined && !isTest(gate),
    ),
  }
}

/** The ids of those that are not part of a yes. */
function apartOf({ gates }: Selection, parts: Parts): readonly string[] {
  return gates.filter(gate => !parts.approve.includes(gate)).map(gate => gate.gate_id)
}

function isUndecided({ status, deciding }: Gate): boolean {
  return status === 'pending' && deciding === undefined
}

function BatchChoices(props: {
  readonly parts: Parts
  readonly size: number
  readonly isRead: boolean
  readonly isTooLarge: boolean
  readonly whyNot: string | undefined
  readonly onChoose: (verdict: Verdict) => void
  readonly onOpenApart: () => void
}) {
  const { parts, size, isRead, isTooLarge, whyNot, onChoose } = props
  const apart = size - parts.approve.length
  return (
    <div className={inbox.buttons}>
      <Button
        leftSection={<CheckIcon size={17} />}
        rightSection={<kbd className={inbox.key}>A</kbd>}
        disabled={whyNot !== undefined || parts.approve.length === 0 || !isRead || isTooLarge}
        onClick={() => onChoose('approve')}
      >
        Approve {parts.approve.length}
        {apart > 0 && parts.approve.length > 0 && ' ordinary'}
      </Button>
      <Button
        variant="light"
        color="red"
        leftSection={<CrossIcon size={17} />}
        rightSection={<kbd className={inbox.key}>R</kbd>}
        disabled={whyNot !== undefined || parts.reject.length === 0}
        onClick={() => onChoose('reject')}
      >
        Reject {parts.reject.length}
      </Button>
      {whyNot && <span className={inbox.blocked}>{whyNot}</span>}
      {apart > 0 && (
        <span className={inbox.blocked}>
          {apart} {apart === 1 ? 'needs' : 'need'} individual review and {apart === 1 ? 'is' : 'are'} not
          approved with these.{' '}
          <button type="button" className={inbox.textButton} onClick={props.onOpenApart}>
            Open {apart === 1 ? 'it' : `the ${apart}`} one by one
          </button>
        </span>
      )}
      {isTooLarge && (
        <span className={inbox.blocked}>
          Your last approvals were faster than their cards can be read: approve at most {MAX_SLOWED} of these
          at once.
        </span>
      )}
      {!isRead && <span className={inbox.blocked}>Scroll through all {size} before approving them.</span>}
    </div>
  )
}
