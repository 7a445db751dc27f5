import { ModelsOverview, TriedModel } from '../../../contracts/model-provider.ts'
import { type CommandContext, callRoute, failureOf } from '../context.ts'
import { sendDecision } from '../deciding.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import { columns, escapeLine } from '../terminal-text.ts'

const PAGE = '/settings#models'

export interface AddFlags {
  readonly kind: string
  readonly url?: string
  readonly model?: readonly string[]
  readonly key: boolean
}

/** Which models answer on the server that runs, and where each comes from. */
export async function listModels(context: CommandContext): Promise<void> {
  const models = await overview(context)
  context.answer(models)
  const tiers = Object.entries(models.tiers).map(([tier, entry]) => [
    tier,
    escapeLine(entry.models.join(', then ') || 'the built-in reader'),
    entry.origin.replace('_', ' '),
  ])
  const providers = models.providers.map(({ name, base_url, key, origin }) => [
    escapeLine(name),
    escapeLine(base_url),
    `key: ${key}`,
    origin,
  ])
  context.say(...columns([['tier', 'models', 'from'], ...tiers]))
  if (providers.length > 0)
    context.say('', ...columns([['provider', 'address', 'key', 'from'], ...providers]))
  if (models.trouble !== undefined) context.say('', escapeLine(models.trouble))
}

/** Adds or replaces a provider; its key is typed or read from standard input or MODEL_API_KEY, never an argument. */
export async function addProvider(context: CommandContext, name: string, flags: AddFlags): Promise<void> {
  const key = flags.key ? await readKey(context, name) : undefined
  const answer = await sendDecision(context, {
    operation: 'putModelProvider',
    pathValues: { name },
    method: 'PUT',
    path: pathOf(name),
    body: {
      kind: flags.kind,
      models: flags.model ?? [],
      ...(flags.url === undefined ? {} : { base_url: flags.url }),
      ...(key === undefined ? {} : { key }),
    },
    page: PAGE,
  })
  context.answer(answer)
  context.say(
    `${escapeLine(name)} is added${key === undefined ? '' : ', its key sealed'}. Try it: \`${context.invocation} models try ${escapeLine(name)}/MODEL\`.`,
  )
}

async function readKey(context: CommandContext, name: string): Promise<string> {
  const key = (
    process.env.MODEL_API_KEY ?? (await context.askHidden(`Key of ${escapeLine(name)} (not shown): `))
  ).trim()
  if (key !== '') return key
  throw new CommandFailure(EXIT.usage, 'There is no key. Give it on standard input, or leave --key out.')
}

export async function removeProvider(context: CommandContext, name: string): Promise<void> {
  const answer = await sendDecision(context, {
    operation: 'removeModelProvider',
    pathValues: { name },
    method: 'DELETE',
    path: pathOf(name),
    page: PAGE,
  })
  context.answer(answer)
  context.say(`${escapeLine(name)} is removed with its key.`)
}

/** Lets models of providers answer for a tier, first choice first, from the next call on. */
export async function chooseModels(
  context: CommandContext,
  tier: string,
  models: readonly string[],
): Promise<void> {
  const { version } = await overview(context)
  const answer = await sendDecision(context, {
    operation: 'chooseModels',
    pathValues: {},
    method: 'PUT',
    path: '/api/models/tiers',
    body: { version, [tier]: models },
    page: PAGE,
  })
  context.answer(answer)
  context.say(`${tier}: ${escapeLine(models.join(', then '))}, from the next call on.`)
}

/** Has the server that runs ask a model one small question. */
export async function tryModel(context: CommandContext, model: string): Promise<void> {
  const request = { operation: 'tryModel', pathValues: {}, method: 'POST', path: '/api/models/try' }
  const answer = await sendDecision(context, { ...request, body: { model }, page: PAGE })
  const tried = TriedModel.parse(answer)
  context.answer(tried)
  context.say(escapeLine(tried.detail))
  if (!tried.ok) context.exitWith(EXIT.failed)
}

async function overview(context: CommandContext): Promise<ModelsOverview> {
  const answer = await callRoute(context, { method: 'GET', path: '/api/models' })
  if (answer.status !== 200) throw failureOf({ ...answer.body, status: answer.status })
  return ModelsOverview.parse(answer.body)
}

function pathOf(name: string): string {
  return `/api/models/providers/${encodeURIComponent(name)}`
}
