import type { Gate } from '../contracts/gate.ts'
import type { AnyClient } from './client.ts'
import { SoulgateProblem } from './problem.ts'
import { pause } from './stream.ts'

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined
  /** How long to wait for people, in milliseconds. Default: until the gate is answered, expires or is withdrawn. */
  readonly waitMs?: number | undefined
}

/** However silent the stream is, a gate is read again after this time. */
const MAX_SILENCE_MS = 60_000
/** Where events cannot be followed at all, gates are read this often. */
const POLL_MS = 1_000

/**
 * Gives a gate once it is no longer pending, or as it stands when the time is over. Listens to the events of its
 * session, which go on as pages where streaming fails; a server that is away is asked again until it is back. Throws
 * what `signal` was aborted with, and `SoulgateProblem` where asking again cannot help.
 */
export async function awaitDecided(
  client: AnyClient,
  gate: Gate,
  { signal, waitMs }: WaitOptions = {},
): Promise<Gate> {
  const endsAtMs = waitMs === undefined ? Number.POSITIVE_INFINITY : Date.now() + waitMs
  const bell = createBell()
  const watch = watchOf(client, gate.session_id)
  const leave = watch.listen(gate.gate_id, bell.ring)
  signal?.addEventListener('abort', bell.ring, { once: true })
  let latest = gate
  let failures = 0
  try {
    for (;;) {
      signal?.throwIfAborted()
      const read = await readGate(client, gate.gate_id, signal)
      failures = read === undefined ? failures + 1 : 0
      latest = read ?? latest
      const leftMs = endsAtMs - Date.now()
      if (latest.status !== 'pending' || leftMs <= 0) return latest
      const restMs = watch.isFollowing() ? MAX_SILENCE_MS : POLL_MS
      await bell.wait(Math.min(failures === 0 ? restMs : backoffMs(failures), leftMs))
    }
  } finally {
    leave()
    signal?.removeEventListener('abort', bell.ring)
  }
}

/** Undefined when no answer came that means anything; a later one may. */
async function readGate(
  client: AnyClient,
  gateId: string,
  signal: AbortSignal | undefined,
): Promise<Gate | undefined> {
  try {
    return await client.gates.get(gateId, signal ? { signal } : {})
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof SoulgateProblem && (error.retry === 'safe' || error.status >= 500)) return undefined
    throw error
  }
}

/** Tells listeners that something happened at their gate; one stream serves all gates of a session. */
interface SessionWatch {
  /** False while events do not arrive, so that whoever waits must read. */
  isFollowing(): boolean
  listen(gateId: string, ring: () => void): () => void
}

const UNWATCHED: SessionWatch = { isFollowing: () => false, listen: () => () => undefined }
const watches = new WeakMap<AnyClient, Map<string, SessionWatch>>()

function watchOf(client: AnyClient, sessionId: string | undefined): SessionWatch {
  if (sessionId === undefined) return UNWATCHED
  const ofClient = watches.get(client) ?? new Map<string, SessionWatch>()
  watches.set(client, ofClient)
  const standing = ofClient.get(sessionId)
  if (standing) return standing
  const watch = createSessionWatch(client, sessionId)
  ofClient.set(sessionId, watch)
  return watch
}

function createSessionWatch(client: AnyClient, sessionId: string): SessionWatch {
  const rings = new Map<string, Set<() => void>>()
  const ringAll = () => {
    for (const ofGate of rings.values()) for (const ring of ofGate) ring()
  }
  let following: AbortController | undefined
  let isLive = false
  const follow = async ({ signal }: AbortController): Promise<void> => {
    const since = await client.latestSeq({ session_id: sessionId, signal })
    await client.stream(`/api/sessions/${encodeURIComponent(sessionId)}/events`, {
      since,
      signal,
      onEvent: event => {
        for (const ring of rings.get(event.gate_id ?? '') ?? []) ring()
      },
      // What happened while nobody listened is found by reading the gates again.
      onState: state => {
        isLive = state === 'live'
        if (state !== 'connecting') ringAll()
      },
    })
  }
  const keepFollowing = async (stopping: AbortController): Promise<void> => {
    for (let failures = 0; !stopping.signal.aborted; failures += 1) {
      try {
        await follow(stopping)
      } catch {
        // Whoever waits reads the gate meanwhile, and is told there what cannot be helped.
      }
      if (following === stopping) isLive = false
      await pause(backoffMs(failures), stopping.signal)
    }
  }
  return {
    isFollowing: () => isLive,
    listen: (gateId, ring) => {
      const ofGate = rings.get(gateId) ?? new Set()
      rings.set(gateId, ofGate.add(ring))
      if (!following) {
        following = new AbortController()
        void keepFollowing(following)
      }
      return () => {
        ofGate.delete(ring)
        if (ofGate.size === 0) rings.delete(gateId)
        if (rings.size > 0) return
        following?.abort()
        following = undefined
        isLive = false
      }
    },
  }
}

function backoffMs(failures: number): number {
  return Math.min(250 * 2 ** failures, 15_000)
}

/** Remembers a ring that came while nobody waited. */
function createBell() {
  let hasRung = false
  let wake: (() => void) | undefined
  return {
    ring: () => {
      hasRung = true
      wake?.()
    },
    wait: (ms: number) =>
      new Promise<void>(resolve => {
        const finish = () => {
          clearTimeout(timer)
          wake = undefined
          hasRung = false
          resolve()
        }
        const timer = setTimeout(finish, ms)
        wake = finish
        if (hasRung) finish()
      }),
  }
}
