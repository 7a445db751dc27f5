import { toIso } from '../../base/clock.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { PasskeyAssertion } from '../../contracts/passkey.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { StoreTransaction } from '../../store/store.ts'
import type { AccessParts } from './parts.ts'
import {
  askAuthenticator,
  type PasskeySite,
  takeAnsweredIn,
  verifyAssertion,
  webAuthn,
} from './passkey-questions.ts'
import { listOf, putPasskey, toJson } from './passkeys.ts'
import { type AccessRefusal, notFound } from './refusals.ts'

const SIGNED_WITHIN_MS = 2 * 60_000

type Proof =
  | { readonly outcome: 'no_passkey' | 'unproven' }
  | { readonly outcome: 'proven'; readonly passkey_id: string }

/** A passkey signs one approval: its person is there at this moment, and means exactly this. */
export function createApprovalPasskeys(parts: AccessParts) {
  return {
    /** What a browser has the approval with the digest `about` signed with, by a passkey of this person. */
    approvalPasskeyOptions: async (
      who: Principal,
      site: PasskeySite,
      about: string,
    ): Promise<{ readonly refused?: false; readonly options: JsonObject } | AccessRefusal> => {
      const passkeys = await listOf(parts.store, who.id)
      if (passkeys.length === 0) return notFound('You have no passkey. Add one in Settings, under You.')
      const challenge = await askAuthenticator(parts, { person_id: who.id, about, site }, SIGNED_WITHIN_MS)
      const { generateAuthenticationOptions } = await webAuthn()
      const options = await generateAuthenticationOptions({
        ...{ rpID: site.id, challenge, userVerification: 'required', timeout: SIGNED_WITHIN_MS },
        allowCredentials: passkeys.map(({ credential_id: id }) => ({ id })),
      })
      return { options: toJson(options) }
    },
    /** Whether the person signed that approval, in the transaction of the caller. An answer counts once. */
    proveApproval: (tx: StoreTransaction, question: Question): Promise<Proof> => prove(tx, parts, question),
  }
}

/** An alias, not an interface: the declarations of the built package spell it out. */
type Question = {
  readonly who: Principal
  readonly about: string
  readonly assertion: PasskeyAssertion | undefined
}

async function prove(
  tx: StoreTransaction,
  { clock }: AccessParts,
  { who, about, assertion: response }: Question,
): Promise<Proof> {
  const passkeys = await listOf(tx, who.id)
  if (passkeys.length === 0) return { outcome: 'no_passkey' }
  if (response === undefined) return { outcome: 'unproven' }
  const { clientDataJSON } = response.response
  const answered = await takeAnsweredIn(tx, clock, { clientDataJSON, person_id: who.id, about })
  const passkey = passkeys.find(({ credential_id: id }) => id === response.id)
  const site = answered?.stored.site
  if (site === undefined || passkey === undefined) return { outcome: 'unproven' }
  const counter = await verifyAssertion(passkey, { response, challenge: answered?.text ?? '', site })
  if (counter === undefined) return { outcome: 'unproven' }
  const at = toIso(clock.now())
  await putPasskey(tx, { ...passkey, counter, last_used_at: at }, at)
  return { outcome: 'proven', passkey_id: passkey.passkey_id }
}
