import type { PlanSituation } from '../planning-tools.ts'
import type { PlanRecord } from './record.ts'

/** What tools are told of a plan that stands; `now` in ISO 8601. */
export function situationOfRecord(
  { plan_id, body }: PlanRecord,
  now: string,
  instructions: readonly string[] = [],
): PlanSituation {
  const { goal, interaction_policy, constraints, calendar, strategy } = body
  return {
    ...{ plan_id, goal, clarifications: [], instructions, policy: interaction_policy },
    ...{ constraints, calendar, strategy, now, timezone: calendar.timezone },
    flags: { allow_new_subtypes: false, require_rfc: true },
  }
}
