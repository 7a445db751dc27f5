import { toIso } from '../../base/clock.ts'
import { type ModelTier, ModelTier as Tiers } from '../../contracts/model.ts'
import type {
  ChooseModelsRequest,
  ModelCosts,
  ModelProviderEntry,
  ModelsOverview,
  ModelTierEntry,
  PutModelProviderRequest,
  TriedModel,
} from '../../contracts/model-provider.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import { type Action, may } from '../../engine/access/access.ts'
import { createModelChoice } from '../../engine/models/models.ts'
import { addressObjection, createGuardedFetch } from '../../network/network.ts'
import type { ModelCost } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { ModelSettings } from './language-models.ts'
import type { Standing } from './live-llm.ts'
import { findLocalServers, type LocalServer } from './local-servers.ts'
import { addressOf } from './room-models.ts'
import { tryModels } from './try-models.ts'

const DAY_MS = 86_400_000
const MAX_LIST_MS = 10_000

type Answer<Value> = Promise<(Value & { readonly refused?: false }) | Refusal>

/** The models room: which models answer, their sealed keys, what they cost. No answer holds a key. */
export interface ModelsPart {
  overview(who: Principal): Answer<{ readonly models: ModelsOverview }>
  putProvider(
    who: Principal,
    name: string,
    body: PutModelProviderRequest,
  ): Answer<{ readonly models: ModelsOverview }>
  removeProvider(who: Principal, name: string): Answer<{ readonly models: ModelsOverview }>
  choose(who: Principal, body: ChooseModelsRequest): Answer<{ readonly models: ModelsOverview }>
  /** One small request to a model; audited, whatever came of it. */
  tryModel(who: Principal, model: string | undefined): Answer<{ readonly tried: TriedModel }>
  /** The models that a provider says it serves. */
  offered(who: Principal, name: string): Answer<{ readonly names: readonly string[] }>
  /** Model servers that answer on this machine. */
  local(who: Principal): Answer<{ readonly servers: readonly LocalServer[] }>
  costs(who: Principal): Answer<{ readonly costs: ModelCosts }>
}

type Parts = Pick<Engine, 'store' | 'clock' | 'llm' | 'secrets' | 'settings'>

export function createModelsPart(parts: Parts, models: ModelSettings = {}): ModelsPart {
  const { store, clock, llm, secrets } = parts
  const beneath = describeSettings(models)
  const choice = createModelChoice({
    ...{ store, clock, own: secrets.own },
    objection: url => addressObjection(url),
    configured: beneath.map(({ name }) => name),
  })
  const show = async () => ({ models: overviewOf(await llm.refresh(), { beneath, models }) })
  const changed = async (answer: object | Refusal) => (isRefusal(answer) ? answer : show())
  return {
    overview: who => allowed(who, 'settings.read', show),
    putProvider: async (who, name, body) => changed(await choice.putProvider(who, name, body)),
    removeProvider: async (who, name) => changed(await choice.removeProvider(who, name)),
    choose: async (who, body) => changed(await choice.choose(who, body)),
    tryModel: (who, model) => allowed(who, 'model.manage', () => tryOne(parts, { who, model, models })),
    offered: (who, name) =>
      allowed(who, 'model.manage', async () => ({ names: await offered(await llm.refresh(), models, name) })),
    local: who => allowed(who, 'model.manage', async () => ({ servers: await findLocalServers() })),
    costs: who => allowed(who, 'settings.read', () => readCosts(parts)),
  }
}

async function allowed<Value>(
  who: Principal,
  action: Action,
  work: () => Promise<Value>,
): Promise<Value | Refusal> {
  return may(who.role, action) ? work() : refuse('forbidden', 'Only an admin may look after models.')
}

async function tryOne(
  { llm, store, clock }: Parts,
  {
    who,
    model,
    models,
  }: { readonly who: Principal; readonly model: string | undefined; readonly models: ModelSettings },
): Promise<{ readonly tried: TriedModel }> {
  const { room } = await llm.refresh()
  const known = [
    ...describeSettings(models).map(({ name }) => name),
    ...room.choice.providers.map(({ name }) => name),
  ]
  const provider = model?.slice(0, model.indexOf('/'))
  const tried =
    provider !== undefined && !known.includes(provider)
      ? undefined
      : await tryModels(models, {
          room,
          ...(model === undefined ? {} : { model }),
          listModels: named => offered({ room }, models, named.slice(0, named.indexOf('/'))),
        })
  const answer = tried ?? notConfigured(model)
  const { ok, tokens, cost_usd, because } = answer
  const payload = { model: answer.model, ok, tokens, cost_usd, ...(because === undefined ? {} : { because }) }
  const actor = { kind: who.kind, id: who.id }
  await store.transact(tx =>
    tx.appendEvents([{ stream: 'system', type: 'model_tried', at: toIso(clock.now()), actor, payload }]),
  )
  return { tried: answer }
}

function notConfigured(model: string | undefined): TriedModel {
  const detail =
    model === undefined
      ? 'No language model is configured: the built-in reader reads goals.'
      : `No provider of the model ${model} is configured.`
  const nothing = { duration_ms: 0, tokens: 0, cost_usd: 0 }
  return { ok: false, model: model ?? 'built-in', ...nothing, detail, because: 'not_configured' }
}

