import { toIso } from '../../../base/clock.ts'
import {
  AutonomyCall,
  type AutonomyContract,
  type AutonomyContractDetail,
  type ChangeAutonomy,
  type GrantAutonomy,
} from '../../../contracts/autonomy-contract.ts'
import type { Principal } from '../../../contracts/principal.ts'
import { type Refusal, refuse } from '../../../contracts/refusal.ts'
import type { EventDraft, StoreReader, StoreTransaction } from '../../../store/store.ts'
import { actorOf, callsOf, describeCall } from '../../gate/gate.ts'
import { effectiveAnnotations } from '../../tools/tools.ts'
import { DEFAULT_DELTA } from '../contract.ts'
import { LABEL_WINDOW_MS, type ScopeLabel } from '../labels.ts'
import { findUnseen } from '../shape.ts'
import { statusOf, withoutValues, withSeen } from './consider.ts'
import type { ContractEnvironment } from './contract-environment.ts'
import { startState, toContract, withLabel } from './evidence.ts'
import { store } from './learn.ts'
import {
  type CallRecord,
  lockContract,
  NO_USAGE,
  putCallRecord,
  putContract,
  putDue,
  putUsage,
  readCall,
  readContract,
  readContracts,
  readDue,
  readUsage,
  type StoredContract,
} from './records.ts'
import { contractEvent, suspendContract } from './suspend.ts'

const MAX_LIFE_MS = 366 * 86_400_000

export interface Granting {
  readonly who: Principal
  readonly terms: GrantAutonomy
  /** Everything that people decided in the scope, in order of the decisions. */
  readonly labels: readonly ScopeLabel[]
}

/** Makes a contract from what people decided in its scope so far. It opens at once where that suffices. */
export async function grantContract(
  environment: ContractEnvironment,
  { who, terms, labels }: Granting,
): Promise<AutonomyContract | Refusal> {
  const nowMs = environment.clock.now()
  const refusal = refuseGrant(environment, { who, terms, labels })
  const [first] = labels
  if (refusal !== undefined || first === undefined)
    return refusal ?? refuse('not_found', 'Nobody has decided on a call of this scope yet.')
  const at = toIso(nowMs)
  const started = startContract(environment, { who, terms, label: first, nowMs })
  const { contract, unsettled } = learnFromHistory(started, labels)
  return environment.store.transact(async tx => {
    const standing = (await readContracts(tx)).find(
      each => each.scope === terms.scope && statusOf(each, nowMs) !== 'ended',
    )
    if (standing !== undefined) {
      const detail = `Contract ${standing.contract_id} is about these calls already. Change or end it first.`
      return refuse('version_conflict', detail)
    }
    const granted = contractEvent(contract, {
      type: 'autonomy_granted',
      at,
      actor: actorOf(who),
      payload: { ...terms, ends_at: contract.ends_at, owner: contract.owner, delta: DEFAULT_DELTA },
    })
    for (const { call_id, gate_id, decided_at } of unsettled) {
      const settles_at = toIso(Date.parse(decided_at) + LABEL_WINDOW_MS)
      const record = { call_id, gate_id, contract_id: contract.contract_id, epoch: 0, settles_at }
      const told = { at: decided_at, would: 'release', decided: 'approved', label: 'unsettled' } as const
      await putCallRecord(tx, { ...record, ...told }, at)
      await putDue(tx, record, at)
    }
    const latest = unsettled.map(({ call_id }) => call_id).toReversed()
    await putUsage(tx, contract.contract_id, { ...NO_USAGE, latest: latest.slice(0, 50) }, at)
    await tx.appendEvents([granted, ...(await store(environment, tx, { before: started, next: contract }))])
    const standingNow = (await readContract(tx, contract.contract_id)) ?? contract
    return showContract(tx, standingNow, nowMs)
  })
}

