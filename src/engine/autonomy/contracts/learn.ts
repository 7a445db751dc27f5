import { toIso } from '../../../base/clock.ts'
import type { AutonomyCall, AutonomySuspension } from '../../../contracts/autonomy-contract.ts'
import type { Actor } from '../../../contracts/event.ts'
import type { Gate } from '../../../contracts/gate.ts'
import type { Grant } from '../../../contracts/grant.ts'
import type { ToolCall } from '../../../contracts/tool-call.ts'
import type { EventDraft, StoreTransaction } from '../../../store/store.ts'
import { callsOf, isStandingReason, SYSTEM_ACTOR } from '../../gate/gate.ts'
import { isPerson, LABEL_WINDOW_MS, labelsOf } from '../labels.ts'
import { type CallShape, shapeOf } from '../shape.ts'
import { consider, statusOf, withSeen } from './consider.ts'
import type { ContractEnvironment } from './contract-environment.ts'
import { isTakenBackByReports, isUnanswered, withChangedCheck, withCheck, withLabel } from './evidence.ts'
import {
  type CallRecord,
  type ContractUsage,
  deleteDue,
  lockContract,
  putCallRecord,
  putContract,
  putDecidedAt,
  putDue,
  putUsage,
  readCall,
  readDecidedAt,
  readUsage,
  type StoredContract,
} from './records.ts'
import { contractEvent, suspendContract } from './suspend.ts'

const MAX_LATEST = 50

/** The shape of a call as the tool stands now. */
export function shapeIn({ tools }: Pick<ContractEnvironment, 'tools'>, call: ToolCall): CallShape {
  return shapeOf({ ...call, input_schema: tools.get(call.tool)?.input_schema ?? {} })
}

/** Whether a contract is about calls of this requester, tool and shape; its definition may have changed. */
export function isAbout(
  contract: Pick<StoredContract, 'requester' | 'tool' | 'shape'>,
  call: { readonly requester: string; readonly tool: string; readonly shape: Pick<CallShape, 'parts'> },
): boolean {
  const { parts } = call.shape
  return (
    contract.requester === call.requester &&
    contract.tool === call.tool &&
    contract.shape.length === parts.length &&
    contract.shape.every((part, at) => part === parts[at])
  )
}

/** The one call of a gate that people are asked about for no other reason than that it writes. */
function plainCallOf(gate: Gate): ToolCall | undefined {
  const [call, ...more] = callsOf(gate)
  return more.length === 0 && gate.why_held.every(isStandingReason) ? call : undefined
}

/** Writes down what a contract would have done with the call of a gate that was just opened. */
export async function rememberOpened(
  environment: ContractEnvironment,
  tx: StoreTransaction,
  { gate, contracts }: { readonly gate: Gate; readonly contracts: readonly StoredContract[] },
): Promise<void> {
  const call = plainCallOf(gate)
  if (call === undefined) return
  const nowMs = environment.clock.now()
  const at = toIso(nowMs)
  const shape = shapeIn(environment, call)
  const found = contracts.find(
    each =>
      each.definition_hash === call.definition_hash &&
      statusOf(each, nowMs) !== 'ended' &&
      isAbout(each, { requester: gate.requested_by, tool: call.tool, shape }),
  )
  const contract = found && (await lockContract(tx, found.contract_id, at))
  if (contract === undefined) return
  const usage = await readUsage(tx, contract.contract_id)
  const verdict = consider(contract, { call, shape, usage, nowMs })
  const isOpen = statusOf(contract, nowMs) === 'open'
  const record: CallRecord = {
    call_id: call.call_id,
    gate_id: gate.gate_id,
    contract_id: contract.contract_id,
    epoch: contract.state.suspensions,
    at,
    label: 'none',
    ...toWould(verdict, isOpen),
  }
  await putCallRecord(tx, record, at)
  await putUsage(tx, contract.contract_id, withLatest(usage, call.call_id), at)
}

/** What lies between the verdict and the opening of the gate is no fair draw: such a call is asked and says nothing. */
function toWould(
  verdict: ReturnType<typeof consider>,
  isOpen: boolean,
): Pick<CallRecord, 'would' | 'because' | 'share'> {
  if (verdict.outcome === 'ask') return { would: 'ask', because: verdict.because }
  if (!isOpen) return { would: 'release' }
  if (verdict.outcome === 'spot_check') return { would: 'spot_check', share: verdict.share }
  return { would: 'ask', because: 'It did not stand open when the call was proposed.' }
}

export function withLatest(usage: ContractUsage, callId: string): ContractUsage {
  return { ...usage, latest: [callId, ...usage.latest.filter(id => id !== callId)].slice(0, MAX_LATEST) }
}

