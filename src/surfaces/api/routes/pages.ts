import { z } from 'zod'
import {
  BriefAnalysis,
  DesignSystemVersion,
  Page,
  PageDiff,
  PageIssue,
  PageSnapshot,
  PageValidation,
  PageVersionSummary,
} from '../../../contracts/page.ts'
import { PageMeasurement } from '../../../contracts/page-measurement.ts'
import { PagesChanged } from '../../../contracts/page-operation.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import {
  ChangePagesRequest,
  EditBriefRequest,
  FixPageRequest,
  PageDiffQuery,
  PageQueryOf,
  PageReadQuery,
  PageVersionRequest,
  PageVersionsQuery,
  PutPageRequest,
  TakeSnapshotRequest,
} from '../../../contracts/requests/pages.ts'
import { type PageName, previewFrame } from '../../../soulgate.ts'
import { pageDocument } from '../page-answers.ts'
import { present } from '../present.ts'
import { json, jsonOrRefusal, pathValue, type Route, type RouteCall, route } from '../route.ts'

const reading = { tag: 'pages', action: 'session.read' } as const
const writing = { tag: 'pages', action: 'page.write' } as const
const PAGE = '/api/pages/{page_id}'
const SESSION = '/api/sessions/{session_id}'

const Shown = z.object({
  page_id: z.string(),
  slug: z.string(),
  version: z.int(),
  /** The page with its design system in it; `source` is as it was written. */
  html: z.string(),
  source: z.string(),
  /** The Content-Security-Policy to show it under, as a `<meta>` can say it. */
  policy: z.string(),
  /** Answers the page as a document to requests that carry a credential as every other. */
  preview_url: z.string(),
})
const Changed = z.object({ page: Page, changed: z.boolean() })

const reads: readonly Route[] = [
  route({
    ...reading,
    id: 'listPages',
    method: 'GET',
    path: `${SESSION}/pages`,
    summary: 'list the pages of a session, with the look they share',
    answers: {
      status: 200,
      schema: z.object({
        pages: z.array(Page),
        design_system: DesignSystemVersion.optional(),
        brief: BriefAnalysis.optional(),
      }),
    },
    handle: async ({ soulgate, who, ...call }) =>
      jsonOrRefusal(await soulgate.pages.list(who, pathValue(call, 'session_id'))),
  }),
  route({
    ...reading,
    id: 'getPage',
    method: 'GET',
    path: PAGE,
    summary: 'read a page, by id or by slug',
    query: PageQueryOf,
    answers: { status: 200, schema: Page },
    handle: async call => jsonOrRefusal(await call.soulgate.pages.get(call.who, nameOf(call))),
  }),
  route({
    ...reading,
    id: 'listPageVersions',
    method: 'GET',
    path: `${PAGE}/versions`,
    summary: 'list the versions of a page, newest first',
    query: PageVersionsQuery,
    answers: { status: 200, schema: z.object({ versions: z.array(PageVersionSummary) }) },
    handle: async call => {
      const answer = await call.soulgate.pages.versions(call.who, nameOf(call))
      if (isRefusal(answer)) return answer
      const all = call.query.include_released === 'true'
      return json({ versions: answer.versions.filter(version => all || !version.is_released) })
    },
  }),
  route({
    ...reading,
    id: 'getPageDiff',
    method: 'GET',
    path: `${PAGE}/diff`,
    summary: 'read what changed between two versions of a page; the last change when none is named',
    query: PageDiffQuery,
    answers: { status: 200, schema: PageDiff },
    handle: async call => {
      const { from, to } = call.query
      const answer = await call.soulgate.pages.diff(call.who, nameOf(call), present({ from, to }))
      return jsonOrRefusal(answer)
    },
  }),
  route({
    ...reading,
    id: 'getPagePreview',
    method: 'GET',
    path: `${PAGE}/preview`,
    summary: 'see a page: as HTML in a sandbox, or as JSON with its policy when that is accepted',
    query: PageReadQuery,
    answers: { status: 200, schema: Shown },
    handle: async call => {
      const { soulgate, who, headers, query } = call
      const shown = await soulgate.pages.show(who, nameOf(call), {
        version: query.version,
        isPointed: query.point === 'true',
        isMeasured: query.measure === 'true',
      })
      if (isRefusal(shown)) return shown
      const { page, version, html, metaPolicy } = shown
      if (!acceptsJson(headers)) return pageDocument(shown)
      const source = await soulgate.pages.read(who, nameOf(call), version)
      if (isRefusal(source)) return source
      const { page_id, slug, current_version } = page
      const older = version === current_version ? '' : `?version=${version}`
      const preview_url = `/api/pages/${page_id}/preview${older}`
      const { html: written } = source
      return json({ page_id, slug, version, html, policy: metaPolicy, source: written, preview_url })
    },
  }),
]

