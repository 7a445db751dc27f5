import { z } from 'zod'
import { DecideRequest, Decision } from '../../../contracts/decision.ts'
import { GateChanges } from '../../../contracts/evidence.ts'
import { Gate } from '../../../contracts/gate.ts'
import { CreateGuideline } from '../../../contracts/guideline.ts'
import { PasskeyOptions } from '../../../contracts/passkey.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import {
  BatchDecideRequest,
  BatchResult,
  BecauseRequest,
  ContractQuery,
  ExtendGateRequest,
  GateListQuery,
  OpenGateRequest,
  PendingGatesQuery,
  RevealedGate,
  ViewedParts,
  ViewedRequest,
  WaitQuery,
} from '../../../contracts/requests/gates.ts'
import type { GateQuery, Refusal, Soulgate } from '../../../soulgate.ts'
import { isOldContract, OLD_TYPE_NAMES, toOldGate } from '../contract-v1.ts'
import { siteOf } from '../passkey-site.ts'
import { present } from '../present.ts'
import {
  idempotencyKey,
  json,
  jsonOrRefusal,
  noContent,
  pathValue,
  type Route,
  type RouteCall,
  route,
} from '../route.ts'

const GateList = z.object({ gates: z.array(Gate), total: z.int(), next_cursor: z.string().optional() })
const Decided = z.object({
  success: z.boolean(),
  event_id: z.string(),
  gate: Gate,
  decision: Decision,
  repeated: z.boolean(),
})
const PreviewedRules = z.object({
  rules: z.array(
    z.object({ guideline: CreateGuideline, past_calls: z.object({ matched: z.int(), of: z.int() }) }),
  ),
})
const BatchResults = z.object({ results: z.array(BatchResult) })
const MAX_WAIT_SECONDS = 60
const entry = { tag: 'gates', frozen: false } as const

