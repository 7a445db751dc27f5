import { z } from 'zod'
import { DecideRequest, DecisionKind } from '../../contracts/decision.ts'
import { Artifact, Briefing, Gate, GateStatus, GateType } from '../../contracts/gate.ts'
import {
  ConfidenceReport,
  ConfidenceReportRequest,
  ConfidenceReportResponse,
} from '../../contracts/guideline.ts'
import type { Route } from './route.ts'

const DEFINITIONS = {
  ...{
    GateStatus,
    GateType,
    Artifact,
    Briefing,
    GateRequest: Gate,
    GateDecision: DecideRequest,
    DecisionKind,
  },
  ...{ ConfidenceReport, ConfidenceReportRequest, ConfidenceReportResponse },
} as const

const ENDPOINTS: readonly (readonly [id: string, path: string])[] = [
  ['listPendingGates', '/gates/pending'],
  ['getGate', '/gates/{gate_id}'],
  ['decideGate', '/gates/{gate_id}/decide'],
  ['openGate', '/gates'],
  ['waitForGate', '/gates/{gate_id}/wait'],
  ['reportConfidence', '/confidence'],
  ['listConfidenceReports', '/confidence'],
  ['getWorkers', '/workers/status'],
  ['listSessions', '/sessions'],
  ['getSession', '/sessions/{session_id}'],
]

/**
 * Contract 1.1.0 of the gate API, made from the same schemas that check every request. Everything of 1.0.0 stays
 * valid: a client that knows only approve and reject, and sends no digest, is answered as before.
 */
export function hitlContract(routes: readonly Route[]) {
  return {
    name: 'hitl_api',
    version: '1.1.0',
    basePath: '/api',
    description: 'Gates that wait for people: every type, briefings, steering, confidence reports.',
    changelog: [
      {
        version: '1.1.0',
        changes: [
          'more gate types and statuses; test_review is also called test_failures',
          'decisions steer, answer and skip; options, conditions, edited arguments',
          'a briefing on every gate',
          'POST and GET /confidence',
          'reads take ?contract=1.0 and then answer with the types and statuses of 1.0.0',
        ],
      },
    ],
    definitions: Object.fromEntries(
      Object.entries(DEFINITIONS).map(([name, schema]) => [
        name,
        z.toJSONSchema(schema, {
          io: name.endsWith('Decision') || name.endsWith('Request') ? 'input' : 'output',
        }),
      ]),
    ),
    endpoints: ENDPOINTS.flatMap(([id, path]) => {
      const route = routes.find(candidate => candidate.id === id)
      return route === undefined
        ? []
        : [{ method: route.method, path, operation: id, summary: route.summary }]
    }),
  }
}
