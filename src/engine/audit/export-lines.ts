import { createHash } from 'node:crypto'
import { canonicalize } from '../../base/canonical-json.ts'
import { SoulgateError } from '../../base/errors.ts'
import type { Event } from '../../contracts/event.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { StoreReader } from '../../store/store.ts'
import { eventLine, FORMAT } from './format.ts'
import { readKeys } from './keys.ts'

const EVENTS_AT_ONCE = 500
const CHECKPOINTS_AT_ONCE = 50

/**
 * The whole chain as lines of canonical JSON without line ends: header, keys, checkpoints, every event in order of
 * stream and seq, end. What is committed meanwhile may or may not be in it; no checkpoint stands without its events.
 */
export async function* exportLines(store: StoreReader, exportedAt: string): AsyncGenerator<string> {
  const digest = createHash('sha256')
  const counts = { events: 0, streams: 0, checkpoints: 0 }
  const writeText = (text: string): string => {
    digest.update(`${text}\n`)
    return text
  }
  const write = (line: JsonObject): string => writeText(canonicalize(line))
  yield write({ kind: 'header', format: FORMAT, exported_at: exportedAt })
  // The last checkpoint bounds the export: read first, so that its key and its events are surely read after it.
  const last = await store.getLastCheckpoint()
  for (const key of await readKeys(store)) yield write({ kind: 'key', ...toJson(key) })
  for await (const checkpoint of readCheckpoints(store, last?.checkpoint_id)) {
    counts.checkpoints += 1
    yield write({ kind: 'checkpoint', ...toJson(checkpoint) })
  }
  let stream: string | undefined
  for await (const event of readEvents(store)) {
    counts.events += 1
    if (event.stream !== stream) counts.streams += 1
    stream = event.stream
    yield writeText(eventLine(event))
  }
  yield canonicalize({ kind: 'end', ...counts, sha256: digest.digest('hex') })
}

async function* readCheckpoints(store: StoreReader, lastId: string | undefined) {
  let after: string | undefined
  while (lastId !== undefined) {
    const page = await store.listCheckpointsAfter(after, CHECKPOINTS_AT_ONCE)
    for (const checkpoint of page) if (checkpoint.checkpoint_id <= lastId) yield checkpoint
    after = page.at(-1)?.checkpoint_id
    if (after === undefined || after >= lastId) return
  }
}

async function* readEvents(store: StoreReader): AsyncGenerator<Event> {
  let after = { stream: '', seq: 0 }
  for (;;) {
    const page = await readPage(store, after)
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    after = { stream: last.stream, seq: last.seq }
  }
}

/** A row that cannot even be read is looked for one by one, so that its place can be named. */
async function readPage(
  store: StoreReader,
  after: { readonly stream: string; readonly seq: number },
): Promise<readonly Event[]> {
  try {
    return await store.listEventsInOrder(after, EVENTS_AT_ONCE)
  } catch (error) {
    if (isOfStore(error)) throw error
    return await store.listEventsInOrder(after, 1).catch(cause => {
      const message = `The event after ${after.stream || 'the beginning'} seq ${after.seq} cannot be read.`
      throw new SoulgateError('audit_unreadable', message, { data: after, cause })
    })
  }
}

function isOfStore(error: unknown): boolean {
  return error instanceof SoulgateError
}

/** A record of ours as data; optional fields that are undefined are absent. */
function toJson(record: object): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}
