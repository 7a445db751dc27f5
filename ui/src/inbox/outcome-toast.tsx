import { useQueries } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import { client } from '../application/client.ts'
import { useDecidedHere } from './decided-here.ts'
import { isEditHeld, outcomeText } from './gate-words.ts'

// Needed only after a decision took effect.
const OutcomeLine = lazy(async () => ({ default: (await import('./outcome-line.tsx')).OutcomeLine }))

/** What came of the newest decision of this tab, once it took effect: done, failed, or asked again. */
export function OutcomeToast() {
  const act = useDecidedHere().at(-1) ?? []
  const states = useQueries({
    queries: act.map(gateId => ({ queryKey: ['gate', gateId], queryFn: () => client.gates.get(gateId) })),
  })
  const gates = states.flatMap(({ data }) => data ?? [])
  const ended = gates.filter(gate => outcomeText(gate) !== undefined || isEditHeld(gate))
  if (act.length === 0 || gates.length < act.length || ended.length < gates.length) return null
  // The worst comes first: it is the one to look at.
  const [first] = ended.toSorted((a, b) => rankOf(a) - rankOf(b))
  return first === undefined ? null : (
    <Suspense>
      <OutcomeLine key={act.join()} gate={first} act={act} others={ended.length - 1} />
    </Suspense>
  )
}

function rankOf(gate: Gate): number {
  const order = ['failed', 'partly', undefined, 'undone', 'succeeded']
  return order.indexOf(gate.outcome?.outcome)
}
