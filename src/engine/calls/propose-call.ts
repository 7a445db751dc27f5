import { toIso } from '../../base/clock.ts'
import { digest } from '../../base/digest.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import { type Principal, voiceOf } from '../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import type { Settings } from '../../contracts/settings.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import type { EventDraft, StoreTransaction } from '../../store/store.ts'
import {
  actorOf,
  buildGrant,
  callDigest,
  conditionsOf,
  countReleasing,
  endedRunNamed,
  gatesOfOutsideRun,
  grantEvent,
  type Judgement,
  keepVerdict,
  namedContext,
  refuseMoreGates,
  STANDING_REASON,
  standingConditions,
  traceArguments,
  withRelease,
} from '../gate/gate.ts'
import type { CallEnvironment, OutsideAnswer, OutsideCall } from './call-environment.ts'

interface Proposing {
  readonly who: Principal
  readonly call: OutsideCall
  readonly idempotencyKey: string | undefined
}

const NOTHING_TRUSTED = { personTexts: [], trustedReads: [], untrustedReads: [] }
const KEY_LIFE_MS = 86_400_000

/** Judges one outside call and makes the answer durable: a grant, a gate or a denial. */
export async function proposeCall(
  environment: CallEnvironment,
  proposing: Proposing,
): Promise<OutsideAnswer | Refusal> {
  const { who } = proposing
  if (who.role === 'viewer') return refuse('forbidden', 'A viewer cannot propose calls.')
  const sessionId = proposing.call.session_id ?? ownSessionOf(who)
  const bound = bindOutsideCall(environment, { who, call: proposing.call, sessionId })
  if (isRefusal(bound)) return bound
  const confidence = environment.grade(bound, proposing.call.goal)
  const { conditions, steered_from } = await readRun(environment, proposing, sessionId)
  const judgement = await environment.judge([bound], {
    session_id: sessionId,
    agent: who.name,
    requested_by: who.id,
    conditions,
    ...(proposing.call.run_id === undefined ? {} : { run_id: proposing.call.run_id }),
    ...(confidence === undefined ? {} : { confidence }),
  })
  const settings = await environment.settings()
  return environment.store.transact(async tx => {
    const known = await findKnown(environment, tx, proposing)
    if (known) return known
    const over = await refuseEndedRun(tx, proposing)
    if (over) return over
    const answer = await settleJudged(environment, tx, {
      ...proposing,
      bound,
      judgement,
      confidence,
      settings,
      sessionId,
      steered_from,
    })
    if (!isRefusal(answer) && proposing.idempotencyKey !== undefined) {
      const at = toIso(environment.clock.now())
      const entry = { digest: keyedDigest(proposing.call), answer: answer as unknown as JsonObject, at }
      await tx.putIdempotent(`calls:${who.id}`, proposing.idempotencyKey, entry)
    }
    return answer
  })
}

/** Where the calls of a requester stand who names no session. */
export function ownSessionOf(who: Principal): string {
  return `calls-${digest('soulgate.caller.v1', who.id).slice(0, 24)}`
}

/** Where conditions bind a call: runs of a requester that names no session for them are apart from each other. */
export function scopeOf(
  who: Principal,
  { sessionId, outsideRunId }: { readonly sessionId: string; readonly outsideRunId: string | undefined },
): Parameters<typeof standingConditions>[1] {
  const isApart = outsideRunId !== undefined && sessionId === ownSessionOf(who)
  return { requester: who.id, sessionId: isApart ? undefined : sessionId, outsideRunId }
}

/** A call belongs to the run that its requester names: when that has ended, nothing more runs under it. */
async function refuseEndedRun(tx: StoreTransaction, { who, call }: Proposing): Promise<Refusal | undefined> {
  if (call.run_id === undefined) return undefined
  const run = await endedRunNamed(tx, { requester: who, name: call.run_id })
  if (run === undefined) return undefined
  const detail = `Run ${call.run_id} has ended; nothing more is run under it. Propose the call under another run_id, or under none.`
  return refuse('run_ended', detail, { data: { run_id: run.run_id } })
}

/** What earlier decisions mean for the rest of a session, and of a run that its requester names. */
interface RunSoFar {
  /** What people attached to them. */
  readonly conditions: readonly string[]
  /** The last steer, until something proposed after it was let through. */
  readonly steered_from: string | undefined
}

async function readRun(
  { store }: CallEnvironment,
  { who, call }: Proposing,
  sessionId: string,
): Promise<RunSoFar> {
  const standing = await standingConditions(store, scopeOf(who, { sessionId, outsideRunId: call.run_id }))
  if (call.run_id === undefined) return { conditions: standing, steered_from: undefined }
  const gates = await gatesOfOutsideRun(store, { requester: who.id, outsideRunId: call.run_id })
  const conditions = [...new Set([...standing, ...gates.flatMap(conditionsOf)])]
  const steered = gates
    .filter(gate => gate.status === 'steered')
    .toSorted((left, right) => ((left.decided_at ?? '') < (right.decided_at ?? '') ? 1 : -1))[0]
  const isFollowed = gates.some(
    gate => gate.steered_from === steered?.gate_id && ['approved', 'skipped'].includes(gate.status),
  )
  return { conditions, steered_from: isFollowed ? undefined : steered?.gate_id }
}

