import { toIso } from '../../base/clock.ts'
import type { DecideRequest } from '../../contracts/decision.ts'
import type { CreateGuideline } from '../../contracts/guideline.ts'
import { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import { may } from '../../engine/access/access.ts'
import { previewRules } from '../../engine/gate/gate.ts'
import { readReleases } from '../../engine/guardrails/guardrails.ts'
import { readCanaryCard } from '../autonomy/canaries.ts'
import type { Engine } from '../engine.ts'
import { tryPolicy } from '../policy/policy.ts'
import { canSee, unknownGate } from '../visibility.ts'
import type { PastCalls, PreviewedRule, RuleReleases } from './guardrails-part.ts'

/** The rules that an approval would make, as they would be stored. */
export async function previewOf(
  engine: Engine,
  {
    who,
    gateId,
    request,
  }: { readonly who: Principal; readonly gateId: string; readonly request: DecideRequest },
): Promise<{ readonly rules: readonly PreviewedRule[] } | Refusal> {
  const { store } = engine
  const gate = (await store.getGate(gateId)) ?? (await readCanaryCard(store, who, gateId))
  if (!gate || !canSee(who, gate)) return unknownGate(gateId)
  if (!may(who.role, 'gate.decide')) return refuse('forbidden', `A ${who.role} makes no rules.`)
  const previewed = previewRules(gate, request, engine.clock.now())
  if ('errors' in previewed) {
    const text = previewed.errors.map(({ field, message }) => `${field} ${message}`).join('; ')
    return refuse('invalid', `This approval makes no rule: ${text}.`, { errors: previewed.errors })
  }
  const rules = []
  for (const guideline of previewed.rules) {
    rules.push({
      guideline,
      past_calls: await matchPast(engine, guideline),
    })
  }
  return { rules }
}

/** What a stored sticky rule released, and what of the past it would have. */
export async function releasesOf(engine: Engine, id: string): Promise<RuleReleases | Refusal> {
  const answer = await engine.guidelines.get(id)
  if (isRefusal(answer)) return answer
  if (answer.guideline.action.type !== 'release') {
    return refuse('invalid', `Guideline ${id} releases nothing.`, {
      errors: [{ field: 'guideline_id', message: 'is no sticky rule' }],
    })
  }
  const used = await readReleases(engine.store, id)
  return { ...used, past_calls: await matchPast(engine, answer.guideline, id) }
}

const LOOKED_BACK = '30d'
const DAY_MS = 86_400_000

/** Which calls of the last 30 days a rule would have let run, had it been in force, by what people said to them. */
async function matchPast(engine: Engine, rule: CreateGuideline, id?: string): Promise<PastCalls> {
  const { suspended: _suspended, ...action } = rule.action
  const { name, description, category, priority, condition, metadata } = rule
  const tried = {
    ...{ name, description, category, priority, condition, metadata, enabled: true },
    action: { ...action, expires_at: toIso(engine.clock.now() + DAY_MS) },
    ...(id === undefined ? {} : { id }),
  }
  const replayed = await tryPolicy(engine, {
    ...{ since: LOOKED_BACK, limit: 0, guidelines: [JsonObject.parse(JSON.parse(JSON.stringify(tried)))] },
    ...(id === undefined ? {} : { before: { without: [id] } }),
  })
  if (isRefusal(replayed)) return { matched: 0, of: 0, approved: 0, rejected: 0 }
  const { counts, proposals } = replayed
  const rejected = counts.rejected_would_run + counts.edited_would_run
  const approved = counts.approval_saved
  return { matched: approved + rejected + counts.would_run_unasked, of: proposals, approved, rejected }
}
