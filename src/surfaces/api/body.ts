import { parseStrictJson } from '../../base/canonical-json.ts'
import { isSoulgateError } from '../../base/errors.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import { ProblemError } from './problems.ts'

const MEBIBYTE = 1024 * 1024

/** Largest body of a route, in bytes: chats carry pictures, and a webhook is read before anybody is known. */
export function bodyLimitOf(path: string): number {
  if (path.startsWith('/api/triggers/')) return MEBIBYTE
  return (path === '/api/chat' || path.startsWith('/api/chat/') ? 12 : 2) * MEBIBYTE
}

/**
 * Reads the JSON body of a request; an empty one is `{}`, so that the schema names what is missing. Stops reading at
 * the limit (413) and refuses JSON that two readers could understand differently (400 with the place). `check` sees the
 * bytes before anything is made of them.
 */
export async function readJsonBody(
  request: Request,
  limitBytes: number,
  check: (bytes: Uint8Array) => void = () => {},
): Promise<JsonValue> {
  const bytes = await readRawBody(request, limitBytes, check)
  const text = decode(bytes)
  if (text.trim() === '') return {}
  try {
    return parseStrictJson(text)
  } catch (error) {
    throw isSoulgateError(error, 'invalid_json_value') ? unreadable(error.message, error.data.pointer) : error
  }
}

/** The bytes of a body as they came; stops reading at the limit (413). `check` sees them first. */
export async function readRawBody(
  request: Request,
  limitBytes: number,
  check: (bytes: Uint8Array) => void = () => {},
): Promise<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > limitBytes) throw tooLarge(limitBytes)
  const bytes = await readBytes(request, limitBytes)
  check(bytes)
  return bytes
}

async function readBytes(request: Request, limitBytes: number): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array()
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(chunks)
    size += value.byteLength
    if (size > limitBytes) {
      await reader.cancel().catch(() => {})
      throw tooLarge(limitBytes)
    }
    chunks.push(value)
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('The body is not UTF-8.', '')
  }
}

function unreadable(detail: string, pointer: unknown): ProblemError {
  const field = typeof pointer === 'string' && pointer !== '' ? pointer.slice(1).replaceAll('/', '.') : 'body'
  return new ProblemError(400, 'invalid', detail, { facts: { errors: [{ field, message: detail }] } })
}

function tooLarge(limitBytes: number): ProblemError {
  const limit = `${limitBytes / MEBIBYTE} MiB`
  return new ProblemError(413, 'too_large', `The body is larger than ${limit}. Send less at once.`, {
    facts: { limit_bytes: limitBytes },
  })
}