/** Learns from a gate that ended. The contract is ours until the transaction ends. */
export async function learnFromEnded(
  environment: ContractEnvironment,
  tx: StoreTransaction,
  gate: Gate,
): Promise<readonly EventDraft[]> {
  const nowMs = environment.clock.now()
  const at = toIso(nowMs)
  const decision = gate.decisions.findLast(({ late }) => !late)
  const isByPerson = decision !== undefined && isPerson(decision.decided_by)
  const before = isByPerson ? await readDecidedAt(tx, decision.decided_by) : undefined
  if (isByPerson) await putDecidedAt(tx, decision.decided_by, decision.decided_at)
  const call = plainCallOf(gate)
  const record = call && (await readCall(tx, call.call_id))
  if (call === undefined || record?.gate_id !== gate.gate_id || record.decided !== undefined) return []
  const contract = await lockContract(tx, record.contract_id, at)
  if (contract === undefined) return []
  const label = isByPerson ? labelOf(environment, gate, { nowMs, before }) : 'none'
  const shape = shapeIn(environment, call)
  const isApproved = gate.call_decisions[call.call_id] === 'approve' && label !== 'wrong'
  return settleRecord(environment, tx, {
    contract: isApproved ? withSeen(contract, shape) : contract,
    record: { ...record, decided: gate.status, at, label },
    actor: isByPerson ? { kind: 'person', id: decision.decided_by } : SYSTEM_ACTOR,
  })
}

function labelOf(
  { tools }: Pick<ContractEnvironment, 'tools'>,
  gate: Gate,
  { nowMs, before }: { readonly nowMs: number; readonly before: number | undefined },
): AutonomyCall['label'] {
  const [label] = labelsOf([gate], {
    now_ms: nowMs,
    schemaOf: ({ tool }) => tools.get(tool)?.input_schema,
    ...(before === undefined ? {} : { decided_before_ms: () => before }),
  })
  return label?.label ?? 'none'
}

interface Settling {
  readonly contract: StoredContract
  readonly record: CallRecord
  readonly actor: Actor
}

async function settleRecord(
  environment: ContractEnvironment,
  tx: StoreTransaction,
  { contract, record, actor }: Settling,
): Promise<readonly EventDraft[]> {
  const nowMs = environment.clock.now()
  const at = toIso(nowMs)
  const isCurrent = record.epoch === contract.state.suspensions
  if (record.would === 'spot_check' && isCurrent) {
    const isSilent = record.decided !== 'approved' && record.label === 'none'
    const outcome = isSilent ? 'expired' : record.label === 'wrong' ? 'wrong' : 'right'
    await putCallRecord(tx, { ...record, label: outcome === 'expired' ? 'none' : outcome }, at)
    // Approved faster than anybody reads: it was no look.
    if (!isSilent && record.label === 'none') return keep(tx, contract, at)
    const { call_id, share = contract.spot_check_share } = record
    const next = withCheck(contract, { call_id, share, outcome, at })
    const payload = { call_id, outcome, share }
    const event = contractEvent(contract, { type: 'autonomy_spot_check', at, actor, payload })
    return [event, ...(await store(environment, tx, { before: contract, next }))]
  }
  const counts = record.would === 'release' && isCurrent
  if (counts && record.label === 'unsettled') {
    const settles_at = toIso(nowMs + LABEL_WINDOW_MS)
    await putCallRecord(tx, { ...record, settles_at }, at)
    await putDue(tx, { ...record, settles_at }, at)
    return keep(tx, contract, at)
  }
  await putCallRecord(tx, counts ? record : { ...record, label: 'none' }, at)
  if (!counts || record.label === 'none') return keep(tx, contract, at)
  return store(environment, tx, { before: contract, next: withLabel(contract, record.label === 'right') })
}

async function keep(tx: StoreTransaction, contract: StoredContract, at: string): Promise<readonly []> {
  await putContract(tx, contract, at)
  return []
}

