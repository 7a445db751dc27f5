import { type Clock, toIso } from '../../base/clock.ts'
import { isSoulgateError } from '../../base/errors.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import { ModelTier } from '../../contracts/model.ts'
import {
  type ChooseModelsRequest,
  ModelProviderName,
  type PutModelProviderRequest,
} from '../../contracts/model-provider.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import type { EventDraft, Store, StoreTransaction } from '../../store/store.ts'
import { may } from '../access/access.ts'
import type { OwnSecrets } from '../secrets/secrets.ts'
import { type ModelChoice, readChoice, type StoredProvider, writeChoice } from './records.ts'
import { originOf, removeKey, sealKey } from './sealed-key.ts'

export { KIND as MODELS_KIND, type ModelChoice, readChoice, type StoredProvider } from './records.ts'
export { type OpenedKey, openKey } from './sealed-key.ts'

export interface ModelChoiceParts {
  readonly store: Store
  readonly clock: Clock
  readonly own: OwnSecrets
  /** Why an address may not be spoken to, as the end of a sentence that begins with it; undefined when it may. */
  readonly objection: (url: URL) => Promise<string | undefined>
  /** Names of the providers that are configured elsewhere; a tier may name their models too. */
  readonly configured: readonly string[]
}

/** What people choose at run time: providers with sealed keys, and the models of each tier. Every change is audited. */
export interface ModelChoiceService {
  read(): Promise<ModelChoice>
  putProvider(
    who: Principal,
    name: string,
    body: PutModelProviderRequest,
  ): Promise<{ readonly refused?: false; readonly is_new: boolean } | Refusal>
  /** Takes its models out of every tier as well; `dropped` names them. */
  removeProvider(
    who: Principal,
    name: string,
  ): Promise<{ readonly refused?: false; readonly dropped: readonly string[] } | Refusal>
  choose(who: Principal, body: ChooseModelsRequest): Promise<{ readonly refused?: false } | Refusal>
}

const DEFAULT_BASE_URL = { openai: 'https://api.openai.com/v1', anthropic: 'https://api.anthropic.com/v1' }

export function createModelChoice(parts: ModelChoiceParts): ModelChoiceService {
  const guarded = async <Answer>(
    who: Principal,
    change: (tx: StoreTransaction, at: string) => Promise<Answer | Refusal>,
  ): Promise<Answer | Refusal> => {
    if (!may(who.role, 'model.manage')) return refuse('forbidden', 'Only an admin may choose models.')
    const at = toIso(parts.clock.now())
    try {
      return await parts.store.transact(tx => change(tx, at))
    } catch (error) {
      if (!isSoulgateError(error, 'version_conflict')) throw error
      return refuse('version_conflict', 'Somebody else changed the models just now. Look at them again.')
    }
  }
  return {
    read: () => readChoice(parts.store),
    putProvider: async (who, name, body) => {
      const fault = await findFault(parts, name, body)
      return fault ?? guarded(who, (tx, at) => putProvider(parts, tx, { who, at, name, body }))
    },
    removeProvider: (who, name) => guarded(who, (tx, at) => removeProvider(parts, tx, { who, at, name })),
    choose: (who, body) => guarded(who, (tx, at) => choose(parts, tx, { who, at, body })),
  }
}

async function findFault(
  { objection }: ModelChoiceParts,
  name: string,
  { kind, base_url }: PutModelProviderRequest,
): Promise<Refusal | undefined> {
  const named = ModelProviderName.safeParse(name)
  if (!named.success) return unfit('name', named.error.issues[0]?.message ?? 'is no name')
  if (base_url === undefined) {
    return kind === 'compatible' ? unfit('base_url', 'is needed for a server of one’s own') : undefined
  }
  const url = new URL(base_url)
  if (url.username !== '' || url.password !== '')
    return unfit('base_url', 'carries a password; give it as the key')
  if (url.search !== '' || url.hash !== '') return unfit('base_url', 'carries a query; it ends with its path')
  const why = await objection(url)
  return why === undefined ? undefined : unfit('base_url', why)
}

interface Change {
  readonly who: Principal
  readonly at: string
}

function changeBy({ who, at }: Change) {
  return { at, by: who.id, name: who.name }
}

async function putProvider(
  { own, configured }: ModelChoiceParts,
  tx: StoreTransaction,
  { who, at, name, body }: Change & { readonly name: string; readonly body: PutModelProviderRequest },
): Promise<{ readonly is_new: boolean } | Refusal> {
  const choice = await readChoice(tx)
  const before = choice.providers.find(provider => provider.name === name)
  const base_url = addressOf(body)
  const key = keyChange(before, { base_url, key: body.key })
  if (isRefusal(key)) return key
  const { kind, models } = body
  const by = { updated_at: at, updated_by: who.id }
  const provider: StoredProvider = { name, kind, base_url, models, has_key: key.has_key, ...by }
  if (key.value !== undefined) await sealKey(tx, own, { name, base_url, key: key.value })
  else if (!key.has_key) await removeKey(tx, own, name)
  const others = choice.providers.filter(other => other.name !== name)
  const isUsed = Object.values(choice.tiers).some(tier => tier?.some(model => model.startsWith(`${name}/`)))
  const changed = isUsed || configured.includes(name) ? { changed: changeBy({ who, at }) } : {}
  await writeChoice(tx, { ...choice, providers: [...others, provider], ...changed }, at)
  const told = { name, kind, base_url, models, key: key.told, is_new: before === undefined }
  await tx.appendEvents([event({ who, at }, 'model_provider_set', told)])
  return { is_new: before === undefined }
}

