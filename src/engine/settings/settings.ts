import { type Clock, toIso } from '../../base/clock.ts'
import { isSoulgateError, SoulgateError } from '../../base/errors.ts'
import { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import { DEFAULT_SETTINGS, Settings } from '../../contracts/settings.ts'
import {
  type EventDraft,
  type Store,
  type StoreReader,
  type StoreTransaction,
  watch,
} from '../../store/store.ts'
import { may } from '../access/access.ts'
import {
  diffSettings,
  type FieldError,
  type Fields,
  layOver,
  type SettingChange,
  unknownFields,
} from './merge.ts'

const KIND = 'settings'
const ID = 'current'
const MAX_AGE_MS = 1000

export interface SettingsOptions {
  readonly store: Store
  readonly clock: Clock
  /** What the environment says, laid over the defaults until settings are stored; a part of `Settings`. */
  readonly seed?: JsonObject
}

type SettingsAnswer = { readonly refused?: false; readonly settings: Settings } | Refusal

export interface SettingsService {
  /**
   * The settings of this moment, at most one second old. While the store cannot be read: the last ones read, or,
   * when there are none, the defaults with autonomy level 1, so that nothing runs. Never rejects.
   */
  get(): Promise<Settings>
  /**
   * Lays `patch` over the standing settings, objects field by field. `version` must be the one that was read.
   * Refusals: `forbidden`, `invalid` with the fields, `version_conflict`; the old settings then stay as they were.
   * A patch that changes nothing answers the standing settings and writes no event.
   */
  /** `also` are further events of the same transaction, given the settings that it makes. */
  update(
    who: Principal,
    patch: JsonObject,
    also?: (settings: Settings) => readonly EventDraft[],
  ): Promise<SettingsAnswer>
  /** The settings as they would become under a patch; refused as `update` would be, but for the version. */
  preview(patch: JsonObject): Promise<SettingsAnswer>
  /** Stores the seeded settings as version 1 when there are none yet, and answers those that stand. */
  start(): Promise<Settings>
  close(): void
}

/**
 * Everything an operator tunes at run time: one versioned document, audited on the stream `system`.
 * Throws `invalid_settings` naming the field when the seed is out of range.
 */
export function createSettingsService({ store, clock, seed = {} }: SettingsOptions): SettingsService {
  const initial = checkSeed(seed)
  const topics = [`document:${KIND}`]
  const watched = watch({
    store,
    topics,
    clock,
    maxAgeMs: MAX_AGE_MS,
    read: async () => Settings.parse((await readStanding(store, initial)).fields),
  })
  const closed: Settings = { ...initial, autonomy_level: 1 }
  return {
    get: async () => {
      try {
        return await watched.get()
      } catch {
        return watched.last() ?? closed
      }
    },
    update: async (who, patch, also = () => []) => {
      if (!may(who.role, 'settings.write')) return refuse('forbidden', 'Only an admin may change settings.')
      const at = toIso(clock.now())
      try {
        const answer = await store.transact(tx => changeSettings(tx, { who, patch, at, initial, also }))
        watched.invalidate()
        return answer
      } catch (error) {
        if (isSoulgateError(error, 'version_conflict'))
          return versionConflict(patch.version, error.data.actual)
        throw error
      }
    },
    preview: async ({ version: _version, ...patch }) => {
      const checked = checkSettings((await readStanding(store, initial)).fields, patch)
      return checked.ok ? { settings: checked.settings } : refuseUnfit(checked.errors)
    },
    start: async () => {
      await storeFirst(store, initial, toIso(clock.now()))
      watched.invalidate()
      return watched.get()
    },
    close: watched.close,
  }
}

function checkSeed(seed: JsonObject): Settings {
  const checked = checkSettings(DEFAULT_SETTINGS, { ...seed, version: 0 })
  if (checked.ok) return checked.settings
  const detail = checked.errors.map(error => `${error.field} ${error.message}`).join('; ')
  throw new SoulgateError('invalid_settings', `The settings of the environment cannot be used: ${detail}.`, {
    data: { errors: checked.errors },
  })
}

type Checked =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly errors: readonly FieldError[] }

function checkSettings(standing: Fields, patch: JsonObject): Checked {
  const unknown = unknownFields(DEFAULT_SETTINGS, patch)
  if (unknown.length > 0) return { ok: false, errors: unknown }
  const parsed = Settings.safeParse(layOver(standing, patch))
  if (parsed.success) return { ok: true, settings: parsed.data }
  const errors = parsed.error.issues.map(({ path, message }) => ({
    field: path.map(String).join('.'),
    message,
  }))
  return { ok: false, errors }
}

