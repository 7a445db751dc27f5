import { z } from 'zod'

/**
 * `admin` > `reviewer` > `member` > `viewer`. `agent` and `worker` stand apart and never decide; a worker only carries
 * the agents that its token names.
 */
export const Role = z.enum(['admin', 'reviewer', 'member', 'viewer', 'agent', 'worker'])
export type Role = z.infer<typeof Role>

/** Roles that people have. */
export const PersonRole = Role.exclude(['agent', 'worker'])
export type PersonRole = z.infer<typeof PersonRole>

/** `limited` decides nothing and makes nothing that does; `full` is an admin's in every way. */
export const BootstrapKind = z.enum(['limited', 'full'])
export type BootstrapKind = z.infer<typeof BootstrapKind>

/** Who is asking: always the authenticated one, never what a body says. */
export const Principal = z.object({
  kind: z.enum(['person', 'agent', 'system']),
  /** `person_…`, `agent:<key name>`, `worker:<token name>` or `system:<part>`. */
  id: z.string(),
  name: z.string(),
  role: Role,
  /** The token or session that was presented; absent for the system itself. */
  credential_id: z.string().optional(),
  /** The person for whom an agent's key was made. */
  person_id: z.string().optional(),
  /** The credential is a person's and lies on a disk, where an agent of the same user can read it. */
  saved: z.literal(true).optional(),
  /** The first token of an empty home, for scripts. */
  bootstrap: BootstrapKind.optional(),
  /** Of a worker: the agents that it may carry. */
  agents: z.array(z.string()).optional(),
})
export type Principal = z.infer<typeof Principal>

/** Whose words a text is: a person's own, sent with a saved credential of a person, or an agent's (or a program's). */
export const Voice = z.enum(['person', 'saved', 'agent'])
export type Voice = z.infer<typeof Voice>

/** By the credential alone; whom an agent acts for does not make its words a person's. */
export function voiceOf(who: Pick<Principal, 'kind' | 'saved'>): Voice {
  if (who.kind !== 'person') return 'agent'
  return who.saved === true ? 'saved' : 'person'
}

/** Somebody who can sign in, with one role. */
export const Person = z.object({
  person_id: z.string(),
  name: z.string().min(1).max(200),
  email: z.email().optional(),
  role: PersonRole,
  created_at: z.string(),
  disabled_at: z.string().optional(),
})
export type Person = z.infer<typeof Person>

/** A bearer token as it is listed; the secret itself is shown once and stored only as a hash. */
export const Token = z.object({
  token_id: z.string(),
  name: z.string().min(1).max(200),
  role: Role,
  /** The person this token acts for; of an agent's key: the person who answers for it, and never its approver alone. */
  person_id: z.string().optional(),
  created_by: z.string(),
  created_at: z.string(),
  expires_at: z.string().optional(),
  revoked_at: z.string().optional(),
  last_used_at: z.string().optional(),
  /** The first token of an empty home, for scripts; it ends at the first sign-in of a person. */
  bootstrap: BootstrapKind.optional(),
  /** Of a worker: the agents that it may carry. */
  agents: z.array(z.string()).optional(),
})
export type Token = z.infer<typeof Token>
