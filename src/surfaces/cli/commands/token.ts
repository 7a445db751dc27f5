import { Role } from '../../../contracts/principal.ts'
import { type CommandContext, callRoute, failureOf } from '../context.ts'
import { sendDecision } from '../deciding.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'
import { escapeLine } from '../terminal-text.ts'

interface CreateFlags {
  readonly role: string
  readonly days?: string
  readonly agents?: string
}

/** `token create|list|revoke`. */
export const registerTokens: Register = (program, run) => {
  const token = program.command('token').description('bearer tokens (an admin)')
  token
    .command('create <name>')
    .description('make a token; it is shown once')
    .option('--role <role>', `one of ${Role.options.join(', ')}`, 'agent')
    .option('--days <number>', 'how long it lives')
    .option('--agents <names>', 'of a worker: the agents that it may carry, separated by commas')
    .action((name: string, flags: CreateFlags) => run(context => create(context, name, flags)))
  token
    .command('list')
    .description('list tokens, never their secrets')
    .action(() => run(list))
  token
    .command('revoke <token>')
    .description('revoke a token')
    .action((id: string) => run(context => revoke(context, id)))
}

async function create(
  context: CommandContext,
  name: string,
  { role, days, agents }: CreateFlags,
): Promise<void> {
  const known = Role.safeParse(role)
  if (!known.success) throw new CommandFailure(EXIT.usage, `There is no role ${role}.`)
  const answer = await sendDecision(context, {
    operation: 'createToken',
    pathValues: {},
    method: 'POST',
    path: '/api/tokens',
    body: {
      ...{ name, role: known.data },
      ...(days === undefined ? {} : { expires_in_days: Number(days) }),
      ...(agents === undefined ? {} : { agents: agents.split(',').map(agent => agent.trim()) }),
    },
    page: '/settings',
  })
  context.answer(answer)
  context.say(String(answer.token), '', 'This is shown once. Keep it where no agent but its own can read it.')
}

async function list(context: CommandContext): Promise<void> {
  const answer = await callRoute(context, { method: 'GET', path: '/api/tokens' })
  if (answer.status === 403) {
    throw new CommandFailure(
      EXIT.not_allowed,
      'Tokens are listed for admins: see Settings in the browser.',
      answer.body,
    )
  }
  if (answer.status !== 200) throw failureOf({ ...answer.body, status: answer.status })
  context.answer(answer.body)
  const tokens = Array.isArray(answer.body.tokens) ? answer.body.tokens : []
  for (const token of tokens) context.say(escapeLine(`${token.token_id}  ${token.role}  ${token.name}`))
}

async function revoke(context: CommandContext, tokenId: string): Promise<void> {
  await sendDecision(context, {
    operation: 'revokeToken',
    pathValues: { token_id: tokenId },
    method: 'DELETE',
    path: `/api/tokens/${encodeURIComponent(tokenId)}`,
    page: '/settings',
  })
  context.answer({ token_id: tokenId, revoked: true })
  context.say(`${tokenId} opens nothing any more.`)
}
