import type { Principal } from '../../contracts/principal.ts'

/** Where a viewer can read what an agent proposed, was told or got back. */
const FOR_VIEWERS = /^\/(?:approval|api\/(?:gates|runs|calls|sessions))(?:\/|$)/
/**
 * What people read of gates, calls and runs; where the secrets of one are asked for they are shown, and a passkey signs
 * bytes. What is said in a session is not marked: its people wrote or asked for it.
 */
const MARKED =
  /^\/(?:approval|clarification|reasoning|api\/(?:gates|runs|calls|confirmations))(?:\/|$)(?!.*\/(?:reveal|passkey|remember)$)/
const GATES = /^\/api\/(?:gates|confirmations)(?:\/|$)/

interface Reading {
  readonly who: Principal
  readonly path: string
  readonly secrets: { mask(text: string): string; mark(text: string): string }
}

/**
 * A viewer decides nothing and asks for nothing, so nothing that looks like a secret is for a viewer's eyes. Other people
 * see marks until they ask to see more; an agent reads what it proposed itself.
 */
export async function withoutSecrets(response: Response, { who, path, secrets }: Reading): Promise<Response> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  if (who.kind !== 'person' || !isJson) return response
  const hide = who.role === 'viewer' && FOR_VIEWERS.test(path) ? secrets.mask : marksIn(path, secrets.mark)
  if (hide === undefined) return response
  const { status, headers } = response
  return new Response(hide(await response.text()), { status, headers })
}

function marksIn(path: string, mark: Reading['secrets']['mark']) {
  if (!MARKED.test(path)) return undefined
  return (text: string): string => {
    const marked = mark(text)
    if (marked === text || !GATES.test(path)) return marked
    const value: unknown = JSON.parse(text)
    // What was confirmed by a phrase may be something else: a new token is told once, and a reveal shows all of a run.
    const { gate, run_id } = Object(value)
    if (path.startsWith('/api/confirmations') && gate === undefined)
      return run_id === undefined ? text : marked
    return JSON.stringify(markCalls(value, mark))
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
