import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { z } from 'zod'
import type { JsonObject } from '../../../contracts/json-value.ts'
import { createResultClient, isRefused, type ResultClient } from '../../../sdk/sdk.ts'
import {
  guardCommand,
  HOST_TOOLS,
  readHostSettings,
  withHooks,
  withoutHooks,
  writeHookConnection,
  writeHostSettings,
} from '../../hooks/hooks.ts'
import { type CommandContext, connectionOf } from '../context.ts'
import { sendDecision } from '../deciding.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'
import { escapeHidden, escapeLine } from '../terminal-text.ts'
import { createAgentKey } from './agent-key.ts'
import { askWhatPasses, readOffer, type WithoutAsking } from './hook-permissions.ts'

interface Place {
  readonly project?: boolean
  readonly file?: string
}
interface InstallFlags extends Place {
  readonly dryRun?: boolean
  readonly tools: string
  readonly key?: string
  readonly withoutAsking?: string
}

/** `hook claude-code|install|uninstall`: gates in front of the tools of Claude Code. */
export const registerHook: Register = (program, run) => {
  const hook = program.command('hook').description('gates in front of the tools of Claude Code')
  hook
    .command('claude-code')
    .description('answer one hook of the host: JSON in, JSON out, ends with 0 or 2; the host runs it')
    .requiredOption('--home <folder>', 'where the connection is saved; `hook install` fills it in')
    .option('--deadline <seconds>', 'when an answer must have been given', '570')
  const installing = hook
    .command('install')
    .description('make an agent’s key, save it, and write the hooks into the settings of the host')
    .option('--dry-run', 'print the settings as they would be; change nothing')
    .option('--tools <pattern>', 'which tools are asked about; anything but * leaves holes', '*')
    .option('--key <token>', 'an agent’s key that is there already, instead of a new one')
    .option(
      '--without-asking <what>',
      'in this folder: nothing, reads (commands that only read), or edits (changes of its files and git in it too)',
    )
  addPlace(installing).action((flags: InstallFlags) => run(context => install(context, flags)))
  const removing = hook
    .command('uninstall')
    .description('take the hooks out of the settings of the host again')
  addPlace(removing)
    .option('--dry-run', 'print the settings as they would be; change nothing')
    .action((flags: InstallFlags) => run(async context => uninstall(context, flags)))
}

function addPlace(command: Command): Command {
  return command
    .option('--project', 'the settings of this folder (.claude/settings.json) instead of your own')
    .option('--file <path>', 'another settings file')
}

/** The settings file that flags name; without any the person's own. */
export function hostSettingsFile({ project, file }: Place, workingFolder = process.cwd()): string {
  if (file !== undefined) return resolve(workingFolder, file)
  return join(project === true ? workingFolder : homedir(), '.claude', 'settings.json')
}

/** What the host has to run for this installation of Soulgate, the best way first. */
export function hookCommands(home: string): readonly string[] {
  const program = realpathSync(process.argv[1] ?? '')
  // Beside the program where it was built: the hook alone, which starts in half the time.
  const alone = join(dirname(program), 'hook.cjs')
  return [...(existsSync(alone) ? [alone] : []), program].map(file =>
    guardCommand({
      command: process.execPath,
      parameters: [file, 'hook', 'claude-code', '--home', resolve(home)],
    }),
  )
}