/** Gates: durable questions to people. */
export const gateRoutes: readonly Route[] = [
  route({
    ...entry,
    id: 'openGate',
    method: 'POST',
    path: '/api/gates',
    action: 'gate.open',
    limit: 'start',
    summary: 'ask people',
    body: OpenGateRequest,
    answers: { status: 201, schema: Gate },
    handle: async ({ soulgate, who, body, headers }) => {
      const answer = await soulgate.gates.open(who, present(body), idempotencyKey(headers))
      return isRefusal(answer) ? answer : json(answer.gate, 201)
    },
  }),
  route({
    ...entry,
    id: 'listGates',
    method: 'GET',
    path: '/api/gates',
    action: 'gate.read',
    summary: 'list gates',
    query: GateListQuery,
    answers: { status: 200, schema: GateList },
    handle: async ({ soulgate, who, query }) => {
      const { limit, cursor, contract, ...filter } = query
      if (isOldContract(contract)) return oldGateList(soulgate, who, { filter: present(filter), limit })
      const listed = await soulgate.gates.list(who, present(filter), present({ limit, cursor }))
      return gateList(listed)
    },
  }),
  route({
    ...entry,
    id: 'listPendingGates',
    method: 'GET',
    path: '/api/gates/pending',
    action: 'gate.read',
    frozen: true,
    summary: 'list the gates that wait',
    query: PendingGatesQuery,
    answers: { status: 200, schema: GateList },
    handle: async ({ soulgate, who, query }) => {
      const { limit, contract, ...named } = query
      const filter = present({ ...named, status: 'pending' as const })
      if (isOldContract(contract)) return oldGateList(soulgate, who, { filter, limit })
      return gateList(await soulgate.gates.list(who, filter, { limit }))
    },
  }),
  route({
    ...entry,
    id: 'batchDecideGates',
    method: 'POST',
    path: '/api/gates/batch-decide',
    action: 'gate.respond',
    summary:
      'decide several gates, each on its own; approved together is only what is held for the same reasons',
    body: BatchDecideRequest,
    answers: { status: 200, schema: BatchResults },
    handle: async ({ soulgate, who, body }) =>
      json({ results: await soulgate.gates.decideBatch(who, body.items) }),
  }),
  route({
    ...entry,
    id: 'getGate',
    method: 'GET',
    path: '/api/gates/{gate_id}',
    action: 'gate.read',
    frozen: true,
    summary: 'read a gate',
    query: ContractQuery,
    answers: { status: 200, schema: Gate },
    handle: async call =>
      gateAnswer(await call.soulgate.gates.get(call.who, pathValue(call, 'gate_id')), call.query.contract),
  }),
  route({
    ...entry,
    id: 'decideGate',
    method: 'POST',
    path: '/api/gates/{gate_id}/decide',
    action: 'gate.respond',
    frozen: true,
    summary: 'answer a gate',
    body: DecideRequest,
    answers: { status: 200, schema: Decided },
    handle: async call => {
      const answer = await call.soulgate.gates.decide(call.who, pathValue(call, 'gate_id'), call.body)
      return isRefusal(answer) ? answer : json({ success: true, ...answer })
    },
  }),
  route({
    ...entry,
    id: 'askForApprovalPasskey',
    method: 'POST',
    path: '/api/gates/{gate_id}/passkey',
    action: 'gate.respond',
    frozen: true,
    summary: 'what a browser has this decision signed with; good once, for two minutes',
    body: DecideRequest,
    answers: { status: 200, schema: PasskeyOptions },
    handle: async call => {
      const { soulgate, who, body: request, services } = call
      const signing = { request, site: siteOf(services) }
      const answer = await soulgate.gates.passkeyOptions(who, pathValue(call, 'gate_id'), signing)
      return isRefusal(answer) ? answer : json(answer.options)
    },
  }),
  route({
    ...entry,
    id: 'previewGateRules',
    method: 'POST',
    path: '/api/gates/{gate_id}/preview-rule',
    action: 'gate.decide',
    frozen: true,
    summary: 'see which rules an approval with `remember` would make; nothing is decided',
    body: DecideRequest,
    answers: { status: 200, schema: PreviewedRules },
    handle: async call => {
      const answer = await call.soulgate.guardrails.previewRules(
        call.who,
        pathValue(call, 'gate_id'),
        call.body,
      )
      return isRefusal(answer) ? answer : json({ rules: answer.rules })
    },
  }),
  route({
    ...entry,
    id: 'undoDecision',
    method: 'DELETE',
    path: '/api/gates/{gate_id}/decision',
    action: 'gate.respond',
    summary: 'take one’s own decision back inside its undo window',
    answers: { status: 200, schema: Gate },
    handle: async call =>
      changed(await call.soulgate.gates.undoDecision(call.who, pathValue(call, 'gate_id'))),
  }),
  route({
    ...entry,
    id: 'extendGate',
    method: 'POST',
    path: '/api/gates/{gate_id}/extend',
    action: 'gate.extend',
    summary: 'give a gate more time',
    body: ExtendGateRequest,
    answers: { status: 200, schema: Gate },
    handle: async call => {
      const { soulgate, who, body } = call
      return changed(await soulgate.gates.extend(who, pathValue(call, 'gate_id'), body.seconds))
    },
  }),
  route({
    ...entry,
    id: 'cancelGate',
    method: 'POST',
    path: '/api/gates/{gate_id}/cancel',
    action: 'gate.cancel',
    summary: 'withdraw a gate',
    body: BecauseRequest,
    answers: { status: 200, schema: Gate },
    handle: async call => {
      const { soulgate, who, body } = call
      return changed(await soulgate.gates.cancel(who, pathValue(call, 'gate_id'), body.because))
    },
  }),
  route({
    ...entry,
    id: 'reopenGate',
    method: 'POST',
    path: '/api/gates/{gate_id}/reopen',
    action: 'gate.reopen',
    summary: 'ask the question of an expired gate again, or of an open one whose evidence changed',
    body: z.strictObject({}),
    answers: { status: 201, schema: Gate },
    handle: async call =>
      changed(await call.soulgate.gates.reopen(call.who, pathValue(call, 'gate_id')), 201),
  }),
  route({
    ...entry,
    id: 'viewGate',
    method: 'POST',
    path: '/api/gates/{gate_id}/viewed',
    action: 'gate.view',
    summary: 'record that the whole card was seen, or which parts of a review',
    body: ViewedRequest,
    answers: { status: 204 },
    handle: async call => {
      const { soulgate, who, body } = call
      const answer = await soulgate.gates.viewed(
        who,
        pathValue(call, 'gate_id'),
        body.view_digest,
        body.parts,
      )
      return isRefusal(answer) ? answer : noContent()
    },
  }),
  route({
    ...entry,
    id: 'listViewedParts',
    method: 'GET',
    path: '/api/gates/{gate_id}/viewed',
    action: 'gate.read',
    summary: 'which parts of a review there are, and which of them one has looked at',
    answers: { status: 200, schema: ViewedParts },
    handle: async ({ soulgate, who, ...call }) =>
      jsonOrRefusal(await soulgate.gates.viewedParts(who, pathValue(call, 'gate_id'))),
  }),
  route({
    ...entry,
    id: 'listGateChanges',
    method: 'GET',
    path: '/api/gates/{gate_id}/changes',
    action: 'gate.read_changes',
    summary: 'what the calls of a waiting gate would change in the files that stand now',
    answers: { status: 200, schema: GateChanges },
    handle: async ({ soulgate, who, ...call }) => {
      const answer = await soulgate.gates.changes(who, pathValue(call, 'gate_id'))
      return isRefusal(answer) ? answer : json({ calls: answer.calls })
    },
  }),
  route({
    ...entry,
    id: 'revealGateSecrets',
    method: 'POST',
    path: '/api/gates/{gate_id}/reveal',
    action: 'gate.reveal',
    limit: 'write',
    summary: 'read a gate with what looks like a secret in it; that one did stands in the audit trail',
    body: z.strictObject({}),
    answers: { status: 200, schema: RevealedGate },
    handle: async call => {
      const answer = await call.soulgate.gates.reveal(call.who, pathValue(call, 'gate_id'))
      return isRefusal(answer) ? answer : json({ gate: answer.gate, changes: answer.changes })
    },
  }),
  route({
    ...entry,
    id: 'waitForGate',
    method: 'GET',
    path: '/api/gates/{gate_id}/wait',
    action: 'gate.read',
    summary: 'wait until a gate is answered, a minute at most',
    query: WaitQuery,
    answers: { status: 200, schema: Gate },
    handle: async call => {
      const waitMs = Math.min(call.query.timeout_seconds, MAX_WAIT_SECONDS) * 1000
      const gate = await call.soulgate.gates.wait(call.who, pathValue(call, 'gate_id'), waitMs)
      return gateAnswer(gate, call.query.contract)
    },
  }),
]

