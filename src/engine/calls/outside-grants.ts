import { canonicalize } from '../../base/canonical-json.ts'
import { toIso } from '../../base/clock.ts'
import { digest } from '../../base/digest.ts'
import type { Gate, WhyHeld } from '../../contracts/gate.ts'
import type { Grant } from '../../contracts/grant.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { ToolResult } from '../../contracts/tool.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import type { LedgerCall, StoreTransaction } from '../../store/store.ts'
import {
  actorOf,
  callDigest,
  callsOf,
  consumeGrant,
  endedRunNamed,
  grantEvent,
  type HoldTerms,
  type Judgement,
  keepVerdict,
  namedContext,
  refuseConsumption,
  revokeGrants,
  STANDING_REASON,
  standingConditions,
  standsByRule,
  suspendReleasing,
  traceArguments,
} from '../gate/gate.ts'
import { effectiveAnnotations, holdsUnreadable, unreadableDetail } from '../tools/tools.ts'
import type { CallEnvironment } from './call-environment.ts'
import { scopeOf } from './propose-call.ts'

/** Consumes a grant once, for exactly its digest, by its holder, if nothing that came since forbids it. */
export async function consume(
  environment: CallEnvironment,
  attempt: { readonly who: Principal; readonly grantId: string; readonly digest: string },
): Promise<{ grant: Grant; idempotency_key: string } | Refusal> {
  const { who, grantId } = attempt
  const seen = await environment.store.getGrant(grantId)
  if (!seen || seen.run_id !== undefined) return refuse('not_found', `There is no grant ${grantId}.`)
  const isOwn = seen.status === 'issued' && seen.holder === who.id
  const look: LastLook = isOwn ? await lookAgain(environment, seen, who) : {}
  return environment.store.transact(async tx => {
    const grant = await tx.lockGrant(grantId)
    if (!grant) return refuse('not_found', `There is no grant ${grantId}.`)
    const now = toIso(environment.clock.now())
    const refusal = refuseConsumption(grant, { digest: attempt.digest, holder: who.id, now })
    if (refusal) return withGate(environment, tx, { refusal, grant })
    if (await environment.isStopped(tx))
      return refuse('stopped', 'Everything is stopped; an admin must lift the stop first.')
    if (look.judgement) await keepVerdict(tx, look.judgement, { purpose: 'consumption' })
    const named = look.judgement ? namedContext(look.judgement) : {}
    const objection: Objection | undefined = (await findEndedRun(tx, grant, who)) ?? look.objection
    if (objection) {
      await tx.updateGrant({ ...grant, status: 'revoked' })
      const about = {
        type: 'grant_revoked' as const,
        at: now,
        actor: actorOf(who),
        because: objection.detail,
        named,
      }
      await tx.appendEvents([grantEvent(grant, about)])
      return objection.hold === undefined ? objection : askAnew(environment, tx, { objection, grant, who })
    }
    const closed = await takeByContract(environment, tx, grant)
    if (closed) return askAgain(environment, tx, { closed, grant, who, now })
    return take(environment, tx, { grant, who, now, named })
  })
}

/** A grant of a contract of autonomy counts there; where contracts are not known, it is void. */
async function takeByContract(
  { contracts }: CallEnvironment,
  tx: StoreTransaction,
  grant: Grant,
): Promise<Refusal | undefined> {
  if (contracts !== undefined) return contracts.take(tx, grant)
  return grant.issued_by.startsWith('policy:contract:') ? voided('there are no contracts here.') : undefined
}

/** What a contract does not let run any more is put before people. */
async function askAgain(
  environment: CallEnvironment,
  tx: StoreTransaction,
  { closed, grant, who, now }: { closed: Refusal; grant: Grant; who: Principal; now: string },
): Promise<Refusal> {
  await tx.updateGrant({ ...grant, status: 'revoked' })
  const about = { type: 'grant_revoked' as const, at: now, actor: actorOf(who), because: closed.detail }
  await tx.appendEvents([grantEvent(grant, about)])
  const terms = { type: 'tool_approval', threshold: 'mandatory' } as const
  const hold = { call: grantedCall(environment, grant, []), terms, why_held: [STANDING_REASON] }
  return askAnew(environment, tx, { objection: { ...closed, hold }, grant, who })
}

