import { createInterface } from 'node:readline/promises'
import { clearTextRefusal, isLoopback } from '../../contracts/server-address.ts'
import {
  createResultClient,
  isRefused,
  type Refused,
  type ResultClient,
  SoulgateProblem,
} from '../../sdk/sdk.ts'
import { type Configuration, readEnvironment } from './environment.ts'
import { CommandFailure, EXIT, type ExitCode } from './exit-codes.ts'
import { readHidden } from './hidden-input.ts'
import { readConnection } from './home.ts'
import { invocationOf } from './invocation.ts'
import { type Colors, colorsFor, escapeHidden } from './terminal-text.ts'

/** What a command may touch: its output, its server, its terminal. */
export interface CommandContext {
  readonly configuration: Configuration
  readonly colors: Colors
  readonly isJson: boolean
  /** True when a person sits at both ends: input and output are terminals. */
  readonly isInteractive: boolean
  /** How a person calls this program from where they are, such as `npx soulgate`. */
  readonly invocation: string
  /** Writes text for people; hidden characters in it must be escaped before colours are added. Silent with `--json`. */
  say(...lines: readonly string[]): void
  /** Writes a piece of text without a line end, as it comes; otherwise like `say`. */
  write(text: string): void
  /** Writes the answer of a command that was called with `--json`. */
  answer(value: unknown): void
  /** Asks one line of the person at the terminal. */
  ask(question: string): Promise<string>
  /** Asks for what must not be seen: typed without being shown, or all of standard input. */
  askHidden(question: string): Promise<string>
  exitWith(code: ExitCode): void
}

/** Everything from the outside world that a command uses; tests pass their own. */
export interface Process {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly workingFolder: string
  readonly isTerminal: boolean
  write(text: string): void
  writeError(text: string): void
  ask(question: string): Promise<string>
  /** Absent where nothing can be typed or piped in. */
  askHidden?(question: string): Promise<string>
  setExitCode(code: number): void
}

/** The process this program runs in. */
export function currentProcess(): Process {
  return {
    environment: process.env,
    workingFolder: process.cwd(),
    isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
    write: text => void process.stdout.write(text),
    writeError: text => void process.stderr.write(text),
    ask: async question => {
      const lines = createInterface({ input: process.stdin, output: process.stdout })
      try {
        return await lines.question(question)
      } finally {
        lines.close()
      }
    },
    askHidden: question => readHidden(process.stdin, process.stdout, question),
    setExitCode: code => {
      process.exitCode = code
    },
  }
}

/** Makes the context of one command. */
export function createContext(world: Process, options: { readonly json?: boolean }): CommandContext {
  const isJson = options.json === true
  return {
    configuration: readEnvironment(world.environment, world.workingFolder),
    colors: colorsFor(world.isTerminal && !isJson, world.environment),
    isJson,
    isInteractive: world.isTerminal && !isJson,
    invocation: invocationOf(world.environment, world.workingFolder),
    say: (...lines) => {
      if (!isJson) world.write(`${lines.join('\n')}\n`)
    },
    write: text => {
      if (!isJson) world.write(text)
    },
    answer: value => {
      if (isJson) world.write(`${JSON.stringify(value, null, 2)}\n`)
    },
    ask: question => world.ask(question),
    askHidden: async question => (await world.askHidden?.(question)) ?? '',
    exitWith: code => world.setExitCode(code),
  }
}

/** Where the server is and with which token it is asked; a usage failure where that would be in the clear. */
export function connectionOf(context: CommandContext): {
  readonly url: string
  readonly token: string | undefined
  readonly allowPlainHttp: boolean
} {
  const { token, home, host, port, allowPlainHttp, ...given } = context.configuration
  const saved = readConnection(home)
  const url = given.url ?? saved?.url ?? `http://${isLoopback(host) ? host : '127.0.0.1'}:${port}`
  const unsafe = clearTextRefusal(url, 'set SOULGATE_ALLOW_PLAIN_HTTP=true')
  if (unsafe !== undefined && !allowPlainHttp) throw new CommandFailure(EXIT.usage, unsafe)
  return { url, token: token ?? (given.url ? undefined : saved?.token), allowPlainHttp }
}

