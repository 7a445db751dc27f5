import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { headingOf } from 'soulgate/contracts/act-line'
import type { Gate } from 'soulgate/contracts/gate'
import { useCardKeys } from '../application/use-keys.tsx'
import { CardBody } from '../inbox/card-body.tsx'
import { typeName } from '../inbox/gate-words.ts'
import { Standing } from '../inbox/standing.tsx'
import { useCard } from '../inbox/use-card.ts'
import { useGate } from '../inbox/use-gates.ts'
import { FailureState, LoadingState } from '../states/states.tsx'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import { Countdown } from '../time/countdown.tsx'
import plans from './plans.module.css'

/** The gates that a plan waits at. The place stays when a gate goes, so that the keyboard goes on from there. */
export function PlanGates({ gateIds }: { readonly gateIds: readonly string[] }) {
  const place = useRef<HTMLElement>(null)
  return (
    <section
      ref={place}
      className={plans.gates}
      tabIndex={-1}
      aria-label={gateIds.length > 0 ? 'What it waits for' : undefined}
    >
      {gateIds.map(gateId => (
        <PlanGate
          key={gateId}
          gateId={gateId}
          onDecided={() => place.current?.focus({ preventScroll: true })}
        />
      ))}
    </section>
  )
}

/** One gate, answered here by the parts and the keys of the inbox's card. */
function PlanGate({ gateId, onDecided }: { readonly gateId: string; readonly onDecided: () => void }) {
  const gate = useGate(gateId)
  if (gate.data) return <OpenGate gate={gate.data} onDecided={onDecided} />
  if (gate.isError) return <FailureState error={gate.error} onRetry={() => void gate.refetch()} />
  return <LoadingState label="Reading what it waits for" lines={3} />
}

function OpenGate({ gate, onDecided }: { readonly gate: Gate; readonly onDecided: () => void }) {
  const element = useRef<HTMLElement>(null)
  const card = useCard(gate, element)
  const [shownAt, setShownAt] = useState(() => performance.now())
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view starts the time anew
  useEffect(() => setShownAt(performance.now()), [gate.gate_id, gate.view_digest])
  useCardKeys({ shownAt, run: card.run, pick: card.pick })
  return (
    <article ref={element} tabIndex={-1} className={plans.gate} aria-label="Waits for your decision">
      <header className={plans.gateHead}>
        <h2>{typeName(gate.type)}</h2>
        {gate.expires_at && <Countdown createdAt={gate.created_at} expiresAt={gate.expires_at} />}
        <Link to="/inbox/$gateId" params={{ gateId: gate.gate_id }}>
          The whole card
        </Link>
      </header>
      <Standing gate={gate} />
      <div>
        <p>
          <AgentText text={headingOf(gate)} />
        </p>
        {gate.briefing.details && <LongAgentText text={gate.briefing.details} limit={1_200} />}
      </div>
      <CardBody gate={gate} card={card} onDecided={onDecided} />
    </article>
  )
}
