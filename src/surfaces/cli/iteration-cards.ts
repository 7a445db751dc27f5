import type { Event } from '../../contracts/event.ts'
import type { IterationState } from '../../contracts/iteration.ts'
import { type Colors, clip, escapeHidden, escapeLine } from './terminal-text.ts'

/** Where a plan in iterations stands, with the commands that answer it. */
export function iterationCard(state: IterationState, colors: Colors): readonly string[] {
  const head = colors.dim(`session ${state.session_id} · run ${state.run_id}`)
  switch (state.status) {
    case 'awaiting_approval':
      return [head, ...awaitingLines(state, colors)]
    case 'complete':
      return [
        colors.green(
          `✓ The plan is complete: ${state.iterations_completed} of ${state.total_iterations} iterations.`,
        ),
        head,
        '',
        escapeHidden(state.final_plan),
        '',
        `Export it with \`soulgate iterations export ${state.session_id} --format html\`.`,
      ]
    case 'planning_agent':
      return [head, escapeHidden(state.response_text), state.next_action]
    case 'paused':
    case 'cancelled':
      return [`${state.status === 'paused' ? '⏸' : '✗'} ${escapeLine(state.message)}`, head]
    default:
      return [escapeLine(state.message), head]
  }
}

/** One event of a plan on one line; undefined for those that a person need not see. */
export function iterationLine({ type, payload }: Event, colors: Colors): string | undefined {
  const { iteration, total_iterations: total, title, because, number } = payload ?? {}
  switch (type) {
    case 'proposal_drafted':
      return colors.dim(`Proposal ${number} is written.`)
    case 'iteration_started':
      return `Iteration ${iteration} of ${total} …`
    case 'iteration_completed':
      return colors.green(`✓ Iteration ${iteration} of ${total}: ${escapeLine(String(title))}`)
    case 'iteration_failed':
      return colors.yellow(
        `An attempt at iteration ${iteration} failed: ${clip(escapeLine(String(because)), 160)}`,
      )
    case 'checkpoint_reached':
      return `Checkpoint after iteration ${iteration}.`
    case 'planning_paused':
      return 'Stopped here; the plan is made from what exists.'
    default:
      return undefined
  }
}

type Awaiting = Extract<IterationState, { readonly status: 'awaiting_approval' }>

function awaitingLines(state: Awaiting, colors: Colors): readonly string[] {
  const { approval_id: id } = state
  if (state.expired) return [...textOf(state), '', colors.yellow(state.next_action)]
  if (state.approval_type === 'proposal') {
    return [
      ...textOf(state),
      '',
      colors.dim(
        `About ${state.estimated_minutes} min of work, $${state.estimated_cost_usd.toFixed(2)}, a checkpoint every ${state.checkpoint_interval}.`,
      ),
      colors.yellow('It waits for you:'),
      `  soulgate iterations approve ${id}`,
      `  soulgate iterations adjust ${id} "what to change"`,
      `  soulgate iterations reject ${id}`,
    ]
  }
  if (state.approval_type === 'checkpoint') {
    return [
      ...textOf(state),
      '',
      colors.yellow('It waits for you:'),
      `  soulgate iterations approve ${id}                      go on`,
      `  soulgate iterations adjust ${id} "another direction"`,
      `  soulgate iterations pause ${id}                        stop and sum up`,
    ]
  }
  return [...textOf(state), '', colors.yellow(`It waits for you: \`soulgate show ${id}\``)]
}

function textOf(state: Awaiting): readonly string[] {
  const note = state.note === undefined ? [] : ['', escapeLine(state.note)]
  if (state.approval_type === 'proposal') return ['', escapeHidden(state.proposal), ...note]
  if (state.approval_type === 'checkpoint') return ['', escapeHidden(state.checkpoint_summary), ...note]
  return ['', escapeLine(state.summary), ...note]
}