/** A grant that was taken back with its contract names the gate that asks about its call. */
async function withGate(
  { contracts }: CallEnvironment,
  tx: StoreTransaction,
  { refusal, grant }: { readonly refusal: Refusal; readonly grant: Grant },
): Promise<Refusal> {
  if (refusal.code !== 'grant_revoked') return refusal
  const gate = await contracts?.heldAgain(tx, grant.grant_id)
  if (gate === undefined) return refusal
  return { ...refusal, detail: `${refusal.detail} Gate ${gate.gate_id} asks people about it.`, gate }
}

/** A grant dies with the run it was given for, whichever way that ended. */
async function findEndedRun(
  tx: StoreTransaction,
  { outside_run_id: name }: Grant,
  who: Principal,
): Promise<Refusal | undefined> {
  const run = name === undefined ? undefined : await endedRunNamed(tx, { requester: who, name })
  return run && refuse('grant_revoked', `The grant is void: run ${name} has ended. Nothing may run under it.`)
}

/** A hold that came since is put before people with the very call; what they approve is a new grant for it. */
async function askAnew(
  environment: CallEnvironment,
  tx: StoreTransaction,
  { objection, grant, who }: { objection: Objection; grant: Grant; who: Principal },
): Promise<Refusal> {
  const { hold, ...refusal } = objection
  if (hold === undefined) return refusal
  const { gate_ttl_seconds: ttl } = await environment.settings()
  const { terms } = hold
  const gate = await environment.gates.open(tx, {
    gate_id: environment.ids.newId('gate'),
    terms,
    ...(grant.session_id === undefined ? {} : { session_id: grant.session_id }),
    requested_by: who.id,
    ...(who.person_id === undefined ? {} : { on_behalf_of: who.person_id }),
    agent: who.name,
    summary: `${who.name} wants to call ${grant.tool}`,
    details: `Grant ${grant.grant_id} for it became void before it was used.`,
    subject: { tool_calls: [hold.call] },
    why_held: hold.why_held,
    ...(terms.type === 'tool_approval' ? { ttl_seconds: terms.ttl_seconds ?? ttl } : {}),
    ...(grant.outside_run_id === undefined ? {} : { context: { outside_run_id: grant.outside_run_id } }),
  })
  await tx.appendEvents([environment.gates.openedEvent(gate)])
  return { ...refusal, detail: `${refusal.detail} Gate ${gate.gate_id} asks people about it.`, gate }
}

async function take(
  environment: CallEnvironment,
  tx: StoreTransaction,
  { grant, who, now, named }: { grant: Grant; who: Principal; now: string; named: JsonObject },
): Promise<{ grant: Grant; idempotency_key: string }> {
  const consumed = await consumeGrant(tx, grant, now)
  const key = digest('soulgate.idempotency.v1', { grant: grant.grant_id })
  await tx.putCall({
    call_id: grant.call_id,
    grant_id: grant.grant_id,
    tool: grant.tool,
    digest: grant.digest,
    arguments: grant.arguments,
    idempotency_key: key,
    status: 'started',
    started_at: now,
    ...(grant.session_id === undefined ? {} : { session_id: grant.session_id }),
  })
  await tx.appendEvents([
    grantEvent(consumed, {
      type: 'grant_consumed',
      at: toIso(environment.clock.now()),
      actor: actorOf(who),
      named,
    }),
  ])
  return { grant: consumed, idempotency_key: key }
}

/** Why a grant is void; `hold` where people may let the call run all the same. */
type Objection = Refusal & {
  readonly hold?: {
    readonly call: ToolCall
    readonly terms: HoldTerms
    readonly why_held: readonly WhyHeld[]
  }
}

/** The last look before a grant is consumed: what was judged, and why the grant is void, if it is. */
interface LastLook {
  readonly judgement?: Judgement
  readonly objection?: Objection
}

