import { toIso } from '../../../base/clock.ts'
import type { AutonomyEvidence, AutonomySuspension } from '../../../contracts/autonomy-contract.ts'
import type { Actor, EventType } from '../../../contracts/event.ts'
import type { GateDefinition } from '../../../contracts/gate-definition.ts'
import type { Grant } from '../../../contracts/grant.ts'
import type { JsonObject } from '../../../contracts/json-value.ts'
import type { ToolCall } from '../../../contracts/tool-call.ts'
import type { EventDraft, StoreTransaction } from '../../../store/store.ts'
import { grantEvent, STANDING_REASON, SYSTEM_ACTOR, traceArguments } from '../../gate/gate.ts'
import { effectiveAnnotations } from '../../tools/tools.ts'
import type { SuspensionReason } from '../contract.ts'
import type { ContractEnvironment } from './contract-environment.ts'
import { begunAnew, toContract } from './evidence.ts'
import { putContract, putHeldAgain, putUsage, readUsage, type StoredContract } from './records.ts'

export interface Suspending {
  readonly because: AutonomySuspension
  /** What happened, in a sentence. */
  readonly detail: string
  readonly actor?: Actor
  /** The contract before the evidence that takes it back began anew. */
  readonly before?: StoredContract
  /** The definition of the tool that stands now, where it changed. */
  readonly definition_hash?: string
}

/** After which suspensions the evidence begins anew, with δ halved; after the others it stands. */
const ANEW: Partial<Readonly<Record<AutonomySuspension, SuspensionReason>>> = {
  spot_checks: 'spot_checks',
  reports: 'reports',
  harm: 'harm',
  definition: 'changed',
  model: 'changed',
  guideline: 'changed',
}

/**
 * Takes a contract back inside the caller's transaction, which has locked it: what was released and did not begin is put
 * before people, a gate tells the owner, and the evidence that led to it stands in the audit chain.
 */
export async function suspendContract(
  environment: ContractEnvironment,
  tx: StoreTransaction,
  contract: StoredContract,
  suspending: Suspending,
): Promise<readonly EventDraft[]> {
  const { because, detail, definition_hash, actor = SYSTEM_ACTOR } = suspending
  const nowMs = environment.clock.now()
  const at = toIso(nowMs)
  const usage = await readUsage(tx, contract.contract_id)
  const { state } = suspending.before ?? contract
  const before = toContract({ ...contract, state }, { usage, unsettled: 0, nowMs })
  const reason = ANEW[because]
  const { opened_at: _open, ...closed } = reason === undefined ? contract : begunAnew(contract, reason)
  const suspended: StoredContract = {
    ...closed,
    suspended_because: because,
    suspended_at: at,
    suspended_detail: detail,
    ...(definition_hash === undefined ? {} : { definition_hash }),
    ...(reason === undefined ? {} : { model: environment.model(), rules_since: at }),
  }
  await putContract(tx, suspended, at)
  const anew = reason === undefined ? {} : { released: 0, reported: [] }
  await putUsage(tx, contract.contract_id, { ...usage, ...anew, outstanding: [] }, at)
  const evidence: JsonObject = { ...before.evidence }
  const told = { because, detail, evidence, delta: before.delta }
  const events = [
    contractEvent(suspended, { type: 'autonomy_suspended', at, actor, payload: told }),
    ...(await holdAgain(environment, tx, {
      contract,
      grants: usage.outstanding.map(({ grant_id }) => grant_id),
      detail,
      at,
    })),
  ]
  const gate = await environment
    .gates()
    .open(tx, noticeOf(environment, { contract: suspended, told, before: before.evidence }))
  return [...events, environment.gates().openedEvent(gate)]
}

/** Grants that were given and not used are void, and people are asked about their calls, as many as one may ask about. */
async function holdAgain(
  environment: ContractEnvironment,
  tx: StoreTransaction,
  {
    contract,
    grants,
    detail,
    at,
  }: {
    readonly contract: StoredContract
    readonly grants: readonly string[]
    readonly detail: string
    readonly at: string
  },
): Promise<readonly EventDraft[]> {
  const events: EventDraft[] = []
  const { gate_ttl_seconds: ttl, limits } = await environment.settings()
  let asked = 0
  for (const id of grants) {
    const grant = await tx.lockGrant(id)
    if (grant?.status !== 'issued') continue
    await tx.updateGrant({ ...grant, status: 'revoked' })
    events.push(grantEvent(grant, { type: 'grant_revoked', at, actor: SYSTEM_ACTOR, because: detail }))
    const isExpired = grant.expires_at !== undefined && grant.expires_at <= at
    if (isExpired || asked >= limits.open_gates_per_key) continue
    asked += 1
    const gate = await environment.gates().open(tx, {
      gate_id: environment.ids.newId('gate'),
      terms: { type: 'tool_approval' },
      ...(grant.session_id === undefined ? {} : { session_id: grant.session_id }),
      requested_by: grant.holder,
      agent: contract.requester.replace(/^agent:/, ''),
      details: 'It was released and had not begun when its contract of autonomy was suspended.',
      subject: { tool_calls: [grantedCall(environment, grant)] },
      why_held: [STANDING_REASON],
      ttl_seconds: ttl,
      ...(grant.outside_run_id === undefined ? {} : { context: { outside_run_id: grant.outside_run_id } }),
    })
    await putHeldAgain(tx, grant.grant_id, gate.gate_id, at)
    events.push(environment.gates().openedEvent(gate))
  }
  return events
}

