import type { SinglePlan } from '../../contracts/iteration.ts'
import type { Plan } from '../../contracts/plan.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import type { Soulgate } from '../program.ts'

/** The plan of one run of the planning agent in the shape of planning in iterations: what `max_iterations = 1` answers. */
export async function toSinglePlan(
  plans: Soulgate['plans'],
  who: Principal,
  plan: Plan,
): Promise<SinglePlan> {
  const { session_id, run_id, plan_id, planning_status, response_text, waiting_gate_ids } = plan
  const [gate] = waiting_gate_ids
  const follow = `GET /api/plans/${plan_id}`
  const outline = await plans.outline(who, plan_id)
  return {
    status: 'planning_agent',
    ...{ session_id, run_id, plan_id, planning_status, response_text, plan },
    ...(isRefusal(outline) ? {} : { outline }),
    waiting_gate_ids: [...waiting_gate_ids],
    next_action:
      gate === undefined ? `${follow} answers the plan.` : `Decide gate ${gate}; ${follow} answers the plan.`,
  }
}
