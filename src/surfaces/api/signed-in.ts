import type { SignedIn } from '../../soulgate.ts'
import { identity } from './identity.ts'
import { json, type RouteServices } from './route.ts'

/** What a browser is answered that has just signed in: who it is, and what its signatures must hold. */
export async function signedInAnswer(
  services: RouteServices,
  { signed_in }: { readonly signed_in: SignedIn },
): Promise<Response> {
  const session_id = signed_in.principal.credential_id
  return json({ ...identity(signed_in), session_id }, 200, await services.signatures.fresh())
}
