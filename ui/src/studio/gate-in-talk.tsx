import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { headingPartsOf } from 'soulgate/contracts/act-line'
import type { Gate } from 'soulgate/contracts/gate'
import { useCardKeys } from '../application/use-keys.tsx'
import { CardBody } from '../inbox/card-body.tsx'
import { toolCallsOf } from '../inbox/decision-draft.ts'
import { typeName } from '../inbox/gate-words.ts'
import { Standing } from '../inbox/standing.tsx'
import { useCard } from '../inbox/use-card.ts'
import { ActText } from '../text/act-text.tsx'
import { LongAgentText } from '../text/agent-text.tsx'
import { Countdown } from '../time/countdown.tsx'
import classes from './talk.module.css'

/** A gate of the talk, decided where it came up, by the parts and the keys of the inbox's card. */
export function GateInTalk({ gate }: { readonly gate: Gate }) {
  const element = useRef<HTMLElement>(null)
  const card = useCard(gate, element)
  const [shownAt, setShownAt] = useState(() => performance.now())
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view starts the time anew
  useEffect(() => setShownAt(performance.now()), [gate.gate_id, gate.view_digest])
  useCardKeys({ shownAt, run: card.run, pick: card.pick })
  return (
    <article ref={element} tabIndex={-1} className={classes.gate} aria-label="Waits for your decision">
      <header className={classes.gateHead}>
        <h2>{typeName(gate.type)}</h2>
        {gate.expires_at && <Countdown createdAt={gate.created_at} expiresAt={gate.expires_at} />}
        <Link to="/inbox/$gateId" params={{ gateId: gate.gate_id }}>
          The whole card
        </Link>
      </header>
      <Standing gate={gate} />
      {toolCallsOf(gate).length === 0 && (
        <div>
          <p>
            <ActText parts={headingPartsOf(gate)} />
          </p>
          <LongAgentText text={gate.briefing.details} />
        </div>
      )}
      <CardBody gate={gate} card={card} onDecided={() => element.current?.focus({ preventScroll: true })} />
    </article>
  )
}
