import type { GateTypeDefinition } from '../../agents/agents.ts'
import { toIso } from '../../base/clock.ts'
import { digest } from '../../base/digest.ts'
import type { Gate, GateSubject } from '../../contracts/gate.ts'
import { issuesToErrors } from '../../contracts/issues.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import { Question } from '../../contracts/question.ts'
import { EXPIRING_WITHIN_MS } from '../../contracts/queue-section.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import { may, readPeople } from '../../engine/access/access.ts'
import { touchOwnSession } from '../../engine/calls/calls.ts'
import {
  approvalDigest,
  dependsOnPeople,
  keepVerdict,
  refuseMoreGates,
  refuseUnfillable,
  saidBy,
  strictestTerms,
  type WrittenBriefing,
  withGateOutcomes,
  withStandingVotes,
} from '../../engine/gate/gate.ts'
import type { GateFilter, StoreTransaction } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { traceDecided } from '../health/traces.ts'
import type { GateQuery, GateRequestBody, Soulgate } from '../program.ts'
import { refuseReading } from '../reading.ts'
import { canSee, unknownGate } from '../visibility.ts'
import { waitFor } from '../waiting.ts'
import { briefingOf } from './briefings.ts'
import { decideBatch } from './decide-batch.ts'
import { declaredTerms, readDeclaredType } from './declared-gate-types.ts'
import { checkArtifacts } from './evidence.ts'
import { createGateCollaboration } from './gate-collaboration.ts'
import type { GateCollaborationPart } from './gate-collaboration-part.ts'
import { type Demands, demandedTerms, strictestQuorum } from './gate-terms.ts'
import { createReviews, withDrift, withSecrets } from './reviews.ts'
import { bindSubjectCalls } from './subject-calls.ts'

/** Gates as surfaces see them. */
export function createGates(engine: Engine): Soulgate['gates'] {
  const { store, gates } = engine
  const visible = async (who: Principal, gateId: string): Promise<Gate | Refusal> => {
    const gate = await store.getGate(gateId)
    return gate && canSee(who, gate) ? gate : unknownGate(gateId)
  }
  const seen = async <Result>(
    who: Principal,
    gateId: string,
    act: (gate: Gate) => Promise<Result>,
  ): Promise<Result | Refusal> => {
    const gate = await visible(who, gateId)
    return isRefusal(gate) ? gate : act(gate)
  }
  const withOutcomes = async (listed: readonly Gate[]) => {
    const gates = await withGateOutcomes(store, listed, toIso(engine.clock.now()))
    if (!gates.some(dependsOnPeople)) return gates
    const people = await readPeople(store)
    return gates.map(gate => withStandingVotes(gate, people))
  }
  const desk = createGateCollaboration(engine, seen)
  const decide: Soulgate['gates']['decide'] = (who, gateId, request, options) =>
    seen(who, gateId, async gate => {
      const meant = withSecrets(engine, gate, request)
      if (isRefusal(meant)) return meant
      const answer = await gates.decide(who, gateId, meant, options)
      if (!isRefusal(answer) && !answer.repeated) traceDecided(answer.gate)
      return answer
    })
  return {
    open: (who, body, idempotencyKey) => open(engine, { who, body, idempotencyKey }),
    get: async (who, gateId) => {
      const gate = await visible(who, gateId)
      return isRefusal(gate) ? gate : withDrift(engine, gate, (await withOutcomes([gate]))[0])
    },
    list: async (who, query, page) => {
      const filter = await listFilter(engine, { who, query, desk })
      const [listed, total] = await Promise.all([store.listGates(filter, page), store.countGates(filter)])
      return { ...listed, items: await withOutcomes(listed.items), total }
    },
    decide,
    decideBatch: (who, items) => decideBatch({ get: visible, decide }, who, items),
    passkeyOptions: (who, gateId, { request, site }) =>
      seen(who, gateId, async gate => {
        const meant = withSecrets(engine, gate, request)
        if (isRefusal(meant)) return meant
        const about = approvalDigest(gate, meant)
        return engine.access.approvalPasskeyOptions(who, site, about)
      }),
    undoDecision: (who, gateId) => seen(who, gateId, () => gates.undoDecision(who, gateId)),
    extend: (who, gateId, seconds) =>
      seen(who, gateId, async () => refuseUnless(who, 'gate.extend') ?? gates.extend(who, gateId, seconds)),
    cancel: (who, gateId, because) =>
      seen(who, gateId, async gate => {
        const isOwn = gate.requested_by === who.id || gate.on_behalf_of === who.id
        if (!isOwn && !['reviewer', 'admin'].includes(who.role))
          return refuse('forbidden', `Gate ${gateId} belongs to somebody else.`)
        return gates.cancel(who, gateId, because ?? `withdrawn by ${who.name}`)
      }),
    reopen: (who, gateId) =>
      seen(who, gateId, async () => refuseUnless(who, 'gate.reopen') ?? gates.reopen(who, gateId)),
    ...createReviews(engine, seen),
    ...desk,
    wait: (who, gateId, waitMs) => seen(who, gateId, gate => waitForClose(engine, gate, waitMs)),
  }
}

