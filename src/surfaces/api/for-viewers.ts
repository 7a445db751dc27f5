import type { Principal } from '../../contracts/principal.ts'

/** Where what an agent proposed, was told or got back can be read. */
const HELD_THERE = /^\/(?:approval|api\/(?:gates|runs|calls|sessions))(?:\/|$)/

/** A viewer decides nothing and asks for nothing, so nothing that looks like a secret is for a viewer's eyes. */
export async function withoutSecrets(
  response: Response,
  { who, path, mask }: { readonly who: Principal; readonly path: string; mask(text: string): string },
): Promise<Response> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  if (who.role !== 'viewer' || !isJson || !HELD_THERE.test(path)) return response
  const { status, headers } = response
  return new Response(mask(await response.text()), { status, headers })
}
