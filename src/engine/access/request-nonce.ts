import { z } from 'zod'
import { toIso } from '../../base/clock.ts'
import type { AccessParts } from './parts.ts'
import { KINDS } from './records.ts'
import { newSecret } from './secrets.ts'

const ID = 'current'
const StoredNonce = z.object({ nonce: z.string() })

/** Longer than any signature counts, by the clock of any server. */
const REMEMBERED_MS = 10 * 60_000

/**
 * The nonce that every signature of a browser must hold. A server makes a new one when it is first asked after its
 * start, so nothing that was signed before counts afterwards. Servers over one database share it: one that is shown a
 * nonce it does not know reads what stands there. They share as well which signed writes were taken.
 */
export function createRequestNonce({ store, clock, random }: AccessParts) {
  let known: Promise<string> | undefined
  const make = async (): Promise<string> => {
    const nonce = newSecret('', random)
    const at = toIso(clock.now())
    await store.transact(tx => tx.putDocument({ kind: KINDS.nonce, id: ID, body: { nonce }, at }))
    return nonce
  }
  const readAgain = async (): Promise<string> => {
    const document = await store.getDocument(KINDS.nonce, ID)
    return document === undefined ? make() : StoredNonce.parse(document.body).nonce
  }
  const keep = (reading: Promise<string>): Promise<string> => {
    known = reading
    reading.catch(() => {
      known = undefined
    })
    return reading
  }
  const requestNonce = (): Promise<string> => known ?? keep(make())
  return {
    requestNonce,
    isRequestNonce: async (nonce: string): Promise<boolean> =>
      nonce === (await requestNonce()) || nonce === (await keep(readAgain())),
    /** Takes what no other request of this session has, for a write; false where a server has taken it before. */
    takeSignature: (sessionId: string, unique: string): Promise<boolean> =>
      store.takeOnce(`signature:${sessionId}.${unique}`, { until: clock.now() + REMEMBERED_MS }),
  }
}
