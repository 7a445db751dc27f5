import { MEMORY_ENTITIES, MemoryEntityName } from '../../contracts/iteration.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import { composeEntities, ENTITY_TITLES } from './compose-entities.ts'
import { composePlan } from './compose-plan.ts'
import { briefOf, type IterationRun, ponder, proposalOf, update } from './iteration-run.ts'
import type { Synthesis, Work } from './planner.ts'
import { putSynthesis } from './records.ts'

/** The end of every plan that was approved, however it was stopped: one plan and its entities, kept for good. */
export async function synthesize(iterationRun: IterationRun): Promise<JsonObject> {
  await update(iterationRun, { status: 'synthesizing' })
  const work: Work = {
    brief: briefOf(iterationRun),
    proposal: proposalOf(iterationRun),
    reports: iterationRun.reports,
    stopped_early: iterationRun.head.stopped_early,
  }
  const made = await ponder<Synthesis>(iterationRun, {
    name: 'synthesis',
    think: terms => iterationRun.parts.planner.synthesize(work, terms),
  })
  // Whatever keeps the planner from summing up, what exists is never lost.
  const { final_plan, entities } =
    'thought' in made
      ? made.thought.value
      : { final_plan: composePlan(work), entities: composeEntities(work) }
  const { session_id, run_id, plan_id, goal } = iterationRun.head
  const names = MemoryEntityName.options
  await update(iterationRun, { status: 'complete', memory_entities: names }, (tx, head) =>
    putSynthesis(tx, {
      head,
      final_plan,
      entities: names.map(name => ({
        ...{ name, session_id, run_id, plan_id, goal },
        title: ENTITY_TITLES[name],
        written_by: MEMORY_ENTITIES[name],
        content: entities[name],
        created_at: head.updated_at,
      })),
    }),
  )
  const iterations_completed = iterationRun.reports.length
  const { max_iterations: total_iterations, stopped_early } = iterationRun.head
  iterationRun.context.emit('final_plan', {
    ...{ plan_id, iterations_completed, total_iterations, stopped_early },
    memory_entities: [...names],
  })
  return { plan_id, iterations_completed, total_iterations, stopped_early, memory_entities: [...names] }
}