async function offered(
  { room }: Pick<Standing, 'room'>,
  models: ModelSettings,
  name: string,
): Promise<readonly string[]> {
  const { listModels } = await import('../../llm/ai-sdk/ai-sdk.ts')
  const signal = AbortSignal.timeout(MAX_LIST_MS)
  const added = room.choice.providers.find(provider => provider.name === name)
  if (added !== undefined) {
    const address = addressOf(added, room.keys.get(name) ?? 'none')
    return address === undefined ? [] : listModels(address, { send: createGuardedFetch(), signal })
  }
  const { openaiApiKey, openaiBaseUrl, anthropicApiKey, anthropicBaseUrl } = models
  const [apiKey, baseUrl] =
    name === 'anthropic' ? [anthropicApiKey, anthropicBaseUrl] : [openaiApiKey, openaiBaseUrl]
  if (name !== 'openai' && name !== 'anthropic') return []
  return listModels(
    {
      kind: name,
      ...(apiKey === undefined ? {} : { apiKey }),
      ...(baseUrl === undefined ? {} : { baseUrl }),
    },
    { signal },
  )
}

/** The providers that the program was started with. */
function describeSettings(models: ModelSettings): readonly ModelProviderEntry[] {
  const origin = models.providers === undefined ? (models.origin ?? 'environment') : 'program'
  if (models.providers !== undefined)
    return models.providers.map(({ name }) => ({
      name,
      kind: 'compatible',
      base_url: '',
      models: [],
      origin,
      key: 'none',
    }))
  const { openaiApiKey, openaiBaseUrl, anthropicApiKey, anthropicBaseUrl } = models
  const keyOf = (key: string | undefined) =>
    key === undefined ? ('none' as const) : ('environment' as const)
  const named = Object.values(models.tiers ?? {}).flatMap(wish => (wish ?? '').split(','))
  const ofProvider = (name: string) =>
    [...new Set(named.map(model => model.trim()))].flatMap(model =>
      model.startsWith(`${name}/`) ? [model.slice(name.length + 1)] : [],
    )
  const openai: readonly ModelProviderEntry[] =
    openaiApiKey === undefined && openaiBaseUrl === undefined
      ? []
      : [
          {
            name: 'openai',
            kind: openaiBaseUrl === undefined ? 'openai' : 'compatible',
            base_url: openaiBaseUrl ?? 'https://api.openai.com/v1',
            ...{ models: ofProvider('openai'), origin, key: keyOf(openaiApiKey) },
          },
        ]
  const anthropic: readonly ModelProviderEntry[] =
    anthropicApiKey === undefined
      ? []
      : [
          {
            name: 'anthropic',
            kind: 'anthropic',
            base_url: anthropicBaseUrl ?? 'https://api.anthropic.com/v1',
            ...{ models: ofProvider('anthropic'), origin, key: keyOf(anthropicApiKey) },
          },
        ]
  return [...openai, ...anthropic]
}

function overviewOf(
  { llm, room, trouble }: Standing,
  { beneath, models }: { readonly beneath: readonly ModelProviderEntry[]; readonly models: ModelSettings },
): ModelsOverview {
  const { choice, keys } = room
  const added = choice.providers.map(({ has_key: _, ...provider }): ModelProviderEntry => {
    const key = keys.get(provider.name)
    return { ...provider, origin: 'room', key: typeof key === 'object' ? 'sealed' : (key ?? 'none') }
  })
  const isReplaced = ({ name }: ModelProviderEntry) => added.some(provider => provider.name === name)
  const tier = (name: ModelTier): ModelTierEntry => {
    const { model, fallbacks, isOffline, isPriced } = llm.describe(name)
    const ofSettings = models.tiers?.[name] === undefined ? undefined : (beneath[0]?.origin ?? 'environment')
    const chosen = choice.tiers[name] === undefined || trouble !== undefined ? ofSettings : 'room'
    return {
      models: isOffline ? [] : [model, ...fallbacks],
      origin: isOffline ? 'built_in' : (chosen ?? 'default'),
      is_priced: isPriced,
    }
  }
  const tiers = Object.fromEntries(Tiers.options.map(name => [name, tier(name)])) as ModelsOverview['tiers']
  return {
    version: choice.version,
    reads_with_model: !llm.describe('STANDARD').isOffline,
    providers: [...beneath.filter(provider => !isReplaced(provider)), ...added],
    tiers,
    ...(choice.changed === undefined ? {} : { changed: choice.changed }),
    ...(trouble === undefined ? {} : { trouble }),
  }
}

async function readCosts({ store, clock, settings }: Parts): Promise<{ readonly costs: ModelCosts }> {
  const now = clock.now()
  const span = (fromMs: number) => readSpan(store, fromMs)
  const [today, last_30_days, { budgets }] = await Promise.all([
    span(Math.floor(now / DAY_MS) * DAY_MS),
    span(now - 30 * DAY_MS),
    settings.get(),
  ])
  return { costs: { today, last_30_days, budget_day_usd: budgets.day_usd } }
}

async function readSpan(store: Parts['store'], fromMs: number): Promise<ModelCosts['today']> {
  const from = toIso(fromMs)
  const all = (await store.sumModelCosts(from)).filter(({ model }) => model?.startsWith('offline/') !== true)
  const cost_usd = all.reduce((sum, each) => sum + each.cost_usd, 0)
  return { from, cost_usd, by_model: all.map(toCost) }
}

function toCost({ tier, ...cost }: ModelCost): ModelCosts['today']['by_model'][number] {
  const known = Tiers.safeParse(tier)
  return known.success ? { ...cost, tier: known.data } : cost
}
