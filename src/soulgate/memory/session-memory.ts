import type { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import type { DocChange, DocChangeAnswer } from '../../engine/memory/memory.ts'
import type { Page } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { readableSession, refuseSessionWrite } from '../visibility.ts'
import type { DocAnswer, SessionMemoryPart } from './session-memory-part.ts'

export function createSessionMemory(engine: Engine): SessionMemoryPart {
  const { conversation, productDocs } = engine.memory
  const change = async (who: Principal, wanted: Omit<DocChange, 'author'>): Promise<DocAnswer> => {
    const refused = await refuseSessionWrite(engine.store, who, wanted.session_id)
    return refused ?? toDocAnswer(await productDocs.change({ ...wanted, author: { kind: 'user', who } }))
  }
  return {
    messages: (who, sessionId, page) => listMessages(engine, who, { sessionId, ...page }),
    message: async (who, sessionId, messageId) => {
      const session = await readableSession(engine.store, who, sessionId)
      if (isRefusal(session)) return session
      const unknown = `There is no message ${messageId} in session ${sessionId}.`
      return (await conversation.get(sessionId, messageId)) ?? refuse('not_found', unknown)
    },
    productDoc: async (who, sessionId) => {
      const session = await readableSession(engine.store, who, sessionId)
      if (isRefusal(session)) return session
      return (await productDocs.get(sessionId)) ?? noDoc(sessionId)
    },
    putSection: (who, { sessionId, section }, { title, content, change_summary, version }) =>
      change(who, {
        session_id: sessionId,
        sections: [{ section, title, content }],
        ...(change_summary === undefined ? {} : { change_summary }),
        ...(version === undefined ? {} : { if_version: version }),
      }),
    removeSection: (who, { sessionId, section }, version) =>
      change(who, {
        session_id: sessionId,
        sections: [{ section, remove: true }],
        ...(version === undefined ? {} : { if_version: version }),
      }),
    confirmDoc: async (who, sessionId, version) => {
      const refused = await refuseSessionWrite(engine.store, who, sessionId)
      return refused ?? toDocAnswer(await productDocs.confirm(who, sessionId, version))
    },
    docHistory: async (who, sessionId, { section, ...page }) => {
      const session = await readableSession(engine.store, who, sessionId)
      return isRefusal(session) ? session : productDocs.history(sessionId, page, section)
    },
  }
}

async function listMessages(
  engine: Engine,
  who: Principal,
  {
    sessionId,
    limit,
    cursor,
    order,
  }: Page & { readonly sessionId: string; readonly order: 'oldest' | 'newest' },
): ReturnType<SessionMemoryPart['messages']> {
  const session = await readableSession(engine.store, who, sessionId)
  if (isRefusal(session)) return session
  const newestFirst = order === 'newest'
  const from = cursor === undefined ? {} : { [newestFirst ? 'before' : 'after']: Number(cursor) }
  const { conversation } = engine.memory
  const items = await conversation.list(sessionId, { limit, newestFirst, ...from })
  const last = items.at(-1)
  const end = newestFirst ? 1 : await conversation.lastSeq(sessionId)
  return { items, ...(last && last.seq !== end ? { next_cursor: String(last.seq) } : {}) }
}

function toDocAnswer(answer: DocChangeAnswer): DocAnswer {
  if (isRefusal(answer)) return answer
  return answer.doc ? { doc: answer.doc } : refuse('not_found', 'There is no product doc yet.')
}

function noDoc(sessionId: string): Refusal {
  return refuse('not_found', `Session ${sessionId} has no product doc yet. Its first section makes one.`)
}