async function waitForClose(engine: Engine, gate: Gate, waitMs: number): Promise<Gate> {
  const { store } = engine
  const closed = await waitFor(engine, { topic: `gate:${gate.gate_id}`, waitMs }, async () => {
    const standing = await store.getGate(gate.gate_id)
    return standing && standing.status !== 'pending' ? standing : undefined
  })
  return closed ?? (await store.getGate(gate.gate_id)) ?? gate
}

/** What one has put out of one's own sight, as a filter. */
async function bySight(desk: GateCollaborationPart, who: Principal, snoozed: 'hide' | 'only') {
  const ids = (await desk.snoozes(who)).map(snooze => snooze.gate_id)
  return snoozed === 'only' ? { only: ids } : { without: ids }
}

async function listFilter(
  { store, clock }: Engine,
  {
    who,
    query: { snoozed, ...rest },
    desk,
  }: { readonly who: Principal; readonly query: GateQuery; readonly desk: GateCollaborationPart },
): Promise<GateFilter> {
  const isAgent = who.role === 'agent'
  return {
    ...rest,
    ...(isAgent ? { principal: who.id } : {}),
    ...(snoozed === undefined ? {} : await bySight(desk, who, snoozed)),
    ...(rest.q === undefined || isAgent ? {} : { also: await peopleNamed(store, rest.q) }),
    ...(rest.sort === 'section' ? { expiring_by: toIso(clock.now() + EXPIRING_WITHIN_MS) } : {}),
  }
}

/** Whom each word of a search may name, by their ids; a gate keeps ids of people and not their names. */
async function peopleNamed(store: Engine['store'], q: string) {
  const people = await readPeople(store)
  const named = (word: string) => people.filter(({ name }) => name.toLowerCase().includes(word))
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return Object.fromEntries(
    words.map(word => [word, named(word).map(person => person.person_id.toLowerCase())] as const),
  )
}

function refuseUnless(who: Principal, action: Parameters<typeof may>[1]): Refusal | undefined {
  return may(who.role, action) ? undefined : refuse('forbidden', `A ${who.role} may not do this.`)
}

interface Opening {
  readonly who: Principal
  readonly body: GateRequestBody
  readonly idempotencyKey: string | undefined
}

