import type { AgentTrigger } from '../../../contracts/agent-trigger.ts'
import { type CommandContext, clientOf } from '../context.ts'
import { sendDecision } from '../deciding.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'
import { columns, escapeLine } from '../terminal-text.ts'

const PAGE = '/triggers'

/** `triggers list|pause|resume|secret`. */
export const registerTriggers: Register = (program, run) => {
  const triggers = program
    .command('triggers')
    .description('which webhooks and events start agents of your own')
    .action(() => run(list))
  triggers
    .command('list')
    .description('list them with what they started last')
    .action(() => run(list))
  for (const [word, status, about] of [
    ['pause', 'paused', 'start nothing until it is resumed'],
    ['resume', 'active', 'start again from now on'],
  ] as const)
    triggers
      .command(`${word} <agent/name>`)
      .description(about)
      .action((named: string) => run(context => change(context, named, status)))
  triggers
    .command('secret <agent/name>')
    .description('make the secret that a webhook is signed with, and show it once (an admin)')
    .option(
      '--set',
      'store the one that the sender gave: read from standard input, or typed without being shown',
    )
    .action((named: string, flags: { set?: boolean }) =>
      run(context => putSecret(context, named, flags.set === true)),
    )
}

async function list(context: CommandContext): Promise<void> {
  const triggers = await clientOf(context).triggers.list()
  context.answer({ triggers })
  if (triggers.length === 0)
    return context.say('No webhook and no event starts an agent. Put `triggers` into its definition.')
  const rows = triggers.map(trigger => [
    escapeLine(`${trigger.agent}/${trigger.name}`),
    escapeLine(sourceText(trigger)),
    trigger.has_secret === false ? 'no secret' : trigger.status,
    trigger.last_at ?? '',
    escapeLine(trigger.last_error ?? ''),
  ])
  context.say(...columns([['trigger', 'started by', 'state', 'last run', 'last error'], ...rows]))
}

function sourceText({ source, path = '' }: AgentTrigger): string {
  if (source.type === 'webhook') return `POST ${path} (${source.signature})`
  return source.agent === undefined ? source.event : `${source.event} of ${source.agent}`
}

async function change(context: CommandContext, named: string, status: 'active' | 'paused'): Promise<void> {
  const { path, pathValues } = pathOf(named)
  const sent = { operation: 'updateTrigger', pathValues, method: 'PATCH', path, body: { status }, page: PAGE }
  context.answer(await sendDecision(context, sent))
  context.say(`${escapeLine(named)} is ${status}.`)
}

async function putSecret(context: CommandContext, named: string, isGiven: boolean): Promise<void> {
  const { path, pathValues } = pathOf(named)
  const secret = isGiven
    ? (await context.askHidden(`Signing secret of ${escapeLine(named)} (not shown): `)).replace(/\r?\n$/, '')
    : undefined
  const body = secret === undefined ? {} : { secret }
  const sent = { operation: 'putTriggerSecret', pathValues, method: 'PUT', path: `${path}/secret`, body }
  const answer = await sendDecision(context, { ...sent, page: PAGE })
  context.answer(answer)
  if (typeof answer.secret !== 'string')
    return context.say(`The secret of ${escapeLine(named)} is stored, sealed.`)
  context.say(answer.secret, 'It is shown once. Give it to the sender of the webhook.')
}

function pathOf(named: string) {
  const [agent, name, ...rest] = named.split('/')
  if (!agent || !name || rest.length > 0)
    throw new CommandFailure(EXIT.usage, 'Name a trigger as agent/name; `soulgate triggers` lists them.')
  const path = `/api/triggers/${encodeURIComponent(agent)}/${encodeURIComponent(name)}`
  return { path, pathValues: { agent, name } }
}