function refuseGrant(
  { tools, clock }: Pick<ContractEnvironment, 'tools' | 'clock'>,
  { terms, labels }: Granting,
): Refusal | undefined {
  const [first] = labels
  if (first === undefined) return undefined
  const invalid = (field: string, message: string) =>
    refuse('invalid', `The contract cannot be granted: ${field} ${message}.`, {
      errors: [{ field, message }],
    })
  const ends = Date.parse(terms.ends_at)
  if (!(ends > clock.now())) return invalid('ends_at', 'lies in the past')
  if (ends - clock.now() > MAX_LIFE_MS) return invalid('ends_at', 'is more than a year away')
  if (terms.max_per_day < terms.max_per_hour) return invalid('max_per_day', 'is below max_per_hour')
  const tool = tools.get(first.tool)
  if (tool?.definition_hash !== first.definition_hash)
    return invalid('scope', `is about a definition of ${first.tool} that does not stand any more`)
  const effective = effectiveAnnotations(tool)
  if (!effective.declared || first.claimed)
    return invalid('scope', `is about ${first.tool}, and nobody has confirmed what that does`)
  if (effective.reversibility !== 'reversible' || first.reversibility !== 'reversible')
    return invalid('scope', `is about ${first.tool}, which is not reversible here`)
  const places = new Set(first.shape.magnitudes.map(({ place }) => place))
  const unknown = Object.keys(terms.amount_limits).find(place => !places.has(place))
  return unknown === undefined
    ? undefined
    : invalid(
        `amount_limits.${unknown}`,
        `is no number of these calls; they have ${[...places].join(', ') || 'none'}`,
      )
}

function startContract(
  { ids, random, model }: Pick<ContractEnvironment, 'ids' | 'random' | 'model'>,
  {
    who,
    terms,
    label,
    nowMs,
  }: {
    readonly who: Principal
    readonly terms: GrantAutonomy
    readonly label: ScopeLabel
    readonly nowMs: number
  },
): StoredContract {
  const at = toIso(nowMs)
  const state = startState(terms)
  return {
    ...terms,
    contract_id: ids.newId('contract'),
    ends_at: toIso(Date.parse(terms.ends_at)),
    owner: terms.owner ?? who.id,
    requester: label.requester,
    tool: label.tool,
    definition_hash: label.definition_hash,
    shape: [...label.shape.parts],
    suspensions: 0,
    granted_by: who.id,
    created_at: at,
    updated_at: at,
    seed: Array.from({ length: 8 }, () => random.uint32().toString(16).padStart(8, '0')).join(''),
    base: state,
    state,
    checks: [],
    spot_checks: { decided: 0, wrong: 0, expired: 0 },
    seen: { largest: {}, named: {} },
    model: model(),
    rules_since: at,
  }
}

/**
 * The evidence of what people decided before: of calls that the contract could have released, each in the order in which
 * it became a label. The evidence of a scope begins with the first decision that is known, whenever its contract is granted.
 */
function learnFromHistory(
  started: StoredContract,
  labels: readonly ScopeLabel[],
): { readonly contract: StoredContract; readonly unsettled: readonly ScopeLabel[] } {
  let contract = started
  const known: ScopeLabel[] = []
  for (const label of labels) {
    const { shape } = label
    const isLong = shape.longTexts.some(place => !started.harmless_texts.includes(place))
    const isUnseen = findUnseen(withoutValues(shape, contract), contract.seen).length > 0
    if (label.could_release && !isLong && !isUnseen) known.push(label)
    if (label.label !== 'wrong' && label.approved) contract = withSeen(contract, shape)
  }
  const settledAt = ({ label, decided_at }: ScopeLabel) =>
    Date.parse(decided_at) + (label === 'right' ? LABEL_WINDOW_MS : 0)
  for (const { label } of known.toSorted((a, b) => settledAt(a) - settledAt(b)))
    if (label === 'right' || label === 'wrong') contract = withLabel(contract, label === 'right')
  return { contract, unsettled: known.filter(({ label }) => label === 'unsettled') }
}

const WORDS = { shadow: 'kept in shadow', resume: 'resumed', suspend: 'suspended', end: 'ended' } as const

/** Changes a contract as a person says. */
export async function changeContract(
  environment: ContractEnvironment,
  { who, id, change, because }: ChangeAutonomy & { readonly who: Principal; readonly id: string },
): Promise<AutonomyContract | Refusal> {
  const at = toIso(environment.clock.now())
  return environment.store.transact(async tx => {
    const contract = await lockContract(tx, id, at)
    if (contract === undefined) return refuse('not_found', `There is no contract ${id}.`)
    const changed = await applyChange(environment, tx, { who, contract, change, because })
    if (changed.refused) return changed
    await tx.appendEvents(changed.events)
    const standing = (await readContract(tx, id)) ?? contract
    return showContract(tx, standing, environment.clock.now())
  })
}

