import { lazy, type Ref, Suspense, useEffect, useImperativeHandle, useRef } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import type { CardCommand } from '../application/keys.ts'
import { AgentSays } from './agent-says.tsx'
import { CardBody } from './card-body.tsx'
import { CardHead } from './card-head.tsx'
import { Evidence } from './evidence.tsx'
import classes from './inbox.module.css'
import { Standing } from './standing.tsx'
import { useCard } from './use-card.ts'

// Read last, so it comes last.
const SimilarDecisions = lazy(async () => ({
  default: (await import('./similar-decisions.tsx')).SimilarDecisions,
}))

/** What the keyboard asks of the card that is shown; true when it did something. */
export interface CardHandle {
  run(command: CardCommand): boolean
  /** Chooses an answer by its number, or lets the next key be about one call of several. */
  pick?(place: number): boolean
}

/** One gate, always in the same order: what will run, why it was held, attached files, the verdict, the rest. */
export function DecisionCard(props: {
  readonly gate: Gate
  readonly onDecided: () => void
  /** True when somebody came here by deciding or by a key, so that reading goes on here. */
  readonly takesFocus?: boolean
  readonly ref?: Ref<CardHandle>
}) {
  const { gate, takesFocus } = props
  const element = useRef<HTMLElement>(null)
  const card = useCard(gate, element)
  useEffect(() => {
    if (takesFocus && isNowhere()) element.current?.focus({ preventScroll: true })
  }, [takesFocus])
  useImperativeHandle(props.ref, () => ({
    pick: card.pick,
    run: card.run,
  }))
  return (
    <article ref={element} className={classes.card} tabIndex={-1}>
      <CardHead gate={gate} />
      <Standing gate={gate} />
      <CardBody
        gate={gate}
        card={card}
        onDecided={isAll => {
          // The buttons go; what was read stays the place to go on from.
          element.current?.focus({ preventScroll: true })
          if (isAll) props.onDecided()
        }}
      />
      <Evidence gate={gate} />
      <AgentSays gate={gate} />
      <Suspense>
        <SimilarDecisions gate={gate} />
      </Suspense>
    </article>
  )
}

/** True when the focus was on something that is gone; a field or a link keeps it. */
function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}
