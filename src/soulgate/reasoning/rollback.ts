import { toIso } from '../../base/clock.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import { countWindow, decideRollback, type Rollback } from '../../engine/insight/insight.ts'
import type { EventDraft } from '../../store/store.ts'
import type { Engine } from '../engine.ts'

const SYSTEM: Principal = {
  kind: 'system',
  id: 'system:rollback',
  name: 'rollback rules',
  role: 'admin',
}

type Parts = Pick<Engine, 'store' | 'clock' | 'settings' | 'soul'>

/**
 * One look at the window that just passed; applies at most what the rules say, as the system, in the audit chain.
 * What was counted before the last change is not counted again, so that a change gets its time to work, and two
 * processes do not both react to the same figures: the second one meets a new version of the settings.
 */
export function createRollbackPass(parts: Parts): () => Promise<readonly Rollback[]> {
  let isCached = false
  return async () => {
    const settings = await parts.settings.get()
    if (!settings.rollback.enabled) return []
    const now = parts.clock.now()
    const from = await windowStart(parts, now - settings.rollback.window_seconds * 1000)
    const counts = await countWindow(parts.store, { from, to: toIso(now) }, settings)
    const { answers = 0, p95_ms } = parts.soul.health()
    const rules = decideRollback({ ...counts, soul: { answers, p95_ms, is_cached: isCached } }, settings)
    const applied: Rollback[] = []
    for (const rule of rules) {
      if (rule.action === 'soul_caching') {
        parts.soul.setCaching(true)
        isCached = true
        await parts.store.transact(tx => tx.appendEvents([announcement(parts, rule, settings.version)]))
        applied.push(rule)
      } else if (await apply(parts, rule)) applied.push(rule)
    }
    return applied
  }
}

async function windowStart({ store }: Parts, earliestMs: number): Promise<string> {
  const earliest = toIso(earliestMs)
  const { items } = await store.searchEvents(
    { stream: 'system', types: ['settings_changed'], actor: SYSTEM.id, from: earliest },
    { limit: 1 },
  )
  const [last] = items
  // Both ends of a window count: what happened in the very moment of the change belongs to before.
  return last === undefined ? earliest : toIso(Date.parse(last.at) + 1)
}

/** The change and the reason for it are one transaction: neither stands without the other. */
async function apply(parts: Parts, rule: Exclude<Rollback, { action: 'soul_caching' }>): Promise<boolean> {
  const { version } = await parts.settings.get()
  const patch = { ...(rule.patch as unknown as JsonObject), version }
  const answer = await parts.settings.update(SYSTEM, patch, changed => [
    announcement(parts, rule, changed.version),
  ])
  // Another process, or a person, was first; the next pass looks again.
  return !isRefusal(answer)
}

function announcement({ clock }: Pick<Parts, 'clock'>, rule: Rollback, version: number): EventDraft {
  const payload: JsonObject = {
    rule: rule.rule,
    action: rule.action,
    why: rule.why,
    ...('requester' in rule ? { requester: rule.requester } : {}),
    settings_version: version,
    ...('patch' in rule ? { patch: rule.patch as unknown as JsonObject } : {}),
  }
  const actor = { kind: 'system', id: SYSTEM.id } as const
  return { stream: 'system', type: 'rollback_applied', at: toIso(clock.now()), actor, payload }
}
