import { type CommandContext, callRoute, failureOf } from '../context.ts'
import { sendDecision } from '../deciding.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'
import { columns, escapeLine } from '../terminal-text.ts'

const PAGE = '/settings'

/** `secret set|list|remove|rotate`. */
export const registerSecrets: Register = (program, run) => {
  const secret = program
    .command('secret')
    .description('stored secrets, which calls name as {"$secret": "NAME"} (an admin)')
  secret
    .command('set <name>')
    .description('store a value: read from standard input, or typed without being shown')
    .option('--tool <name...>', 'only these tools get it')
    .action((name: string, flags: { tool?: string[] }) => run(context => set(context, name, flags.tool)))
  secret
    .command('list')
    .description('list stored secrets by name, never their values')
    .action(() => run(list))
  secret
    .command('remove <name>')
    .description('remove a stored secret; calls that name it do not run any more')
    .action((name: string) => run(context => remove(context, name)))
  secret
    .command('rotate')
    .description('seal every secret anew under a new key')
    .option('--forget-old', 'drop the keys of before; secrets in older backups can then not be opened')
    .action((flags: { forgetOld?: boolean }) => run(context => rotate(context, flags.forgetOld === true)))
}

async function set(context: CommandContext, name: string, tools: string[] | undefined): Promise<void> {
  const value = (await context.askHidden(`Value of ${escapeLine(name)} (not shown): `)).replace(/\r?\n$/, '')
  if (value === '') {
    const detail = 'There is no value. Give it on standard input, or type it. Nothing was stored.'
    throw new CommandFailure(EXIT.usage, detail)
  }
  const entry = await sendDecision(context, {
    operation: 'putSecret',
    pathValues: { name },
    method: 'PUT',
    path: pathOf(name),
    body: { value, ...(tools === undefined ? {} : { tools }) },
    page: PAGE,
  })
  context.answer(entry)
  context.say(
    `${escapeLine(name)} is stored, sealed. A call names it as {"$secret": "${escapeLine(name)}"}; only the tool that runs gets the value.`,
  )
}

async function list(context: CommandContext): Promise<void> {
  const answer = await callRoute(context, { method: 'GET', path: '/api/secrets' })
  if (answer.status === 403) {
    const detail =
      'Secrets are listed for admins: give the token of one in SOULGATE_TOKEN, or use the settings room.'
    throw new CommandFailure(EXIT.not_allowed, detail, answer.body)
  }
  if (answer.status !== 200) throw failureOf({ ...answer.body, status: answer.status })
  context.answer(answer.body)
  const secrets = Array.isArray(answer.body.secrets) ? answer.body.secrets : []
  if (secrets.length === 0)
    return context.say(`No secret is stored. \`${context.invocation} secret set NAME\` stores one.`)
  const rows = secrets.map(entry => [
    escapeLine(String(entry.name)),
    Array.isArray(entry.tools) ? escapeLine(entry.tools.join(', ')) : 'any tool',
    escapeLine(String(entry.updated_at)),
  ])
  context.say(...columns([['name', 'for', 'stored'], ...rows]))
}

async function remove(context: CommandContext, name: string): Promise<void> {
  await sendDecision(context, {
    operation: 'removeSecret',
    pathValues: { name },
    method: 'DELETE',
    path: pathOf(name),
    page: PAGE,
  })
  context.answer({ name, removed: true })
  context.say(`${escapeLine(name)} is removed. Calls that name it do not run any more.`)
}

async function rotate(context: CommandContext, forgetOld: boolean): Promise<void> {
  const answer = await sendDecision(context, {
    operation: 'rotateSecrets',
    pathValues: {},
    method: 'POST',
    path: '/api/secrets/rotate',
    body: { forget_old: forgetOld },
    page: PAGE,
  })
  context.answer(answer)
  const kept = forgetOld ? 'The old keys are gone.' : 'The old keys stay, for backups made before.'
  context.say(`${answer.secrets} secrets are sealed under key ${escapeLine(String(answer.key_id))}. ${kept}`)
}

function pathOf(name: string): string {
  return `/api/secrets/${encodeURIComponent(name)}`
}
