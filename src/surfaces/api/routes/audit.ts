import { z } from 'zod'
import { Event } from '../../../contracts/event.ts'
import { ReceiptFile, ReceiptRequest } from '../../../contracts/receipt.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import { AuditExportQuery, AuditSearchQuery } from '../../../contracts/requests/administration.ts'
import { auditDownload } from '../audit-export.ts'
import { present } from '../present.ts'
import { json, jsonOrRefusal, pathValue, type Route, route } from '../route.ts'

const PublicKey = z.object({ key_id: z.string(), fingerprint: z.string(), trusted: z.array(z.string()) })

const AuditReport = z.object({
  ok: z.boolean(),
  events: z.int(),
  streams: z.int(),
  checkpoints: z.int(),
  erased: z.int(),
  unsealed: z.int(),
  keys: z.array(
    z.object({
      key_id: z.string(),
      fingerprint: z.string(),
      endorsed_by: z.string().optional(),
      trusted: z.boolean(),
      own: z.boolean(),
    }),
  ),
  vouched: z.boolean(),
  first_bad: z.object({ stream: z.string(), seq: z.int(), line: z.int(), reason: z.string() }).optional(),
  sealed_up_to: z.string().optional(),
  note: z.string(),
})

/** The audit chain: searched, proven, exported, and its key. */
export const auditRoutes: readonly Route[] = [
  route({
    id: 'searchAudit',
    tag: 'audit',
    method: 'GET',
    path: '/api/audit',
    action: 'audit.read',
    summary: 'search the audit chain, newest first',
    query: AuditSearchQuery,
    answers: {
      status: 200,
      schema: z.object({ events: z.array(Event), next_cursor: z.string().optional() }),
    },
    handle: async ({ soulgate, who, query }) => {
      const { limit, cursor, type, ...filter } = query
      const listed = await soulgate.audit.search(
        who,
        present({ ...filter, types: type }),
        present({ limit, cursor }),
      )
      const { items, ...rest } = listed
      return json({ events: items, ...rest })
    },
  }),
  route({
    id: 'verifyAudit',
    tag: 'audit',
    method: 'GET',
    path: '/api/audit/verify',
    action: 'audit.read',
    summary: 'check every chain and every seal',
    answers: { status: 200, schema: AuditReport },
    handle: async ({ soulgate, who }) => {
      const report = await soulgate.audit.verify(who)
      return isRefusal(report) ? report : json(report)
    },
  }),
  route({
    id: 'getAuditKey',
    tag: 'audit',
    method: 'GET',
    path: '/api/audit/key',
    action: 'audit.read',
    summary: 'the key that signs the audit chain here, and the others that its home vouches for',
    answers: { status: 200, schema: PublicKey },
    handle: async ({ soulgate, who }) => jsonOrRefusal(await soulgate.audit.key(who)),
  }),
  route({
    id: 'rotateAuditKey',
    tag: 'audit',
    method: 'POST',
    path: '/api/audit/key/rotate',
    action: 'settings.write',
    summary: 'sign the audit chain with a new key, which the old one endorses',
    body: z.strictObject({}),
    answers: { status: 200, schema: PublicKey.extend({ previous_key_id: z.string() }) },
    handle: async ({ soulgate, who }) => jsonOrRefusal(await soulgate.audit.rotateKey(who)),
  }),
  route({
    id: 'exportAudit',
    tag: 'audit',
    method: 'GET',
    path: '/api/audit/export',
    action: 'audit.read',
    summary: 'download the audit chain: lines that can be verified offline, or its events as JSON or CSV',
    query: AuditExportQuery,
    answers: { status: 200, contentType: 'application/x-ndjson' },
    handle: async ({ soulgate, who, query }) => auditDownload(soulgate.audit.export(who), query.format),
  }),
  route({
    id: 'exportReceipt',
    tag: 'audit',
    method: 'POST',
    path: '/api/gates/{gate_id}/receipt',
    action: 'gate.receipt',
    limit: 'write',
    summary:
      'a signed receipt of a decision for somebody outside; people are numbered and contents are digests unless `include` names them. That it was exported is recorded',
    body: ReceiptRequest,
    answers: { status: 200, schema: ReceiptFile },
    handle: async call => {
      const answer = await call.soulgate.audit.receipt(call.who, pathValue(call, 'gate_id'), call.body)
      return isRefusal(answer) ? answer : json(answer.file)
    },
  }),
]
