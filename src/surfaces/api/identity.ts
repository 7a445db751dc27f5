import { z } from 'zod'
import { Role } from '../../contracts/principal.ts'
import type { SignedIn } from '../../soulgate.ts'

/** Who is signed in, as answered to them. */
export const Identity = z.object({
  person: z.object({ id: z.string(), name: z.string() }),
  role: Role,
  decides: z.boolean(),
})

/** What a browser is answered that has just signed in. */
export const NewIdentity = Identity.extend({
  /** The `keyid` of what the browser signs from now on. */
  session_id: z.string(),
})

export function identity({ principal, decides }: SignedIn) {
  const { id, name, role } = principal
  return { person: { id, name }, role, decides }
}
