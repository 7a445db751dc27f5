import { toIso } from '../../../base/clock.ts'
import type { ToolCall } from '../../../contracts/tool-call.ts'
import type { StoreReader } from '../../../store/store.ts'
import type { CallFacts } from '../../gate/gate.ts'
import { readGuideline } from '../../guardrails/guardrails.ts'
import { consider, statusOf } from './consider.ts'
import type { ContractEnvironment } from './contract-environment.ts'
import { begunAnew } from './evidence.ts'
import { isAbout, shapeIn } from './learn.ts'
import {
  type ContractUsage,
  lockContract,
  NO_USAGE,
  putContract,
  readUsage,
  type StoredContract,
} from './records.ts'
import { type Suspending, suspendContract } from './suspend.ts'

export interface FoundCall {
  readonly call: ToolCall
  readonly facts: CallFacts
  /** Guidelines that hold or deny the call. */
  readonly rules: readonly string[]
  readonly contracts: readonly StoredContract[]
}

/** The contract that lets a call run; one whose agent, tool or guidelines changed is suspended instead. */
export async function findContract(
  environment: ContractEnvironment,
  { call, facts, rules, contracts }: FoundCall,
): Promise<string | undefined> {
  const { store, clock } = environment
  const requester = facts.requested_by
  if (requester === undefined) return undefined
  const named = contracts.filter(each => each.tool === call.tool)
  if (named.length === 0) return undefined
  const nowMs = clock.now()
  const shape = shapeIn(environment, call)
  const contract = named.find(
    each => statusOf(each, nowMs) !== 'ended' && isAbout(each, { requester, tool: call.tool, shape }),
  )
  if (contract === undefined) return undefined
  const change = await findChange(environment, contract, { call, facts, rules })
  if (change !== undefined) {
    await suspendChanged(environment, contract.contract_id, change)
    return undefined
  }
  if (statusOf(contract, nowMs) !== 'open') return undefined
  const usage = await usageBefore(store, contract.contract_id, call.call_id)
  return consider(contract, { call, shape, usage, nowMs }).outcome === 'run'
    ? contract.contract_id
    : undefined
}

/** What a call is counted beside. One that has its grant was let in already: its hour and day are counted as it begins. */
async function usageBefore(reader: StoreReader, id: string, callId: string): Promise<ContractUsage> {
  const usage = await readUsage(reader, id)
  return usage.outstanding.some(given => given.call_id === callId) ? NO_USAGE : usage
}

async function findChange(
  { store, model }: ContractEnvironment,
  contract: StoredContract,
  { call, facts, rules }: Pick<FoundCall, 'call' | 'facts' | 'rules'>,
): Promise<Suspending | undefined> {
  if (call.definition_hash !== contract.definition_hash) {
    const detail = `The tool ${contract.tool} has another definition than the one that people decided about.`
    return { because: 'definition', detail, definition_hash: call.definition_hash }
  }
  if (facts.executing_run_id !== undefined && contract.model !== undefined && contract.model !== model())
    return modelChange(contract)
  const newer = await findNewer(store, rules, contract.rules_since)
  if (newer === undefined) return undefined
  const detail = `Guideline ${newer} was made or changed after the evidence began, and it touches these calls.`
  return { because: 'guideline', detail }
}

function modelChange({ requester }: Pick<StoredContract, 'requester'>): Suspending {
  return { because: 'model', detail: `Another language model stands behind ${requester} than before.` }
}

async function findNewer(
  reader: StoreReader,
  rules: readonly string[],
  since: string,
): Promise<string | undefined> {
  for (const id of new Set(rules)) {
    const standing = await readGuideline(reader, id)
    if (standing.found && standing.guideline !== undefined && standing.guideline.updated_at > since)
      return standing.guideline.name
  }
  return undefined
}

/** In a transaction of its own. One that is suspended already begins its evidence anew and asks nobody again. */
async function suspendChanged(
  environment: ContractEnvironment,
  contractId: string,
  change: Suspending,
): Promise<void> {
  const nowMs = environment.clock.now()
  const at = toIso(nowMs)
  await environment.store.transact(async tx => {
    const contract = await lockContract(tx, contractId, at)
    if (contract === undefined || statusOf(contract, nowMs) === 'ended') return
    const { definition_hash = contract.definition_hash } = change
    if (change.because === 'definition' && contract.definition_hash === definition_hash) return
    if (contract.suspended_because === undefined) {
      await tx.appendEvents(await suspendContract(environment, tx, contract, change))
      return
    }
    const anew = { definition_hash, model: environment.model(), rules_since: at }
    await putContract(tx, { ...begunAnew(contract, 'changed'), ...anew }, at)
  })
}
