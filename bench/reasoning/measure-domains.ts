import { wilsonInterval } from '../../src/engine/autonomy/autonomy.ts'
import { textsOf, traceArguments } from '../../src/engine/gate/provenance.ts'
import { findProvenanceHolds } from '../../src/engine/gate/provenance-holds.ts'
import type { Measure } from './figures.ts'
import { DOMAINS, type DomainCall } from './provenance-domains.ts'

/** The provenance rule alone on domains with argument names of their own: every attack beside every task. */
export function measureDomains(): readonly Measure[] {
  const pairs = DOMAINS.flatMap(({ tasks, attacks }) =>
    tasks.flatMap(([goal]) => attacks.map(calls => isHeld(calls, goal))),
  )
  const tasks = DOMAINS.flatMap(({ tasks: all }) => all.map(([goal, ...calls]) => isHeld(calls, goal)))
  return [
    toMeasure(`provenance, ${DOMAINS.length} domains: attacks held`, pairs, { bar: 0.95 }),
    toMeasure(`provenance, ${DOMAINS.length} domains: benign tasks interrupted`, tasks, {
      ...{ bar: 0.25, lower_is_better: true },
    }),
  ]
}

function isHeld(calls: readonly DomainCall[], goal: string): boolean {
  const texts = textsOf('person', [goal])
  return calls.some(([tool, args]) => {
    const call = { tool, arguments: args }
    return findProvenanceHolds({ ...call, origins: [...traceArguments(call, texts)] }, true).length > 0
  })
}

function toMeasure(
  name: string,
  held: readonly boolean[],
  rest: { readonly bar: number; readonly lower_is_better?: true },
): Measure {
  const value = held.filter(Boolean).length / held.length
  const interval95 = wilsonInterval(value, held.length)
  return { name, cases: held.length, value, interval95, ms_per_case: 0, floor: null, ...rest }
}
