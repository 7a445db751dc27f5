import { z } from 'zod'
import { JsonObject, JsonValue } from '../../../contracts/json-value.ts'
import type { PlanConflictConstraint, PlanConstraints } from '../../../contracts/plan.ts'
import { listText, type NamedConstraint } from './describe-conflict.ts'
import type { PlanToPlace } from './plan-project.ts'
import {
  applyRelaxation,
  candidatesOf,
  type Fits,
  patchTiming,
  type Relaxation,
  type Relaxed,
} from './relaxations.ts'

const TOGETHER = 'together'

/** Both values of a way out that needs two constraints to give way. */
const Parts = z.array(z.object({ constraint_id: z.string(), value: JsonValue })).length(2)

/** What can be asked of the scheduler while ways out are looked for. */
interface Trying {
  readonly fits: Fits
  /** What stands in the way of a plan that does not fit. */
  readonly inTheWay: (plan: PlanToPlace) => readonly NamedConstraint[]
}

/**
 * A way out that needs two constraints to give way, where none does alone: without the first, what is then in the way is
 * given as little room as helps, and then so is the first. Each value has been tried.
 */
export function relaxTogether(
  named: readonly NamedConstraint[],
  plan: PlanToPlace,
  { fits, inTheWay }: Trying,
): PlanConflictConstraint | undefined {
  for (const first of named) {
    const open = withoutConstraint(first, plan, fits)
    if (open === undefined) continue
    for (const second of inTheWay(open)) {
      if (second.constraint_id === first.constraint_id) continue
      const other = candidatesOf(second, open, fits).find(one => fits(one.plan) !== undefined)
      const given = other === undefined ? undefined : planWith(plan, second, other)
      if (other === undefined || given === undefined) continue
      const own = candidatesOf(first, given, fits).find(one => fits(one.plan) !== undefined)
      if (own !== undefined) return wayOut([first, own], [second, other])
    }
  }
  return undefined
}

function withoutConstraint(named: NamedConstraint, plan: PlanToPlace, fits: Fits): PlanToPlace | undefined {
  const [name, ...about] = named.constraint_id.split(':')
  if (name === 'task_deadline') return patchTiming(plan, about.join(':'), { deadline: undefined })
  if (name !== 'deadline') return candidatesOf(named, plan, fits).at(-1)?.plan
  const { deadline: _deadline, ...constraints } = plan.constraints
  return { ...plan, constraints }
}

function planWith(plan: PlanToPlace, named: NamedConstraint, { value }: Relaxation): PlanToPlace | undefined {
  const relaxed = applyRelaxation(plan.constraints, { ...named, can_relax: true }, value)
  if ('problem' in relaxed) return undefined
  return Object.entries(relaxed.nodes ?? {}).reduce(
    (changed, [id, { timing }]) => patchTiming(changed, id, JsonObject.parse(timing)),
    { ...plan, constraints: relaxed.constraints },
  )
}

type Part = readonly [NamedConstraint, Relaxation]

function wayOut(first: Part, second: Part): PlanConflictConstraint {
  const parts = [first, second]
  const texts = parts.map(([, { text }]) => text)
  return {
    constraint_id: `${TOGETHER}:${parts.map(([{ constraint_id: id }]) => id).join('+')}`,
    kind: TOGETHER,
    message: `It would fit if you ${listText(texts)}.`,
    node_ids: [...new Set(parts.flatMap(([{ node_ids: ids }]) => ids))],
    can_relax: true,
    suggestion: parts.map(([{ constraint_id: id }, { value }]) => ({ constraint_id: id, value })),
  }
}

/** Applies what a person chose, be it for one constraint or for two together; `to` replaces what was suggested. */
export function applyWayOut(
  constraints: PlanConstraints,
  constraint: PlanConflictConstraint,
  to: JsonValue | undefined,
): Relaxed {
  if (constraint.kind !== TOGETHER) return applyRelaxation(constraints, constraint, to)
  const parts = Parts.safeParse(to ?? constraint.suggestion)
  if (!parts.success)
    return { problem: 'Give two values as [{"constraint_id": …, "value": …}], or take what is suggested.' }
  let whole: Relaxed = { constraints, text: '' }
  for (const { constraint_id: id, value } of parts.data) {
    if ('problem' in whole) return whole
    const next = applyRelaxation(whole.constraints, { ...constraint, constraint_id: id }, value)
    whole = 'problem' in next ? next : both(whole, next)
  }
  return whole
}

type Applied = Exclude<Relaxed, { readonly problem: string }>

function both(one: Applied, other: Applied): Applied {
  const ids = [...new Set([...Object.keys(one.nodes ?? {}), ...Object.keys(other.nodes ?? {})])]
  const nodes = Object.fromEntries(ids.flatMap(id => timingOfBoth(id, one, other)))
  return {
    constraints: other.constraints,
    ...(ids.length === 0 ? {} : { nodes }),
    text: [one.text, other.text].filter(text => text !== '').join(' '),
  }
}

/** What both say of one node: times of its own and a deadline may be given up together. */
function timingOfBoth(id: string, one: Applied, other: Applied) {
  const timings = [one.nodes?.[id]?.timing, other.nodes?.[id]?.timing].filter(timing => timing !== undefined)
  return [[id, { timing: Object.assign({}, ...timings) as JsonValue }] as const]
}
