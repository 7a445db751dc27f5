import type { PassedCheckpoint } from '../../contracts/iteration.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { GateAnswer } from '../run/run.ts'
import { asidesOf, ask, type Course, decider, hear, update } from './course.ts'
import { askForBudget, NO_MONEY } from './limits.ts'
import { clipInsight, measure, summarize } from './measure.ts'
import { type Attempted, runPasses } from './passes.ts'

/** Attempts at one iteration before people are asked. */
const MOST_ATTEMPTS = 3

/** A card is read at a glance; the whole chart stands in the record. */
const MOST_CHART = 20

type Reason = PassedCheckpoint['reason']

/**
 * Iterates until all are done or a person stops it. An iteration that failed thrice, one that had nothing new to say,
 * and every interval come before people; none of it goes on by itself.
 */
export async function iterate(course: Course): Promise<void> {
  const { max_iterations } = course.head
  for (let iteration = 1; iteration <= max_iterations; ) {
    const outcome = await runIteration(course, iteration)
    if (outcome === 'stopped') return stop(course, iteration - 1)
    const reason = outcome.failed === undefined ? reasonAfter(course, iteration) : 'iteration_failed'
    if (outcome.failed === undefined) iteration += 1
    if (reason === undefined) continue
    const goesOn = await passCheckpoint(course, reason, outcome.failed)
    if (!goesOn) return stop(course, iteration - 1)
  }
}

async function stop(course: Course, iteration: number): Promise<void> {
  const { plan_id, max_iterations } = course.head
  course.context.emit('planning_paused', { plan_id, iteration, total_iterations: max_iterations })
  await update(course, { stopped_early: true })
}

/** Up to three attempts; a failure is told and counted, and never repeated without end. */
async function runIteration(
  course: Course,
  iteration: number,
): Promise<{ readonly failed?: string } | 'stopped'> {
  const { max_iterations } = course.head
  await update(course, { current_iteration: iteration })
  const total = { total_iterations: max_iterations, message: `Iteration ${iteration} of ${max_iterations}` }
  course.context.emit('iteration_started', { iteration, ...total })
  let last = ''
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; ) {
    const attempted = await runPasses(course, iteration, attempt)
    if ('report' in attempted) {
      finish(course, attempted)
      return {}
    }
    if ('over_budget' in attempted) {
      const answer = await askForBudget(course, attempted.over_budget, NO_MONEY.atWork)
      if (answer === 'reduced') return 'stopped'
      continue
    }
    last = attempted.failed
    course.context.emit('iteration_failed', { iteration, attempt, because: last })
    attempt += 1
  }
  return { failed: last }
}

function finish(course: Course, { report }: Extract<Attempted, { readonly report: unknown }>): void {
  course.reports = [...course.reports, report]
  const { iteration, title, key_insights, is_new, total_iterations } = report
  course.context.emit('iteration_completed', {
    ...{ iteration, total_iterations, title, is_new },
    insights: key_insights,
    frameworks: report.frameworks.map(({ name }) => name),
    data_points: report.data_points.length,
  })
}

/** Whether people are asked after this iteration; after the last one there is nothing to ask. */
function reasonAfter({ head, reports }: Course, iteration: number): Reason | undefined {
  if (iteration >= head.max_iterations) return undefined
  if (reports.at(-1)?.is_new === false) return 'nothing_new'
  return iteration % head.checkpoint_interval === 0 ? 'interval' : undefined
}

/** Asks whether to go on; answers false when a person stops it. */
async function passCheckpoint(course: Course, reason: Reason, failure: string | undefined): Promise<boolean> {
  const { head } = course
  const iteration = head.current_iteration
  const last = course.reports.at(-1)
  const note = last?.model_failure
  const subject = checkpointSubject(course, reason, failure)
  course.context.emit('checkpoint_reached', { iteration, total_iterations: head.max_iterations, reason })
  const answer = await ask(course, {
    name: `checkpoint:${iteration}:${head.checkpoints.length + 1}`,
    type: 'checkpoint',
    stage: 'checkpoint',
    summary: SUMMARIES[reason](iteration, head.max_iterations),
    details:
      note === undefined
        ? ''
        : `${note} Rules on this machine made ${last?.is_offline ? 'this iteration' : 'part of this iteration'}.`,
    why: WHYS[reason],
    source: reason === 'iteration_failed' ? 'in_doubt' : 'policy',
    subject,
  })
  return follow(course, reason, answer)
}

const SUMMARIES: Readonly<Record<Reason, (iteration: number, total: number) => string>> = {
  interval: (iteration, total) => `Iteration ${iteration} of ${total} is done: go on?`,
  iteration_failed: (iteration, total) =>
    `Iteration ${iteration} of ${total} failed: try again, or stop here?`,
  nothing_new: (iteration, total) => `Iteration ${iteration} of ${total} found nothing new: go on?`,
}

const WHYS: Readonly<Record<Reason, string>> = {
  interval: 'The proposal has a checkpoint here.',
  iteration_failed: 'Three attempts failed; nothing is tried again before a person says so.',
  nothing_new: 'Everything it found was said before. New facts or another direction would help.',
}

function checkpointSubject(course: Course, reason: Reason, failure: string | undefined): JsonObject {
  const { head, reports } = course
  const last = reports.at(-1)
  const { metrics, chart } = measure(head, reports)
  return {
    plan_id: head.plan_id,
    iteration: head.current_iteration,
    total_iterations: head.max_iterations,
    reason,
    checkpoint_summary: summarize(head, reports, failure),
    insights: (last?.key_insights ?? []).slice(0, 5).map(clipInsight),
    metrics: { ...metrics },
    chart: chart.slice(-MOST_CHART).map(point => ({ ...point })),
  }
}

async function follow(course: Course, reason: Reason, answer: GateAnswer): Promise<boolean> {
  const { head } = course
  const { gate, decision } = answer
  // Withdrawn: nobody has answered, so it is asked again.
  if (gate.status === 'cancelled') return passCheckpoint(course, reason, undefined)
  const steer = gate.status === 'steered' ? [decision?.steer_instructions ?? ''] : []
  const said = [...steer, ...asidesOf(answer)].filter(text => text !== '')
  const iteration = head.current_iteration
  for (const text of said) hear(course, `your guidance after iteration ${iteration}`, text)
  const chosen = gate.status === 'approved' ? 'continue' : gate.status === 'steered' ? 'adjust' : 'pause'
  const passed: PassedCheckpoint = {
    iteration,
    gate_id: gate.gate_id,
    reason,
    answer: chosen,
    decided_by: decider(answer),
    ...(said.length === 0 ? {} : { guidance: said.join('\n') }),
  }
  await update(course, {
    checkpoints: [...head.checkpoints, passed],
    guidance: [...head.guidance, ...said],
  })
  return chosen !== 'pause'
}
