import { resolve } from 'node:path'
import { CreatePermission, type Permission } from '../../../contracts/permission.ts'
import { permissionWords } from '../../../contracts/permission-words.ts'
import { type CommandContext, clientOf } from '../context.ts'
import { sendDecision } from '../deciding.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'
import { columns, escapeLine } from '../terminal-text.ts'

interface GivenFlags {
  readonly agent?: string
  readonly until?: string
  readonly note?: string
}

interface ClassifyFlags extends GivenFlags {
  readonly root?: string[]
  readonly command?: string[]
  readonly sandboxed?: boolean
  readonly exact?: boolean
  readonly letsRun?: boolean
  readonly shape?: string
}

const PROFILES: Readonly<Record<string, string>> = {
  'read-only-shell': 'read_only_shell',
  'git-local': 'git_local',
  'test-and-build': 'test_and_build',
}

/** `permissions [list|classify|trust|revoke]`. */
export const registerPermissions: Register = (program, run) => {
  const permissions = program
    .command('permissions')
    .description('ways out of being asked: classes of calls, and trusted folders, hosts and recipients')
    .action(() => run(list))
  permissions
    .command('list')
    .description('what stands, how often it was used, and what is due for a look')
    .action(() => run(list))
  const classifying = permissions
    .command('classify <tool> [profile]')
    .description(
      'let calls of a tool count as less than it could do: read-only-shell, git-local, test-and-build (a reviewer)',
    )
    .option('--root <folder...>', 'folders that commands stay in (the folder you stand in)')
    .option('--command <start...>', 'for test-and-build: how commands begin, such as "npm test"')
    .option('--exact', 'for test-and-build: the commands as they stand, with nothing after them')
    .option('--lets-run', 'such calls run without being asked; without it a rule still has to say so')
    .option('--sandboxed', 'for test-and-build: the host runs commands in a sandbox without network')
    .option('--shape <json>', 'another shape: sql, http, paths or amount, as in the reference')
  addGiven(classifying).action((tool: string, profile: string | undefined, flags: ClassifyFlags) =>
    run(context => classify(context, { tool, profile, flags })),
  )
  const trusting = permissions
    .command('trust <kind> <value> [tool]')
    .description('trust a root, a host or a recipient, for one tool or for every one (a reviewer)')
  addGiven(trusting).action((of: string, value: string, tool: string | undefined, flags: GivenFlags) =>
    run(context => {
      const shape = { kind: 'trust', of, value: of === 'root' ? resolve(value) : value }
      return give(context, { tool: tool ?? '*', shape }, flags)
    }),
  )
  permissions
    .command('revoke <id>')
    .description('take a permission back; such calls are asked about again (a reviewer)')
    .action((id: string) => run(context => revoke(context, id)))
}

function addGiven(command: ReturnType<Parameters<Register>[0]['command']>) {
  return command
    .option('--agent <name>', 'for this agent alone')
    .option('--until <time>', 'ISO time at which it ends; without it, it lasts until it is revoked')
    .option('--note <text>', 'why it was given')
}

async function list(context: CommandContext): Promise<void> {
  const answer = await clientOf(context).permissions.list()
  context.answer(answer)
  const { permissions } = answer
  if (permissions.length === 0)
    return context.say(
      `No permissions stand. \`${context.invocation} permissions classify --help\` says how to be asked less.`,
    )
  const now = new Date().toISOString()
  const runsOf = ({ lets_run, shape }: Permission) =>
    lets_run === true
      ? 'without being asked'
      : shape.kind === 'trust'
        ? ''
        : 'if it only reads, or a rule says so'
  const rows = permissions.map(permission => [
    escapeLine(permission.id),
    escapeLine(permission.tool),
    escapeLine(permission.agent ?? 'every agent'),
    escapeLine(permissionWords(permission).title),
    runsOf(permission),
    String(permission.released),
    escapeLine(standingOf(permission, now)),
  ])
  context.say(...columns([['id', 'tool', 'agent', 'what', 'runs', 'used', 'standing'], ...rows]))
}

function standingOf({ suspended, expires_at, review_at }: Permission, now: string): string {
  if (suspended !== undefined) return `suspended: ${suspended.because}`
  if (expires_at !== undefined && expires_at <= now) return 'ended'
  return review_at <= now ? 'in force; still wanted?' : 'in force'
}

async function classify(
  context: CommandContext,
  {
    tool,
    profile,
    flags,
  }: { readonly tool: string; readonly profile: string | undefined; readonly flags: ClassifyFlags },
): Promise<void> {
  const runs = flags.letsRun === true ? { lets_run: true } : {}
  if (flags.shape !== undefined)
    return give(context, { tool, shape: parseShape(flags.shape), ...runs }, flags)
  const name = PROFILES[profile ?? '']
  if (name === undefined)
    throw new CommandFailure(
      EXIT.usage,
      `Name a profile (${Object.keys(PROFILES).join(', ')}) or give --shape.`,
    )
  const shape = {
    ...{ kind: 'commands', profile: name, roots: (flags.root ?? ['.']).map(root => resolve(root)) },
    ...(flags.command === undefined ? {} : { commands: flags.command }),
    ...(flags.sandboxed === true ? { sandboxed: true } : {}),
    ...(flags.exact === true ? { exact: true } : {}),
  }
  return give(context, { tool, shape, ...runs }, flags)
}

function parseShape(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandFailure(EXIT.usage, '--shape is no JSON.')
  }
}

async function give(
  context: CommandContext,
  asked: { readonly tool: string; readonly shape: unknown; readonly lets_run?: boolean },
  { agent, until, note }: GivenFlags,
): Promise<void> {
  const parsed = CreatePermission.safeParse({
    ...asked,
    ...(agent === undefined ? {} : { agent }),
    ...(until === undefined ? {} : { expires_at: until }),
    ...(note === undefined ? {} : { note }),
  })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new CommandFailure(EXIT.usage, `${issue?.path.join('.')} ${issue?.message}`)
  }
  const given = await sendDecision(context, {
    ...{ operation: 'createPermission', pathValues: {}, method: 'POST', page: '/guardrails' },
    ...{ path: '/api/permissions', body: parsed.data },
  })
  context.answer(given)
  context.say(
    `Given as ${escapeLine(String(given.id))}. \`${context.invocation} permissions\` lists it, \`permissions revoke\` takes it back.`,
  )
}

async function revoke(context: CommandContext, id: string): Promise<void> {
  await sendDecision(context, {
    ...{ operation: 'revokePermission', pathValues: { id }, method: 'DELETE', page: '/guardrails' },
    path: `/api/permissions/${encodeURIComponent(id)}`,
  })
  context.answer({ id, revoked: true })
  context.say(`${escapeLine(id)} is revoked: such calls are asked about again.`)
}