/** A deny that came since voids the grant; so does a rule that nobody saw when it was given, and a changed tool. */
async function lookAgain(environment: CallEnvironment, grant: Grant, who: Principal): Promise<LastLook> {
  if (holdsUnreadable(grant.arguments)) return { objection: voided(unreadableDetail(grant.tool)) }
  const gate = grant.gate_id === undefined ? undefined : await environment.store.getGate(grant.gate_id)
  const call = grantedCall(environment, grant, gate ? callsOf(gate) : [])
  const standing = environment.tools.get(grant.tool)?.definition_hash ?? 'undeclared'
  const isChanged =
    gate === undefined ? digestUnder(grant, standing) !== grant.digest : call.definition_hash !== standing
  if (isChanged) return { objection: voided(`tool ${grant.tool} was changed since.`) }
  const scope = scopeOf(who, { sessionId: grant.session_id ?? '', outsideRunId: grant.outside_run_id })
  const conditions = await standingConditions(environment.store, scope)
  const judgement = await environment.judge([call], {
    session_id: grant.session_id ?? '',
    agent: who.name,
    requested_by: who.id,
    conditions,
    ...(grant.outside_run_id === undefined ? {} : { run_id: grant.outside_run_id }),
  })
  const objection = objectionOf(judgement, { call, gate, grant })
  return { judgement, ...(objection === undefined ? {} : { objection }) }
}

function objectionOf(
  { verdict, suggest_only }: Judgement,
  { call, gate, grant }: { readonly call: ToolCall; readonly gate: Gate | undefined; readonly grant: Grant },
): Objection | undefined {
  if (verdict.outcome === 'denied') return voided(verdict.why)
  if (suggest_only !== undefined) return voided(suggest_only)
  if (verdict.outcome !== 'held') return undefined
  const isByRule = standsByRule(grant.issued_by)
  const fresh = verdict.why_held.find(why => isUnseen(why, gate, isByRule))
  if (fresh === undefined) return undefined
  const hold = { call, terms: verdict.gate, why_held: verdict.why_held }
  return {
    ...refuse('grant_revoked', `The grant is void: something came since that holds it. ${fresh.text}`),
    hold,
  }
}

/** What the grant's digest would be with the tool as it stands; where no card shows it, the digest alone knows. */
function digestUnder(grant: Grant, definitionHash: string): string {
  return callDigest({
    session_id: grant.session_id ?? '',
    ...(grant.outside_run_id === undefined ? {} : { run_id: grant.outside_run_id }),
    ...{ call_id: grant.call_id, requester: grant.holder, tool: grant.tool },
    ...{ definition_hash: definitionHash, arguments: grant.arguments },
  })
}

const UNSEEN_BY_POLICY: ReadonlySet<WhyHeld['source']> = new Set([
  ...(['policy', 'reversibility', 'condition', 'confidence'] as const),
])

/**
 * Rules count unless they stood on the card. Where policy gave the grant there was no card, and nothing that makes a
 * tool dangerous can have stood against it. A grant that a sticky rule gave stands and falls with the rule.
 */
function isUnseen(why: WhyHeld, gate: Gate | undefined, isByRule: boolean): boolean {
  if (why.rule_id !== undefined) return !gate?.why_held.some(seen => seen.rule_id === why.rule_id)
  return gate === undefined && (UNSEEN_BY_POLICY.has(why.source) || isByRule)
}

function voided(because: string): Refusal {
  const stop = /[.!?]$/.test(because) ? '' : '.'
  return refuse('grant_revoked', `The grant is void: ${because}${stop} Propose the call again.`)
}

const NOTHING_TRUSTED = { personTexts: [], trustedReads: [], untrustedReads: [] }
const UNDECLARED = { input_schema: {}, claimed: true }

function grantedCall(environment: CallEnvironment, grant: Grant, calls: readonly ToolCall[]): ToolCall {
  const shown = calls.find(call => call.call_id === grant.call_id)
  if (shown) return { ...shown, arguments: grant.arguments, digest: grant.digest }
  const tool = environment.tools.get(grant.tool)
  const effective = effectiveAnnotations(tool)
  return {
    call_id: grant.call_id,
    tool: grant.tool,
    arguments: grant.arguments,
    description: tool?.description ?? '',
    annotations: effective.annotations,
    reversibility: effective.reversibility,
    claimed: tool?.claimed ?? true,
    definition_hash: tool?.definition_hash ?? 'undeclared',
    digest: grant.digest,
    ...(grant.folder === undefined ? {} : { folder: grant.folder }),
    origins: [
      ...traceArguments(
        { tool: grant.tool, arguments: grant.arguments, definition: tool ?? UNDECLARED },
        NOTHING_TRUSTED,
      ),
    ],
  }
}

