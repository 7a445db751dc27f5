import type { SignedIn } from '../../soulgate.ts'
import { sessionCookie } from './authentication.ts'
import { identity } from './identity.ts'
import { json, type RouteServices } from './route.ts'

/** What a browser is answered that has just signed in: who it is, and what its signatures must hold. */
export async function signedInAnswer(
  services: RouteServices,
  answer: { readonly cookie: string; readonly signed_in: SignedIn },
  isSigning: boolean,
): Promise<Response> {
  const { signed_in } = answer
  const { csrf_token, ...who } = identity(signed_in)
  if (isSigning) {
    const session_id = signed_in.principal.credential_id
    return json({ ...who, session_id }, 200, await services.signatures.fresh())
  }
  const cookie = sessionCookie(answer.cookie, services.publicUrl().startsWith('https:'))
  return json(identity(signed_in), 200, { 'set-cookie': cookie })
}
