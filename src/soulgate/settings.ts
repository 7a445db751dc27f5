import type { JsonObject } from '../contracts/json-value.ts'
import type { Principal } from '../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../contracts/refusal.ts'
import type { Settings } from '../contracts/settings.ts'
import type { SettingsPreview } from '../contracts/settings-preview.ts'
import { may } from '../engine/access/access.ts'
import { type PastRun, previewSettings } from '../engine/reasoning/reasoning.ts'
import type { Engine } from './engine.ts'
import { toRun } from './visibility.ts'

/** Everything an operator tunes, and what it would have changed. */
export interface SettingsPart {
  get(who: Principal): Promise<Settings>
  /** Merges `patch`, which carries the `version` it was read at. */
  update(
    who: Principal,
    patch: JsonObject,
  ): Promise<{ readonly refused?: false; readonly settings: Settings } | Refusal>
  /** How the last goals would have fallen under these settings; changes nothing. */
  preview(
    who: Principal,
    patch: JsonObject,
    last: number,
  ): Promise<{ readonly refused?: false; readonly preview: SettingsPreview } | Refusal>
}

export function createSettingsPart({ settings, store }: Pick<Engine, 'settings' | 'store'>): SettingsPart {
  return {
    get: () => settings.get(),
    update: (who, patch) => settings.update(who, patch),
    preview: async (who, patch, last) => {
      if (!may(who.role, 'settings.read')) return refuse('forbidden', `A ${who.role} may not read settings.`)
      const tried = await settings.preview(patch)
      if (isRefusal(tried)) return tried
      return { preview: previewSettings(await readPast(store, last), tried.settings) }
    },
  }
}

async function readPast(store: Engine['store'], last: number): Promise<readonly PastRun[]> {
  const { items } = await store.listRuns({ kind: 'reasoning' }, { limit: last })
  const past: PastRun[] = []
  for (const run of items) past.push({ run: toRun(run), steps: await store.listSteps(run.run_id) })
  return past
}
