import type { JsonObject } from '../../contracts/json-value.ts'
import type { Engine } from '../engine.ts'

/** What a rollback rule, or a person, switched off; a rule says why, and how it is lifted stands beside it. */
export async function checkPolicy({
  settings,
  store,
}: Pick<Engine, 'settings' | 'store'>): Promise<{ readonly ok: boolean; readonly detail: string }> {
  const { flags, rollback } = await settings.get()
  const off = (['approval_gates_enabled', 'pre_validation_enabled'] as const).filter(flag => !flags[flag])
  if (off.length === 0 && rollback.suggest_only.length === 0)
    return { ok: true, detail: 'nothing is switched off' }
  const { items } = await store.searchEvents({ stream: 'system', types: ['rollback_applied'] }, { limit: 20 })
  const details = off.map(flag => {
    const step = items.find(({ payload }) => Object(Object(payload?.patch).flags)[flag] === false)
    const lift = `\`soulgate settings set flags.${flag}=true\` lifts it`
    if (step === undefined) return `${flag} is off; ${lift}`
    return `a rollback rule stepped back at ${step.at}: ${wordsOf(step.payload)} When its cause is gone, ${lift}`
  })
  const restricted = rollback.suggest_only.map(requester => {
    const step = items.find(({ payload }) => payload?.requester === requester)
    const because = step === undefined ? '' : ` since ${step.at}: ${wordsOf(step.payload)}`
    return `${requester} only gets suggestions${because}`
  })
  if (restricted.length > 0) restricted.push('`soulgate settings set rollback.suggest_only=[]` lifts it')
  return { ok: false, detail: [...details, ...restricted].join('; ') }
}

function wordsOf(payload: JsonObject | null): string {
  return typeof payload?.why === 'string' ? payload.why : ''
}