const UNDECLARED = { input_schema: {}, claimed: true }

function grantedCall({ tools }: Pick<ContractEnvironment, 'tools'>, grant: Grant): ToolCall {
  const tool = tools.get(grant.tool)
  const { annotations, reversibility } = effectiveAnnotations(tool)
  const { call_id, arguments: args, digest } = grant
  const traced = { tool: grant.tool, arguments: args, definition: tool ?? UNDECLARED }
  return {
    ...{ call_id, tool: grant.tool, arguments: args, digest, annotations, reversibility },
    description: tool?.description ?? '',
    claimed: tool?.claimed ?? true,
    definition_hash: tool?.definition_hash ?? 'undeclared',
    origins: [...traceArguments(traced, { personTexts: [], trustedReads: [], untrustedReads: [] })],
  }
}

/** How people see the notice, in this order; what programs read of it stands in the context. */
const NOTICE: GateDefinition = {
  name: 'autonomy_suspended',
  title: 'Autonomy taken back',
  claimed: false,
  fields: {
    type: 'object',
    properties: {
      calls: { title: 'Which calls' },
      detail: { title: 'What happened' },
      what_it_means: { title: 'What it means' },
      ran: { title: 'What ran by itself' },
      spot_checks: { title: 'Spot checks' },
      before: { title: 'Evidence it rested on' },
      next: { title: 'If it gathers evidence again' },
      contract_id: { title: 'Contract, in the room Autonomy' },
    },
  },
}

/** The question to the owner: gather evidence anew, or end it. */
function noticeOf(
  { ids }: Pick<ContractEnvironment, 'ids'>,
  {
    contract,
    told,
    before: { right, wrong, released, reported, ...checks },
  }: {
    readonly contract: StoredContract
    readonly told: JsonObject & { readonly because: AutonomySuspension }
    readonly before: AutonomyEvidence
  },
) {
  const { contract_id, tool, requester, owner, suspended_detail: detail = '' } = contract
  const agent = requester.replace(/^agent:/, '')
  return {
    gate_id: ids.newId('gate'),
    terms: { type: 'confidence_threshold' as const, threshold: 'mandatory' as const },
    requested_by: 'system:autonomy',
    agent: 'autonomy',
    summary: `${agent} may not call ${tool} by itself any more`,
    subject: {
      document: {
        calls: `${tool} by ${agent}: ${contract.shape.map(line => line.replace(/^\//, '')).join(', ') || 'no arguments'}`,
        what_it_means: 'People decide each of these calls again; nothing runs by the contract.',
        ran: `Calls: ${released}. Reported, undone or failed: ${reported}`,
        spot_checks: `${checks.spot_checks} decided, ${checks.spot_checks_wrong} of them wrong; ${checks.spot_checks_expired} answered by nobody`,
        before: `${right} right and ${wrong} wrong decisions of people`,
        next:
          ANEW[told.because] === undefined
            ? 'The evidence stands: it opens again as soon as you say so.'
            : 'The evidence begins anew, and more of it is needed than before.',
        contract_id,
        detail,
      },
      stage: 'autonomy_suspended',
    },
    definition: NOTICE,
    why_held: [{ source: 'policy' as const, text: detail }],
    options: [
      { id: 'approve', label: 'Let it gather evidence', decision: 'approve' as const },
      { id: 'reject', label: 'End the contract', decision: 'reject' as const },
    ],
    assignee: owner,
    context: { autonomy_contract: contract_id, ...told },
    ttl_seconds: null,
  }
}

/** What happened to a contract, in the audit chain. */
export function contractEvent(
  { contract_id, scope, requester, tool }: StoredContract,
  about: { type: EventType; at: string; actor: Actor; payload?: JsonObject },
): EventDraft {
  const payload = { contract_id, scope, requester, tool, ...about.payload }
  return { stream: 'system', type: about.type, at: about.at, actor: about.actor, payload }
}
