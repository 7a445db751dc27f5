import type { JsonObject, JsonValue } from '../../../contracts/json-value.ts'
import type { PlanBlock, PlanConflict } from '../../../contracts/plan.ts'
import { adaptPlan } from '../adaptation/adaptation.ts'
import {
  applyRelaxation,
  checkPlan,
  defaultCalendar,
  moveBlock,
  type PlanToCheck,
} from '../plan-schedule/plan-schedule.ts'
import type { PlanSituation, PlanTime } from '../planning-tools.ts'
import { checkConstraints } from './check-constraints.ts'
import { editStanding, readFeedback, readGoalWords, replaceStanding } from './goal-words.ts'
import { planToIcs } from './plan-to-ics.ts'
import { readTimeWords } from './read-time-words.ts'

/** Everything of a plan that has to do with time, besides the tools: pure functions of what is passed in. */
export const planTime: PlanTime = {
  readWords: readTimeWords,
  readGoal: readGoalWords,
  editBrief: editStanding,
  replaceBrief: replaceStanding,
  readFeedback,
  defaultCalendar,
  checkConstraints,
  relax: relaxOne,
  validateSchedule: ({ situation, roadmap, schedule, busy }) =>
    checkPlan({ ...toCheck(situation, schedule.blocks), nodes: roadmap.nodes, busy }),
  adapt: async (input, environment) => adaptPlan(input, environment),
  moveBlock: ({ situation, roadmap, schedule, busy, block_id, start, end }) =>
    moveBlock(
      { ...toCheck(situation, schedule.blocks), nodes: roadmap.nodes, busy },
      { block_id, ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) },
    ),
  toIcs: planToIcs,
}

/** Nothing is said against blocks that began before the request: a plan that is re-planned has a past. */
function toCheck(
  { constraints, calendar, timezone, now }: PlanSituation,
  blocks: readonly PlanBlock[],
): Omit<PlanToCheck, 'nodes' | 'busy'> {
  const first = blocks.reduce((least, { start }) => Math.min(least, Date.parse(start)), Date.parse(now))
  const from = constraints.start ?? new Date(first).toISOString()
  return { constraints, calendar, timezone, blocks, from }
}

function relaxOne(
  { constraints, calendar }: Parameters<PlanTime['relax']>[0],
  conflict: PlanConflict,
  { constraint, to }: { readonly constraint: string; readonly to?: JsonValue },
): ReturnType<PlanTime['relax']> {
  const named = conflict.constraints.find(({ constraint_id: id }) => id === constraint)
  if (named === undefined) {
    const known = conflict.constraints.filter(({ can_relax: can }) => can).map(({ constraint_id: id }) => id)
    return {
      problem: `“${constraint}” is not part of the conflict. These can be relaxed: ${known.join(', ') || 'none'}.`,
    }
  }
  const relaxed = applyRelaxation(constraints, named, to)
  if ('problem' in relaxed) return relaxed
  const nodes: Record<string, JsonObject> | undefined =
    relaxed.nodes === undefined ? undefined : { ...relaxed.nodes }
  return {
    ...{ constraints: relaxed.constraints, calendar, text: relaxed.text },
    ...(nodes === undefined ? {} : { nodes }),
  }
}
