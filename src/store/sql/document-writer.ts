import { SoulgateError } from '../../base/errors.ts'
import type { DocumentWrite } from '../store.ts'
import { slots } from './slots.ts'
import { prepare, type SqlConnection, slot } from './statements.ts'
import type { Tables } from './tables.ts'
import type { TransactionScope } from './transaction-scope.ts'

const insertDocument = prepare(db =>
  db
    .insertInto('documents')
    .values(
      slots<Tables['documents']>(['kind', 'id', 'lookup', 'version', 'body', 'created_at', 'updated_at']),
    )
    .onConflict(conflict => conflict.columns(['kind', 'id']).doNothing()),
)
const lockDocument = prepare((db, dialect) => {
  const query = db
    .selectFrom('documents')
    .select('version')
    .where('kind', '=', slot('kind'))
    .where('id', '=', slot('id'))
  return dialect === 'postgres' ? query.forUpdate() : query
})
const updateDocument = prepare(db =>
  db
    .updateTable('documents')
    .set({
      lookup: slot('lookup'),
      version: slot<number>('version'),
      body: slot('body'),
      updated_at: slot('updated_at'),
    })
    .where('kind', '=', slot('kind'))
    .where('id', '=', slot('id'))
    .where('version', '=', slot<number>('expected')),
)
const deleteDocument = prepare(db =>
  db.deleteFrom('documents').where('kind', '=', slot('kind')).where('id', '=', slot('id')),
)
const putBlob = prepare(db =>
  db
    .insertInto('blobs')
    .values({ digest: slot<string>('digest'), bytes: slot<Uint8Array>('bytes'), at: slot<string>('at') })
    .onConflict(conflict => conflict.column('digest').doNothing()),
)
const deleteBlob = prepare(db => db.deleteFrom('blobs').where('digest', '=', slot('digest')))
const putIdempotent = prepare(db =>
  db
    .insertInto('idempotency')
    .values(slots<Tables['idempotency']>(['scope', 'key', 'digest', 'answer', 'at']))
    .onConflict(conflict =>
      conflict
        .columns(['scope', 'key'])
        .doUpdateSet({ digest: slot('digest'), answer: slot('answer'), at: slot<string>('at') }),
    ),
)

/** Documents, blobs and answers kept for a repeated request. */
export function createDocumentWriter({ connection, notify }: TransactionScope) {
  return {
    putDocument: async (write: DocumentWrite) => {
      const version = await writeDocument(connection, write)
      notify(`document:${write.kind}`)
      return version
    },
    deleteDocument: async (kind: string, id: string) => {
      notify(`document:${kind}`)
      return (await deleteDocument.change(connection, { kind, id })) === 1
    },
    putBlob: async (digest: string, bytes: Uint8Array, at: string) => {
      await putBlob.write(connection, { digest, bytes, at })
    },
    deleteBlob: async (digest: string) => {
      await deleteBlob.write(connection, { digest })
    },
    putIdempotent: async (
      scope: string,
      key: string,
      entry: { digest: string; answer: DocumentWrite['body']; at: string },
    ) => {
      await putIdempotent.write(connection, { scope, key, ...entry, answer: JSON.stringify(entry.answer) })
    },
  }
}

/** Without an expected version the last writer wins, also over one who inserted the document a moment ago. */
async function writeDocument(connection: SqlConnection, write: DocumentWrite): Promise<number> {
  const key = { kind: write.kind, id: write.id }
  for (;;) {
    const expected = write.expectedVersion ?? (await readVersion(connection, key))
    const row = {
      ...key,
      lookup: write.lookup ?? null,
      version: expected + 1,
      body: JSON.stringify(write.body),
      created_at: write.at,
      updated_at: write.at,
    }
    const changed =
      expected === 0
        ? await insertDocument.change(connection, row)
        : await updateDocument.change(connection, { ...row, expected })
    if (changed === 1) return row.version
    if (write.expectedVersion !== undefined) {
      throw versionConflict(write, expected, await readVersion(connection, key))
    }
  }
}

async function readVersion(connection: SqlConnection, key: { kind: string; id: string }): Promise<number> {
  return (await lockDocument.first(connection, key))?.version ?? 0
}

function versionConflict(write: DocumentWrite, expected: number, actual: number): SoulgateError {
  return new SoulgateError(
    'version_conflict',
    `${write.kind} ${write.id} is at version ${actual}, not ${expected}. Read it again and repeat the change.`,
    { data: { kind: write.kind, id: write.id, expected, actual } },
  )
}
