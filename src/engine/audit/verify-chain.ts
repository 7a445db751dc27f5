import { eventHash, GENESIS_HASH, payloadDigest, type StreamHead } from '../../store/store.ts'
import { type EventLine, headText } from './format.ts'
import { createMerkleTree } from './merkle.ts'

/** The first entry that does not fit: an event, or `checkpoint:<id>`, `key:<id>`, `export` with its number. */
export interface BadEntry {
  readonly stream: string
  readonly seq: number
  readonly reason: string
}

/** A head that a checkpoint vouches for. */
export interface SealedHead extends StreamHead {
  readonly checkpoint_id: string
}

/** Checks events in order of stream and seq; `sealsOf` hands out the sealed heads of a stream once, in order. */
export function createChainCheck(sealsOf: (stream: string) => readonly SealedHead[]) {
  const counts = { events: 0, streams: 0, erased: 0 }
  const erasures = createErasureCheck()
  const heads = createMerkleTree()
  let head: StreamHead = { stream: '', seq: 0, hash: GENESIS_HASH }
  let seals: readonly SealedHead[] = []
  let sealsPassed = 0

  const leaveStream = (): BadEntry | undefined => {
    if (head.stream !== '') heads.add(headText(head))
    const left = seals[sealsPassed]
    if (left === undefined) return undefined
    const reason = `it is missing: ${left.checkpoint_id} sealed this stream up to seq ${left.seq}, and it ends with ${head.seq}`
    return { stream: head.stream, seq: head.seq + 1, reason }
  }
  const enterStream = (stream: string): BadEntry | undefined => {
    const bad = leaveStream()
    if (bad !== undefined) return bad
    if (stream < head.stream)
      return { stream, seq: 0, reason: `it stands behind ${head.stream}: the order was changed` }
    head = { stream, seq: 0, hash: GENESIS_HASH }
    seals = sealsOf(stream)
    sealsPassed = 0
    counts.streams += 1
    return undefined
  }
  const checkSeal = (event: EventLine): BadEntry | undefined => {
    const seal = seals[sealsPassed]
    if (seal === undefined || seal.seq !== event.seq) return undefined
    sealsPassed += 1
    if (seal.hash === event.hash) return undefined
    return bad(event, `it was rewritten: ${seal.checkpoint_id} sealed another hash here`)
  }

  return {
    counts,
    /** The root over the heads of all streams, once `finish` was called. */
    headsRoot: heads.root,
    /** Where the next entry of the current stream would stand. */
    place: () =>
      head.stream === '' ? { stream: 'export', seq: 0 } : { stream: head.stream, seq: head.seq + 1 },
    take: (event: EventLine): BadEntry | undefined => {
      const entering = event.stream === head.stream ? undefined : enterStream(event.stream)
      const wrong = entering ?? checkPlace(event, head) ?? checkFields(event, head) ?? checkSeal(event)
      if (wrong !== undefined) return wrong
      counts.events += 1
      head = { stream: event.stream, seq: event.seq, hash: event.hash }
      if (event.payload === null) counts.erased += 1
      return erasures.take(event)
    },
    finish: (): BadEntry | undefined => leaveStream() ?? erasures.finish(),
  }
}

function checkPlace(event: EventLine, head: StreamHead): BadEntry | undefined {
  const expected = head.seq + 1
  if (event.seq === expected) return undefined
  if (event.seq < expected) return bad(event, `it comes again or too late: seq ${expected} was next`)
  return {
    stream: event.stream,
    seq: expected,
    reason: `it is missing: seq ${event.seq} stands in its place`,
  }
}

function checkFields(event: EventLine, head: StreamHead): BadEntry | undefined {
  if (event.prev_hash !== head.hash) return bad(event, 'its prev_hash is not the hash of the entry before it')
  if (event.payload !== null && payloadDigest(event.payload) !== event.payload_digest) {
    return bad(event, 'its payload is not the one whose digest stands beside it')
  }
  if (eventHash(event) !== event.hash) return bad(event, 'its fields do not make its hash')
  return undefined
}

function bad({ stream, seq }: EventLine, reason: string): BadEntry {
  return { stream, seq, reason }
}

/** A payload may be missing only where an event of the stream `system` says that its session was erased. */
function createErasureCheck() {
  const erasedSessions = new Set<string>()
  const missing = new Map<string, BadEntry>()
  const unexplained = (event: EventLine) =>
    bad(event, 'its payload is gone, and no event says that it was erased')
  return {
    take: (event: EventLine): BadEntry | undefined => {
      if (
        event.type === 'erased' &&
        event.stream === 'system' &&
        typeof event.payload?.session_id === 'string'
      ) {
        erasedSessions.add(event.payload.session_id)
      }
      if (event.payload !== null) return undefined
      if (event.session_id === undefined) return unexplained(event)
      if (!missing.has(event.session_id)) missing.set(event.session_id, unexplained(event))
      return undefined
    },
    finish: (): BadEntry | undefined => {
      for (const [session, entry] of missing) if (!erasedSessions.has(session)) return entry
      return undefined
    },
  }
}