const writes: readonly Route[] = [
  route({
    ...writing,
    id: 'putPage',
    method: 'PUT',
    path: PAGE,
    summary: 'write a page by hand, as a new version',
    query: PageQueryOf,
    body: PutPageRequest,
    answers: { status: 200, schema: Changed },
    handle: async call => {
      const answer = await call.soulgate.pages.put(call.who, nameOf(call), call.body)
      return isRefusal(answer) ? answer : json({ page: answer.page, changed: answer.changed })
    },
  }),
  ...(['pin', 'unpin'] as const).map(verb =>
    route({
      ...writing,
      id: `${verb}PageVersion`,
      method: 'POST',
      path: `${PAGE}/${verb}`,
      summary:
        verb === 'pin' ? 'keep a version for good; at most two of a page' : 'let a version go with time',
      query: PageQueryOf,
      body: PageVersionRequest,
      answers: { status: 200, schema: PageVersionSummary },
      handle: async call => {
        const pin = { version: call.body.version, isPinned: verb === 'pin' }
        const answer = await call.soulgate.pages.pin(call.who, nameOf(call), pin)
        return jsonOrRefusal(answer)
      },
    }),
  ),
  route({
    ...writing,
    id: 'rollbackPage',
    method: 'POST',
    path: `${PAGE}/rollback`,
    summary: 'let an earlier version of a page stand again, as a new one',
    query: PageQueryOf,
    body: PageVersionRequest,
    answers: { status: 200, schema: Changed },
    handle: async call => {
      const answer = await call.soulgate.pages.rollback(call.who, nameOf(call), call.body.version)
      return isRefusal(answer) ? answer : json({ page: answer.page, changed: answer.changed })
    },
  }),
]

const changes: readonly Route[] = [
  route({
    ...writing,
    id: 'changePages',
    method: 'POST',
    path: `${SESSION}/page-operations`,
    summary: 'change pages by typed operations on named targets, or say with `dry_run` what would change',
    body: ChangePagesRequest,
    answers: { status: 200, schema: PagesChanged },
    handle: async ({ soulgate, who, body, ...call }) =>
      jsonOrRefusal(await soulgate.pages.change(who, pathValue(call, 'session_id'), body)),
  }),
  route({
    ...writing,
    id: 'undoPages',
    method: 'POST',
    path: `${SESSION}/page-operations/undo`,
    summary: 'take the last change of the pages of a session back',
    body: z.strictObject({}),
    answers: {
      status: 200,
      schema: z.object({ label: z.string(), affected_pages: z.array(z.string()) }),
    },
    handle: async ({ soulgate, who, ...call }) => {
      const answer = await soulgate.pages.undo(who, pathValue(call, 'session_id'))
      if (isRefusal(answer)) return answer
      return json({ label: answer.label, affected_pages: answer.affected_pages })
    },
  }),
  route({
    ...writing,
    id: 'editBrief',
    method: 'PATCH',
    path: `${SESSION}/brief`,
    summary: 'edit what pages are made from; pages that stand follow it',
    body: EditBriefRequest,
    answers: {
      status: 200,
      schema: z.object({ brief: BriefAnalysis, affected_pages: z.array(z.string()) }),
    },
    handle: async ({ soulgate, who, body, ...call }) => {
      const answer = await soulgate.pages.editBrief(who, pathValue(call, 'session_id'), body)
      if (isRefusal(answer)) return answer
      return json({ brief: answer.brief, affected_pages: answer.affected_pages })
    },
  }),
]

const checks: readonly Route[] = [
  route({
    ...reading,
    id: 'validatePage',
    method: 'GET',
    path: `${PAGE}/validation`,
    summary: 'read what is wrong with a page on a phone, and what would repair it',
    query: PageQueryOf,
    answers: { status: 200, schema: PageValidation },
    handle: async call => jsonOrRefusal(await call.soulgate.pages.validate(call.who, nameOf(call))),
  }),
  route({
    ...reading,
    id: 'validateMeasuredPage',
    method: 'POST',
    path: `${PAGE}/validation`,
    summary: 'read what is wrong with a page, what browsers measured of it counted; nothing is kept',
    query: PageQueryOf,
    body: PageMeasurement,
    answers: { status: 200, schema: PageValidation },
    handle: async call =>
      jsonOrRefusal(await call.soulgate.pages.validate(call.who, nameOf(call), call.body)),
  }),
  route({
    ...writing,
    id: 'fixPage',
    method: 'POST',
    path: `${PAGE}/fixes`,
    summary: 'repair a page: what the named rules found, or all that can be repaired',
    query: PageQueryOf,
    body: FixPageRequest,
    answers: {
      status: 200,
      schema: z.object({
        page: Page,
        changed: z.boolean(),
        applied: z.array(PageIssue),
        left: z.array(PageIssue),
        validation: PageValidation,
      }),
    },
    handle: async call => jsonOrRefusal(await call.soulgate.pages.fix(call.who, nameOf(call), call.body)),
  }),
]

