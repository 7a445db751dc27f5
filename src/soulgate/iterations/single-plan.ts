import type { SinglePlan } from '../../contracts/iteration.ts'
import type { Plan } from '../../contracts/plan.ts'

/** One run of the planning agent in the shape of planning in iterations: what `max_iterations = 1` answers. */
export function toSinglePlan(plan: Plan): SinglePlan {
  const { session_id, run_id, plan_id, planning_status, response_text, waiting_gate_ids } = plan
  const [gate] = waiting_gate_ids
  const follow = `GET /api/plans/${plan_id}`
  return {
    status: 'planning_agent',
    ...{ session_id, run_id, plan_id, planning_status, response_text },
    waiting_gate_ids: [...waiting_gate_ids],
    next_action:
      gate === undefined ? `${follow} answers the plan.` : `Decide gate ${gate}; ${follow} answers the plan.`,
  }
}
