import type { Command } from 'commander'
import type { JsonObject } from '../../../contracts/json-value.ts'
import { CreatedWebhook, DeliveryAttempt, NOTICE_TYPES } from '../../../contracts/webhook.ts'
import { type CommandContext, callRoute, failureOf } from '../context.ts'
import { sendDecision } from '../deciding.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'
import { columns, escapeLine } from '../terminal-text.ts'

const PAGE = '/settings'

interface AddFlags {
  readonly name?: string
  readonly slack?: boolean
  readonly ed25519?: boolean
  readonly on?: string[]
  readonly for?: string
  readonly tellAct?: boolean
}

/** `notify add|list|test|deliveries|off|on|remove`. */
export const registerNotices: Register = (program, run) => {
  const notify = program
    .command('notify')
    .description('who outside is told that a decision is awaited: webhooks, Slack, e-mail (an admin)')
  addCommand(notify, run)
  notify
    .command('list')
    .description('list who is told of what')
    .action(() => run(list))
  notify
    .command('test <id>')
    .description('send a test notice now and say what came of it')
    .action((id: string) => run(context => test(context, id)))
  notify
    .command('deliveries <id>')
    .description('what is on its way, and what became of the last fifty')
    .action((id: string) => run(context => deliveries(context, id)))
  for (const [word, status, about] of [
    ['off', 'disabled', 'tell nothing more until it is switched on'],
    ['on', 'active', 'tell again what happens from now on'],
  ] as const) {
    notify
      .command(`${word} <id>`)
      .description(about)
      .action((id: string) => run(context => change(context, id, status)))
  }
  notify
    .command('remove <id>')
    .description('forget it with what was on its way')
    .action((id: string) => run(context => remove(context, id)))
}

function addCommand(notify: Command, run: Parameters<Register>[1]): void {
  notify
    .command('add <address>')
    .description(
      'tell an address from now on: https://… (Standard Webhooks), --slack, or mailto:ana@example.com',
    )
    .option('--name <name>', 'what it is called in lists')
    .option('--slack', 'the address is an incoming webhook of Slack, or of what speaks its form')
    .option('--ed25519', 'sign with a key pair instead of a shared secret')
    .option('--on <event...>', `only these: ${NOTICE_TYPES.join(', ')}`)
    .option('--for <person>', 'only what is assigned or escalated to this person (an id of `people`)')
    .option('--tell-act', 'also say what the calls of a gate would do; their arguments leave this server')
    .addHelpText(
      'after',
      '\nNotices hold ids, kinds and times, and a link; what agents say never leaves. Nobody decides by answering one.\n',
    )
    .action((address: string, flags: AddFlags) => run(context => add(context, address, flags)))
}

async function add(context: CommandContext, address: string, flags: AddFlags): Promise<void> {
  const body: JsonObject = {
    url: address,
    ...(flags.name === undefined ? {} : { name: flags.name }),
    ...(flags.slack === true ? { format: 'slack' } : {}),
    ...(flags.ed25519 === true ? { signing: 'ed25519' } : {}),
    ...(flags.on === undefined ? {} : { events: flags.on }),
    ...(flags.for === undefined ? {} : { person_id: flags.for }),
    ...(flags.tellAct === true ? { tells_act: true } : {}),
  }
  const answer = await sendDecision(context, {
    operation: 'createWebhook',
    pathValues: {},
    method: 'POST',
    path: '/api/webhooks',
    body,
    page: PAGE,
  })
  context.answer(answer)
  const { webhook, secret } = CreatedWebhook.parse(answer)
  context.say(`${escapeLine(webhook.webhook_id)} is told: ${webhook.events.join(', ')}.`)
  if (secret !== undefined) context.say(`Its signing secret, shown once: ${escapeLine(secret)}`)
  if (webhook.public_key !== undefined)
    context.say(`Its signatures are checked with: ${escapeLine(webhook.public_key)}`)
  context.say(`Try it: soulgate notify test ${escapeLine(webhook.webhook_id)}`)
}

async function list(context: CommandContext): Promise<void> {
  const body = await read(context, '/api/webhooks')
  context.answer(body)
  const webhooks = Array.isArray(body.webhooks) ? body.webhooks : []
  if (webhooks.length === 0)
    return context.say(
      `Nobody outside is told anything. \`${context.invocation} notify add ADDRESS\` changes that.`,
    )
  const rows = webhooks.map(webhook =>
    [webhook.webhook_id, webhook.name, webhook.url, webhook.disabled_because ?? webhook.status].map(cell =>
      escapeLine(String(cell)),
    ),
  )
  context.say(...columns([['id', 'name', 'address', 'state'], ...rows]))
}

async function test(context: CommandContext, id: string): Promise<void> {
  const path = `/api/webhooks/${encodeURIComponent(id)}/test`
  const pathValues = { webhook_id: id }
  const sent = { operation: 'testWebhook', pathValues, method: 'POST', path, body: {}, page: PAGE } as const
  const answer = await sendDecision(context, sent)
  context.answer(answer)
  const attempt = DeliveryAttempt.parse(answer.attempt)
  const detail = `${escapeLine(attempt.detail)} (${attempt.duration_ms} ms)`
  if (!attempt.ok) throw new CommandFailure(EXIT.failed, `The test notice did not arrive: ${detail}.`)
  context.say(`The test notice arrived: ${detail}.`)
}

async function deliveries(context: CommandContext, id: string): Promise<void> {
  const body = await read(context, `/api/webhooks/${encodeURIComponent(id)}/deliveries`)
  context.answer(body)
  const all = Array.isArray(body.deliveries) ? body.deliveries : []
  if (all.length === 0) return context.say('Nothing was to be told yet.')
  const rows = all.map(delivery => [
    escapeLine(String(delivery.created_at)),
    escapeLine(String(delivery.notice?.type)),
    escapeLine(String(delivery.status)),
    escapeLine(String(delivery.attempts?.at(-1)?.detail ?? 'not tried yet')),
    escapeLine(delivery.next_attempt_at === undefined ? '' : `again ${delivery.next_attempt_at}`),
  ])
  context.say(...columns([['made', 'what', 'state', 'last attempt', 'next'], ...rows]))
}

async function change(context: CommandContext, id: string, status: string): Promise<void> {
  const path = `/api/webhooks/${encodeURIComponent(id)}`
  const pathValues = { webhook_id: id }
  const body = { status }
  const sent = { operation: 'updateWebhook', pathValues, method: 'PATCH', path, body, page: PAGE } as const
  context.answer(await sendDecision(context, sent))
  context.say(`${escapeLine(id)} is ${status === 'active' ? 'on' : 'off'}.`)
}

async function remove(context: CommandContext, id: string): Promise<void> {
  const path = `/api/webhooks/${encodeURIComponent(id)}`
  const pathValues = { webhook_id: id }
  await sendDecision(context, { operation: 'removeWebhook', pathValues, method: 'DELETE', path, page: PAGE })
  context.answer({ webhook_id: id, removed: true })
  context.say(`${escapeLine(id)} is forgotten.`)
}

async function read(context: CommandContext, path: string) {
  const answer = await callRoute(context, { method: 'GET', path })
  if (answer.status === 403) {
    const detail = 'This is for admins: give the token of one in SOULGATE_TOKEN, or use the settings room.'
    throw new CommandFailure(EXIT.not_allowed, detail, answer.body)
  }
  if (answer.status !== 200) throw failureOf({ ...answer.body, status: answer.status })
  return answer.body
}
