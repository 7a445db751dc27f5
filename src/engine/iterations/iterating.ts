import type { PassedCheckpoint } from '../../contracts/iteration.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { GateAnswer } from '../run/run.ts'
import { asidesOf, ask, decider, hear, type IterationRun, update } from './iteration-run.ts'
import { askForBudget, NO_MONEY } from './limits.ts'
import { clipInsight, measure, summarize } from './measure.ts'
import { type Attempted, runPasses } from './passes.ts'

/** Attempts at one iteration before people are asked. */
const MAX_ATTEMPTS = 3

/** A card is read at a glance; the whole chart stands in the record. */
const MAX_CHART = 20

type Reason = PassedCheckpoint['reason']

/**
 * Iterates until all are done or a person stops it. An iteration that failed thrice, one that had nothing new to say,
 * and every interval come before people; none of it goes on by itself.
 */
export async function iterate(iterationRun: IterationRun): Promise<void> {
  const { max_iterations } = iterationRun.head
  for (let iteration = 1; iteration <= max_iterations; ) {
    const outcome = await runIteration(iterationRun, iteration)
    if (outcome === 'stopped') return stop(iterationRun, iteration - 1)
    const reason = outcome.failed === undefined ? reasonAfter(iterationRun, iteration) : 'iteration_failed'
    if (outcome.failed === undefined) iteration += 1
    if (reason === undefined) continue
    const goesOn = await passCheckpoint(iterationRun, reason, outcome.failed)
    if (!goesOn) return stop(iterationRun, iteration - 1)
  }
}

async function stop(iterationRun: IterationRun, iteration: number): Promise<void> {
  const { plan_id, max_iterations } = iterationRun.head
  iterationRun.context.emit('planning_paused', { plan_id, iteration, total_iterations: max_iterations })
  await update(iterationRun, { stopped_early: true })
}

/** Up to three attempts; a failure is told and counted, and never repeated without end. */
async function runIteration(
  iterationRun: IterationRun,
  iteration: number,
): Promise<{ readonly failed?: string } | 'stopped'> {
  const { max_iterations } = iterationRun.head
  await update(iterationRun, { current_iteration: iteration })
  const total = { total_iterations: max_iterations, message: `Iteration ${iteration} of ${max_iterations}` }
  iterationRun.context.emit('iteration_started', { iteration, ...total })
  let last = ''
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; ) {
    const attempted = await runPasses(iterationRun, iteration, attempt)
    if ('report' in attempted) {
      finish(iterationRun, attempted)
      return {}
    }
    if ('over_budget' in attempted) {
      const answer = await askForBudget(iterationRun, attempted.over_budget, NO_MONEY.atWork)
      if (answer === 'reduced') return 'stopped'
      continue
    }
    last = attempted.failed
    iterationRun.context.emit('iteration_failed', { iteration, attempt, because: last })
    attempt += 1
  }
  return { failed: last }
}

function finish(
  iterationRun: IterationRun,
  { report }: Extract<Attempted, { readonly report: unknown }>,
): void {
  iterationRun.reports = [...iterationRun.reports, report]
  const { iteration, title, key_insights, is_new, total_iterations } = report
  iterationRun.context.emit('iteration_completed', {
    ...{ iteration, total_iterations, title, is_new },
    insights: key_insights,
    frameworks: report.frameworks.map(({ name }) => name),
    data_points: report.data_points.length,
  })
}

/** Whether people are asked after this iteration; after the last one there is nothing to ask. */
function reasonAfter({ head, reports }: IterationRun, iteration: number): Reason | undefined {
  if (iteration >= head.max_iterations) return undefined
  if (reports.at(-1)?.is_new === false) return 'nothing_new'
  return iteration % head.checkpoint_interval === 0 ? 'interval' : undefined
}

/** Asks whether to go on; answers false when a person stops it. */
async function passCheckpoint(
  iterationRun: IterationRun,
  reason: Reason,
  failure: string | undefined,
): Promise<boolean> {
  const { head } = iterationRun
  const iteration = head.current_iteration
  const last = iterationRun.reports.at(-1)
  const note = last?.model_failure
  const subject = checkpointSubject(iterationRun, reason, failure)
  iterationRun.context.emit('checkpoint_reached', {
    iteration,
    total_iterations: head.max_iterations,
    reason,
  })
  const answer = await ask(iterationRun, {
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
  return follow(iterationRun, reason, answer)
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

function checkpointSubject(
  iterationRun: IterationRun,
  reason: Reason,
  failure: string | undefined,
): JsonObject {
  const { head, reports } = iterationRun
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
    chart: chart.slice(-MAX_CHART).map(point => ({ ...point })),
  }
}

async function follow(iterationRun: IterationRun, reason: Reason, answer: GateAnswer): Promise<boolean> {
  const { head } = iterationRun
  const { gate, decision } = answer
  // Withdrawn: nobody has answered, so it is asked again.
  if (gate.status === 'cancelled') return passCheckpoint(iterationRun, reason, undefined)
  const steer = gate.status === 'steered' ? [decision?.steer_instructions ?? ''] : []
  const said = [...steer, ...asidesOf(answer)].filter(text => text !== '')
  const iteration = head.current_iteration
  for (const text of said) hear(iterationRun, `your guidance after iteration ${iteration}`, text)
  const chosen = gate.status === 'approved' ? 'continue' : gate.status === 'steered' ? 'adjust' : 'pause'
  const passed: PassedCheckpoint = {
    iteration,
    gate_id: gate.gate_id,
    reason,
    answer: chosen,
    decided_by: decider(answer),
    ...(said.length === 0 ? {} : { guidance: said.join('\n') }),
  }
  await update(iterationRun, {
    checkpoints: [...head.checkpoints, passed],
    guidance: [...head.guidance, ...said],
  })
  return chosen !== 'pause'
}
