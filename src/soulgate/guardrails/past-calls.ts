import { toIso } from '../../base/clock.ts'
import type { DecideRequest } from '../../contracts/decision.ts'
import type { CreateGuideline, Guideline } from '../../contracts/guideline.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import { may } from '../../engine/access/access.ts'
import { contextsOf, nameCall, previewRules, reachOf } from '../../engine/gate/gate.ts'
import { compileGuidelines, evaluate, readReleases } from '../../engine/guardrails/guardrails.ts'
import type { Engine } from '../engine.ts'
import { canSee, unknownGate } from '../visibility.ts'
import type { PastCalls, PreviewedRule, RuleReleases } from './guardrails-part.ts'

const LOOKED_AT = 500

/** The rules that an approval would make, as they would be stored. */
export async function previewOf(
  engine: Engine,
  {
    who,
    gateId,
    request,
  }: { readonly who: Principal; readonly gateId: string; readonly request: DecideRequest },
): Promise<{ readonly rules: readonly PreviewedRule[] } | Refusal> {
  const gate = await engine.store.getGate(gateId)
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
      past_calls: await matchPast(engine, asStored(guideline, toIso(engine.clock.now()))),
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
  return { ...used, past_calls: await matchPast(engine, answer.guideline) }
}

/** How many of the latest calls that were let through this rule matches. */
async function matchPast(engine: Engine, rule: Guideline): Promise<PastCalls> {
  const { store, catalog, toWorkspacePath, clock } = engine
  const { expires_at: _, suspended: _suspended, ...action } = rule.action
  const asked = { ...rule, enabled: true, action: { ...action, type: 'telemetry' as const } }
  const { foldsCase } = (await engine.guidelines.current()).compiled
  const compiled = compileGuidelines([asked], 'store', foldsCase)
  const { items } = await store.searchEvents({ types: ['grant_issued'] }, { limit: LOOKED_AT })
  let [matched, looked] = [0, 0]
  for (const event of items) {
    const grant = await store.getGrant(String(event.payload?.grant_id ?? ''))
    if (!grant) continue
    looked += 1
    const reach = await reachOf(nameCall(grant, catalog.get(grant.tool)), toWorkspacePath)
    const plain = {
      event: 'tool_call',
      agent: await agentOf(engine, grant.holder),
      tool: grant.tool,
      arguments: grant.arguments,
      paths: [...reach.paths],
      hosts: [...reach.hosts],
      now: toIso(clock.now()),
      ...(grant.session_id === undefined ? {} : { session_id: grant.session_id }),
      ...(grant.run_id === undefined ? {} : { run_id: grant.run_id }),
    }
    // A release has to match each act that the call is.
    const matches = contextsOf(plain, reach).map(context => evaluate(compiled, context).matched_count > 0)
    const isMatched = rule.action.type === 'release' ? matches.every(Boolean) : matches.some(Boolean)
    if (isMatched) matched += 1
  }
  return { matched, of: looked }
}

async function agentOf({ store }: Engine, holder: string): Promise<string> {
  if (!holder.startsWith('run:')) return holder.replace(/^agent:/, '')
  const run = await store.getRun(holder.slice('run:'.length))
  return run?.requested_by.replace(/^agent:/, '') ?? holder
}

function asStored(fields: CreateGuideline, at: string): Guideline {
  return { ...fields, id: 'preview', version: 1, created_at: at, updated_at: at, created_by: 'preview' }
}
