import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Clock, toIso } from '../../base/clock.ts'
import { isSoulgateError } from '../../base/errors.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { Store } from '../../store/store.ts'
import type { PreviewLink } from './pages-part.ts'

const KIND = 'preview_key'
const ID = 'preview_key'
const LIFE_MS = 60 * 60_000

/**
 * Links to previews: the session and an end, signed. A frame signs nothing, so the address itself is the
 * right; it reads the pages of one session for an hour, and nothing else.
 */
export interface PreviewLinks {
  make(sessionId: string): Promise<PreviewLink>
  open(token: string): Promise<{ readonly refused?: false; readonly session_id: string } | Refusal>
}

export function createPreviewLinks({
  store,
  clock,
}: {
  readonly store: Store
  readonly clock: Clock
}): PreviewLinks {
  let key: Promise<Uint8Array> | undefined
  const sign = async (text: string): Promise<Buffer> => {
    key ??= readKey(store, clock)
    try {
      return createHmac('sha256', await key)
        .update(`soulgate.preview.v1\0${text}`)
        .digest()
    } catch (error) {
      key = undefined
      throw error
    }
  }
  return {
    make: async sessionId => {
      const endMs = clock.now() + LIFE_MS
      const text = `${sessionId}.${endMs.toString(36)}`
      const token = `${text}.${(await sign(text)).toString('base64url')}`
      return { url: `/preview/${token}/`, expires_at: toIso(endMs) }
    },
    open: async token => {
      const [session_id = '', end = '', signature = ''] = token.split('.')
      const expected = await sign(`${session_id}.${end}`)
      const given = Buffer.from(signature, 'base64url')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
        return refuse('not_found', 'There is no such preview. Ask for a new link.')
      }
      if (Number.parseInt(end, 36) > clock.now()) return { session_id }
      return refuse('preview_expired', 'This preview link has expired. Ask for a new one.')
    },
  }
}

/** One key for every process of the store, made by whoever needs it first. */
async function readKey(store: Store, clock: Clock): Promise<Uint8Array> {
  const standing = await store.getDocument(KIND, ID)
  if (standing) return Buffer.from(String(standing.body), 'base64')
  const body = randomBytes(32).toString('base64')
  try {
    const at = toIso(clock.now())
    await store.transact(tx => tx.putDocument({ kind: KIND, id: ID, body, at, expectedVersion: 0 }))
    return Buffer.from(body, 'base64')
  } catch (error) {
    if (!isSoulgateError(error, 'version_conflict')) throw error
    return readKey(store, clock)
  }
}