async function install(context: CommandContext, flags: InstallFlags): Promise<void> {
  if (process.platform === 'win32')
    throw new CommandFailure(EXIT.usage, 'The hook stands in a shell that Windows lacks. Use WSL.')
  const offer = readOffer(flags.withoutAsking)
  const { home } = context.configuration
  const file = hostSettingsFile(flags)
  const settings = withHooks(settingsIn(file), hookCommands(home)[0] ?? '', flags.tools)
  if (flags.dryRun === true) return show(context, file, settings)
  const { url, allowPlainHttp } = connectionOf(context)
  const token = flags.key ?? (await createAgentKey(context, 'claude-code'))
  const client = createResultClient({ baseUrl: url, token, allowPlainHttp })
  await declareHostTools(context, client, offer)
  writeHookConnection(home, { url, token, ...(allowPlainHttp ? { allowPlainHttp } : {}) })
  const { backup } = writeHostSettings(file, settings)
  context.answer({ file, installed: true, tools: flags.tools, url })
  context.say(
    `Claude Code asks Soulgate at ${url} before every tool${flags.tools === '*' ? '' : ` that matches ${flags.tools}`}.`,
    `Settings: ${file}${backup === undefined ? '' : ` (as it was: ${backup})`}`,
    `Start a new session of Claude Code, and see \`${context.invocation} doctor\` for what happens when something breaks.`,
    'Shell commands wait for you at a gate; reading inside the project does not.',
  )
}

function uninstall(context: CommandContext, flags: InstallFlags): void {
  const file = hostSettingsFile(flags)
  const settings = withoutHooks(settingsIn(file))
  if (flags.dryRun === true) {
    show(context, file, settings)
    return
  }
  writeHostSettings(file, settings)
  context.answer({ file, installed: false })
  context.say(`No hook of Soulgate stands in ${file} any more. Its key still works until you revoke it.`)
}

/** Settings that cannot be read are left alone: whatever stands in them is somebody's. */
function settingsIn(file: string): JsonObject {
  const read = readHostSettings(file)
  if (read.state === 'unreadable')
    throw new CommandFailure(EXIT.usage, `${file} cannot be read (${read.because}). Nothing was changed.`)
  return read.state === 'read' ? read.settings : {}
}

function show(context: CommandContext, file: string, settings: JsonObject): void {
  context.answer({ file, settings })
  context.say(`${file} would be:`, escapeHidden(JSON.stringify(settings, null, 2)))
}

/**
 * The agent's key says what the tools of the host do; a person vouches for all of them at once, and says in the same
 * breath what is not asked about in this folder.
 */
async function declareHostTools(
  context: CommandContext,
  client: ResultClient,
  offer: WithoutAsking | undefined,
): Promise<void> {
  const tools = []
  for (const tool of HOST_TOOLS) {
    const declared = await client.tools.declare(tool)
    if (isRefused(declared))
      throw new CommandFailure(EXIT.not_allowed, declared.problem.detail, declared.problem)
    const { name, definition_hash, reversibility, claimed } = declared
    tools.push({ claimed, tool: { name, definition_hash, reversibility } })
  }
  const claimed = tools.filter(each => each.claimed)
  const { person } = await client.auth.me()
  const isKnown = claimed.length === 0
  const permissions = await askWhatPasses(context, { agent: person.name, offer, isKnown })
  if (isKnown && permissions.length === 0) return
  if (!isKnown)
    context.say(
      '',
      `Confirm what ${claimed.length} tools of Claude Code do (which read, which change, which cannot be undone):`,
    )
  const vouched = isKnown
    ? tools.filter(({ tool }) => permissions.some(each => each.tool === tool.name))
    : claimed
  const path = '/api/tools/confirm'
  const confirmed = await sendDecision(context, {
    ...{ operation: 'confirmTools', pathValues: {}, method: 'POST', path, page: '/settings' },
    body: {
      tools: vouched.map(({ tool }) => tool),
      ...(permissions.length === 0 ? {} : { permissions }),
    },
  })
  const failed = Given.parse(confirmed).permissions.find(({ ok }) => !ok)
  if (failed !== undefined) {
    context.say(`Everything is asked about: ${escapeLine(failed.detail)}`)
    context.exitWith(EXIT.refused)
  } else if (permissions.length > 0)
    context.say(`\`${context.invocation} permissions\` lists what was given, and revokes it.`)
}

const Given = z.object({
  permissions: z.array(z.object({ ok: z.boolean(), detail: z.string().default('') })).default([]),
})
