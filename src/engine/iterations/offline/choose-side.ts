import { DELIVERY_SIDE } from './delivery-side.ts'
import { DEMAND_SIDE } from './demand-side.ts'
import type { Dimension } from './dimension.ts'
import { instructionsIn, type PlanKind } from './read-brief.ts'
import { SPECIAL_SIDES } from './special-sides.ts'
import { STEERING_SIDE } from './steering-side.ts'

/** In which order a kind of plan is looked at; what matters most comes first. */
const ORDER: Readonly<Record<PlanKind, readonly string[]>> = {
  market: words(
    'audience market position channels roadmap risk money people measures environment quality scenarios priorities stakeholders',
  ),
  hiring: words(
    'scorecard sourcing people roadmap money risk measures quality stakeholders position scenarios priorities',
  ),
  migration: words(
    'inventory cutover risk roadmap people quality measures money stakeholders scenarios priorities environment',
  ),
  product: words(
    'audience position priorities roadmap measures risk channels money people market quality scenarios stakeholders environment',
  ),
  launch: words(
    'audience channels roadmap people risk measures money position quality market scenarios priorities stakeholders environment',
  ),
  savings: words('money inventory priorities risk people roadmap measures stakeholders quality scenarios'),
  event: words(
    'audience roadmap people money risk channels quality stakeholders measures scenarios priorities environment',
  ),
  general: words(
    'audience position roadmap people risk measures money priorities quality stakeholders scenarios environment market channels',
  ),
}

const ALL: readonly Dimension[] = [...DEMAND_SIDE, ...DELIVERY_SIDE, ...STEERING_SIDE, ...SPECIAL_SIDES]

/** The sides in the order in which a proposal announces them. */
function sidesOf(kind: PlanKind): readonly Dimension[] {
  return ORDER[kind].flatMap(id => ALL.filter(side => side.id === id))
}

/** The next side: what people asked for last comes before what is next in order; undefined when all were taken. */
export function nextSide(
  kind: PlanKind,
  { taken, guidance }: { readonly taken: readonly string[]; readonly guidance: readonly string[] },
): Dimension | undefined {
  const open = sidesOf(kind).filter(side => !taken.includes(side.id))
  const asked = guidance.toReversed().flatMap(text => calledIn(text, open))
  return asked[0] ?? open[0]
}

/** The titles of the first sides, in the order in which iterations would take them. */
export function plannedSides(kind: PlanKind, guidance: readonly string[], count: number): readonly string[] {
  const taken: Dimension[] = []
  while (taken.length < count) {
    const side = nextSide(kind, { taken: taken.map(({ id }) => id), guidance })
    if (side === undefined) break
    taken.push(side)
  }
  return taken.map(({ title }) => title)
}

/** The sides that a text asks for, in its order: by their titles where it lists them, by their words otherwise. */
function calledIn(text: string, sides: readonly Dimension[]): readonly Dimension[] {
  const byTitle = sides.filter(side => text.includes(side.title))
  const told = instructionsIn(text)
  const place = (side: Dimension): number =>
    byTitle.length > 0 ? text.indexOf(side.title) : told.search(side.called)
  return sides.filter(side => place(side) >= 0).toSorted((a, b) => place(a) - place(b))
}

function words(text: string): readonly string[] {
  return text.split(' ')
}
