import { lazy, Suspense, useState } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import { gateFields } from 'soulgate/contracts/gate-fields'
import type { RevealedGate } from 'soulgate/contracts/requests/gates'
import { holdsSecretMark } from 'soulgate/contracts/secret-mark'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { LoadingState } from '../states/states.tsx'
import { ReadEnd } from '../text/read-end.tsx'
import { ScrolledText } from '../text/scrolled-text.tsx'
import { CallCard, type CallHandlers } from './call-card.tsx'
import { isAnswerable, toolCallsOf, WHOLE } from './decision-draft.ts'
import { GateFieldList } from './gate-field-list.tsx'
import classes from './inbox.module.css'
import { useGateChanges } from './use-gate-changes.ts'

// Few calls hold one.
const HiddenSecrets = lazy(async () => ({
  default: (await import('../text/hidden-secrets.tsx')).HiddenSecrets,
}))

interface Shown {
  readonly gate: Gate
  readonly desk: CallHandlers
  /** What has to be opened before it can be approved. */
  readonly unseen: readonly string[]
  /** What has been opened of it. */
  readonly opened: readonly string[]
  readonly onOpen: (key: string) => void
}

/** Section 1 of the card: exactly what a yes will do. */
export function WhatWillRun(props: Shown) {
  const { gate } = props
  const [shown, setShown] = useState<RevealedGate>()
  const revealed = shown?.gate.view_digest === gate.view_digest ? shown : undefined
  const calls = toolCallsOf(revealed?.gate ?? gate)
  const standing = useGateChanges(gate)
  const changes = revealed?.changes ?? standing.data
  if (calls.length > 0)
    return (
      <section className={classes.section}>
        <h3>{titleOf(gate, calls.length)}</h3>
        {holdsSecretMark(JSON.stringify(gate.subject)) && (
          <Suspense>
            <HiddenSecrets
              isShown={revealed !== undefined}
              note="Approving sends it as it is."
              show={async () => {
                const answer = await client.gates.reveal(gate.gate_id)
                if (isRefused(answer)) return answer
                setShown(answer)
                return undefined
              }}
              hide={() => setShown(undefined)}
            />
          </Suspense>
        )}
        <ol className={classes.calls}>
          {calls.map((call, index) => (
            <CallCard
              key={call.call_id}
              call={call}
              display={gate.displays?.[call.tool]}
              place={calls.length > 1 ? index + 1 : undefined}
              answered={gate.call_decisions[call.call_id]}
              isOpen={isAnswerable(gate)}
              desk={props.desk}
              changes={changes?.calls.find(({ call_id }) => call_id === call.call_id)}
              opened={props.opened}
              onOpen={props.onOpen}
            />
          ))}
        </ol>
        <ReadAll {...props} />
      </section>
    )
  if ('questions' in gate.subject || isBare(gate)) return null
  return (
    <section className={classes.section}>
      <h3>What is decided on</h3>
      {isPlanning(gate) ? (
        <>
          <Suspense fallback={<LoadingState label="Opening the plan" lines={3} />}>
            <PlanningSubject gate={gate} />
          </Suspense>
          <details className={classes.raw}>
            <summary>The same as data</summary>
            <RawSubject {...props} />
          </details>
        </>
      ) : (
        <SubjectData {...props} />
      )}
      <ReadAll {...props} />
    </section>
  )
}

// Plans are read by parts that only rooms with plans need.
const PlanningSubject = lazy(async () => ({
  default: (await import('../plans/planning-subject.tsx')).PlanningSubject,
}))

const PLAN_TYPES: readonly Gate['type'][] = ['plan_approval', 'scheduling_escalation', 'pattern_rfc']

/** Whether its subject comes from the planner, whose parts are drawn. */
function isPlanning({ type, subject }: Gate): boolean {
  if (!('plan' in subject || 'document' in subject)) return false
  const content = 'plan' in subject ? subject.plan : subject.document
  return (
    (PLAN_TYPES.includes(type) && 'lines' in content) ||
    (type === 'proposal' && 'proposal' in content) ||
    (type === 'checkpoint' && 'checkpoint_summary' in content)
  )
}

function RawSubject({ gate, opened, onOpen }: Shown) {
  const { subject } = gate
  const shown = 'plan' in subject ? subject.plan : 'document' in subject ? subject.document : {}
  return (
    <div className={classes.document}>
      <ScrolledText
        mono
        limit={4000}
        label="All of it as data"
        readKey={WHOLE}
        text={JSON.stringify(shown, null, 2)}
        isRead={opened.includes(WHOLE)}
        onRead={() => onOpen(WHOLE)}
      />
    </div>
  )
}

/** The fields of a gate of somebody's own type, or the subject as it is. */
function SubjectData(props: Shown) {
  const fields = gateFields(props.gate)
  return fields === undefined ? <RawSubject {...props} /> : <GateFieldList {...props} fields={fields} />
}

/** Much that is short is as easily overlooked as one long text: it counts as read once its end was on the screen. */
function ReadAll({ gate, unseen, onOpen }: Shown) {
  if (gate.status !== 'pending' || !unseen.includes(WHOLE)) return null
  return <ReadEnd onSeen={() => onOpen(WHOLE)} />
}

/** Whether a review is about its files alone. */
function isBare({ subject, artifacts }: Gate): boolean {
  if (artifacts.length === 0 || !('plan' in subject || 'document' in subject)) return false
  return Object.keys('plan' in subject ? subject.plan : subject.document).length === 0
}

function titleOf(gate: Gate, count: number): string {
  const words = gate.status === 'pending' ? 'What will run' : 'What was decided on'
  return count === 1 ? words : `${words}: ${count} calls, in this order`
}
