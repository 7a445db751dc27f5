import { z } from 'zod'
import {
  AutonomyQuery,
  AutonomyScopes,
  AutonomySuggestions,
  CallEstimates,
} from '../../../contracts/autonomy.ts'
import {
  AutonomyContract,
  AutonomyContractDetail,
  AutonomyContracts,
  ChangeAutonomy,
  GrantAutonomy,
  ReportCall,
} from '../../../contracts/autonomy-contract.ts'
import { AnswerCanary, CanaryOffer, CanaryResult, ChangeCanary } from '../../../contracts/canary.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import { present } from '../present.ts'
import { json, noContent, pathValue, type Route, route } from '../route.ts'

const DAY_MS = 86_400_000
const CONTRACTS = '/api/autonomy/contracts'

/** What people’s decisions say about the calls of agents, and the autonomy that is earned by it. */
export const autonomyRoutes: readonly Route[] = [
  route({
    id: 'listAutonomyScopes',
    tag: 'autonomy',
    method: 'GET',
    path: '/api/autonomy/scopes',
    action: 'autonomy.read',
    summary: 'list how often people agreed with the calls of each requester, tool and shape of arguments',
    query: AutonomyQuery,
    answers: { status: 200, schema: AutonomyScopes },
    handle: async ({ soulgate, who, query: { window } }) => {
      const scopes = await soulgate.autonomy.scopes(who, Number(window.slice(0, -1)) * DAY_MS)
      return isRefusal(scopes) ? scopes : json(scopes)
    },
  }),
  route({
    id: 'listAutonomySuggestions',
    tag: 'autonomy',
    method: 'GET',
    path: '/api/autonomy/suggestions',
    action: 'gate.decide',
    summary: 'list contracts, permissions and rules that would have saved questions; makes none of them',
    answers: { status: 200, schema: AutonomySuggestions },
    handle: async ({ soulgate, who }) => {
      const found = await soulgate.autonomy.suggestions(who)
      return isRefusal(found) ? found : json(found)
    },
  }),
  route({
    id: 'offerCanary',
    tag: 'autonomy',
    method: 'POST',
    path: '/api/canaries',
    action: 'gate.decide',
    summary: 'read the card that tests one’s attention, or sometimes make one; it can never run',
    body: z.strictObject({}),
    answers: { status: 200, schema: CanaryOffer },
    handle: async ({ soulgate, who }) => {
      const offer = await soulgate.canaries.offer(who)
      return isRefusal(offer) ? offer : json(offer)
    },
  }),
  route({
    id: 'answerCanary',
    tag: 'autonomy',
    method: 'POST',
    path: '/api/canaries/{canary_id}',
    action: 'gate.decide',
    summary: 'answer a card that tests attention, and learn what it was; nothing runs',
    body: AnswerCanary,
    answers: { status: 200, schema: CanaryResult },
    handle: async call => {
      const { soulgate, who, body } = call
      const result = await soulgate.canaries.answer(who, pathValue(call, 'canary_id'), present(body))
      return isRefusal(result) ? result : json(result)
    },
  }),
  route({
    id: 'changeCanary',
    tag: 'autonomy',
    method: 'PATCH',
    path: '/api/canaries/{canary_id}',
    action: 'gate.decide',
    summary:
      'put off, extend or assign a card that tests attention; it is told like a gate and stays one person’s',
    body: ChangeCanary,
    answers: { status: 200, schema: CanaryOffer },
    handle: async call => {
      const { soulgate, who, body } = call
      const offer = await soulgate.canaries.change(who, pathValue(call, 'canary_id'), present(body))
      return isRefusal(offer) ? offer : json(offer)
    },
  }),
  route({
    id: 'getCallEstimates',
    tag: 'autonomy',
    method: 'GET',
    path: '/api/gates/{gate_id}/estimates',
    action: 'autonomy.read',
    summary:
      'read how probable it is that people find the calls of a gate right, by what they decided before',
    answers: { status: 200, schema: CallEstimates },
    handle: async call => {
      const found = await call.soulgate.autonomy.estimates(call.who, pathValue(call, 'gate_id'))
      return isRefusal(found) ? found : json(found)
    },
  }),
  route({
    id: 'listAutonomyContracts',
    tag: 'autonomy',
    method: 'GET',
    path: CONTRACTS,
    action: 'autonomy.read',
    summary: 'list contracts of autonomy with their state and evidence',
    answers: { status: 200, schema: AutonomyContracts },
    handle: async ({ soulgate, who }) => {
      const contracts = await soulgate.autonomy.contracts(who)
      return isRefusal(contracts) ? contracts : json(contracts)
    },
  }),
  route({
    id: 'getAutonomyContract',
    tag: 'autonomy',
    method: 'GET',
    path: `${CONTRACTS}/{contract_id}`,
    action: 'autonomy.read',
    summary: 'read one contract and what it would have done beside what people decided',
    answers: { status: 200, schema: AutonomyContractDetail },
    handle: async call => {
      const detail = await call.soulgate.autonomy.contract(call.who, pathValue(call, 'contract_id'))
      return isRefusal(detail) ? detail : json(detail)
    },
  }),
  route({
    id: 'grantAutonomy',
    tag: 'autonomy',
    method: 'POST',
    path: CONTRACTS,
    action: 'autonomy.manage',
    summary: 'grant a contract of autonomy for the calls of one scope; it opens when the evidence suffices',
    body: GrantAutonomy,
    answers: { status: 201, schema: AutonomyContract },
    handle: async ({ soulgate, who, body }) => {
      const contract = await soulgate.autonomy.grant(who, body)
      return isRefusal(contract) ? contract : json(contract, 201)
    },
  }),
  route({
    id: 'changeAutonomy',
    tag: 'autonomy',
    method: 'PATCH',
    path: `${CONTRACTS}/{contract_id}`,
    action: 'autonomy.manage',
    summary: 'keep a contract in shadow, suspend, resume or end it',
    body: ChangeAutonomy,
    answers: { status: 200, schema: AutonomyContract },
    handle: async call => {
      const id = pathValue(call, 'contract_id')
      const contract = await call.soulgate.autonomy.change(call.who, id, call.body)
      return isRefusal(contract) ? contract : json(contract)
    },
  }),
  route({
    id: 'reportCall',
    tag: 'autonomy',
    method: 'POST',
    path: '/api/autonomy/calls/{call_id}/report',
    action: 'autonomy.manage',
    summary: 'report a call that ran as wrong, or as harmful, which suspends its contract at once',
    body: ReportCall,
    answers: { status: 204 },
    handle: async call => {
      const id = pathValue(call, 'call_id')
      const reported = await call.soulgate.autonomy.report(call.who, id, call.body)
      return isRefusal(reported) ? reported : noContent()
    },
  }),
]
