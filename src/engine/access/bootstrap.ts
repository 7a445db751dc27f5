import { toIso } from '../../base/clock.ts'
import type { StoreReader, StoreTransaction } from '../../store/store.ts'
import type { AccessParts } from './parts.ts'
import { firstAdmin } from './people.ts'
import { KINDS, StoredToken } from './records.ts'
import { hashSecret, newSecret } from './secrets.ts'
import { putToken, tokenEvent } from './token-records.ts'

const LIFE_MS = 24 * 3_600_000
const SYSTEM = { kind: 'system', id: 'system:bootstrap' } as const

/** A bootstrap token that still counts. */
export interface LiveBootstrap {
  readonly kind: 'limited' | 'full'
  readonly expires_at: string
}

/** The first token of an empty home, for scripts: it dies at the first sign-in of a person, or after a day. */
export function createBootstrap(parts: AccessParts) {
  const { store, clock, ids, random } = parts
  return {
    /** Undefined where this is not the first start: somebody, or some token, exists already. */
    createBootstrapToken: (kind: LiveBootstrap['kind']) =>
      store.transact(async tx => {
        if (!(await isUntouched(tx))) return undefined
        const now = clock.now()
        const at = toIso(now)
        // Two first starts at once meet at this document: only one of them makes the token.
        await tx.putDocument({ kind: KINDS.mark, id: 'bootstrap', body: {}, at, expectedVersion: 0 })
        const admin = await firstAdmin(tx, parts)
        if (admin === undefined) return undefined
        const secret = newSecret('sg_', random)
        const expires_at = toIso(now + LIFE_MS)
        const stored: StoredToken = {
          ...{ token_id: ids.newId('tok'), name: 'bootstrap', role: 'admin', bootstrap: kind },
          ...{ person_id: admin.person_id, created_by: SYSTEM.id, created_at: at, expires_at },
          hash: hashSecret(secret),
          decides: kind === 'full',
        }
        await putToken(tx, stored, at)
        await tx.appendEvents([tokenEvent('token_created', SYSTEM, stored, at)])
        return { token: secret, expires_at }
      }),
    isUntouched: () => isUntouched(store),
    liveBootstrap: async (): Promise<LiveBootstrap | undefined> => {
      const [found] = (await bootstrapTokens(store)).filter(
        token => !token.revoked_at && Date.parse(token.expires_at ?? '') > clock.now(),
      )
      return found?.bootstrap && { kind: found.bootstrap, expires_at: found.expires_at ?? '' }
    },
  }
}

/** A person is here now, who needs no such token any more. */
export async function endBootstrap(tx: StoreTransaction, at: string): Promise<void> {
  for (const token of await bootstrapTokens(tx)) {
    if (token.revoked_at) continue
    await putToken(tx, { ...token, revoked_at: at }, at)
    await tx.appendEvents([tokenEvent('token_revoked', SYSTEM, token, at)])
  }
}

async function isUntouched(store: StoreReader): Promise<boolean> {
  const counts = await Promise.all(
    [KINDS.person, KINDS.token, KINDS.mark].map(kind => store.listDocuments(kind)),
  )
  return counts.every(documents => documents.length === 0)
}

async function bootstrapTokens(store: StoreReader): Promise<readonly StoredToken[]> {
  const tokens = (await store.listDocuments(KINDS.token)).map(({ body }) => StoredToken.parse(body))
  return tokens.filter(token => token.bootstrap !== undefined)
}