/** Keeps what evidence made of a contract: it opened, it was taken back, or neither. */
export async function store(
  environment: ContractEnvironment,
  tx: StoreTransaction,
  { before, next }: { readonly before: StoredContract; readonly next: StoredContract },
): Promise<readonly EventDraft[]> {
  const nowMs = environment.clock.now()
  const at = toIso(nowMs)
  if (next.state.suspensions > before.state.suspensions) {
    const { decided, wrong, expired } = next.spot_checks
    const detail = `Of ${decided + expired} spot checks ${wrong} were wrong and ${expired} were answered by nobody: more than was promised.`
    return suspendContract(environment, tx, next, { because: 'spot_checks', detail, before })
  }
  if (statusOf(next, nowMs) === 'open' && isUnanswered(next, nowMs)) {
    const detail = 'More than a fifth of the spot checks of the last week were answered by nobody.'
    return suspendContract(environment, tx, next, { because: 'unanswered', detail })
  }
  const opens = statusOf(next, nowMs) === 'open' && next.opened_at === undefined
  await putContract(tx, opens ? { ...next, opened_at: at } : next, at)
  if (!opens) return []
  const [{ right, wrong } = { right: 0, wrong: 0 }] = next.state.bands
  const payload = { right, wrong, target: next.target }
  return [contractEvent(next, { type: 'autonomy_opened', at, actor: SYSTEM_ACTOR, payload })]
}

const DETAILS = { failed: 'failed', undone: 'was taken back', wrong: 'was reported as wrong' } as const

/** Learns that a call which ran was wrong after all, however it came to run. Null where no contract knows it. */
export async function learnFromWrong(
  environment: ContractEnvironment,
  tx: StoreTransaction,
  wrong: {
    readonly callId: string
    readonly how: 'failed' | 'undone' | 'wrong' | 'harmful'
    readonly actor: Actor
    readonly text?: string
  },
): Promise<readonly EventDraft[] | null> {
  const at = toIso(environment.clock.now())
  const seen = await readCall(tx, wrong.callId)
  const contract = seen && (await lockContract(tx, seen.contract_id, at))
  const record = contract && (await readCall(tx, wrong.callId))
  if (contract === undefined || record === undefined) return null
  const { how, actor, text } = wrong
  const told = { call_id: record.call_id, verdict: how, ...(text === undefined ? {} : { text }) }
  const event = contractEvent(contract, { type: 'autonomy_reported', at, actor, payload: told })
  await putCallRecord(tx, { ...record, reported: how, label: 'wrong' }, at)
  await deleteDue(tx, record.call_id)
  return [event, ...(await weigh(environment, tx, { contract, record, how }))]
}

async function weigh(
  environment: ContractEnvironment,
  tx: StoreTransaction,
  {
    contract,
    record,
    how,
  }: {
    readonly contract: StoredContract
    readonly record: CallRecord
    readonly how: 'failed' | 'undone' | 'wrong' | 'harmful'
  },
): Promise<readonly EventDraft[]> {
  const at = toIso(environment.clock.now())
  const isCurrent = record.epoch === contract.state.suspensions
  const isOpen = statusOf(contract, environment.clock.now()) === 'open'
  const usage =
    isCurrent && record.would === 'released' && record.index !== undefined
      ? await countReport(tx, contract, { index: record.index, at })
      : undefined
  if (how === 'harmful' && contract.suspended_because !== 'harm')
    return suspend(environment, tx, {
      contract,
      because: 'harm',
      detail: `A person reported call ${record.call_id} as harmful.`,
    })
  if (!isCurrent) return []
  if (usage !== undefined) {
    if (!isOpen || !isTakenBackByReports(contract, usage)) return []
    const said = how === 'harmful' ? 'was reported' : DETAILS[how]
    const detail = `Of ${usage.released} calls that ran by it ${usage.reported.length} were reported, undone or failed, which is more than was promised; the last one ${said}.`
    return suspend(environment, tx, { contract, because: 'reports', detail })
  }
  if (record.would === 'spot_check')
    return store(environment, tx, { before: contract, next: withChangedCheck(contract, record.call_id) })
  if (record.label === 'unsettled')
    return store(environment, tx, { before: contract, next: withLabel(contract, false) })
  return []
}

async function countReport(
  tx: StoreTransaction,
  { contract_id }: StoredContract,
  { index, at }: { readonly index: number; readonly at: string },
): Promise<ContractUsage> {
  const usage = await readUsage(tx, contract_id)
  const next = { ...usage, reported: [...new Set([...usage.reported, index])] }
  await putUsage(tx, contract_id, next, at)
  return next
}

function suspend(
  environment: ContractEnvironment,
  tx: StoreTransaction,
  {
    contract,
    ...why
  }: {
    readonly contract: StoredContract
    readonly because: AutonomySuspension
    readonly detail: string
  },
): Promise<readonly EventDraft[]> {
  if (statusOf(contract, environment.clock.now()) === 'ended') return Promise.resolve([])
  return suspendContract(environment, tx, contract, why)
}

/** Whether a grant rests on a contract, and on which. */
export function contractOf({ issued_by }: Pick<Grant, 'issued_by'>): string | undefined {
  return /^policy:contract:([^+]+)/.exec(issued_by)?.[1]
}