async function open(
  engine: Engine,
  { who, body, idempotencyKey }: Opening,
): Promise<{ gate: Gate } | Refusal> {
  const { store, ids, clock, gates } = engine
  if (!may(who.role, 'gate.open')) return refuse('forbidden', `A ${who.role} may not open gates.`)
  const gateId = ids.newId('gate')
  const declared = readDeclaredType(engine, body)
  if (isRefusal(declared)) return declared
  const subject = declared?.subject ?? readSubject(engine, { who, body })
  if (isRefusal(subject)) return subject
  const misfit = refuseConstraint(body)
  if (misfit) return misfit
  const demanded = await demandsOn(engine, { who, body, subject })
  if (isRefusal(demanded)) return demanded
  const demands = declared === undefined ? demanded : withDeclared(demanded, declared.type)
  const briefing = await briefingOf(engine, { who, body, subject })
  const mayRead = async (path: string) => (await refuseReading(engine, who, path)) === undefined
  const artifacts = body.artifacts && [...(await checkArtifacts(engine, body.artifacts, mayRead))]
  const asked = artifacts === undefined ? body : { ...body, artifacts }
  const draft = {
    ...draftOf({ who, body: asked, gateId, subject, demands, briefing }),
    ...(declared && { definition: declared.type.definition, options: declared.type.options }),
  }
  const unfillable = await refuseQuorum(engine, body, draft)
  if (unfillable) return unfillable
  const bodyDigest = digest('soulgate.gate-request.v1', body as unknown as JsonObject)
  const settings = await engine.settings.get()
  return store.transact(async tx => {
    const known = await findKnown(tx, { who, idempotencyKey, bodyDigest, now: clock.now() })
    if (known) return known
    const sessionId = body.session_id
    const foreign =
      sessionId === undefined ? undefined : await touchOwnSession(engine, tx, { who, sessionId })
    if (foreign) return foreign
    const full = await refuseMoreGates(tx, who, settings)
    if (full) return full
    const gate = await gates.open(tx, draft)
    if (idempotencyKey !== undefined) {
      const entry = { digest: bodyDigest, answer: { gate_id: gateId }, at: toIso(clock.now()) }
      await tx.putIdempotent(`gates:${who.id}`, idempotencyKey, entry)
    }
    await keepVerdict(tx, demands.judgement ?? {}, { purpose: 'proposal', gate_id: gateId })
    await tx.appendEvents([gates.openedEvent(gate, demands.judgement?.kept?.digest)])
    return { gate }
  })
}

function withDeclared({ terms, why, ...judged }: Demands, type: GateTypeDefinition): Demands {
  const own = declaredTerms(type)
  return { ...judged, terms: terms === undefined ? own : strictestTerms([own, terms]), why }
}

/** What an asker demands of deciders must be possible with the people who are registered. */
async function refuseQuorum(
  { store }: Engine,
  { quorum, separate_approver }: GateRequestBody,
  draft: ReturnType<typeof draftOf>,
): Promise<Refusal | undefined> {
  if (quorum === undefined && separate_approver !== true) return undefined
  return refuseUnfillable(await readPeople(store), {
    ...draft,
    type: draft.terms.type,
    separate_approver: draft.terms.separate_approver ?? false,
    quorum: draft.quorum ?? { approvals_required: 1, roles: [], veto: true },
  })
}

const CONSTRAINTS = ['time', 'scope', 'budget', 'spec']

function refuseConstraint({ type, context = {} }: GateRequestBody): Refusal | undefined {
  const { constraint } = context
  if (type !== 'constraint_exception' || constraint === undefined) return undefined
  if (typeof constraint === 'string' && CONSTRAINTS.includes(constraint)) return undefined
  const message = `must be one of ${CONSTRAINTS.join(', ')}`
  return refuse('invalid', `The constraint ${message}.`, {
    errors: [{ field: 'context.constraint', message }],
  })
}

const KEY_LIFE_MS = 86_400_000

async function findKnown(
  tx: StoreTransaction,
  asked: { who: Principal; idempotencyKey: string | undefined; bodyDigest: string; now: number },
): Promise<{ gate: Gate } | Refusal | undefined> {
  const { who, idempotencyKey: key, bodyDigest, now } = asked
  const known = key === undefined ? undefined : await tx.getIdempotent(`gates:${who.id}`, key)
  const gate = known && (await tx.getGate(String((known.answer as JsonObject).gate_id)))
  if (!gate || now - Date.parse(gate.created_at) > KEY_LIFE_MS) return undefined
  if (known.digest === bodyDigest) return { gate }
  return refuse('idempotency_conflict', 'The idempotency key was used for another gate. Use a new key.')
}

