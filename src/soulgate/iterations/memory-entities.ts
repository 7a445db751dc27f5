import { MemoryEntityName, type MemoryEntitySummary } from '../../contracts/iteration.ts'
import type { Principal } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { IterationReader } from '../../engine/iterations/iterations.ts'
import type { Store, StoredRun } from '../../store/store.ts'
import { canSee } from '../visibility.ts'
import type { EntityVersions } from './iterations-part.ts'

interface EntityParts {
  readonly store: Store
  readonly reader: IterationReader
}

interface EntityFilter {
  readonly plan_id?: string
  readonly session_id?: string
}

const MAX_PLANS = 100

/** What plans left in memory, without their content; newest plan first. */
export async function readEntities(
  parts: EntityParts,
  who: Principal,
  filter: EntityFilter,
): Promise<readonly MemoryEntitySummary[]> {
  const runs = await plansOf(parts, who, filter)
  const entities = await Promise.all(
    runs.flatMap(run => MemoryEntityName.options.map(name => parts.reader.entity(planIdOf(run), name))),
  )
  return entities.flatMap(entity => {
    if (entity === undefined) return []
    const { content: _content, ...summary } = entity
    return [summary]
  })
}

/** One entity of the named plan, or of the newest that has it, with the versions of its session. */
export async function readEntityVersions(
  parts: EntityParts,
  { who, name, planId }: { who: Principal; name: string; planId: string | undefined },
): Promise<EntityVersions | Refusal> {
  const known = MemoryEntityName.safeParse(name)
  if (!known.success) return unknownEntity(name, `It is one of ${MemoryEntityName.options.join(', ')}.`)
  const runs = await plansOf(parts, who, planId === undefined ? {} : { plan_id: planId })
  for (const run of runs) {
    const entity = await parts.reader.entity(planIdOf(run), known.data)
    if (entity === undefined) continue
    const siblings = await plansOf(parts, who, { session_id: run.session_id })
    const versions = await Promise.all(siblings.map(each => parts.reader.entity(planIdOf(each), known.data)))
    return {
      ...entity,
      versions: versions
        .flatMap(each => (each === undefined ? [] : [each]))
        .map(({ plan_id, version, created_at }) => ({ plan_id, version, created_at }))
        .toSorted((a, b) => a.version - b.version),
    }
  }
  return unknownEntity(name, 'A plan in iterations writes it when it is complete.')
}

async function plansOf(
  { store, reader }: EntityParts,
  who: Principal,
  filter: EntityFilter,
): Promise<readonly StoredRun[]> {
  if (filter.plan_id !== undefined) {
    const run = await reader.runOf(filter.plan_id)
    const fits = run?.kind === 'iteration' && canSee(who, run)
    return fits && (filter.session_id === undefined || run.session_id === filter.session_id) ? [run] : []
  }
  const own = who.role === 'agent' ? { principal: who.id } : {}
  const { session_id } = filter
  const session = session_id === undefined ? {} : { session_id }
  const { items } = await store.listRuns(
    { kind: 'iteration', status: 'completed', ...session, ...own },
    { limit: MAX_PLANS },
  )
  return items
}

function planIdOf({ run_id }: StoredRun): string {
  return `plan_${run_id.replace(/^run_/, '')}`
}

function unknownEntity(name: string, what: string): Refusal {
  return refuse('not_found', `There is no memory entity ${name} here. ${what}`)
}
