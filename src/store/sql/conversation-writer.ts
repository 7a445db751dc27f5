import type { Message } from '../../contracts/message.ts'
import type { StoredDocPatch } from '../store.ts'
import { SESSION_COLUMNS } from './columns.ts'
import { rowToSession } from './rows.ts'
import { type Arguments, prepare, slot } from './statements.ts'
import type { TransactionScope } from './transaction-scope.ts'

const lockSession = prepare((db, dialect) => {
  const query = db.selectFrom('sessions').select(SESSION_COLUMNS).where('session_id', '=', slot('session_id'))
  return dialect === 'postgres' ? query.forUpdate() : query
})
const putMessage = prepare(db =>
  db
    .insertInto('messages')
    .values({
      session_id: slot('session_id'),
      seq: slot<number>('seq'),
      message_id: slot('message_id'),
      role: slot('role'),
      hidden: slot<number>('hidden'),
      size: slot<number>('size'),
      body: slot('body'),
      images: slot('images'),
    })
    .onConflict(conflict =>
      conflict.columns(['session_id', 'seq']).doUpdateSet(eb => ({
        message_id: eb.ref('excluded.message_id'),
        role: eb.ref('excluded.role'),
        hidden: eb.ref('excluded.hidden'),
        size: eb.ref('excluded.size'),
        body: eb.ref('excluded.body'),
        images: eb.ref('excluded.images'),
      })),
    ),
)
const insertPatch = prepare(db =>
  db.insertInto('product_doc_patches').values({
    session_id: slot('session_id'),
    version: slot<number>('version'),
    position: slot<number>('position'),
    change_id: slot('change_id'),
    section: slot('section'),
    body: slot('body'),
  }),
)
const deleteMessages = prepare(db => db.deleteFrom('messages').where('session_id', '=', slot('session_id')))
const deletePatches = prepare(db =>
  db.deleteFrom('product_doc_patches').where('session_id', '=', slot('session_id')),
)

/** Conversations and the changes of product docs. */
export function createConversationWriter({ connection, notify }: TransactionScope) {
  return {
    lockSession: async (sessionId: string) => {
      const row = await lockSession.first(connection, { session_id: sessionId })
      return row && rowToSession(row)
    },
    putMessages: async (messages: readonly Message[]) => {
      for (const message of messages) await putMessage.write(connection, messageToRow(message))
      for (const id of new Set(messages.map(message => message.session_id))) notify(`session:${id}`)
    },
    insertDocPatches: async (patches: readonly StoredDocPatch[]) => {
      for (const patch of patches)
        await insertPatch.write(connection, { ...patchKey(patch), body: JSON.stringify(patch) })
    },
    deleteConversation: async (sessionId: string) => {
      const session = { session_id: sessionId }
      notify(`session:${sessionId}`)
      return (
        (await deleteMessages.change(connection, session)) + (await deletePatches.change(connection, session))
      )
    },
  }
}

function messageToRow({ images, ...message }: Message): Arguments {
  const body = JSON.stringify(message)
  const pictures = images === undefined ? null : JSON.stringify(images)
  return {
    session_id: message.session_id,
    seq: message.seq,
    message_id: message.message_id,
    role: message.role,
    hidden: message.hidden === true ? 1 : 0,
    size: body.length + (pictures?.length ?? 0),
    body,
    images: pictures,
  }
}

function patchKey({ session_id, version, position, change_id, section }: StoredDocPatch): Arguments {
  return { session_id, version, position, change_id, section }
}
