import type { z } from 'zod'
import { SoulgateError } from '../../base/errors.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import type { Action, Refusal, SignedIn, Soulgate } from '../../soulgate.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a handler may use beside the program itself. */
export interface RouteServices {
  readonly version: string
  readonly clock: { now(): number }
  /** Aborted when the server stops, so that streams end. */
  readonly closing: AbortSignal
  readonly routes: () => readonly Route[]
  /** Shows lines on the terminal of the server; absent when it has none. */
  readonly terminal?: { show(lines: readonly string[]): void }
  readonly publicUrl: () => string
  readonly confirmations: Confirmations
  /** What a browser must put into its signatures, as headers of an answer. */
  readonly signatures: { fresh(): Promise<Readonly<Record<string, string>>> }
  /** Absent where nobody brought one. */
  readonly mcp?: McpEndpoint
}

/** What speaks MCP over HTTP, for whom the pipeline let in. */
export interface McpEndpoint {
  /** `body` is what was read of the request; `id` tells one credential from the other. */
  handle(
    request: Request,
    caller: { readonly token: string; readonly id: string },
    body: unknown,
  ): Promise<Response>
  /** Ends its sessions and streams. */
  close(): Promise<void>
}

/** Requests that wait for a phrase shown on the terminal of the server. */
export interface Confirmations {
  ask(
    call: RouteCall<unknown, unknown>,
    request: {
      readonly operation: string
      readonly path_values: Readonly<Record<string, string>>
      readonly body?: unknown
    },
  ): Promise<Response | Refusal>
  confirm(
    call: RouteCall<unknown, unknown>,
    confirmationId: string,
    phrase: string,
  ): Promise<Response | Refusal>
}

/** One request that was let in, before its body and query were read. */
export interface RawCall {
  readonly soulgate: Soulgate
  readonly services: RouteServices
  /** Absent only on public routes. */
  readonly signedIn?: SignedIn
  readonly path: Readonly<Record<string, string>>
  readonly headers: Headers
  readonly signal: AbortSignal
  readonly query: unknown
  readonly body: unknown
  /** Counts a verified delivery of a webhook; throws a 429 above the limit of starts. */
  readonly takeWebhook: (trigger: string) => Promise<void>
}

/** What a handler sees: everything is authenticated, allowed and parsed. */
export interface RouteCall<Body, Query> extends Omit<RawCall, 'query' | 'body' | 'signedIn'> {
  readonly who: Principal
  readonly signedIn: SignedIn
  readonly query: Query
  readonly body: Body
}

export interface RouteAnswer {
  readonly status: number
  readonly schema?: z.ZodType
  readonly contentType?: string
}

/** One entry of the route table: the router, OpenAPI and the table of rights are all made from it. */
export interface Route {
  readonly id: string
  readonly tag: string
  readonly method: Method
  /** Parameters in braces: `/api/gates/{gate_id}`. */
  readonly path: string
  readonly action: Action | 'public'
  readonly summary: string
  /** Frozen routes ignore unknown fields; ours refuse them, naming the field. */
  readonly frozen: boolean
  /**
   * `start`, `write` and `terminal` count what a credential does; `sign_in` counts the attempts of an address that failed, so
   * that what exists is never kept out; `sign_in_begin` counts what an address begins; `webhook` the failed deliveries of one.
   */
  readonly limit?: 'start' | 'write' | 'terminal' | 'sign_in' | 'sign_in_begin' | 'webhook'
  /** Readable without a credential while the server listens on loopback only. */
  readonly openOnLoopback: boolean
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** The handler gets the bytes of the body as they came, for a signature over them. */
  readonly rawBody?: true
  /** Fields of the body that nobody may see, not on a terminal either. */
  readonly hides?: readonly string[]
  readonly answers: RouteAnswer
  readonly handle: (call: RawCall) => Promise<Response | Refusal>
}

type Definition<Body extends z.ZodType, Query extends z.ZodType> = Omit<
  Route,
  'query' | 'body' | 'handle' | 'frozen' | 'openOnLoopback'
> & {
  readonly frozen?: boolean
  readonly openOnLoopback?: boolean
  readonly query?: Query
  readonly body?: Body
  readonly handle: (call: RouteCall<z.infer<Body>, z.infer<Query>>) => Promise<Response | Refusal>
}

/** What a body or query did not satisfy; the pipeline turns it into a 400 that names the fields. */
export class UnfitInput extends Error {
  readonly issues: readonly z.core.$ZodIssue[]
  readonly part: 'body' | 'query'

  constructor(part: 'body' | 'query', issues: readonly z.core.$ZodIssue[]) {
    super(`The ${part} does not fit the contract.`)
    this.part = part
    this.issues = issues
  }
}

const ANONYMOUS: SignedIn = {
  principal: { kind: 'system', id: 'system:anonymous', name: 'anonymous', role: 'viewer' },
  decides: false,
}

/** Makes a route whose handler gets its body and query parsed and typed by their schemas. */
export function route<Body extends z.ZodType, Query extends z.ZodType>(
  definition: Definition<Body, Query>,
): Route {
  const { handle, body, query, frozen = false, openOnLoopback = false, ...rest } = definition
  return {
    ...rest,
    frozen,
    openOnLoopback,
    ...(body ? { body } : {}),
    ...(query ? { query: frozen ? query : strictly(query) } : {}),
    handle: async ({ signedIn = ANONYMOUS, ...call }) =>
      handle({
        ...call,
        signedIn,
        who: signedIn.principal,
        body: parse(body, 'body', call.body),
        query: parse(query && (frozen ? query : strictly(query)), 'query', call.query),
      }),
  }
}

/** A JSON answer. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })
}

/** What the program answered, as JSON, or its refusal. */
export function jsonOrRefusal(answer: object | Refusal): Response | Refusal {
  return isRefusal(answer) ? answer : json(answer)
}

/** An answer without a body. */
export function noContent(): Response {
  return new Response(null, { status: 204 })
}

/** The value of a parameter of the path. */
export function pathValue(call: Pick<RawCall, 'path'>, name: string): string {
  const value = call.path[name]
  if (value === undefined) throw new SoulgateError('unreachable', `The route has no parameter ${name}.`)
  return value
}

/** Seconds of `Prefer: wait=N` as milliseconds; at most a minute, 0 when nothing is preferred. */
export function preferredWaitMs(headers: Headers): number {
  const seconds = Number(/(?:^|[,;\s])wait=(\d{1,4})/i.exec(headers.get('prefer') ?? '')?.[1] ?? 0)
  return Math.min(seconds, 60) * 1000
}

/** The value of `Idempotency-Key`, if it was sent. */
export function idempotencyKey(headers: Headers): string | undefined {
  return headers.get('idempotency-key')?.slice(0, 200) || undefined
}

function parse<Schema extends z.ZodType>(
  schema: Schema | undefined,
  part: 'body' | 'query',
  value: unknown,
): z.infer<Schema> {
  if (!schema) return undefined as z.infer<Schema>
  const parsed = schema.safeParse(value, { reportInput: true })
  if (!parsed.success) throw new UnfitInput(part, parsed.error.issues)
  return parsed.data
}

function strictly<Schema extends z.ZodType>(schema: Schema): Schema {
  return 'strict' in schema && typeof schema.strict === 'function' ? schema.strict() : schema
}