/** The same inside the caller's transaction, which has locked the contract and appends the events. */
export async function applyChange(
  environment: ContractEnvironment,
  tx: StoreTransaction,
  {
    who,
    contract,
    change,
    because,
  }: {
    readonly who: Pick<Principal, 'kind' | 'id' | 'name'>
    readonly contract: StoredContract
    readonly change: ChangeAutonomy['change']
    readonly because: string | undefined
  },
): Promise<{ readonly refused?: false; readonly events: readonly EventDraft[] } | Refusal> {
  const nowMs = environment.clock.now()
  const at = toIso(nowMs)
  const actor = { kind: who.kind, id: who.id }
  const status = statusOf(contract, nowMs)
  if (status === 'ended')
    return refuse('version_conflict', `Contract ${contract.contract_id} has ended. Grant another one.`)
  const told = because === undefined ? {} : { because }
  if (change === 'suspend') {
    if (status === 'suspended') return { events: [] }
    const detail = `${who.name} suspended it${because === undefined ? '.' : `: ${because}`}`
    return {
      events: await suspendContract(environment, tx, contract, { because: 'person', detail, actor }),
    }
  }
  if (change === 'end') {
    await putContract(tx, { ...contract, ended_at: at }, at)
    return { events: [contractEvent(contract, { type: 'autonomy_ended', at, actor, payload: told })] }
  }
  const { suspended_because: _why, suspended_at: _at, suspended_detail: _detail, ...standing } = contract
  const next: StoredContract =
    change === 'shadow' ? { ...contract, stays_in_shadow: true } : { ...standing, stays_in_shadow: false }
  const payload = { change: WORDS[change], ...told }
  const event = contractEvent(contract, { type: 'autonomy_changed', at, actor, payload })
  return { events: [event, ...(await store(environment, tx, { before: contract, next }))] }
}

export async function showContract(
  reader: StoreReader,
  contract: StoredContract,
  nowMs: number,
): Promise<AutonomyContract> {
  const usage = await readUsage(reader, contract.contract_id)
  const due = await readDue(reader, contract.contract_id)
  return toContract(contract, { usage, unsettled: due.length, nowMs })
}

/** A contract with the calls that it saw lately; a spot check is told once it is decided. */
export async function showDetail(
  { tools }: Pick<ContractEnvironment, 'tools'>,
  reader: StoreReader,
  { contract, nowMs }: { readonly contract: StoredContract; readonly nowMs: number },
): Promise<AutonomyContractDetail> {
  const { latest } = await readUsage(reader, contract.contract_id)
  const records = (await Promise.all(latest.map(id => readCall(reader, id)))).flatMap(record =>
    record === undefined || (record.decided === undefined && record.would !== 'released') ? [] : [record],
  )
  const acts = await readActs(tools, reader, records)
  const calls = records.map(record => {
    const act = acts.get(record.call_id)
    return AutonomyCall.parse({ ...record, ...(act === undefined ? {} : { act }) })
  })
  const decided = calls.filter(({ would }) => would === 'release')
  const agreed = decided.filter(({ label }) => label === 'right' || label === 'unsettled').length
  return {
    contract: await showContract(reader, contract, nowMs),
    calls,
    shadow: {
      agreed,
      disagreed: decided.filter(({ label }) => label === 'wrong').length,
      would_ask: calls.filter(({ would }) => would === 'ask').length,
    },
  }
}

/** What calls do, as on their cards: read from the gates that asked about them and the grants that let them run. */
async function readActs(
  tools: ContractEnvironment['tools'],
  reader: StoreReader,
  records: readonly CallRecord[],
): Promise<ReadonlyMap<string, string>> {
  const gates = await reader.getGates(records.flatMap(({ gate_id }) => gate_id ?? []))
  const asked = gates.flatMap(gate => callsOf(gate).map(call => [call.call_id, call] as const))
  const ran = records.filter(({ gate_id }) => gate_id === undefined)
  const grants = (await Promise.all(ran.map(({ call_id }) => reader.listGrants({ call_id })))).flat()
  const calls = [...asked, ...grants.map(grant => [grant.call_id, grant] as const)]
  return new Map(calls.map(([id, call]) => [id, describeCall(tools, call)]))
}
