import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { UpstreamPlace } from '../../mcp/mcp.ts'
import { type CommandContext, clientOf, connectionOf } from '../context.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import { CLIENT_NAMES, type ClientName, toConfiguration } from '../mcp-clients.ts'
import type { Register, RunCommand } from '../register.ts'
import { escapeHidden, escapeLine } from '../terminal-text.ts'

interface GatewayFlags {
  readonly name?: string
  readonly wait: number
  readonly timeout: number
  readonly listen?: number
  readonly header?: readonly string[]
}

interface InstallFlags {
  readonly client: ClientName
  readonly name?: string
}

/** `mcp`: guardrails and gates for any MCP client; `mcp gateway`: in front of any MCP server. */
export const registerMcp: Register = (program, run, version) => {
  const mcp = program
    .command('mcp')
    .description(
      'a gateway in front of any MCP server, or guardrails and gates as one (with an agent’s key in SOULGATE_TOKEN)',
    )
    .action(() => run(context => serve(context, version)))
  registerGateway(mcp, run, version)
  mcp
    .command('install')
    .description(
      'print what to put into an MCP client: for Soulgate itself, or for a server behind a gateway',
    )
    .addOption(new Option('--client <name>', 'the client').choices([...CLIENT_NAMES]).default('claude-code'))
    .option('--name <name>', 'what the server is called')
    .argument('[server...]', 'after --: the command of the server, or its address; none for Soulgate itself')
    .action((server: readonly string[], flags: InstallFlags) =>
      run(context => printInstall(context, server, flags)),
    )
}

function registerGateway(mcp: Command, run: RunCommand, version: string): void {
  mcp
    .command('gateway')
    .description('put guardrails and gates in front of an MCP server: a command after --, or an address')
    .option('--name <name>', 'what its tools are called by here (NAME/TOOL); from the command when absent')
    .option(
      '--wait <seconds>',
      'how long a call waits for people before it is told to come back',
      seconds,
      45,
    )
    .option('--timeout <seconds>', 'how long the server may take for a call', seconds, 300)
    .option(
      '--listen <port>',
      'serve over HTTP on this machine instead; callers show keys of their own',
      port,
    )
    .option('--header <header...>', 'sent to a server at an address, such as "Authorization: Bearer …"')
    .argument('<server...>', 'after --: the command of the server, or its address')
    .action((server: readonly string[], flags: GatewayFlags) =>
      run(context => gateway(context, { server, flags, version })),
    )
}

/** Standard output belongs to the protocol; nothing else may be written there. */
async function serve(context: CommandContext, version: string): Promise<void> {
  requireKey(context)
  const { serveMcp } = await import('../../mcp/mcp.ts')
  serveMcp({ client: clientOf(context), version, publicUrl: connectionOf(context).url })
}

async function gateway(
  context: CommandContext,
  asked: { readonly server: readonly string[]; readonly flags: GatewayFlags; readonly version: string },
): Promise<void> {
  const { server, flags, version } = asked
  const servedBy = server.join(' ')
  const name = nameOf(server, flags.name)
  const { url: soulgateUrl, allowPlainHttp } = connectionOf(context)
  const options = {
    place: placeOf(server, flags.header ?? []),
    names: { name, servedBy },
    ...{ version, publicUrl: soulgateUrl },
    folder: join(context.configuration.home, 'mcp-gateway', `${name}-${keyMark(context)}`),
    waitMs: flags.wait * 1000,
    callTimeoutMs: flags.timeout * 1000,
    report: (line: string) => void process.stderr.write(`${escapeLine(line)}\n`),
  }
  if (flags.listen !== undefined) {
    const { serveGatewayOverHttp } = await import('../../mcp/mcp.ts')
    const served = await serveGatewayOverHttp({ ...options, soulgateUrl, allowPlainHttp, port: flags.listen })
    context.answer({ url: served.url, name })
    context.say(`The gateway before ${escapeHidden(servedBy)} listens at ${served.url}`)
    return untilSignal(() => served.close())
  }
  requireKey(context)
  const { serveGateway } = await import('../../mcp/mcp.ts')
  await new Promise<void>((resolve, reject) => {
    const onEnd = (error?: unknown) => (error === undefined ? resolve() : reject(error))
    const served = serveGateway({ ...options, client: clientOf(context), onEnd })
    untilSignal(served.close).then(resolve, reject)
  })
}

