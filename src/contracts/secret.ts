import { z } from 'zod'

/** A stored secret is referred to by its name: `{"$secret": "NAME"}` in place of the value. */
export const SecretName = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9_.-]{0,99}$/,
    'a secret is named by a letter and up to 99 letters, digits, _ . or -',
  )
export type SecretName = z.infer<typeof SecretName>

/** What is known of a stored secret. The value is never answered. */
export const SecretEntry = z.object({
  name: SecretName,
  /** The only tools that get the value; any tool of this program when absent. */
  tools: z.array(z.string()).optional(),
  /** Which key of the key file it is encrypted under. */
  key_id: z.string(),
  version: z.int().min(1),
  created_at: z.string(),
  updated_at: z.string(),
  updated_by: z.string(),
})
export type SecretEntry = z.infer<typeof SecretEntry>

/** Shorter ones could not be told from ordinary text where they come back in an output. */
const SHORTEST = 4

/** A value to be kept sealed, and the tools that may be given it; absent: any tool of ours. */
export const PutSecretRequest = z.strictObject({
  value: z.string().min(SHORTEST).max(65_536),
  tools: z.array(z.string().min(1).max(200)).min(1).max(50).optional(),
})
export type PutSecretRequest = z.infer<typeof PutSecretRequest>

/** `forget_old` drops the keys of before: what only they can read, such as older backups, is then lost. */
export const RotateSecretsRequest = z.strictObject({ forget_old: z.boolean().default(false) })
