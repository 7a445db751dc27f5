import { z } from 'zod'
import {
  ConfidenceReport,
  ConfidenceReportRequest,
  ConfidenceReportResponse,
} from '../../../contracts/guideline.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import { ConfidenceListQuery } from '../../../contracts/requests/guardrails.ts'
import { present } from '../present.ts'
import { json, type Route, route } from '../route.ts'

const entry = { tag: 'confidence', frozen: true, path: '/api/confidence' } as const

/** How sure agents say they are of finished tasks. */
export const confidenceRoutes: readonly Route[] = [
  route({
    ...entry,
    id: 'reportConfidence',
    method: 'POST',
    action: 'confidence.report',
    limit: 'write',
    summary: 'report how sure an agent is of a finished task, 0–100',
    body: ConfidenceReportRequest,
    answers: { status: 201, schema: ConfidenceReportResponse },
    handle: async ({ soulgate, who, body }) => {
      const answer = await soulgate.confidence.report(who, body)
      return isRefusal(answer) ? answer : json(answer, 201)
    },
  }),
  route({
    ...entry,
    id: 'listConfidenceReports',
    method: 'GET',
    action: 'guideline.read',
    summary: 'read confidence reports, newest first',
    query: ConfidenceListQuery,
    answers: { status: 200, schema: z.object({ reports: z.array(ConfidenceReport) }) },
    handle: async ({ soulgate, who, query }) => {
      const { limit, ...filter } = query
      return json({ reports: await soulgate.confidence.list(who, present(filter), limit) })
    },
  }),
]
