import type { Event } from '../../contracts/event.ts'
import { eventHash, GENESIS_HASH, payloadDigest } from '../event-chain.ts'
import type { Checkpoint, EventDraft, StreamHead } from '../store.ts'
import { prepare, slot } from './statements.ts'
import type { TransactionScope } from './transaction-scope.ts'

const readHeadRow = prepare(db => db.selectFrom('streams').selectAll().where('stream', '=', slot('stream')))
/** Makes the head where there is none and locks it, in one statement. */
const claimHeadRow = prepare(db =>
  db
    .insertInto('streams')
    .values({ stream: slot('stream'), seq: 0, hash: GENESIS_HASH })
    .onConflict(conflict =>
      conflict.column('stream').doUpdateSet(eb => ({ stream: eb.ref('excluded.stream') })),
    )
    .returningAll(),
)
const putHead = prepare(db =>
  db
    .insertInto('streams')
    .values({ stream: slot('stream'), seq: slot<number>('seq'), hash: slot('hash') })
    .onConflict(conflict =>
      conflict.column('stream').doUpdateSet({ seq: slot<number>('seq'), hash: slot('hash') }),
    ),
)
const insertEvent = prepare(db =>
  db.insertInto('events').values({
    stream: slot('stream'),
    seq: slot<number>('seq'),
    type: slot<string>('type'),
    at: slot<string>('at'),
    run_id: slot<string | null>('run_id'),
    session_id: slot<string | null>('session_id'),
    gate_id: slot<string | null>('gate_id'),
    actor_kind: slot<string>('actor_kind'),
    actor_id: slot<string>('actor_id'),
    payload: slot<string | null>('payload'),
    payload_digest: slot<string>('payload_digest'),
    prev_hash: slot<string>('prev_hash'),
    hash: slot<string>('hash'),
  }),
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
      const heads = new Map<string, StreamHead>()
      for (const stream of [...new Set(drafts.map(draft => draft.stream))].sort()) {
        heads.set(stream, await readHead(scope, stream))
      }
      const events: Event[] = []
      // Sent together: each statement alone would be a round trip of its own.
      const writes: Promise<number>[] = []
      for (const draft of drafts) {
        const event = chain(draft, heads.get(draft.stream))
        heads.set(draft.stream, event)
        writes.push(insertEvent.change(connection, eventToRow(event)))
        events.push(event)
      }
      for (const head of heads.values()) {
        writes.push(putHead.change(connection, { stream: head.stream, seq: head.seq, hash: head.hash }))
        notify(`stream:${head.stream}`)
      }
      await Promise.all(writes)
      return events
    },
    erasePayloads: ({ session_id }: { session_id: string }) => erase.change(connection, { session_id }),
    insertCheckpoint: async (checkpoint: Checkpoint) => {
      for (const { stream, seq } of checkpoint.heads) await sealHead.change(connection, { stream, seq })
      await insertCheckpoint.change(connection, {
        checkpoint_id: checkpoint.checkpoint_id,
        event_count: checkpoint.event_count,
        body: JSON.stringify(checkpoint),
      })
    },
  }
}

async function readHead({ connection }: TransactionScope, stream: string): Promise<StreamHead> {
  const statement = connection.dialect === 'postgres' ? claimHeadRow : readHeadRow
  const row = await statement.first(connection, { stream })
  return row ? { stream, seq: Number(row.seq), hash: row.hash } : { stream, seq: 0, hash: GENESIS_HASH }
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
