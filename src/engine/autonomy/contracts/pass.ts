import { toIso } from '../../../base/clock.ts'
import type { EventDraft, StoreTransaction } from '../../../store/store.ts'
import { SYSTEM_ACTOR } from '../../gate/gate.ts'
import { statusOf } from './consider.ts'
import type { ContractEnvironment } from './contract-environment.ts'
import { withLabel } from './evidence.ts'
import { store } from './learn.ts'
import {
  deleteDue,
  forgetCalls,
  lockContract,
  putCallRecord,
  putContract,
  readCall,
  readContracts,
  readDue,
  type StoredContract,
} from './records.ts'
import { contractEvent, suspendContract } from './suspend.ts'

const KEPT_MS = 90 * 86_400_000

/** One look at every contract: labels that are due, what is over, what is to be suspended. A transaction each. */
export async function passContracts(environment: ContractEnvironment): Promise<void> {
  for (const { contract_id } of await readContracts(environment.store)) {
    const due = await readDue(environment.store, contract_id)
    const at = toIso(environment.clock.now())
    await environment.store.transact(async tx => {
      const contract = await lockContract(tx, contract_id, at)
      if (contract === undefined || contract.ended_at !== undefined) return
      const settled = due.filter(({ settles_at }) => settles_at <= at).map(({ call_id }) => call_id)
      const events = await passOne(environment, tx, { contract, settled })
      if (events.length > 0) await tx.appendEvents(events)
    })
  }
}

async function passOne(
  environment: ContractEnvironment,
  tx: StoreTransaction,
  { contract, settled }: { readonly contract: StoredContract; readonly settled: readonly string[] },
): Promise<readonly EventDraft[]> {
  const nowMs = environment.clock.now()
  const at = toIso(nowMs)
  if (statusOf(contract, nowMs) === 'ended') {
    await putContract(tx, { ...contract, ended_at: at }, at)
    const about = { type: 'autonomy_ended', at, actor: SYSTEM_ACTOR } as const
    return [contractEvent(contract, { ...about, payload: { because: 'its time is over' } })]
  }
  if (statusOf(contract, nowMs) === 'open' && (await environment.isStopped(tx))) {
    const detail = 'Everything was stopped. It stays suspended until a person resumes it.'
    return suspendContract(environment, tx, contract, { because: 'stop', detail })
  }
  await forgetCalls(tx, contract.contract_id, toIso(nowMs - KEPT_MS))
  let next = contract
  for (const callId of settled) {
    const record = await readCall(tx, callId)
    await deleteDue(tx, callId)
    if (record?.label !== 'unsettled') continue
    await putCallRecord(tx, { ...record, label: 'right' }, at)
    if (record.epoch === next.state.suspensions) next = withLabel(next, true)
  }
  return next === contract ? [] : store(environment, tx, { before: contract, next })
}
