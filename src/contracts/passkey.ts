import { z } from 'zod'
import { BrowserKey } from './requests/administration.ts'

/** A passkey of a person, as it is listed; the key itself is public and stays in the store. */
export const Passkey = z.object({
  passkey_id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().optional(),
})
export type Passkey = z.infer<typeof Passkey>

/** Base64url, as WebAuthn writes bytes in JSON. */
const bytes = z.string().regex(/^[A-Za-z0-9_-]{1,20000}$/)
const credential = z.object({
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.object({}),
})

/** What `navigator.credentials.create` answered, as JSON (WebAuthn level 3). */
export const PasskeyRegistration = credential.extend({
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
})
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>

/** What `navigator.credentials.get` answered, as JSON. */
export const PasskeyAssertion = credential.extend({
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
  }),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

/** A new passkey, as WebAuthn registered it, with the name its owner gives it. */
export const AddPasskeyRequest = z.strictObject({
  name: z.string().trim().min(1).max(100),
  response: PasskeyRegistration,
})

/** A sign-in by passkey, with the key that this browser will sign its requests with. */
export const PasskeySignInRequest = z.strictObject({
  response: PasskeyAssertion,
  public_key: BrowserKey,
})

/** What a browser is asked with; its fields are WebAuthn's. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() })