function draftOf({
  who,
  body,
  gateId,
  subject,
  demands,
  briefing,
}: {
  who: Principal
  body: GateRequestBody
  gateId: string
  subject: GateSubject
  demands: Demands
  briefing: WrittenBriefing
}) {
  const { summary, risks, alternatives, artifacts, session_id, task_id, context, escalation } = body
  const { terms, why } = demands
  const quorum = strictestQuorum(body.quorum, terms)
  const separate = body.separate_approver === true || terms?.separate_approver === true
  const life = [body.ttl_seconds, terms?.ttl_seconds].filter(seconds => seconds !== undefined)
  return {
    gate_id: gateId,
    terms: {
      type: terms?.type ?? body.type,
      ...(terms === undefined ? {} : { threshold: terms.threshold }),
      ...(separate ? { separate_approver: true } : {}),
      ...(terms?.fresh_passkey === true ? { fresh_passkey: true } : {}),
    },
    requested_by: who.id,
    ...(who.person_id === undefined ? {} : { on_behalf_of: who.person_id }),
    agent: who.name,
    agent_says: summary,
    subject,
    why_held: [{ source: 'agent_request' as const, text: `${who.name} asked for this decision.` }, ...why],
    ...briefing,
    ...(risks === undefined ? {} : { risks: saidBy(who.name, risks) }),
    ...(alternatives === undefined ? {} : { alternatives: saidBy(who.name, alternatives) }),
    ...(artifacts === undefined ? {} : { artifacts }),
    ...(session_id === undefined ? {} : { session_id }),
    ...(task_id === undefined ? {} : { task_id }),
    ...(quorum === undefined ? {} : { quorum }),
    ...(context === undefined ? {} : { context }),
    ...(escalation === undefined ? {} : { escalation }),
    ...(life.length === 0 ? {} : { ttl_seconds: Math.min(...life) }),
  }
}

/**
 * What guidelines demand of this gate and of the calls in it; whoever asks cannot ask for less. A denied call is
 * refused before anybody is troubled with it.
 */
async function demandsOn(
  engine: Engine,
  { who, body, subject }: { who: Principal; body: GateRequestBody; subject: GateSubject },
): Promise<Demands | Refusal> {
  const { type, session_id, context, artifacts = [] } = body
  const paths = artifacts.map(artifact => artifact.path)
  const ofGate = await demandedTerms(engine, { type, agent: who.name, session_id, paths, context })
  if (!('tool_calls' in subject)) return ofGate
  const facts = { session_id: session_id ?? '', agent: who.name, conditions: [] }
  const judgement = await engine.judge(subject.tool_calls, facts)
  const { verdict } = judgement
  if (verdict.outcome === 'denied') return refuse('forbidden', verdict.why)
  if (verdict.outcome !== 'held') return { ...ofGate, judgement }
  const named = verdict.why_held.filter(why => why.rule_id !== undefined)
  const why = [...named, ...ofGate.why]
  // A work item holds a call without asking for another kind of gate.
  if (!named.some(each => each.source === 'guardrail')) return { ...ofGate, why, judgement }
  const terms = ofGate.terms === undefined ? verdict.gate : strictestTerms([verdict.gate, ofGate.terms])
  return { terms, why, judgement }
}

/** What an outside agent asks about; calls are bound here, so that what is approved is what may run. */
function readSubject(
  engine: Engine,
  { who, body }: { who: Principal; body: GateRequestBody },
): GateSubject | Refusal {
  const { subject } = body
  if (subject === undefined) return { document: { summary: body.summary } }
  if (Array.isArray(subject.tool_calls))
    return bindSubjectCalls(engine, { who, body, calls: subject.tool_calls })
  if (Array.isArray(subject.questions)) {
    const questions = Question.array().min(1).safeParse(subject.questions, { reportInput: true })
    if (questions.success) return { questions: questions.data }
    return refuse('invalid', 'The questions do not fit.', {
      errors: issuesToErrors(questions.error.issues, ['subject', 'questions']),
    })
  }
  if (isObject(subject.plan)) return { plan: subject.plan }
  if (isObject(subject.document)) return { document: subject.document }
  return { document: subject }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
