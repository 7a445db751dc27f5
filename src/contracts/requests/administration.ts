import { z } from 'zod'
import { EventType } from '../event.ts'
import { JsonValue } from '../json-value.ts'
import { Person, Role } from '../principal.ts'
import { OwnAgentName } from '../run.ts'
import { PageQuery } from './query.ts'

const coordinate = z.string().regex(/^[\w-]{43}$/)

/** The public half of the key that signs the requests of a browser, as a JWK; other fields of a JWK are left out. */
export const BrowserKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: coordinate,
  y: coordinate,
})
export type BrowserKey = z.infer<typeof BrowserKey>

export const ExchangeRequest = z.strictObject({
  code: z.string().min(1).max(200),
  public_key: BrowserKey,
})

export const StartOidcRequest = z.strictObject({ public_key: BrowserKey })

/** What the provider put into the address of `/sign-in`: `code`, `state`, and what else it says. */
export const FinishOidcRequest = z.strictObject({
  parameters: z.record(z.string().max(100), z.string().max(4000)),
  /** The key with which the sign-in was begun. */
  public_key: BrowserKey,
})

/** `decides: false` makes a token that may lie on a disk: it starts and reads, but carries no decision. */
export const CreateTokenRequest = z.strictObject({
  name: z.string().min(1).max(200),
  role: Role,
  expires_in_days: z.int().min(1).max(3650).optional(),
  person_id: z.string().min(1).max(100).optional(),
  decides: z.boolean().optional(),
  /** Of a worker: the agents that it may carry, at least one. */
  agents: z.array(OwnAgentName).min(1).max(100).optional(),
})

export const CreatePersonRequest = z.strictObject({
  name: Person.shape.name,
  email: Person.shape.email,
  role: Person.shape.role,
})

export const UpdatePersonRequest = z.strictObject({
  name: Person.shape.name.optional(),
  /** Unique; null takes it away. Another address also forgets which account at the provider was theirs. */
  email: z.email().nullable().optional(),
  role: Person.shape.role.optional(),
  disabled: z.boolean().optional(),
})

/** Whose sign-in link: the asking person's own when absent. */
export const SignInLinkRequest = z.strictObject({ person_id: z.string().min(1).max(100).optional() })

/** A merge of settings; the fields are checked against the settings as they become. */
export const UpdateSettingsRequest = z
  .record(z.string(), JsonValue)
  .refine(body => Number.isInteger(body.version), {
    message: 'is the version that was read, an integer',
    path: ['version'],
  })

export const StopRequest = z.strictObject({
  confirm: z.string().max(100).optional(),
  reason: z.string().max(2000).optional(),
})

const EventTypes = z
  .string()
  .max(2000)
  .transform(text => text.split(',').filter(word => word !== ''))
  .pipe(z.array(EventType).max(100))

export const AuditSearchQuery = PageQuery.extend({
  stream: z.string().max(200).optional(),
  session_id: z.string().max(64).optional(),
  run_id: z.string().max(100).optional(),
  gate_id: z.string().max(100).optional(),
  /** Event types, separated by commas. */
  type: EventTypes.optional(),
  actor: z.string().max(200).optional(),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
})

/** Only `jsonl` can be verified offline. */
export const AuditExportQuery = z.object({ format: z.enum(['jsonl', 'json', 'csv']).default('jsonl') })

/** A request that the command line may not carry out itself; a phrase on the terminal of the server confirms it. */
export const AskConfirmationRequest = z.strictObject({
  operation: z.string().min(1).max(100),
  path_values: z.record(z.string(), z.string().max(200)).default({}),
  body: JsonValue.optional(),
})

export const ConfirmRequest = z.strictObject({ phrase: z.string().min(1).max(200) })
