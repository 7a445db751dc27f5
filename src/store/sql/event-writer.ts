import type { Event } from '../../contracts/event.ts'
import { eventHash, GENESIS_HASH, payloadDigest } from '../event-chain.ts'
import type { Checkpoint, EventDraft, StreamHead } from '../store.ts'
import { STREAM_COLUMNS, WRITTEN_EVENT_COLUMNS } from './columns.ts'
import { MAX_ROWS, prepare, prepareRows, slot } from './statements.ts'
import type { EventRow } from './tables.ts'
import type { TransactionScope } from './transaction-scope.ts'

const readHeadRow = prepare((db, dialect) => {
  const query = db.selectFrom('streams').select(STREAM_COLUMNS).where('stream', '=', slot('stream'))
  return dialect === 'postgres' ? query.forUpdate() : query
})
/** Makes the head where there is none, and locks it where somebody else has just made it. */
const makeHeadRow = prepare(db =>
  db
    .insertInto('streams')
    .values({ stream: slot('stream'), seq: 0, hash: GENESIS_HASH })
    .onConflict(conflict =>
      conflict.column('stream').doUpdateSet(eb => ({ stream: eb.ref('excluded.stream') })),
    )
    .returning(STREAM_COLUMNS),
)
const putHead = prepare(db =>
  db
    .insertInto('streams')
    .values({ stream: slot('stream'), seq: slot<number>('seq'), hash: slot('hash') })
    .onConflict(conflict =>
      conflict.column('stream').doUpdateSet({ seq: slot<number>('seq'), hash: slot('hash') }),
    ),
)
const insertEvents = prepareRows<Omit<EventRow, 'position'>>(WRITTEN_EVENT_COLUMNS, (db, rows) =>
  db.insertInto('events').values([...rows]),
)
/** The same with the head that they move, in one statement; `head_…` stand beside the first row. */
const insertEventsWithHead = prepareRows<Omit<EventRow, 'position'>>(WRITTEN_EVENT_COLUMNS, (db, rows) =>
  db
    .with('head', cte => {
      const moved = { seq: slot<number>('head_seq'), hash: slot('head_hash') }
      return cte
        .insertInto('streams')
        .values({ stream: slot('head_stream'), ...moved })
        .onConflict(conflict => conflict.column('stream').doUpdateSet(moved))
    })
    .insertInto('events')
    .values([...rows]),
)
const erase = prepare(db =>
  db.updateTable('events').set({ payload: null }).where('session_id', '=', slot<string>('session_id')),
)
const sealHead = prepare(db =>
  db
    .updateTable('streams')
    .set({ sealed_seq: slot<number>('seq') })
    .where('stream', '=', slot('stream'))
    .where('sealed_seq', '<', slot<number>('seq')),
)
const insertCheckpoint = prepare(db =>
  db.insertInto('checkpoints').values({
    checkpoint_id: slot('checkpoint_id'),
    event_count: slot<number>('event_count'),
    body: slot('body'),
  }),
)

/** Appends to the hash chains. Streams are locked in name order, so that two writers cannot wait for each other. */
export function createEventWriter(scope: TransactionScope) {
  const { connection, notify } = scope
  return {
    appendEvents: async (drafts: readonly EventDraft[]) => {
      const moved = new Set<string>()
      for (const stream of [...new Set(drafts.map(draft => draft.stream))].sort()) {
        if (!scope.heads.has(stream)) scope.heads.set(stream, await readHead(scope, stream))
        moved.add(stream)
      }
      try {
        const events = drafts.map(draft => {
          const event = chain(withoutSecrets(draft, scope.mask), scope.heads.get(draft.stream))
          scope.heads.set(draft.stream, { stream: event.stream, seq: event.seq, hash: event.hash })
          return event
        })
        await writeEvents(
          scope,
          events,
          [...moved].map(stream => scope.heads.get(stream) ?? newHead(stream)),
        )
        for (const stream of moved) notify(`stream:${stream}`)
        return events
      } catch (error) {
        for (const stream of moved) scope.heads.delete(stream)
        throw error
      }
    },
    erasePayloads: ({ session_id }: { session_id: string }) => erase.change(connection, { session_id }),
    insertCheckpoint: async (checkpoint: Checkpoint) => {
      for (const { stream, seq } of checkpoint.heads) await sealHead.write(connection, { stream, seq })
      await insertCheckpoint.write(connection, {
        checkpoint_id: checkpoint.checkpoint_id,
        event_count: checkpoint.event_count,
        body: JSON.stringify(checkpoint),
      })
    },
  }
}

async function writeEvents(
  { connection }: TransactionScope,
  events: readonly Event[],
  heads: readonly StreamHead[],
): Promise<void> {
  const rows = events.map(eventToRow)
  const [head, another] = heads
  const [first, ...more] = rows
  // SQLite has no statement that writes two tables.
  const isOne = connection.dialect === 'postgres' && another === undefined && rows.length <= MAX_ROWS
  if (isOne && head !== undefined && first !== undefined) {
    const moved = { head_stream: head.stream, head_seq: head.seq, head_hash: head.hash }
    await insertEventsWithHead.write(connection, [{ ...first, ...moved }, ...more])
    return
  }
  await insertEvents.write(connection, rows)
  for (const { stream, seq, hash } of heads) await putHead.write(connection, { stream, seq, hash })
}

async function readHead({ connection }: TransactionScope, stream: string): Promise<StreamHead> {
  const known = await readHeadRow.first(connection, { stream })
  const isShared = connection.dialect === 'postgres'
  const row = known ?? (isShared ? await makeHeadRow.first(connection, { stream }) : undefined)
  return row ? { stream, seq: Number(row.seq), hash: row.hash } : newHead(stream)
}

/** The head of a stream that holds nothing yet. */
export function newHead(stream: string): StreamHead {
  return { stream, seq: 0, hash: GENESIS_HASH }
}

/** Events are read by everybody, exported and never changed: no secret may ever come into one. */
function withoutSecrets(draft: EventDraft, mask: TransactionScope['mask']): EventDraft {
  if (mask === undefined) return draft
  const text = JSON.stringify(draft.payload)
  const masked = mask(text)
  return masked === text ? draft : { ...draft, payload: JSON.parse(masked) as EventDraft['payload'] }
}

function chain(draft: EventDraft, head: StreamHead | undefined): Event {
  const unhashed = {
    ...draft,
    seq: (head?.seq ?? 0) + 1,
    payload_digest: payloadDigest(draft.payload),
    prev_hash: head?.hash ?? GENESIS_HASH,
  }
  return { ...unhashed, hash: eventHash(unhashed) }
}

function eventToRow(event: Event) {
  return {
    stream: event.stream,
    seq: event.seq,
    type: event.type,
    at: event.at,
    run_id: event.run_id ?? null,
    session_id: event.session_id ?? null,
    gate_id: event.gate_id ?? null,
    actor_kind: event.actor.kind,
    actor_id: event.actor.id,
    payload: JSON.stringify(event.payload),
    payload_digest: event.payload_digest,
    prev_hash: event.prev_hash,
    hash: event.hash,
  }
}