/**
 * What a key stands for: this tool with these arguments in this session and run. The words that go with a call (goal,
 * reason) may differ at a retry, because people speak in between; what was asked first stands.
 */
function keyedDigest({ goal: _goal, reason: _reason, ...call }: OutsideCall): string {
  return digest('soulgate.outside.v2', call as unknown as JsonValue)
}

/** Keys that an earlier version stored stand for the whole body. */
function isKeyedBy(stored: string, call: OutsideCall): boolean {
  return (
    stored === keyedDigest(call) || stored === digest('soulgate.outside.v1', call as unknown as JsonValue)
  )
}

async function findKnown(
  environment: CallEnvironment,
  tx: StoreTransaction,
  { who, call, idempotencyKey }: Proposing,
): Promise<OutsideAnswer | Refusal | undefined> {
  if (idempotencyKey === undefined) return undefined
  const entry = await tx.getIdempotent(`calls:${who.id}`, idempotencyKey)
  if (!entry) return undefined
  const known = entry.answer as unknown as OutsideAnswer
  const issued = known.grant?.issued_at ?? known.gate?.created_at
  const isOld = issued !== undefined && environment.clock.now() - Date.parse(issued) > KEY_LIFE_MS
  if (isOld && !(await isStillAsked(tx, known))) return undefined
  if (isKeyedBy(entry.digest, call)) return known
  return refuse('idempotency_conflict', 'The idempotency key was used for another call. Use a new key.')
}

/** A key is as old as its question: whoever waits for longer than a day must not ask people a second time. */
async function isStillAsked(tx: StoreTransaction, { gate }: OutsideAnswer): Promise<boolean> {
  return gate !== undefined && (await tx.getGate(gate.gate_id))?.status === 'pending'
}

/** A call of an outside requester with its digest, bound to the session it is for; refused when it does not fit. */
export function bindOutsideCall(
  environment: Pick<CallEnvironment, 'tools' | 'ids'>,
  {
    who,
    call,
    sessionId,
  }: { readonly who: Principal; readonly call: OutsideCall; readonly sessionId: string },
): ToolCall | Refusal {
  const tool = environment.tools.get(call.tool)
  if (tool) {
    const valid = environment.tools.validate(tool, call.arguments)
    if (!valid.ok) {
      const errors = valid.errors.map(({ field, message }) => ({ field: `arguments.${field}`, message }))
      return refuse('invalid', `The arguments do not fit the schema of ${call.tool}.`, { errors })
    }
  }
  const callId = environment.ids.newId('call')
  const definition = tool ?? { input_schema: {}, claimed: true }
  const definitionHash = tool?.definition_hash ?? 'undeclared'
  return {
    call_id: callId,
    tool: call.tool,
    arguments: call.arguments,
    ...(call.folder === undefined ? {} : { folder: call.folder }),
    description: tool?.description ?? 'Nobody has declared this tool; what it does is unknown.',
    annotations: tool?.annotations ?? {
      read_only: false,
      idempotent: false,
      destructive: true,
      open_world: true,
    },
    reversibility: tool?.reversibility ?? 'irreversible',
    claimed: tool?.claimed ?? true,
    definition_hash: definitionHash,
    digest: callDigest({
      session_id: sessionId,
      ...(call.run_id === undefined ? {} : { run_id: call.run_id }),
      call_id: callId,
      requester: who.id,
      tool: call.tool,
      definition_hash: definitionHash,
      arguments: call.arguments,
    }),
    origins: [...traceArguments({ tool: call.tool, arguments: call.arguments, definition }, NOTHING_TRUSTED)],
  }
}

interface Judged extends Proposing {
  readonly bound: ToolCall
  readonly judgement: Judgement
  readonly confidence: number | undefined
  readonly settings: Settings
  readonly sessionId: string
  readonly steered_from: string | undefined
}