/** The client of the server that this home belongs to. */
export function clientOf(context: CommandContext): ResultClient {
  const { url, token, allowPlainHttp } = connectionOf(context)
  return createResultClient({ baseUrl: url, allowPlainHttp, ...(token === undefined ? {} : { token }) })
}

/** Fetches a path of the server with the token of this home; a redirect is no answer. */
export async function fetchRoute(
  context: CommandContext,
  path: string,
  init: RequestInit & { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> {
  const { url, token } = connectionOf(context)
  const headers = { ...init.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
  return fetch(`${url}${path}`, { ...init, headers, redirect: 'error' }).catch((error: unknown) => {
    throw init.signal?.aborted ? error : noServer(url)
  })
}

/** Asks a route that the client has no method for. */
export async function callRoute(
  context: CommandContext,
  request: {
    readonly method: string
    readonly path: string
    readonly body?: unknown
    readonly prefer?: string
  },
): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> {
  const response = await fetchRoute(context, request.path, {
    method: request.method,
    headers: {
      'content-type': 'application/json',
      ...(request.prefer === undefined ? {} : { prefer: request.prefer }),
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : Object(JSON.parse(text)) }
}

/** The value of a command's answer; a refusal ends the command with its message. */
export function accepted<Value>(answer: Value | Refused): Exclude<Value, Refused> {
  if (isRefused(answer)) throw failureOf(answer.problem)
  return answer as Exclude<Value, Refused>
}

/** The failure of anything thrown while a server was asked; without a key, it says where one comes from. */
export function toFailure(error: unknown, context?: CommandContext): CommandFailure {
  if (error instanceof CommandFailure) return error
  if (error instanceof SoulgateProblem) {
    const { url, token } = context ? connectionOf(context) : { url: '', token: '' }
    return error.problem.status === 401 && token === undefined
      ? noKey(url, context?.configuration.home ?? '', error.problem)
      : failureOf(error.problem)
  }
  return new CommandFailure(EXIT.failed, error instanceof Error ? error.message : String(error))
}

/** A problem document as the end of a command. */
export function failureOf(problem: { readonly status: number; readonly detail?: unknown }): CommandFailure {
  const detail = typeof problem.detail === 'string' ? problem.detail : 'The server refused.'
  return new CommandFailure(exitCodeOf(problem.status), `${escapeHidden(detail)}${nextStep(detail)}`, problem)
}

/** Where an id comes from, for somebody who named one that is not there. */
const LISTED: Readonly<Record<string, string>> = {
  gate: 'soulgate gates --status all',
  run: 'soulgate runs',
  session: 'soulgate sessions',
  plan: 'soulgate plan list',
  guideline: 'soulgate guardrails list',
  token: 'soulgate token list',
  webhook: 'soulgate notify list',
  'work item': 'soulgate workitem list',
}

function nextStep(detail: string): string {
  const noun = /^There is no ([a-z ]+?) \S+\.$/.exec(detail)?.[1]
  const command = noun === undefined ? undefined : LISTED[noun]
  return command === undefined ? '' : ` \`${command}\` lists what there is.`
}

function exitCodeOf(status: number): ExitCode {
  if (status === 0 || status === 502 || status === 503) return EXIT.unreachable
  if (status === 401 || status === 403) return EXIT.not_allowed
  if (status === 400 || status === 404) return EXIT.usage
  return status < 500 ? EXIT.refused : EXIT.failed
}

function noKey(url: string, home: string, facts: unknown): CommandFailure {
  const detail = `There is no key for the server at ${url}: it was not started with the home ${home}. Set SOULGATE_HOME to its home, or SOULGATE_TOKEN to a key of it.`
  return new CommandFailure(EXIT.not_allowed, detail, facts)
}

function noServer(url: string): CommandFailure {
  const detail = `Nothing answers at ${url}. Start it with \`soulgate up\`, or set SOULGATE_URL.`
  return new CommandFailure(EXIT.unreachable, detail)
}