function changed(
  answer: { readonly refused?: false; readonly gate: Gate } | Refusal,
  status = 200,
): Response | Refusal {
  return isRefusal(answer) ? answer : json(answer.gate, status)
}

function gateAnswer(gate: Gate | Refusal, contract: string | undefined): Response | Refusal {
  if (isRefusal(gate)) return gate
  if (!isOldContract(contract)) return json(gate)
  const old = toOldGate(gate)
  if (old) return json(old)
  return { refused: true, code: 'not_found', detail: `Contract 1.0 has no gates of type ${gate.type}.` }
}

function gateList({
  items,
  ...rest
}: {
  readonly items: readonly Gate[]
  readonly next_cursor?: string
  readonly total: number
}): Response {
  return json({ gates: items, ...rest })
}

/** Each old type is asked for by itself, so that gates of newer types never crowd the old ones out of a page. */
async function oldGateList(
  soulgate: Soulgate,
  who: RouteCall<unknown, unknown>['who'],
  { filter, limit }: { readonly filter: GateQuery; readonly limit: number },
): Promise<Response> {
  const types = OLD_TYPE_NAMES.filter(type => filter.type === undefined || filter.type === type)
  const lists = await Promise.all(types.map(type => soulgate.gates.list(who, { ...filter, type }, { limit })))
  const found = lists.flatMap(list => list.items)
  const sign = filter.sort === 'newest' ? -1 : 1
  const inOrder = found.toSorted((a, b) => sign * (a.created_at < b.created_at ? -1 : 1))
  const gates = inOrder.slice(0, limit).flatMap(gate => toOldGate(gate) ?? [])
  return json({ gates, total: lists.reduce((sum, list) => sum + list.total, 0) })
}
