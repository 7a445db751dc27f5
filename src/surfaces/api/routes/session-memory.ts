import { z } from 'zod'
import { Message } from '../../../contracts/message.ts'
import { ProductDoc, ProductDocPatch } from '../../../contracts/product-doc.ts'
import { isRefusal, type Refusal, refuse } from '../../../contracts/refusal.ts'
import {
  ConfirmProductDocRequest,
  DocHistoryQuery,
  EraseSessionRequest,
  MessageListQuery,
  PutSectionRequest,
} from '../../../contracts/requests/memory.ts'
import { present } from '../present.ts'
import { json, jsonOrRefusal, pathValue, type Route, type RouteCall, route } from '../route.ts'

const sessions = { tag: 'sessions', action: 'session.read' } as const
const writing = { tag: 'sessions', action: 'session.write' } as const
const DOC = '/api/sessions/{session_id}/product-doc'

/** What was said in a session, and its product doc. */
export const sessionMemoryRoutes: readonly Route[] = [
  route({
    ...sessions,
    id: 'listMessages',
    method: 'GET',
    path: '/api/sessions/{session_id}/messages',
    summary: 'read the conversation of a session',
    query: MessageListQuery,
    answers: {
      status: 200,
      schema: z.object({ messages: z.array(Message), next_cursor: z.string().optional() }),
    },
    handle: async call => {
      const { soulgate, who, query } = call
      const { order, ...page } = query
      const answer = await soulgate.sessionMemory.messages(who, pathValue(call, 'session_id'), {
        ...present(page),
        order,
      })
      if (isRefusal(answer)) return answer
      const { items, ...rest } = answer
      return json({ messages: items, ...rest })
    },
  }),
  route({
    ...sessions,
    id: 'getMessage',
    method: 'GET',
    path: '/api/sessions/{session_id}/messages/{message_id}',
    summary: 'read one message',
    answers: { status: 200, schema: Message },
    handle: async call => {
      const { soulgate, who } = call
      const place = [pathValue(call, 'session_id'), pathValue(call, 'message_id')] as const
      const answer = await soulgate.sessionMemory.message(who, ...place)
      return jsonOrRefusal(answer)
    },
  }),
  route({
    ...sessions,
    id: 'getProductDoc',
    method: 'GET',
    path: DOC,
    summary: 'read the product doc of a session',
    answers: { status: 200, schema: ProductDoc },
    handle: async call => {
      const answer = await call.soulgate.sessionMemory.productDoc(call.who, pathValue(call, 'session_id'))
      return isRefusal(answer) ? answer : docAnswer(answer)
    },
  }),
  route({
    ...sessions,
    id: 'getProductDocHistory',
    method: 'GET',
    path: `${DOC}/history`,
    summary: 'read every change of the product doc, newest first',
    query: DocHistoryQuery,
    answers: {
      status: 200,
      schema: z.object({ patches: z.array(ProductDocPatch), next_cursor: z.string().optional() }),
    },
    handle: async call => {
      const { soulgate, who, query } = call
      const answer = await soulgate.sessionMemory.docHistory(
        who,
        pathValue(call, 'session_id'),
        present(query),
      )
      if (isRefusal(answer)) return answer
      const { items, ...rest } = answer
      return json({ patches: items, ...rest })
    },
  }),
  route({
    ...writing,
    id: 'confirmProductDoc',
    method: 'POST',
    path: `${DOC}/confirm`,
    summary: 'confirm the product doc as it was seen',
    body: ConfirmProductDocRequest,
    answers: { status: 200, schema: ProductDoc },
    handle: async call => {
      const { soulgate, who, body } = call
      const version = versionOf(call, body.version)
      if (isRefusal(version)) return version
      const answer = await soulgate.sessionMemory.confirmDoc(who, pathValue(call, 'session_id'), version)
      return isRefusal(answer) ? answer : docAnswer(answer.doc)
    },
  }),
  route({
    ...writing,
    id: 'putProductDocSection',
    method: 'PUT',
    path: `${DOC}/sections/{name}`,
    summary: 'write a section of the product doc; a model does not write over it unasked',
    body: PutSectionRequest,
    answers: { status: 200, schema: ProductDoc },
    handle: async call => {
      const { soulgate, who, body } = call
      const version = versionOf(call, body.version)
      if (isRefusal(version)) return version
      const answer = await soulgate.sessionMemory.putSection(
        who,
        sectionOf(call),
        present({ ...body, version }),
      )
      return isRefusal(answer) ? answer : docAnswer(answer.doc)
    },
  }),
  route({
    ...writing,
    id: 'deleteProductDocSection',
    method: 'DELETE',
    path: `${DOC}/sections/{name}`,
    summary: 'take a section of the product doc away',
    answers: { status: 200, schema: ProductDoc },
    handle: async call => {
      const version = versionOf(call, undefined)
      if (isRefusal(version)) return version
      const answer = await call.soulgate.sessionMemory.removeSection(call.who, sectionOf(call), version)
      return isRefusal(answer) ? answer : docAnswer(answer.doc)
    },
  }),
  route({
    tag: 'sessions',
    id: 'eraseSession',
    method: 'POST',
    path: '/api/sessions/{session_id}/erase',
    action: 'session.erase',
    summary: 'erase what was said, shown, called and answered in a session; the chain stays whole',
    body: EraseSessionRequest,
    answers: { status: 200, schema: z.object({ session_id: z.string(), erased: z.int() }) },
    handle: async call => {
      const session_id = pathValue(call, 'session_id')
      if (call.body.confirm !== 'erase') {
        return refuse(
          'confirm_required',
          `Erasing cannot be taken back. Send {"confirm": "erase"} to erase ${session_id}.`,
        )
      }
      const answer = await call.soulgate.audit.eraseSession(call.who, session_id)
      return isRefusal(answer) ? answer : json({ session_id, erased: answer.erased })
    },
  }),
]

function sectionOf(call: RouteCall<unknown, unknown>) {
  return { sessionId: pathValue(call, 'session_id'), section: pathValue(call, 'name') }
}

function docAnswer(doc: ProductDoc): Response {
  return json(doc, 200, { etag: `"${doc.version}"` })
}

/** The version of `If-Match`, else the one of the body; `*` is any. */
function versionOf(
  { headers }: Pick<RouteCall<unknown, unknown>, 'headers'>,
  ofBody: number | undefined,
): number | undefined | Refusal {
  const header = headers.get('if-match')?.trim()
  if (header === undefined || header === '' || header === '*') return ofBody
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header)?.[1]
  if (version !== undefined) return Number(version)
  const message = 'is the version of the product doc, as its ETag says it'
  return refuse('invalid', `If-Match ${message}.`, { errors: [{ field: 'if-match', message }] })
}
