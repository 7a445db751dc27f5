import { stringify } from 'yaml'
import { z } from 'zod'
import { Guideline } from '../../../contracts/guideline.ts'
import { JsonObject } from '../../../contracts/json-value.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import {
  BootstrapGuidelinesRequest,
  CreateGuidelineRequest,
  EvaluateGuardrailsRequest,
  EvaluateGuardrailsResponse,
  GuidelineAuditQuery,
  GuidelineExportQuery,
  GuidelineListQuery,
  ImportGuidelinesRequest,
  LogDecisionRequest,
  ToggleGuidelineRequest,
  UpdateGuidelineRequest,
} from '../../../contracts/requests/guardrails.ts'
import { auditAnswer } from '../guideline-audit.ts'
import { guidelinesToCsv, parseGuidelineCsv, parseGuidelineText } from '../guideline-text.ts'
import { present } from '../present.ts'
import { json, jsonOrRefusal, noContent, pathValue, type Route, route } from '../route.ts'

const GuidelineList = z.object({
  guidelines: z.array(Guideline),
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
  unreadable: z.array(z.string()),
})
const FieldErrors = z.array(z.object({ field: z.string(), message: z.string() }))
const Imported = z.object({
  imported: z.int(),
  items: z.array(
    z.object({
      ok: z.boolean(),
      id: z.string().optional(),
      outcome: z.enum(['created', 'updated', 'unchanged']).optional(),
      code: z.enum(['invalid', 'version_conflict']).optional(),
      errors: FieldErrors.optional(),
    }),
  ),
  errors: z.array(
    z.object({ index: z.int(), id: z.string().optional(), code: z.string(), errors: FieldErrors }),
  ),
})
const Bootstrapped = z.object({
  created: z.array(z.string()),
  existing: z.array(z.string()),
  dry_run: z.boolean(),
})
const PastCalls = z.object({ matched: z.int(), of: z.int(), approved: z.int(), rejected: z.int() })
const RuleReleases = z.object({
  count: z.int(),
  last_used_at: z.string().optional(),
  past_calls: PastCalls,
})
const AuditEntries = z.object({
  entries: z.array(JsonObject),
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
})
const entry = { tag: 'guardrails', frozen: true } as const

