import { realpathSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { z } from 'zod'
import { createResultClient } from '../../../sdk/sdk.ts'
import { type CommandContext, connectionOf } from '../context.ts'
import { sendDecision } from '../deciding.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import { CLIENT_NAMES, type ClientName, toConfiguration } from '../mcp-clients.ts'
import type { RunCommand } from '../register.ts'
import { columns, escapeHidden, escapeLine } from '../terminal-text.ts'
import { createAgentKey } from './agent-key.ts'
import { nameOf, placeOf } from './mcp-place.ts'

interface InstallFlags {
  readonly client: ClientName
  readonly name?: string
  readonly key?: string
  readonly header?: readonly string[]
  readonly withoutAsking?: WithoutAsking
}

/** A server says which of its tools read, and of none how its changes are taken back: changes are always asked about. */
const OFFERS = ['nothing', 'reads'] as const
type WithoutAsking = (typeof OFFERS)[number]

interface Installed {
  readonly server: readonly string[]
  readonly name: string
  readonly flags: InstallFlags
  readonly version: string
}

/** `mcp install`: the configuration of a client, and for a gateway the one question of an installation. */
export function registerMcpInstall(mcp: Command, run: RunCommand, version: string): void {
  mcp
    .command('install')
    .description(
      'print what to put into an MCP client: for Soulgate itself, or for a server behind a gateway',
    )
    .addOption(new Option('--client <name>', 'the client').choices([...CLIENT_NAMES]).default('claude-code'))
    .option('--name <name>', 'what the server is called')
    .option('--key <token>', 'an agent’s key that is there already')
    .option('--header <header...>', 'sent to a server at an address, such as "Authorization: Bearer …"')
    .addOption(
      new Option(
        '--without-asking <what>',
        'of the server: nothing, or reads (the tools that only read, which you confirm by name)',
      ).choices([...OFFERS]),
    )
    .argument('[server...]', 'after --: the command of the server, or its address; none for Soulgate itself')
    .action((server: readonly string[], flags: InstallFlags) =>
      run(context => install(context, { server, flags, version })),
    )
}

async function install(
  context: CommandContext,
  { server, flags, version }: Omit<Installed, 'name'>,
): Promise<void> {
  const isGateway = server.length > 0
  if (!isGateway && (flags.withoutAsking ?? flags.header) !== undefined)
    throw new CommandFailure(EXIT.usage, 'Name the server behind the gateway, after --.')
  const name = isGateway ? nameOf(server, flags.name) : (flags.name ?? 'soulgate')
  const installed = { server, name, flags, version }
  const mayRead = isGateway && (await askWhatPasses(context, installed)) === 'reads'
  const { key, confirmed } = mayRead
    ? await confirmReaders(context, installed)
    : { key: flags.key, confirmed: [] }
  const { header = [] } = flags
  const gateway = ['mcp', 'gateway', '--name', name, ...header.flatMap(each => ['--header', each]), '--']
  const { where, text } = toConfiguration(flags.client, {
    name,
    ...commandFor(context, isGateway ? [...gateway, ...server] : ['mcp']),
    environment: { SOULGATE_URL: connectionOf(context).url, SOULGATE_TOKEN: key ?? 'KEY' },
  })
  context.answer({ where, text, confirmed })
  context.say(
    key === undefined
      ? `${where}, with the key of \`${context.invocation} token create ${name}\` instead of KEY:`
      : `${where}:`,
    '',
    escapeHidden(text),
  )
}

/** Only a person at a terminal is asked; no answer allows nothing. */
async function askWhatPasses(context: CommandContext, { name, flags }: Installed): Promise<WithoutAsking> {
  if (flags.withoutAsking !== undefined || !context.isInteractive) return flags.withoutAsking ?? 'nothing'
  context.say(
    `Which tools of ${name} may run without asking you?`,
    '  1  none',
    '  2  those that only read. The server is started once to tell them, and you confirm them by name',
  )
  return (await context.ask('1 or 2 (1): ')).trim() === '2' ? 'reads' : 'nothing'
}

interface Confirmed {
  readonly key: string | undefined
  readonly confirmed: readonly string[]
}

/**
 * Declares with the agent's key what the server says of the tools that it calls read-only, and lets a person vouch for
 * exactly that. What others declared by these names is not what is confirmed.
 */
async function confirmReaders(context: CommandContext, installed: Installed): Promise<Confirmed> {
  const { name, flags } = installed
  const { declareDefinition } = await import('../../mcp/mcp.ts')
  const { readers, others } = await listTools(installed)
  if (readers.length === 0) {
    context.say(`${name} says of none of its tools that it only reads. Every call is asked about.`, '')
    return { key: flags.key, confirmed: [] }
  }
  const key = flags.key ?? (await createAgentKey(context, name))
  const { url, allowPlainHttp } = connectionOf(context)
  const client = createResultClient({ baseUrl: url, token: key, allowPlainHttp })
  const tools = []
  for (const reader of readers) tools.push(await declareDefinition(client, reader.declaration))
  context.say(
    `By its own words these tools of ${name} only read. Once you confirm them, they run without asking you:`,
    ...columns(
      tools.map(tool => [
        `  ${escapeLine(tool.name)}`,
        tool.annotations.open_world
          ? 'reaches beyond your own system: asked about unless each value is yours or trusted'
          : '',
      ]),
    ),
    `Its other tools (${others}) are asked about, and so are these as soon as the server says something else of them.`,
    '',
  )
  const claimed = tools.filter(tool => tool.claimed)
  const failed = claimed.length === 0 ? [] : await vouch(context, claimed)
  for (const detail of failed) context.say(escapeLine(detail))
  if (failed.length > 0) context.exitWith(EXIT.refused)
  return { key, confirmed: failed.length > 0 ? [] : tools.map(tool => tool.name) }
}

async function listTools({ server, name, flags, version }: Installed) {
  const { readDefinitions } = await import('../../mcp/mcp.ts')
  const definitions = await readDefinitions({
    place: placeOf(server, flags.header ?? []),
    names: { name, servedBy: server.join(' ') },
    version,
    report: line => void process.stderr.write(`${escapeLine(line)}\n`),
  }).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    throw new CommandFailure(EXIT.unreachable, `${why}. Nothing was confirmed.`)
  })
  const readers = definitions.filter(({ declaration }) => declaration.reversibility === 'read_only')
  return { readers, others: definitions.length - readers.length }
}

/** Why tools were not confirmed; empty where all were, and where the person typed no phrase the command ends. */
async function vouch(
  context: CommandContext,
  tools: readonly { readonly name: string; readonly definition_hash: string }[],
): Promise<readonly string[]> {
  const answer = await sendDecision(context, {
    ...{ operation: 'confirmTools', pathValues: {}, method: 'POST', path: '/api/tools/confirm' },
    ...{
      page: '/tools',
      body: { tools: tools.map(({ name, definition_hash }) => ({ name, definition_hash })) },
    },
  })
  return Vouched.parse(answer).results.flatMap(({ ok, detail }) => (ok ? [] : [detail]))
}

const Vouched = z.object({
  results: z.array(z.object({ ok: z.boolean(), detail: z.string().default('') })),
})

/** A client starts programs from anywhere: what is not installed for all of this machine is named with its whole path. */
function commandFor(
  { invocation }: CommandContext,
  rest: readonly string[],
): { readonly command: string; readonly args: readonly string[] } {
  const [, program] = process.argv
  if (invocation === 'soulgate' || program === undefined) return { command: 'soulgate', args: rest }
  return { command: process.execPath, args: [realpathSync(program), ...rest] }
}
