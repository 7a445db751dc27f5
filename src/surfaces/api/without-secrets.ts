import type { Principal } from '../../contracts/principal.ts'

/** Where what an agent proposed, was told or got back can be read. */
const HELD_THERE = /^\/(?:approval|api\/(?:gates|runs|calls|sessions))(?:\/|$)/
/** Gates and what belongs to one, also decided by a phrase; whoever asks for the secrets of one is shown them, and a passkey signs bytes. */
const GATES = /^\/api\/(?:gates|confirmations)(?:\/|$)(?!.*\/(?:reveal|passkey|remember)$)/

interface Reading {
  readonly who: Principal
  readonly path: string
  readonly secrets: { mask(text: string): string; mark(text: string): string }
}

/**
 * A viewer decides nothing and asks for nothing, so nothing that looks like a secret is for a viewer's eyes. Other people
 * see marks in the calls of gates until they ask to see more; an agent reads what it proposed itself.
 */
export async function withoutSecrets(response: Response, { who, path, secrets }: Reading): Promise<Response> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  if (who.kind !== 'person' || !isJson) return response
  const hide = who.role === 'viewer' && HELD_THERE.test(path) ? secrets.mask : marksIn(path, secrets.mark)
  if (hide === undefined) return response
  const { status, headers } = response
  return new Response(hide(await response.text()), { status, headers })
}

function marksIn(path: string, mark: Reading['secrets']['mark']) {
  if (!GATES.test(path)) return undefined
  return (text: string): string => {
    if (mark(text) === text) return text
    const value: unknown = JSON.parse(text)
    // What was confirmed by a phrase may be something else than a gate: a new token is told once, as it is.
    const isGate = !path.startsWith('/api/confirmations') || Object(value).gate !== undefined
    return isGate ? JSON.stringify(markCalls(value, mark)) : text
  }
}

/** A plan, a document or an interview is edited as a whole and sent back, so it stays as it is. */
function markCalls(value: unknown, mark: Reading['secrets']['mark']): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(item => markCalls(item, mark))
  const { subject, gate, gates, results, changes } = value as Readonly<Record<string, unknown>>
  // A reveal that was confirmed by a phrase.
  if (gate !== undefined && changes !== undefined) return value
  if (typeof subject === 'object' && subject !== null && !('tool_calls' in subject)) return value
  if (gate === undefined && gates === undefined && results === undefined)
    return JSON.parse(mark(JSON.stringify(value)))
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, markCalls(inner, mark)] as const),
  )
}