async function settleJudged(
  environment: CallEnvironment,
  tx: StoreTransaction,
  judged: Judged,
): Promise<OutsideAnswer | Refusal> {
  const { bound, judgement, who, sessionId } = judged
  const refusal = await touchOwnSession(environment, tx, judged)
  if (refusal) return refusal
  const { verdict } = judgement
  const base = {
    call_id: bound.call_id,
    ...(judged.confidence === undefined ? {} : { confidence: judged.confidence }),
  }
  const now = environment.clock.now()
  if (verdict.outcome === 'released' && judgement.suggest_only === undefined) {
    const grant = buildGrant(
      bound,
      {
        grant_id: environment.ids.newId('grant'),
        holder: who.id,
        issued_by: `policy:${withRelease(verdict)}`,
        guardrails_version: judgement.guardrails_version,
        session_id: sessionId,
        ...(judged.call.run_id === undefined ? {} : { outside_run_id: judged.call.run_id }),
        ttl_seconds: judged.settings.grant_ttl_seconds,
      },
      now,
    )
    if ((await environment.contracts?.issued(tx, grant)) === false)
      return ask(environment, tx, { judged, base, verdict: STANDING_HOLD })
    await tx.insertGrants([grant])
    await countReleasing(tx, grant, grant.issued_at)
    await keepVerdict(tx, judgement, { purpose: 'proposal' })
    const about = { at: grant.issued_at, actor: actorOf(who), named: namedContext(judgement) }
    await tx.appendEvents([grantEvent(grant, { type: 'grant_issued', ...about })])
    return { ...base, outcome: 'released', grant, why_held: [] }
  }
  if (verdict.outcome === 'held' && judgement.suggest_only === undefined)
    return ask(environment, tx, { judged, base, verdict })
  const why =
    judgement.suggest_only ?? ('why' in verdict ? verdict.why : 'The release rule does not let it run.')
  await keepVerdict(tx, judgement, { purpose: 'proposal' })
  await tx.appendEvents([deniedEvent(judged, toIso(now), why)])
  return {
    ...base,
    outcome: 'denied',
    why_held: [
      {
        source: 'guardrail',
        ...('rule_id' in verdict && verdict.rule_id ? { rule_id: verdict.rule_id } : {}),
        text: why,
      },
    ],
  }
}

/** The contract that would have let it run was taken back in between. */
const STANDING_HOLD = {
  outcome: 'held',
  why_held: [STANDING_REASON],
  gate: { type: 'tool_approval', threshold: 'mandatory' },
} as const

async function ask(
  environment: CallEnvironment,
  tx: StoreTransaction,
  {
    judged,
    base,
    verdict,
  }: {
    readonly judged: Judged
    readonly base: Pick<OutsideAnswer, 'call_id' | 'confidence'>
    readonly verdict: Extract<Judgement['verdict'], { outcome: 'held' }>
  },
): Promise<OutsideAnswer | Refusal> {
  const full = await refuseMoreGates(tx, judged.who, judged.settings)
  if (full) return full
  const { judgement } = judged
  const gate = await environment.gates.open(tx, gateDraft(environment, judged, verdict))
  await keepVerdict(tx, judgement, { purpose: 'proposal', gate_id: gate.gate_id })
  await tx.appendEvents([environment.gates.openedEvent(gate, judgement.kept?.digest)])
  return { ...base, outcome: 'held', gate, why_held: verdict.why_held }
}

function gateDraft(
  environment: CallEnvironment,
  { bound, who, call, sessionId, settings, steered_from }: Judged,
  verdict: Extract<Judgement['verdict'], { outcome: 'held' }>,
) {
  return {
    gate_id: environment.ids.newId('gate'),
    terms: verdict.gate,
    session_id: sessionId,
    requested_by: who.id,
    ...(who.person_id === undefined ? {} : { on_behalf_of: who.person_id }),
    agent: who.name,
    ...(call.goal === undefined ? {} : { asked_for: call.goal, asked_by: voiceOf(who) }),
    ...(call.reason === undefined ? {} : { agent_says: call.reason }),
    details: call.goal ?? '',
    subject: { tool_calls: [bound] },
    why_held: verdict.why_held,
    ttl_seconds: verdict.gate.ttl_seconds ?? settings.gate_ttl_seconds,
    ...(call.run_id === undefined ? {} : { context: { outside_run_id: call.run_id } }),
    ...(steered_from === undefined ? {} : { steered_from }),
  }
}

function deniedEvent({ bound, who, sessionId, judgement }: Judged, at: string, why: string): EventDraft {
  return {
    stream: `session:${sessionId}`,
    type: 'call_denied',
    at,
    session_id: sessionId,
    actor: actorOf(who),
    payload: {
      ...{ call_id: bound.call_id, tool: bound.tool, digest: bound.digest, why },
      ...namedContext(judgement),
    },
  }
}

/** Makes a session that is new. Sessions of others cannot be written into by naming them, except by people. */
export async function touchOwnSession(
  environment: Pick<CallEnvironment, 'clock'>,
  tx: StoreTransaction,
  { who, sessionId }: { readonly who: Principal; readonly sessionId: string },
): Promise<Refusal | undefined> {
  const at = toIso(environment.clock.now())
  const standing = await tx.getSession(sessionId)
  if (!standing) {
    await tx.putSession({
      session_id: sessionId,
      status: 'active',
      owner: who.id,
      created_at: at,
      last_active_at: at,
    })
    return undefined
  }
  if (standing.owner === who.id || who.kind === 'person') return undefined
  return refuse(
    'forbidden',
    `Session ${sessionId} belongs to somebody else. Leave session_id out or use your own.`,
  )
}
