import { toIso } from '../../base/clock.ts'
import type { AutonomyScopes, AutonomySuggestions, CallEstimates } from '../../contracts/autonomy.ts'
import type {
  AutonomyContract,
  AutonomyContractDetail,
  AutonomyContracts,
  ChangeAutonomy,
  GrantAutonomy,
  ReportCall,
} from '../../contracts/autonomy-contract.ts'
import type { Principal } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import { may } from '../../engine/access/access.ts'
import { DEFAULT_DELTA, DEFAULT_TARGET, toScopes } from '../../engine/autonomy/autonomy.ts'
import type { Engine } from '../engine.ts'
import { unknownGate } from '../visibility.ts'
import { createEstimates } from './estimates.ts'
import { readLabels } from './read-labels.ts'
import { findSuggestions } from './suggestions.ts'

/** What people’s own decisions say about the calls of agents, and what is earned by it. For people, never for agents. */
export interface AutonomyPart {
  /** Over the last `windowMs`, scope by scope. Nothing runs by it. */
  scopes(who: Principal, windowMs: number): Promise<AutonomyScopes | Refusal>
  /** What would have saved questions of the last month, each tried on it; a reviewer may save one, nothing is made. */
  suggestions(who: Principal): Promise<AutonomySuggestions | Refusal>
  /** How probable it is that people find the calls of a gate right; what was learned is at most a minute old. */
  estimates(who: Principal, gateId: string): Promise<CallEstimates | Refusal>
  /** Newest first. */
  contracts(who: Principal): Promise<AutonomyContracts | Refusal>
  contract(who: Principal, id: string): Promise<AutonomyContractDetail | Refusal>
  /** Needs a reviewer, as does every change. The evidence begins with the first decision that is known. */
  grant(who: Principal, terms: GrantAutonomy): Promise<AutonomyContract | Refusal>
  change(who: Principal, id: string, change: ChangeAutonomy): Promise<AutonomyContract | Refusal>
  /** Says that a call which ran was wrong, or harmful, which suspends its contract at once. */
  report(who: Principal, callId: string, report: ReportCall): Promise<{ readonly refused?: false } | Refusal>
  /** Settles labels that are due, ends and suspends what is to be; a working process does so every minute. */
  pass(): Promise<void>
}

/** Habits of this time are looked at. */
const SUGGESTED_MS = 30 * 86_400_000

export function createAutonomy(engine: Engine): AutonomyPart {
  const { clock, contracts } = engine
  const estimates = createEstimates(engine)
  return {
    scopes: async (who, windowMs) => {
      const refused = refuseReading(who)
      if (refused) return refused
      const since = toIso(clock.now() - windowMs)
      const { labels, truncated } = await readLabels(engine, since)
      return { scopes: [...toScopes(labels)], since, truncated, target: DEFAULT_TARGET, delta: DEFAULT_DELTA }
    },
    suggestions: async who => {
      if (who.kind === 'agent' || !may(who.role, 'gate.decide'))
        return refuse('forbidden', `A ${who.role} gets no suggestions; a reviewer does.`)
      const { labels } = await readLabels(engine, toIso(clock.now() - SUGGESTED_MS))
      return { suggestions: [...(await findSuggestions(engine, who, labels))] }
    },
    estimates: async (who, gateId) => {
      const gate = await engine.store.getGate(gateId)
      return refuseReading(who) ?? (gate === undefined ? unknownGate(gateId) : estimates.of(gate))
    },
    contracts: async who =>
      refuseReading(who) ?? {
        contracts: (await contracts.list()).toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1)),
      },
    contract: async (who, id) => refuseReading(who) ?? contracts.show(id),
    grant: async (who, terms) => {
      const refused = refuseManaging(who) ?? (await refuseOwner(engine, terms))
      if (refused) return refused
      const { labels } = await readLabels(engine, '')
      return contracts.grant({ who, terms, labels: labels.filter(({ scope }) => scope === terms.scope) })
    },
    change: async (who, id, change) => refuseManaging(who) ?? contracts.change(who, id, change),
    report: async (who, callId, report) => refuseManaging(who) ?? contracts.report(who, callId, report),
    pass: () => contracts.pass(),
  }
}

function refuseReading(who: Principal): Refusal | undefined {
  if (who.kind !== 'agent' && may(who.role, 'autonomy.read')) return undefined
  return refuse('forbidden', `A ${who.role} may not read how often people agreed.`)
}

function refuseManaging(who: Principal): Refusal | undefined {
  if (who.kind !== 'agent' && may(who.role, 'autonomy.manage')) return undefined
  return refuse('forbidden', `A ${who.role} may not grant or change autonomy; a reviewer may.`)
}

async function refuseOwner(
  { store }: Pick<Engine, 'store'>,
  { owner }: Pick<GrantAutonomy, 'owner'>,
): Promise<Refusal | undefined> {
  if (owner === undefined || (await store.getDocument('person', owner)) !== undefined) return undefined
  const errors = [{ field: 'owner', message: 'is the id of no registered person' }]
  return refuse('invalid', `There is no person ${owner}.`, { errors })
}
