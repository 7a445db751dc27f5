import type { JsonObject } from '../../contracts/json-value.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import { keepVerdict, namedContext, standsByRule, type Verdict } from '../gate/gate.ts'
import { agentName } from './agent-name.ts'
import type { Authorization, AuthorizedCall } from './authorization.ts'
import type { Execution } from './execution.ts'

export type Recheck =
  | { readonly outcome: 'free'; readonly named: JsonObject }
  | {
      readonly outcome: 'held'
      readonly verdict: Extract<Verdict, { outcome: 'held' }>
      /** What this look was made from, for the event of what follows from it. */
      readonly named: JsonObject
    }
  | { readonly outcome: 'suggested'; readonly why: string }
  | { readonly outcome: 'refused'; readonly refusal: Refusal }

/**
 * The last look before a grant is consumed: nothing is stopped, the tool is still what was shown, and no guardrail
 * that came since denies the call or holds it for a reason nobody has seen.
 */
export async function recheckCall({ execution, call, authorization }: AuthorizedCall): Promise<Recheck> {
  const { environment, run } = execution
  if (environment.stopped()) {
    return { outcome: 'suggested', why: 'everything is stopped; an admin must lift the stop first.' }
  }
  const standing = environment.tools.get(call.tool)
  if (!standing) return refused(refuse('not_found', `Tool not found: ${call.tool}`))
  if (standing.definition_hash !== call.definition_hash) {
    const detail = `Tool ${call.tool} was changed after this call was approved. Propose it again.`
    return refused(refuse('digest_mismatch', detail))
  }
  const told = authorization.kind === 'released' ? authorization.confidence : undefined
  const judgement = await environment.judge([call], {
    session_id: run.session_id,
    run_id: run.run_id,
    executing_run_id: run.run_id,
    agent: agentName(run),
    requested_by: run.requested_by,
    conditions: [],
    ...(told === undefined ? {} : { confidence: told }),
  })
  execution.buffer({
    write: tx => keepVerdict(tx, judgement, { purpose: 'consumption' }).then(() => []),
  })
  const { verdict, suggest_only } = judgement
  const named = namedContext(judgement)
  if (verdict.outcome === 'denied') return refused(refuse('forbidden', verdict.why))
  if (suggest_only !== undefined) return { outcome: 'suggested', why: suggest_only }
  if (verdict.outcome !== 'held') return { outcome: 'free', named }
  const isByRule = authorization.kind === 'released' && standsByRule(authorization.basis)
  if (isByRule) return { outcome: 'held', verdict, named }
  const rules = verdict.why_held.flatMap(why => why.rule_id ?? [])
  if (rules.length === 0) return { outcome: 'free', named }
  const seen = await rulesSeen(execution, authorization)
  const isNew = rules.some(rule => !seen.has(rule))
  return isNew ? { outcome: 'held', verdict, named } : { outcome: 'free', named }
}

function refused(refusal: Refusal): Recheck {
  return { outcome: 'refused', refusal }
}

/** Rules that people saw (or that the release rule weighed) when the right was given. */
async function rulesSeen(
  execution: Execution,
  authorization: Authorization,
): Promise<ReadonlySet<string | undefined>> {
  const { store } = execution.environment
  const grant = authorization.kind === 'grant' ? await store.getGrant(authorization.grant_id) : undefined
  const gate = grant?.gate_id === undefined ? undefined : await store.getGate(grant.gate_id)
  return new Set(gate?.why_held.map(why => why.rule_id))
}
