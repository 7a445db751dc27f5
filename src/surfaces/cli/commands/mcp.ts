import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { type CommandContext, clientOf, connectionOf } from '../context.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register, RunCommand } from '../register.ts'
import { escapeHidden, escapeLine } from '../terminal-text.ts'
import { registerMcpInstall } from './mcp-install.ts'
import { nameOf, placeOf } from './mcp-place.ts'

interface GatewayFlags {
  readonly name?: string
  readonly wait: number
  readonly timeout: number
  readonly listen?: number
  readonly header?: readonly string[]
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
  registerMcpInstall(mcp, run, version)
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

function requireKey(context: CommandContext): void {
  if (context.configuration.token !== undefined) return
  const detail = `An MCP server acts for one agent. Make a key with \`${context.invocation} token create NAME\`, and set SOULGATE_TOKEN to it.`
  throw new CommandFailure(EXIT.not_allowed, detail)
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
