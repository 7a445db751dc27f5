import type { Event } from 'soulgate/contracts/event'
import type { JsonObject } from 'soulgate/contracts/json-value'
import type { Settings } from 'soulgate/contracts/settings'

/** The settings a person edits here, as numbers and switches. */
export interface SettingsDraft {
  readonly thresholds: Settings['thresholds']
  readonly weights: Settings['weights']
  readonly flags: Settings['flags']
  readonly autonomy_level: number
  readonly rollout_percent: number
  readonly approval_time_limit_seconds: number
  readonly gate_ttl_seconds: number
  readonly approval_passkey: Settings['approval_passkey']
}

export function draftOf(settings: Settings): SettingsDraft {
  const { thresholds, weights, flags, autonomy_level, rollout_percent } = settings
  const { approval_time_limit_seconds, gate_ttl_seconds, approval_passkey } = settings
  return {
    ...{ thresholds, weights, flags, autonomy_level, rollout_percent },
    ...{ approval_time_limit_seconds, gate_ttl_seconds, approval_passkey },
  }
}

/** Only what differs from what was read, with the version it was read at. */
export function patchFor(settings: Settings, draft: SettingsDraft): JsonObject {
  const before = draftOf(settings)
  const changed = Object.entries(draft).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name)),
  )
  return { ...Object.fromEntries(changed), version: settings.version }
}

export function isChanged(settings: Settings, draft: SettingsDraft): boolean {
  return JSON.stringify(draftOf(settings)) !== JSON.stringify(draft)
}

/** What cannot be saved, in words; the server checks the same and more. */
export function faultsOf({
  thresholds,
  weights,
  rollout_percent: rollout,
}: SettingsDraft): readonly string[] {
  const sum = Object.values(weights).reduce((total, weight) => total + weight, 0)
  return [
    ...(thresholds.medium < thresholds.high ? [] : ['“Medium” must lie below “high”.']),
    ...(Math.abs(sum - 1) < 1e-9
      ? []
      : [`The weights add up to ${Math.round(sum * 1000) / 1000} and must add up to 1.`]),
    ...(rollout >= 0 && rollout <= 100 ? [] : ['The rollout is 0 to 100 percent.']),
  ]
}

/** The switches that a rollback rule turned off and that are off still, with the newest reason of each. */
export function steppedBack(
  { flags }: Pick<Settings, 'flags'>,
  steps: readonly Pick<Event, 'at' | 'payload'>[],
): readonly { readonly flag: keyof Settings['flags']; readonly at: string; readonly why: string }[] {
  return (['approval_gates_enabled', 'pre_validation_enabled'] as const).flatMap(flag => {
    const step = steps.find(({ payload }) => Object(Object(payload?.patch).flags)[flag] === false)
    return flags[flag] || step === undefined
      ? []
      : [{ flag, at: step.at, why: String(step.payload?.why ?? '') }]
  })
}