const snapshots: readonly Route[] = [
  route({
    ...reading,
    id: 'listSnapshots',
    method: 'GET',
    path: `${SESSION}/snapshots`,
    summary: 'list the snapshots of a session, newest first',
    answers: { status: 200, schema: z.object({ snapshots: z.array(PageSnapshot) }) },
    handle: async ({ soulgate, who, ...call }) => {
      const answer = await soulgate.pages.snapshots(who, pathValue(call, 'session_id'))
      return isRefusal(answer) ? answer : json({ snapshots: answer.snapshots })
    },
  }),
  route({
    ...writing,
    id: 'takeSnapshot',
    method: 'POST',
    path: `${SESSION}/snapshots`,
    summary: 'keep product doc, design system and all pages as they stand',
    body: TakeSnapshotRequest,
    answers: { status: 201, schema: PageSnapshot },
    handle: async ({ soulgate, who, body, ...call }) => {
      const answer = await soulgate.pages.takeSnapshot(who, pathValue(call, 'session_id'), body.label)
      return isRefusal(answer) ? answer : json(answer, 201)
    },
  }),
  ...(['pin', 'unpin'] as const).map(verb =>
    route({
      ...writing,
      id: `${verb}Snapshot`,
      method: 'POST',
      path: `${SESSION}/snapshots/{snapshot_id}/${verb}`,
      summary: verb === 'pin' ? 'keep a snapshot for good; at most two' : 'let a snapshot go with time',
      body: z.strictObject({}),
      answers: { status: 200, schema: PageSnapshot },
      handle: async ({ soulgate, who, ...call }) =>
        jsonOrRefusal(await soulgate.pages.pinSnapshot(who, pathValue(call, 'snapshot_id'), verb === 'pin')),
    }),
  ),
  route({
    ...writing,
    id: 'rollbackSnapshot',
    method: 'POST',
    path: `${SESSION}/snapshots/{snapshot_id}/rollback`,
    summary: 'let product doc, design system and pages stand again as in a snapshot',
    body: z.strictObject({}),
    answers: {
      status: 200,
      schema: z.object({ number: z.int(), affected_pages: z.array(z.string()) }),
    },
    handle: async ({ soulgate, who, ...call }) => {
      const answer = await soulgate.pages.rollbackTo(who, pathValue(call, 'snapshot_id'))
      if (isRefusal(answer)) return answer
      return json({ number: answer.number, affected_pages: answer.affected_pages })
    },
  }),
  route({
    ...reading,
    id: 'exportSession',
    method: 'GET',
    path: `${SESSION}/export`,
    summary: 'download the pages of a session as a zip that opens from disk',
    answers: { status: 200, contentType: 'application/zip' },
    handle: async ({ soulgate, who, ...call }) => {
      const answer = await soulgate.pages.export(who, pathValue(call, 'session_id'))
      if (isRefusal(answer)) return answer
      const { bytes, file_name } = answer
      return new Response(Buffer.from(bytes), {
        headers: {
          'content-type': 'application/zip',
          'content-disposition': `attachment; filename="${file_name}"`,
        },
      })
    },
  }),
]

const previews: readonly Route[] = [
  route({
    id: 'getPreviewFrame',
    tag: 'pages',
    method: 'GET',
    path: '/preview/pages/{file}',
    action: 'public',
    summary:
      'the empty document in which the Studio shows pages; the same at each address, without any content',
    answers: { status: 200, contentType: 'text/html' },
    handle: async () => pageDocument(previewFrame),
  }),
]

/** Pages, their versions and snapshots, how they are seen, and how they leave. */
export const pageRoutes: readonly Route[] = [
  ...reads,
  ...writes,
  ...changes,
  ...checks,
  ...snapshots,
  ...previews,
]

function nameOf(call: RouteCall<unknown, { readonly session_id?: string | undefined }>): PageName {
  const { session_id } = call.query
  return { page: pathValue(call, 'page_id'), ...(session_id === undefined ? {} : { session_id }) }
}

function acceptsJson(headers: Headers): boolean {
  const accept = headers.get('accept') ?? ''
  return /application\/json/i.test(accept) && !/text\/html/i.test(accept)
}