/** Guidelines and what they say about a context. */
export const guardrailRoutes: readonly Route[] = [
  route({
    ...entry,
    id: 'listGuidelines',
    method: 'GET',
    path: '/api/guardrails',
    action: 'guideline.read',
    summary: 'list guidelines, highest priority first',
    query: GuidelineListQuery,
    answers: { status: 200, schema: GuidelineList },
    handle: async ({ soulgate, who, query }) => {
      const { page, page_size, ...filter } = query
      const window = { limit: page_size, offset: (page - 1) * page_size }
      const { items, total, unreadable } = await soulgate.guardrails.list(who, present(filter), window)
      return json({ guidelines: items, total, page, page_size, unreadable })
    },
  }),
  route({
    ...entry,
    id: 'createGuideline',
    method: 'POST',
    path: '/api/guardrails',
    action: 'guideline.write',
    summary: 'save a new guideline',
    body: CreateGuidelineRequest,
    answers: { status: 201, schema: Guideline },
    handle: async ({ soulgate, who, body }) => {
      const answer = await soulgate.guardrails.create(who, body)
      return isRefusal(answer) ? answer : json(answer.guideline, 201)
    },
  }),
  route({
    ...entry,
    id: 'evaluateGuardrails',
    method: 'POST',
    path: '/api/guardrails/evaluate',
    action: 'guideline.read',
    summary: 'ask what the guardrails say about a context, with drafts that are not saved yet',
    body: EvaluateGuardrailsRequest,
    answers: { status: 200, schema: EvaluateGuardrailsResponse },
    handle: async ({ soulgate, who, body }) => {
      const { explain, text, guidelines: drafts, ...context } = body
      const options = present({ explain, text, drafts })
      const answer = await soulgate.guardrails.evaluate(who, present(context), options)
      return jsonOrRefusal(answer)
    },
  }),
  route({
    ...entry,
    id: 'searchGuidelineAudit',
    method: 'GET',
    path: '/api/guardrails/audit',
    action: 'audit.read',
    summary: 'read what was changed and decided, newest first',
    query: GuidelineAuditQuery,
    answers: { status: 200, schema: AuditEntries },
    handle: async ({ soulgate, who, query }) => {
      const { page, page_size, format, guideline_id, event_type, date_from, date_to } = query
      const filter = { guideline_id, types: event_type && [event_type], from: date_from, to: date_to }
      const window = { limit: page_size, offset: (page - 1) * page_size }
      const found = await soulgate.guardrails.audit(who, present(filter), window)
      return auditAnswer({ ...found, page, page_size }, format)
    },
  }),
  route({
    ...entry,
    id: 'exportGuidelines',
    method: 'GET',
    path: '/api/guardrails/export',
    action: 'guideline.read',
    summary: 'download the guidelines',
    query: GuidelineExportQuery,
    answers: { status: 200, schema: z.array(Guideline) },
    handle: async ({ soulgate, who, query }) => {
      const { format, ...filter } = query
      return exportAnswer(await soulgate.guardrails.exportAll(who, present(filter)), format)
    },
  }),
  route({
    ...entry,
    id: 'importGuidelines',
    method: 'POST',
    path: '/api/guardrails/import',
    action: 'guideline.write',
    summary: 'save many guidelines; what is wrong with one does not stop the others',
    body: ImportGuidelinesRequest,
    answers: { status: 200, schema: Imported },
    handle: async ({ soulgate, who, body }) => {
      const items = Array.isArray(body)
        ? body
        : 'yaml' in body
          ? parseGuidelineText(body.yaml)
          : 'csv' in body
            ? parseGuidelineCsv(body.csv)
            : body.guidelines
      if (isRefusal(items)) return items
      const answer = await soulgate.guardrails.importMany(who, items)
      if (isRefusal(answer)) return answer
      const errors = answer.items.flatMap((item, index) =>
        item.ok ? [] : [{ index, code: item.code, errors: item.errors, ...(item.id ? { id: item.id } : {}) }],
      )
      return json({ ...answer, errors })
    },
  }),
  route({
    ...entry,
    id: 'previewBootstrap',
    method: 'GET',
    path: '/api/guardrails/bootstrap',
    action: 'guideline.read',
    summary: 'which default guidelines are missing; stores nothing',
    answers: { status: 200, schema: Bootstrapped },
    handle: async ({ soulgate, who }) =>
      jsonOrRefusal(await soulgate.guardrails.bootstrap(who, { dryRun: true })),
  }),
  route({
    ...entry,
    id: 'bootstrapGuidelines',
    method: 'POST',
    path: '/api/guardrails/bootstrap',
    action: 'guideline.write',
    summary: 'store the default guidelines that are missing',
    body: BootstrapGuidelinesRequest,
    answers: { status: 200, schema: Bootstrapped },
    handle: async ({ soulgate, who, body }) =>
      jsonOrRefusal(await soulgate.guardrails.bootstrap(who, { dryRun: body.dry_run })),
  }),
  route({
    ...entry,
    id: 'logGateDecision',
    method: 'POST',
    path: '/api/guardrails/decisions',
    action: 'guideline.log',
    limit: 'write',
    summary: 'log what was decided elsewhere; it decides nothing',
    body: LogDecisionRequest,
    answers: { status: 201, schema: z.object({ audit_id: z.string() }) },
    handle: async ({ soulgate, who, body }) => {
      const answer = await soulgate.guardrails.logDecision(who, body)
      return isRefusal(answer) ? answer : json(answer, 201)
    },
  }),
  route({
    ...entry,
    id: 'getGuideline',
    method: 'GET',
    path: '/api/guardrails/{guideline_id}',
    action: 'guideline.read',
    summary: 'read a guideline',
    answers: { status: 200, schema: Guideline },
    handle: async call => {
      const answer = await call.soulgate.guardrails.get(call.who, pathValue(call, 'guideline_id'))
      return isRefusal(answer) ? answer : json(answer.guideline)
    },
  }),
  route({
    ...entry,
    id: 'readGuidelineReleases',
    method: 'GET',
    path: '/api/guardrails/{guideline_id}/releases',
    action: 'guideline.read',
    summary: 'read what a sticky rule released, and would have',
    answers: { status: 200, schema: RuleReleases },
    handle: async call =>
      jsonOrRefusal(await call.soulgate.guardrails.releases(call.who, pathValue(call, 'guideline_id'))),
  }),
  route({
    ...entry,
    id: 'updateGuideline',
    method: 'PUT',
    path: '/api/guardrails/{guideline_id}',
    action: 'guideline.write',
    summary: 'change a guideline; needs the version that was read',
    body: UpdateGuidelineRequest,
    answers: { status: 200, schema: Guideline },
    handle: async call => {
      const { soulgate, who, body } = call
      const answer = await soulgate.guardrails.update(who, pathValue(call, 'guideline_id'), body)
      return isRefusal(answer) ? answer : json(answer.guideline)
    },
  }),
  route({
    ...entry,
    id: 'deleteGuideline',
    method: 'DELETE',
    path: '/api/guardrails/{guideline_id}',
    action: 'guideline.write',
    summary: 'delete a guideline',
    answers: { status: 204 },
    handle: async call => {
      const answer = await call.soulgate.guardrails.remove(call.who, pathValue(call, 'guideline_id'))
      return isRefusal(answer) ? answer : noContent()
    },
  }),
  route({
    ...entry,
    id: 'toggleGuideline',
    method: 'POST',
    path: '/api/guardrails/{guideline_id}/toggle',
    action: 'guideline.write',
    summary: 'switch a guideline on or off',
    body: ToggleGuidelineRequest,
    answers: { status: 200, schema: Guideline },
    handle: async call => {
      const { soulgate, who, body } = call
      const answer = await soulgate.guardrails.toggle(who, pathValue(call, 'guideline_id'), body.version)
      return isRefusal(answer) ? answer : json(answer.guideline)
    },
  }),
]

type ExportFormat = 'json' | 'jsonl' | 'yaml' | 'csv'

const EXPORT_TYPES = {
  jsonl: 'application/x-ndjson',
  yaml: 'application/yaml',
  csv: 'text/csv',
} as const

function exportAnswer(guidelines: readonly Guideline[], format: ExportFormat): Response {
  if (format === 'json') return json(guidelines)
  const text =
    format === 'yaml'
      ? stringify({ guidelines })
      : format === 'csv'
        ? guidelinesToCsv(guidelines)
        : guidelines.map(guideline => `${JSON.stringify(guideline)}\n`).join('')
  const disposition = `attachment; filename="guidelines.${format}"`
  return new Response(text, {
    headers: {
      'content-type': `${EXPORT_TYPES[format]}; charset=utf-8`,
      'content-disposition': disposition,
    },
  })
}
