import { toIso } from '../../../base/clock.ts'
import type { Grant } from '../../../contracts/grant.ts'
import { type Refusal, refuse } from '../../../contracts/refusal.ts'
import type { StoreTransaction } from '../../../store/store.ts'
import { ranLately, statusOf, stillOutstanding, withRelease } from './consider.ts'
import type { ContractEnvironment } from './contract-environment.ts'
import { contractOf, withLatest } from './learn.ts'
import { lockContract, putCallRecord, putUsage, readUsage } from './records.ts'

/** Notes a grant that was given by a contract; false where the contract does not stand open any more. */
export async function noteIssued(
  { clock }: Pick<ContractEnvironment, 'clock'>,
  tx: StoreTransaction,
  grant: Grant,
): Promise<boolean> {
  const id = contractOf(grant)
  if (id === undefined) return true
  const nowMs = clock.now()
  const at = toIso(nowMs)
  const contract = await lockContract(tx, id, at)
  if (contract === undefined || statusOf(contract, nowMs) !== 'open') return false
  const usage = await readUsage(tx, id)
  const { grant_id, call_id, expires_at = contract.ends_at } = grant
  const outstanding = [...stillOutstanding(usage, nowMs), { grant_id, call_id, expires_at }]
  await putUsage(tx, id, { ...usage, outstanding }, at)
  return true
}

/**
 * The last look of a contract, in the transaction that consumes its grant: it still stands open, and its hour and day are
 * not used up, counted over all processes. Then the call counts.
 */
export async function takeByContract(
  { clock }: Pick<ContractEnvironment, 'clock'>,
  tx: StoreTransaction,
  grant: Grant,
): Promise<Refusal | undefined> {
  const id = contractOf(grant)
  if (id === undefined) return undefined
  const nowMs = clock.now()
  const at = toIso(nowMs)
  const contract = await lockContract(tx, id, at)
  if (contract === undefined || statusOf(contract, nowMs) !== 'open')
    return noRelease('its contract of autonomy does not stand open any more')
  const usage = await readUsage(tx, id)
  const ran = ranLately(usage, nowMs)
  if (ran.ran_last_hour >= contract.max_per_hour)
    return noRelease('the calls of its contract for this hour are used up')
  if (ran.ran_last_day >= contract.max_per_day)
    return noRelease('the calls of its contract for this day are used up')
  const outstanding = usage.outstanding.filter(given => given.grant_id !== grant.grant_id)
  const counted = { ...withLatest(usage, grant.call_id), outstanding, minutes: withRelease(usage, nowMs) }
  await putUsage(tx, id, { ...counted, released: usage.released + 1 }, at)
  const record = { contract_id: id, epoch: contract.state.suspensions, index: usage.released }
  const { call_id } = grant
  await putCallRecord(tx, { ...record, call_id, at, would: 'released', label: 'none' }, at)
  return undefined
}

function noRelease(because: string): Refusal {
  return refuse('grant_revoked', `The grant is void: ${because}.`, { data: { ask_people: true } })
}