type KeyChange = {
  readonly has_key: boolean
  readonly value?: string
  readonly told: 'set' | 'kept' | 'removed' | 'none'
}

/** A sealed key stays with the host that it was given for. */
function keyChange(
  before: StoredProvider | undefined,
  { base_url, key }: { readonly base_url: string; readonly key: string | null | undefined },
): KeyChange | Refusal {
  const had = before?.has_key === true
  if (typeof key === 'string') return { has_key: true, value: key, told: 'set' }
  if (key === null || !had) return { has_key: false, told: had ? 'removed' : 'none' }
  if (originOf(before.base_url) === originOf(base_url)) return { has_key: true, told: 'kept' }
  return refuse(
    'key_needed',
    `The sealed key is for ${originOf(before.base_url)} and is not sent to ${originOf(base_url)}. Give the key of the new host, or say that it needs none.`,
    { errors: [{ field: 'key', message: `is needed for ${originOf(base_url)}` }] },
  )
}

async function removeProvider(
  { own, configured }: ModelChoiceParts,
  tx: StoreTransaction,
  { who, at, name }: Change & { readonly name: string },
): Promise<{ readonly dropped: readonly string[] } | Refusal> {
  const choice = await readChoice(tx)
  const providers = choice.providers.filter(provider => provider.name !== name)
  if (providers.length === choice.providers.length)
    return refuse('not_found', `No provider ${name} was added here.`)
  const isGone = (model: string) => model.startsWith(`${name}/`) && !configured.includes(name)
  const dropped = [...new Set(Object.values(choice.tiers).flatMap(models => models ?? []))].filter(isGone)
  const tiers = Object.fromEntries(
    ModelTier.options.flatMap(tier => {
      const left = (choice.tiers[tier] ?? []).filter(model => !isGone(model))
      return left.length === 0 ? [] : [[tier, left]]
    }),
  )
  await removeKey(tx, own, name)
  await writeChoice(tx, { ...choice, providers, tiers, changed: changeBy({ who, at }) }, at)
  await tx.appendEvents([event({ who, at }, 'model_provider_removed', { name, dropped })])
  return { dropped }
}

async function choose(
  { configured }: ModelChoiceParts,
  tx: StoreTransaction,
  { who, at, body }: Change & { readonly body: ChooseModelsRequest },
): Promise<Record<string, never> | Refusal> {
  const { version, ...wanted } = body
  const choice = await readChoice(tx)
  if (choice.version !== version)
    return refuse(
      'version_conflict',
      `The models are at version ${choice.version}, not ${version}. Look at them again and repeat the change.`,
      { data: { version: choice.version } },
    )
  const names = [...configured, ...choice.providers.map(provider => provider.name)]
  const strange = Object.values(wanted)
    .flatMap(models => models ?? [])
    .find(model => !names.includes(model.slice(0, model.indexOf('/'))))
  if (strange !== undefined) {
    const known = names.length === 0 ? 'There is none yet.' : `There are ${names.join(', ')}.`
    return refuse('unknown_model', `No provider of the model ${strange} is configured. ${known}`)
  }
  const tiers = Object.fromEntries(
    ModelTier.options.flatMap(tier => {
      const models = wanted[tier] ?? choice.tiers[tier] ?? []
      return models.length === 0 ? [] : [[tier, [...new Set(models)]]]
    }),
  )
  await writeChoice(tx, { ...choice, tiers, changed: changeBy({ who, at }) }, at)
  const told = { old_value: { ...choice.tiers }, new_value: { ...tiers } }
  await tx.appendEvents([event({ who, at }, 'models_chosen', JSON.parse(JSON.stringify(told)))])
  return {}
}

/** Without the slash at its end, so that one address has one form. */
function addressOf({ kind, base_url }: PutModelProviderRequest): string {
  const given = base_url ?? (kind === 'compatible' ? '' : DEFAULT_BASE_URL[kind])
  return given.replace(/\/+$/, '')
}

function event({ who, at }: Change, type: EventDraft['type'], payload: JsonObject): EventDraft {
  return { stream: 'system', type, at, actor: { kind: who.kind, id: who.id }, payload }
}

function unfit(field: string, message: string): Refusal {
  return refuse('invalid', `The provider stays as it was. ${field} ${message}.`, {
    errors: [{ field, message }],
  })
}
