import { toIso } from '../../base/clock.ts'
import type { IterationReport } from '../../contracts/iteration.ts'
import { briefOf, type IterationRun, type Pondered, ponder, proposalOf } from './iteration-run.ts'
import type { ClaimedPoint, Draft, IterationContext, Thought, Verdict } from './planner.ts'
import { putReport } from './records.ts'
import { type Settled, settleDraft } from './verify.ts'

export type Attempted =
  | { readonly report: IterationReport }
  | { readonly failed: string }
  | { readonly over_budget: string }

interface Spent {
  readonly tokens: number
  readonly cost_usd: number
  readonly model: string
  readonly is_offline: boolean
  readonly model_failure: string | undefined
}

/** One attempt at one iteration: planner, verifier, executor, generator, each journaled; the report is kept with the last. */
export async function runPasses(
  iterationRun: IterationRun,
  iteration: number,
  attempt: number,
): Promise<Attempted> {
  const { planner } = iterationRun.parts
  const context = contextOf(iterationRun, iteration)
  const name = (pass: string): string => `iteration:${iteration}:${pass}${attempt > 1 ? `:${attempt}` : ''}`
  const tell = (pass: string): void => {
    iterationRun.context.emit('iteration_progress', {
      iteration,
      total_iterations: context.max_iterations,
      pass,
      attempt,
    })
  }

  tell('planner')
  const planned = await ponder<Draft>(iterationRun, {
    name: name('planner'),
    think: terms => planner.plan(context, terms),
  })
  if (!('thought' in planned)) return planned
  const draft = planned.thought.value

  tell('verifier')
  const verified = await ponder<Verdict>(iterationRun, {
    name: name('verifier'),
    think: terms => planner.verify(context, draft, terms),
  })
  if (!('thought' in verified)) return verified

  tell('executor')
  const executed = await ponder<readonly ClaimedPoint[]>(iterationRun, {
    name: name('executor'),
    think: terms => planner.execute(context, draft, terms),
  })
  if (!('thought' in executed)) return executed
  const settled = settleDraft(context, {
    draft,
    verdict: verified.thought.value,
    claims: executed.thought.value,
  })

  tell('generator')
  const spent = [planned.thought, verified.thought, executed.thought].map(spentOf)
  const report = (section: Thought<string>): IterationReport =>
    toReport(iterationRun, { context, settled, section, spent: [...spent, spentOf(section)], attempt })
  const finished: Pondered<Finished> = await ponder<Finished>(iterationRun, {
    name: name('generator'),
    think: async terms => {
      const made = { draft: settled.draft, dataPoints: settled.data_points }
      const section = await planner.write(context, made, terms)
      return { ...section, value: { report: report(section) } }
    },
    write: (tx, thought) => putReport(tx, iterationRun.head.run_id, thought.value.report),
  })
  return 'thought' in finished ? { report: finished.thought.value.report } : finished
}

interface Finished {
  readonly report: IterationReport
}

function contextOf(iterationRun: IterationRun, iteration: number): IterationContext {
  return {
    iteration_number: iteration,
    max_iterations: iterationRun.head.max_iterations,
    proposal: proposalOf(iterationRun),
    previous: iterationRun.reports,
    brief: briefOf(iterationRun),
  }
}

function spentOf({ tokens, cost_usd, model, is_offline, model_failure }: Thought<unknown>): Spent {
  return { tokens, cost_usd, model, is_offline, model_failure }
}

interface Reporting {
  readonly context: IterationContext
  readonly settled: Settled
  readonly section: Thought<string>
  readonly spent: readonly Spent[]
  readonly attempt: number
}

function toReport(
  iterationRun: IterationRun,
  { context, settled, section, spent, attempt }: Reporting,
): IterationReport {
  const { draft, data_points, notes, is_new } = settled
  const models = [...new Set(spent.map(({ model }) => model))]
  const model_failure = spent.findLast(each => each.model_failure !== undefined)?.model_failure
  return {
    iteration: context.iteration_number,
    total_iterations: context.max_iterations,
    dimension: draft.dimension,
    title: draft.title,
    guidance: context.brief.guidance.map(text => (text.length > 1000 ? `${text.slice(0, 1000)} …` : text)),
    key_insights: [...draft.key_insights],
    frameworks: [...draft.frameworks],
    data_points: [...data_points],
    assumptions: [...draft.assumptions],
    open_questions: [...draft.open_questions],
    next_steps: [...draft.next_steps],
    section: section.value,
    verifier_notes: [...notes],
    is_new,
    attempts: attempt,
    model: models.join(', '),
    is_offline: spent.every(each => each.is_offline),
    ...(model_failure === undefined ? {} : { model_failure }),
    tokens: spent.reduce((sum, each) => sum + each.tokens, 0),
    cost_usd: spent.reduce((sum, each) => sum + each.cost_usd, 0),
    finished_at: toIso(iterationRun.parts.clock.now()),
  }
}