/** Closes the ledger of an outside call with what its executor says became of it. */
export async function recordResult(
  environment: CallEnvironment,
  report: { readonly who: Principal; readonly grantId: string; readonly result: ToolResult },
): Promise<{ readonly repeated?: true } | Refusal> {
  return environment.store.transact(async tx => {
    const grant = await tx.lockGrant(report.grantId)
    if (!grant || grant.run_id !== undefined)
      return refuse('not_found', `There is no grant ${report.grantId}.`)
    if (grant.holder !== report.who.id)
      return refuse('forbidden', `Grant ${grant.grant_id} belongs to somebody else.`)
    const call = await tx.getCall(grant.call_id)
    if (!call)
      return refuse('invalid', `Grant ${grant.grant_id} was not consumed; there is no result to record.`)
    if (call.status !== 'started') return againstRecorded(call, report.result)
    const at = toIso(environment.clock.now())
    const status = report.result.success ? ('succeeded' as const) : ('failed' as const)
    await tx.putCall({ ...call, status, result: report.result as unknown as JsonObject, ended_at: at })
    const payload: JsonObject = {
      call_id: call.call_id,
      tool_name: call.tool,
      success: report.result.success,
      tool_output: (report.result.output ?? null) as JsonValue,
      ...(report.result.error === undefined ? {} : { error: report.result.error }),
    }
    const stream = grant.session_id === undefined ? 'system' : `session:${grant.session_id}`
    const session = grant.session_id === undefined ? {} : { session_id: grant.session_id }
    const because = `a call that it released failed: ${report.result.error ?? call.tool}`
    const isItsFault = !report.result.success && report.result.fault !== 'surroundings'
    const suspended = isItsFault
      ? [
          ...(await suspendReleasing(tx, grant, {
            ...{ because, nowMs: environment.clock.now(), isFailure: true },
          })),
          ...((await environment.contracts?.callEnded(tx, grant, 'failed')) ?? []),
        ]
      : []
    await tx.appendEvents([
      { stream, type: 'tool_result', at, ...session, actor: actorOf(report.who), payload },
      ...suspended,
    ])
    return {}
  })
}

/** The first report stands: the same one again is harmless, another one is told what was recorded. */
function againstRecorded(call: LedgerCall, result: ToolResult): { readonly repeated: true } | Refusal {
  const recorded = call.result ?? undefined
  const wasSuccess = call.status === 'succeeded' || call.status === 'undone'
  const isSame =
    // What was erased, or cannot be opened, is compared by what is left of it.
    recorded === undefined || holdsUnreadable(recorded)
      ? result.success === wasSuccess
      : canonicalize(recorded) === canonicalize(result as unknown as JsonObject)
  if (isSame) return { repeated: true }
  const ended = `${call.status}${call.ended_at === undefined ? '' : ` at ${call.ended_at}`}`
  const detail = `Another result of call ${call.call_id} was recorded first: ${ended}. It stands; GET /api/calls/${call.call_id} shows it.`
  const { call_id, status, ended_at } = call
  return refuse('result_recorded', detail, { data: { recorded: { call_id, status, ended_at } } })
}

/** Takes an outside grant back as long as it was not consumed. */
export async function revoke(
  environment: CallEnvironment,
  { who, grantId, because }: { readonly who: Principal; readonly grantId: string; readonly because: string },
): Promise<{ grant: Grant } | Refusal> {
  const isReviewer = who.role === 'reviewer' || who.role === 'admin'
  if (!isReviewer) return refuse('forbidden', 'Revoking a grant needs a reviewer.')
  return environment.store.transact(async tx => {
    const grant = await tx.lockGrant(grantId)
    if (!grant) return refuse('not_found', `There is no grant ${grantId}.`)
    if (grant.status === 'consumed')
      return refuse('grant_consumed', `Grant ${grantId} was consumed at ${grant.consumed_at}.`)
    const at = toIso(environment.clock.now())
    await tx.appendEvents(await revokeGrants(tx, [grant], { at, because, actor: actorOf(who) }))
    const revoked = await tx.getGrant(grantId)
    return revoked ? { grant: revoked } : refuse('not_found', `There is no grant ${grantId}.`)
  })
}
