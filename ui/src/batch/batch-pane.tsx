import { Button } from '@mantine/core'
import { type Ref, useEffect, useImperativeHandle, useState } from 'react'
import { type BatchResult, isRefused } from 'soulgate/sdk'
import { useMayDecide } from '../application/may-decide.ts'
import { CheckIcon, CrossIcon } from '../icons/icons.tsx'
import type { CardHandle } from '../inbox/decision-card.tsx'
import inbox from '../inbox/inbox.module.css'
import { Complaint, messageOf } from '../states/states.tsx'
import classes from './batch.module.css'
import { BatchConfirm } from './batch-confirm.tsx'
import { alone, groupsOf } from './batch-groups.ts'
import { BatchTable } from './batch-table.tsx'
import { useBatch } from './use-batch.ts'
import type { Selection } from './use-selection.ts'

type Verdict = 'approve' | 'reject'

/** What was selected, frozen as it was then: all of it in view, decided together, answered item by item. */
export function BatchPane(props: {
  readonly selection: Selection
  readonly onShown: () => void
  /** Told which were decided. */
  readonly onDecided: (gateIds: readonly string[]) => void
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
    selection.onSelect(decided, false)
    props.onDecided(decided)
  })
  const ready = selection.gates.filter(gate => alone(gate) === undefined)
  const size = selection.gates.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selection is another card
  useEffect(() => onShown(), [size, onShown])
  const choose = (next: Verdict) => decides && ready.length > 0 && setVerdict(next)
  useImperativeHandle(props.ref, () => ({
    run: command => {
      if (command !== 'approve' && command !== 'reject') return false
      choose(command)
      return true
    },
  }))
  return (
    <section className={classes.pane} aria-label="Selected items">
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
      {groupsOf(selection.gates).map(group => (
        <BatchTable key={group.template} group={group} refused={refused} onLeave={selection.onSelect} />
      ))}
      <div className={classes.verdict}>
        {verdict === undefined ? (
          <div className={inbox.buttons}>
            <Button
              leftSection={<CheckIcon size={17} />}
              rightSection={<kbd className={inbox.key}>A</kbd>}
              disabled={!decides || ready.length === 0}
              onClick={() => choose('approve')}
            >
              Approve {ready.length}
            </Button>
            <Button
              variant="light"
              color="red"
              leftSection={<CrossIcon size={17} />}
              rightSection={<kbd className={inbox.key}>R</kbd>}
              disabled={!decides || ready.length === 0}
              onClick={() => choose('reject')}
            >
              Reject {ready.length}
            </Button>
            {whyNot && <span className={inbox.blocked}>{whyNot}</span>}
            {ready.length < size && (
              <span className={inbox.blocked}>{size - ready.length} need a look of their own.</span>
            )}
          </div>
        ) : (
          <BatchConfirm
            verdict={verdict}
            count={ready.length}
            isBusy={batch.isPending}
            onSend={reason => batch.mutate({ gates: ready, decision: verdict, reason })}
            onBack={() => setVerdict(undefined)}
          />
        )}
        {isRefused(batch.data) && <Complaint>{batch.data.problem.detail}</Complaint>}
        {batch.isError && <Complaint>{messageOf(batch.error)}</Complaint>}
      </div>
    </section>
  )
}