interface Standing {
  readonly version: number
  /** As stored, over the seed: a newer release may have stored what this one does not know, an older one less. */
  readonly fields: Fields
}

async function readStanding(store: StoreReader, initial: Settings): Promise<Standing> {
  const document = await store.getDocument(KIND, ID)
  if (!document) return { version: 0, fields: initial }
  const { version } = document
  return {
    version,
    fields: { ...layOver(initial, withReadLimits(JsonObject.parse(document.body))), version },
  }
}

/** Settings of before `compact_messages` hold a `max_steps` of 1,000 that nothing read; chats had 30 turns. */
function withReadLimits(stored: JsonObject): JsonObject {
  const limits = JsonObject.safeParse(stored.limits).data
  if (limits === undefined || 'compact_messages' in limits || limits.max_steps !== 1000) return stored
  const { max_steps: _unread, ...read } = limits
  return { ...stored, limits: read }
}

interface SettingsChange {
  readonly who: Principal
  readonly patch: JsonObject
  readonly at: string
  readonly initial: Settings
  readonly also: (settings: Settings) => readonly EventDraft[]
}

async function changeSettings(tx: StoreTransaction, change: SettingsChange): Promise<SettingsAnswer> {
  const { who, patch, at, initial, also } = change
  const standing = await readStanding(tx, initial)
  const { version, ...fields } = patch
  if (!Number.isInteger(version)) {
    const errors = [{ field: 'version', message: 'is the version that was read, an integer' }]
    return refuse('invalid', 'The settings need the version that was read.', { errors })
  }
  if (version !== standing.version) return versionConflict(version, standing.version)
  const checked = checkSettings(standing.fields, fields)
  if (!checked.ok) return refuseUnfit(checked.errors)
  const changes = diffSettings(standing.fields, checked.settings)
  if (changes.length === 0) return { settings: checked.settings }
  const settings = { ...checked.settings, version: standing.version + 1 }
  await putSettings(tx, settings, at)
  const described = describeChange(settings, changes, { actor: { kind: who.kind, id: who.id }, at })
  await tx.appendEvents([...described, ...also(settings)])
  return { settings }
}

function refuseUnfit(errors: readonly FieldError[]): Refusal {
  const named = errors.map(error => `${error.field}: ${error.message}`).join('; ')
  return refuse('invalid', `The settings stay as they were. ${named}.`, { errors })
}

async function putSettings(tx: StoreTransaction, settings: Settings, at: string): Promise<void> {
  const body = JsonObject.parse(settings)
  await tx.putDocument({ kind: KIND, id: ID, body, at, expectedVersion: settings.version - 1 })
}

function describeChange(
  settings: Settings,
  changes: readonly SettingChange[],
  by: Pick<EventDraft, 'actor' | 'at'>,
): readonly EventDraft[] {
  const event = { stream: 'system', ...by }
  const flags = changes.filter(change => change.field.startsWith('flags.'))
  return [
    {
      ...event,
      type: 'settings_changed',
      payload: { version: settings.version, changes: changes.map(change => ({ ...change })) },
    },
    ...flags.map(({ field, old_value, new_value }): EventDraft => {
      const flag = field.slice('flags.'.length)
      return {
        ...event,
        type: 'flag_changed',
        payload: { flag, old_value, new_value, version: settings.version },
      }
    }),
  ]
}

async function storeFirst(store: Store, initial: Settings, at: string): Promise<void> {
  try {
    await store.transact(async tx => {
      if (await tx.getDocument(KIND, ID)) return
      const settings = { ...initial, version: 1 }
      await putSettings(tx, settings, at)
      const by = { actor: { kind: 'system', id: 'system:settings' }, at } as const
      await tx.appendEvents(describeChange(settings, diffSettings(DEFAULT_SETTINGS, initial), by))
    })
  } catch (error) {
    // Another process was first; its settings stand.
    if (!isSoulgateError(error, 'version_conflict')) throw error
  }
}

function versionConflict(sent: unknown, standing: unknown): Refusal {
  return refuse(
    'version_conflict',
    `The settings are at version ${String(standing)}, not ${String(sent)}. Read them again and repeat the change.`,
    { data: { version: standing } },
  )
}
