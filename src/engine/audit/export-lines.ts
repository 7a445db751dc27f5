import { createHash } from 'node:crypto'
import { canonicalize } from '../../base/canonical-json.ts'
import { SoulgateError } from '../../base/errors.ts'
import type { Event } from '../../contracts/event.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Checkpoint, StoreReader, StreamHead } from '../../store/store.ts'
import { checkpointDigest, eventLine, FORMAT, footerText, headText } from './format.ts'
import { publicPart, readKeyRows } from './keys.ts'
import { createMerkleTree } from './merkle.ts'
import type { SigningKey } from './signing-key.ts'

const EVENTS_AT_ONCE = 500
const CHECKPOINTS_AT_ONCE = 50

export interface Exporting {
  readonly at: string
  /** Signs the footer; without a key there is none, which only suits lines that are checked on the spot. */
  readonly key?: SigningKey
}

/**
 * The whole chain as lines of canonical JSON without line ends: header, keys, checkpoints, every event in order of
 * stream and seq, end. What is committed meanwhile may or may not be in it; no checkpoint stands without its events.
 */
export async function* exportLines(store: StoreReader, { at, key }: Exporting): AsyncGenerator<string> {
  const digest = createHash('sha256')
  const heads = createMerkleTree()
  const counts = { events: 0, streams: 0, checkpoints: 0 }
  const writeText = (text: string): string => {
    digest.update(`${text}\n`)
    return text
  }
  const write = (line: JsonObject): string => writeText(canonicalize(line))
  yield write({ kind: 'header', format: FORMAT, exported_at: at })
  // The last checkpoint bounds the export: read first, so that its key and its events are surely read after it.
  const last = await store.getLastCheckpoint()
  for (const line of await keysWith(store, key, at)) yield write({ ...toJson(line), kind: 'key' })
  for await (const checkpoint of readCheckpoints(store, last?.checkpoint_id)) {
    counts.checkpoints += 1
    yield write({ kind: 'checkpoint', ...toJson(checkpoint) })
  }
  let head: StreamHead | undefined
  for await (const event of readEvents(store)) {
    counts.events += 1
    if (event.stream !== head?.stream) {
      counts.streams += 1
      if (head) heads.add(headText(head))
    }
    head = event
    yield writeText(eventLine(event))
  }
  if (head) heads.add(headText(head))
  const end = { ...counts, sha256: digest.digest('hex') }
  const footer = key && signFooter(end, { at, heads: heads.root(), ...(last && { last }) }, key)
  yield canonicalize({ kind: 'end', ...end, ...(footer && { footer }) })
}

/** Also the key that signs the footer, when it has sealed nothing yet. */
async function keysWith(store: StoreReader, key: SigningKey | undefined, at: string) {
  const keys = await readKeyRows(store)
  return key === undefined || keys.some(({ key_id }) => key_id === key.key_id)
    ? keys
    : [...keys, publicPart(key, at)]
}

interface Footing {
  readonly at: string
  readonly heads: string
  readonly last?: Checkpoint
}

function signFooter(
  end: Parameters<typeof footerText>[0],
  { at, heads, last }: Footing,
  key: SigningKey,
): JsonObject {
  const checkpoint = last && { checkpoint_id: last.checkpoint_id, digest: checkpointDigest(last) }
  const footer = { at, heads, key_id: key.key_id, ...(checkpoint && { checkpoint }) }
  return { ...footer, signature: key.sign(footerText(end, footer)) }
}

/** In order of their making, up to and with the last one named. */
export async function* readCheckpoints(store: StoreReader, lastId: string | undefined) {
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
