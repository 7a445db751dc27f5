import { problemFromText, type Refused, SoulgateProblem, toRefused, unreachableProblem } from './problem.ts'

/** What the client hands to `fetch`. */
export interface HttpRequest extends RequestInit {
  readonly method: Method
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}
/** What the client reads of a response; that of the platform's `fetch` has all of it. */
export interface HttpResponse extends Pick<Response, 'ok' | 'status' | 'body' | 'text'> {
  readonly headers: Pick<Headers, 'get'>
}
/** The platform's `fetch`. */
export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>
/** What the client needs of a `fetch`. */
export type SendRequest = (url: string, request: HttpRequest) => Promise<HttpResponse>
export type Query = Readonly<Record<string, string | number | boolean | undefined>>

export interface RequestOptions {
  readonly query?: Query
  readonly body?: unknown
  readonly idempotencyKey?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** Reads throw `SoulgateProblem`; commands too, or give the refusals that callers must expect as values. */
export interface Transport {
  read<Result>(path: string, options?: RequestOptions): Promise<Result>
  command<Result>(method: Method, path: string, options?: RequestOptions): Promise<Result | Refused>
  open(method: Method, path: string, options?: RequestOptions): Promise<HttpResponse>
  /** What a command was answered that `open` sent. */
  answerOf<Result>(response: HttpResponse): Promise<Result | Refused>
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface TransportOptions {
  readonly baseUrl: string
  readonly token: string | undefined
  readonly fetch: SendRequest
  readonly refusals: 'thrown' | 'answered'
}

export function createTransport(options: TransportOptions): Transport {
  const open: Transport['open'] = (method, path, request = {}) => send(options, method, { path, ...request })
  const readResult = async <Result>(response: HttpResponse): Promise<Result> => {
    if (!response.ok) throw await problemOf(response)
    return await resultOf<Result>(response)
  }
  const answerOf = <Result>(response: HttpResponse): Promise<Result | Refused> => {
    const result = readResult<Result>(response)
    return options.refusals === 'thrown' ? result : result.catch(toRefused)
  }
  return {
    open,
    answerOf,
    read: async <Result>(path: string, request?: RequestOptions) =>
      readResult<Result>(await open('GET', path, request)),
    command: async <Result>(method: Method, path: string, request?: RequestOptions) =>
      answerOf<Result>(await open(method, path, request)),
  }
}

async function send(
  { baseUrl, token, fetch }: TransportOptions,
  method: Method,
  request: RequestOptions & { readonly path: string },
): Promise<HttpResponse> {
  const headers = {
    accept: 'application/json',
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(request.idempotencyKey === undefined ? {} : { 'idempotency-key': request.idempotencyKey }),
    ...request.headers,
  }
  const init: HttpRequest = {
    method,
    headers,
    credentials: 'omit',
    // A token goes to the server that was named, and to no other.
    ...(token === undefined ? {} : { redirect: 'error' as const }),
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    ...(request.signal ? { signal: request.signal } : {}),
  }
  try {
    return await fetch(`${baseUrl}${request.path}${queryText(request.query)}`, init)
  } catch (cause) {
    if (request.signal?.aborted) throw cause
    throw new SoulgateProblem(unreachableProblem(baseUrl), { cause })
  }
}

async function problemOf(response: HttpResponse): Promise<SoulgateProblem> {
  const problem = problemFromText(response.status, await response.text())
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new SoulgateProblem(problem, Number.isFinite(seconds) ? { retryAfterMs: seconds * 1000 } : {})
}

/** The server checks its answers against the same contracts; reading them twice would double the client's size. */
async function resultOf<Result>(response: HttpResponse): Promise<Result> {
  const text = await response.text()
  try {
    return (text === '' ? {} : JSON.parse(text)) as Result
  } catch (cause) {
    throw new SoulgateProblem(problemFromText(502, ''), { cause })
  }
}

function queryText(query: Query = {}): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`],
  )
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}
