import { toIso } from '../../base/clock.ts'
import type { PolicyReplay, PolicyReplayLine, PolicyReplayRequest } from '../../contracts/policy-replay.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import { may } from '../../engine/access/access.ts'
import {
  describeCall,
  type KeptPolicy,
  keepPolicy,
  POLICY_DOCUMENT,
  type ReleaseInput,
  type ReleasePolicy,
  restorePolicy,
} from '../../engine/gate/gate.ts'
import { type ReplayEnvironment, type ReplayPlan, replayPolicy } from '../../engine/policy/policy.ts'
import type { StoredVerdict, VerdictFilter } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { createAnswers } from './answers.ts'
import type { PolicyPart } from './policy-part.ts'
import { triedContracts } from './try-contracts.ts'
import { tryPermissions } from './try-permissions.ts'

const DAY_MS = 86_400_000
const PAGE_SIZE = 200

export function createPolicy(engine: Engine): PolicyPart {
  return {
    replay: async (who, request) => {
      if (!may(who.role, 'policy.replay'))
        return refuse('forbidden', `A ${who.role} may not try policies on what happened.`)
      const lines = await planReplay(engine, request)
      return isRefusal(lines) ? lines : { lines }
    },
  }
}

/** What is tried, and what it is compared with: the policy that stands, or that without some of its guidelines. */
type Tried = PolicyReplayRequest & { readonly before?: { readonly without: readonly string[] } }

/** The same to its end, for what the program itself wants to know. */
export async function tryPolicy(engine: Engine, tried: Tried): Promise<PolicyReplay | Refusal> {
  const lines = await planReplay(engine, tried)
  if (isRefusal(lines)) return lines
  for await (const line of lines) if ('result' in line) return line.result
  throw new TypeError('a replay ends in its result')
}

async function planReplay(
  engine: Engine,
  { before, ...request }: Tried,
): Promise<AsyncGenerator<PolicyReplayLine> | Refusal> {
  const now = await standingOf(engine)
  const standing =
    before === undefined
      ? now
      : await triedOf(engine, now, { ...request, without: [...before.without], guidelines: [] })
  if (isRefusal(standing)) return standing
  const tried = await triedOf(engine, now, request)
  if (isRefusal(tried)) return tried
  const nowMs = engine.clock.now()
  const { agent, tool, limit } = request
  const filter = {
    ...{ from: sinceOf(request.since, nowMs), to: toIso(nowMs + 1) },
    ...(agent === undefined ? {} : { agent }),
    ...(tool === undefined ? {} : { tool }),
  }
  const environment = environmentOf(engine, filter)
  const lay = await layingOf(engine, request, { environment, policy: tried ?? now })
  return replayPolicy(environment, {
    ...{ since: filter.from, until: filter.to, of: await engine.store.countVerdicts(filter), limit },
    ...{ standing: standing ?? now, standingDigest: keepPolicy(standing ?? now).digest },
    ...(tried === undefined ? {} : { tried }),
    ...(lay === undefined ? {} : { lay }),
  })
}

/** Lays the permissions and contracts that are tried over what verdicts were made from. */
async function layingOf(
  engine: Engine,
  { permissions, contracts }: Pick<Tried, 'permissions' | 'contracts'>,
  {
    environment: { answerOf },
    policy,
  }: { readonly environment: ReplayEnvironment; readonly policy: ReleasePolicy },
): Promise<ReplayPlan['lay']> {
  if (permissions === undefined && contracts === undefined) return undefined
  const under = permissions && (await tryPermissions(engine, permissions))
  const withContracts = contracts && triedContracts(engine, contracts, { answerOf, policy })
  return async (input, verdict) => {
    const { standing, tried } = (await under?.(input)) ?? { standing: input, tried: input }
    return { standing, tried: (await withContracts?.(tried, verdict)) ?? tried }
  }
}

function sinceOf(since: string, nowMs: number): string {
  return since.endsWith('d') ? toIso(nowMs - Number(since.slice(0, -1)) * DAY_MS) : since
}

async function standingOf({ guidelines, settings }: Engine): Promise<ReleasePolicy> {
  const [{ compiled }, standing] = await Promise.all([guidelines.current(), settings.get()])
  return { compiled, settings: standing }
}

/** What stands with the drafts laid over it; undefined where nothing is tried. */
async function triedOf(
  { guidelines, settings }: Engine,
  standing: ReleasePolicy,
  {
    guidelines: drafts = [],
    without = [],
    settings: patch,
  }: Pick<Tried, 'guidelines' | 'without' | 'settings'>,
): Promise<ReleasePolicy | Refusal | undefined> {
  if (drafts.length === 0 && without.length === 0 && patch === undefined) return undefined
  const drafted = await guidelines.draft(drafts, without)
  if (isRefusal(drafted)) return drafted
  if (patch === undefined) return { ...standing, compiled: drafted.compiled }
  const previewed = await settings.preview(patch)
  return isRefusal(previewed) ? previewed : { compiled: drafted.compiled, settings: previewed.settings }
}

function environmentOf(engine: Engine, filter: VerdictFilter): ReplayEnvironment {
  const { store, catalog, clock } = engine
  const policies = new Map<string, ReleasePolicy | undefined>()
  return {
    verdicts: () => readVerdicts(store, filter),
    policyOf: async digest => {
      if (!policies.has(digest)) policies.set(digest, await readPolicy(store, digest))
      return policies.get(digest)
    },
    answerOf: createAnswers(store),
    act: input => actOf(catalog, input),
    turn: () => new Promise(done => setImmediate(done)),
    now: clock.now,
  }
}

async function* readVerdicts(store: Engine['store'], filter: VerdictFilter): AsyncGenerator<StoredVerdict> {
  let cursor: string | undefined
  do {
    const page = { limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) }
    const { items, next_cursor: next } = await store.listVerdicts(filter, page)
    yield* items
    cursor = next
  } while (cursor !== undefined)
}

async function readPolicy(store: Engine['store'], digest: string): Promise<ReleasePolicy | undefined> {
  const document = await store.getDocument(POLICY_DOCUMENT, digest)
  if (document === undefined) return undefined
  // Written by the release rule from checked values, so reading it back proves nothing twice.
  const kept = document.body as unknown as KeptPolicy
  return restorePolicy(kept)
}

function actOf(catalog: Engine['catalog'], { calls }: ReleaseInput): string {
  const [first, ...others] = calls
  if (first === undefined) return ''
  const act = describeCall(catalog, first.call)
  return others.length === 0 ? act : `${act} and ${others.length} more`
}
