import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import type { Execution } from './execution.ts'
import { agentName } from './operations.ts'
import type { Warrant } from './tool-runner.ts'

/**
 * The last look before a grant is consumed: nothing is stopped, the tool is still what was shown, and no guardrail
 * that came since denies the call or holds it for a reason nobody has seen.
 */
export async function recheckCall(
  execution: Execution,
  call: ToolCall,
  warrant: Warrant,
): Promise<Refusal | undefined> {
  const { environment, run } = execution
  if (environment.stopped())
    return refuse('stopped', 'Everything is stopped; an admin must lift the stop first.')
  const standing = environment.tools.get(call.tool)
  if (!standing) return refuse('not_found', `Tool not found: ${call.tool}`)
  if (standing.definition_hash !== call.definition_hash) {
    return refuse(
      'digest_mismatch',
      `Tool ${call.tool} was changed after this call was approved. Propose it again.`,
    )
  }
  const { verdict, suggest_only } = await environment.judge([call], {
    session_id: run.session_id,
    run_id: run.run_id,
    agent: agentName(run),
    conditions: [],
  })
  if (verdict.outcome === 'denied') return refuse('forbidden', verdict.why)
  if (suggest_only !== undefined) return refuse('stopped', suggest_only)
  if (verdict.outcome !== 'held') return undefined
  const seen = await rulesSeen(execution, warrant)
  const fresh = verdict.why_held.find(why => why.rule_id !== undefined && !seen.has(why.rule_id))
  return fresh ? refuse('stopped', `A guideline that came since holds this call: ${fresh.text}`) : undefined
}

/** Rules that people saw (or that the release rule weighed) when the right was given. */
async function rulesSeen(execution: Execution, warrant: Warrant): Promise<ReadonlySet<string>> {
  if (warrant.kind === 'released') return new Set()
  const grant = await execution.environment.store.getGrant(warrant.grant_id)
  const gate =
    grant?.gate_id === undefined ? undefined : await execution.environment.store.getGate(grant.gate_id)
  return new Set(gate?.why_held.flatMap(why => why.rule_id ?? []))
}