function untilSignal(close: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => void close().then(resolve, reject)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  })
}

async function printInstall(
  context: CommandContext,
  server: readonly string[],
  { client, name }: InstallFlags,
): Promise<void> {
  const { url } = connectionOf(context)
  const isGateway = server.length > 0
  const called = name ?? (isGateway ? nameOf(server) : 'soulgate')
  const rest = isGateway ? ['mcp', 'gateway', '--name', called, '--', ...server] : ['mcp']
  const { where, text } = toConfiguration(client, {
    name: called,
    ...commandFor(context, rest),
    environment: { SOULGATE_URL: url, SOULGATE_TOKEN: 'KEY' },
  })
  context.answer({ where, text })
  context.say(
    `${where}, with the key of \`${context.invocation} token create ${called}\` instead of KEY:`,
    '',
    escapeHidden(text),
  )
}

/** A client starts programs from anywhere: what is not installed for all of this machine is named with its whole path. */
function commandFor(
  { invocation }: CommandContext,
  rest: readonly string[],
): { readonly command: string; readonly args: readonly string[] } {
  const [, program] = process.argv
  if (invocation === 'soulgate' || program === undefined) return { command: 'soulgate', args: rest }
  return { command: process.execPath, args: [realpathSync(program), ...rest] }
}

function requireKey(context: CommandContext): void {
  if (context.configuration.token !== undefined) return
  const detail = `An MCP server acts for one agent. Make a key with \`${context.invocation} token create NAME\`, and set SOULGATE_TOKEN to it.`
  throw new CommandFailure(EXIT.not_allowed, detail)
}

/** The server gets the variables of this process, but none that opens Soulgate. */
function placeOf([first = '', ...args]: readonly string[], headers: readonly string[]): UpstreamPlace {
  if (/^https?:\/\//i.test(first)) {
    if (args.length > 0)
      throw new CommandFailure(EXIT.usage, 'An address stands alone, without words after it.')
    if (!URL.canParse(first)) throw new CommandFailure(EXIT.usage, `${first} is no address.`)
    return { url: first, headers: Object.fromEntries(headers.map(toHeader)) }
  }
  if (headers.length > 0) throw new CommandFailure(EXIT.usage, '--header is for a server at an address.')
  const environment = Object.entries(process.env).flatMap(([key, value]) =>
    value === undefined || /^SOULGATE_/i.test(key) ? [] : [[key, value]],
  )
  return { command: first, args, environment: Object.fromEntries(environment) }
}

function toHeader(header: string): readonly [string, string] {
  const at = header.indexOf(':')
  if (at < 1) throw new CommandFailure(EXIT.usage, `A header is NAME: VALUE, not ${JSON.stringify(header)}.`)
  return [header.slice(0, at).trim(), header.slice(at + 1).trim()]
}

/** From the words of the command, and so that two commands never share a name by chance. */
function nameOf(server: readonly string[], given?: string): string {
  if (given !== undefined) {
    if (/^[A-Za-z0-9_.-]{1,40}$/.test(given)) return given
    throw new CommandFailure(EXIT.usage, 'A name has 1–40 of the characters A–Z a–z 0–9 _ . -')
  }
  const words = server.flatMap(word => word.match(/[a-z][a-z0-9-]{2,}/gi) ?? [])
  const telling = words.find(
    word => !/^(npx|node|uvx|uv|run|exec|bunx|python3?|docker|https?|www)$/i.test(word),
  )
  const mark = createHash('sha256').update(server.join('\0')).digest('hex').slice(0, 6)
  return `${(telling ?? 'server').slice(0, 30)}-${mark}`
}

/** Calls of one key are not those of another. */
function keyMark(context: CommandContext): string {
  const { token = 'http' } = context.configuration
  return createHash('sha256').update(token).digest('hex').slice(0, 12)
}

function seconds(text: string): number {
  const value = Number(text)
  if (Number.isFinite(value) && value >= 0 && value <= 86_400) return value
  throw new InvalidArgumentError('A number of seconds from 0 to 86400.')
}

function port(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 0 && value <= 65_535) return value
  throw new InvalidArgumentError('A port from 0 to 65535.')
}
