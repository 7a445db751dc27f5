import { toIso } from '../../../base/clock.ts'
import type {
  AutonomyContract,
  AutonomyContractDetail,
  ChangeAutonomy,
  ReportCall,
} from '../../../contracts/autonomy-contract.ts'
import type { Gate } from '../../../contracts/gate.ts'
import type { Principal } from '../../../contracts/principal.ts'
import { type Refusal, refuse } from '../../../contracts/refusal.ts'
import { type EventDraft, type StoreTransaction, watch } from '../../../store/store.ts'
import { actorOf, type ContractPort, SYSTEM_ACTOR } from '../../gate/gate.ts'
import { statusOf } from './consider.ts'
import type { ContractEnvironment } from './contract-environment.ts'
import { findContract } from './find-contract.ts'
import { learnFromEnded, learnFromWrong, rememberOpened } from './learn.ts'
import {
  applyChange,
  changeContract,
  type Granting,
  grantContract,
  showContract,
  showDetail,
} from './manage.ts'
import { passContracts } from './pass.ts'
import { CONTRACT_TOPIC, lockContract, readContract, readContracts, readHeldAgain } from './records.ts'
import { noteIssued, takeByContract } from './take.ts'

/** A suspension of another process is seen this soon even when its notice was lost. */
const MAX_AGE_MS = 1_000

export interface ContractService extends ContractPort {
  list(): Promise<readonly AutonomyContract[]>
  show(id: string): Promise<AutonomyContractDetail | Refusal>
  /** Who may is asked before. */
  grant(granting: Granting): Promise<AutonomyContract | Refusal>
  change(who: Principal, id: string, change: ChangeAutonomy): Promise<AutonomyContract | Refusal>
  /** A reviewer’s word that a call which ran was wrong; a harmful one suspends its contract at once. */
  report(who: Principal, callId: string, report: ReportCall): Promise<{ readonly refused?: false } | Refusal>
  /** Settles labels, ends what is over, suspends what changed. Called from time to time. */
  pass(): Promise<void>
  close(): void
}

export function createContractService(environment: ContractEnvironment): ContractService {
  const { store, clock } = environment
  const watched = watch({
    ...{ store, clock, topics: [CONTRACT_TOPIC], maxAgeMs: MAX_AGE_MS },
    read: () => readContracts(store),
  })
  const known = async (tx: StoreTransaction) => watched.last() ?? readContracts(tx)
  return {
    find: async (call, facts, rules) =>
      findContract(environment, { call, facts, rules, contracts: await watched.get() }),
    gateOpened: async (tx, gate) => {
      const contracts = await known(tx)
      if (contracts.length > 0) await rememberOpened(environment, tx, { gate, contracts })
    },
    gateEnded: async (tx, gate) => {
      if ((await known(tx)).length === 0) return []
      return [...(await obeyOwner(environment, tx, gate)), ...(await learnFromEnded(environment, tx, gate))]
    },
    issued: (tx, grant) => noteIssued(environment, tx, grant),
    take: (tx, grant) => takeByContract(environment, tx, grant),
    callEnded: async (tx, grant, how) => {
      if (grant === undefined || (await known(tx)).length === 0) return []
      const wrong = { callId: grant.call_id, how, actor: SYSTEM_ACTOR }
      return (await learnFromWrong(environment, tx, wrong)) ?? []
    },
    heldAgain: async (tx, grantId) => {
      const id = await readHeldAgain(tx, grantId)
      return id === undefined ? undefined : tx.getGate(id)
    },
    list: async () => {
      const contracts = await readContracts(store)
      const nowMs = clock.now()
      return Promise.all(contracts.map(contract => showContract(store, contract, nowMs)))
    },
    show: async id => {
      const contract = await readContract(store, id)
      return contract === undefined
        ? refuse('not_found', `There is no contract ${id}.`)
        : showDetail(environment, store, { contract, nowMs: clock.now() })
    },
    grant: granting => grantContract(environment, granting),
    change: (who, id, change) => changeContract(environment, { who, id, ...change }),
    report: (who, callId, report) => reportCall(environment, { who, callId, report }),
    pass: () => passContracts(environment),
    close: () => watched.close(),
  }
}

/** The owner’s answer to a suspension: evidence is gathered again, or the contract ends. */
async function obeyOwner(
  environment: ContractEnvironment,
  tx: StoreTransaction,
  gate: Gate,
): Promise<readonly EventDraft[]> {
  const id = gate.context?.autonomy_contract
  const decision = gate.decisions.findLast(({ late }) => !late)
  const isOurs = gate.requested_by === 'system:autonomy' && typeof id === 'string'
  if (!isOurs || decision === undefined) return []
  const contract = await lockContract(tx, id, toIso(environment.clock.now()))
  if (contract === undefined || statusOf(contract, environment.clock.now()) === 'ended') return []
  const { decided_by, decided_by_name: name = decided_by, reason: because } = decision
  const change = gate.status === 'approved' ? 'resume' : gate.status === 'rejected' ? 'end' : undefined
  if (change === undefined) return []
  const who = { kind: 'person' as const, id: decided_by, name }
  const changed = await applyChange(environment, tx, { who, contract, change, because })
  return changed.refused ? [] : changed.events
}

async function reportCall(
  environment: ContractEnvironment,
  { who, callId, report }: { readonly who: Principal; readonly callId: string; readonly report: ReportCall },
): Promise<{ readonly refused?: false } | Refusal> {
  const { verdict: how, text } = report
  return environment.store.transact(async tx => {
    const wrong = { callId, how, actor: actorOf(who), ...(text === undefined ? {} : { text }) }
    const events = await learnFromWrong(environment, tx, wrong)
    if (events === null) return refuse('not_found', `No contract of autonomy knows a call ${callId}.`)
    await tx.appendEvents(events)
    return {}
  })
}
