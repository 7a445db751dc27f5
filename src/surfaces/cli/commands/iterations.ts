import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import {
  type IterationApprovalRequest,
  type IterationState,
  MemoryEntityName,
} from '../../../contracts/iteration.ts'
import { accepted, type CommandContext, clientOf, failureOf, fetchRoute } from '../context.ts'
import { sendDecision } from '../deciding.ts'
import { CommandFailure, EXIT, type ExitCode } from '../exit-codes.ts'
import { iterationCard, iterationLine } from '../iteration-cards.ts'
import type { Register } from '../register.ts'
import { columns, escapeHidden, escapeLine } from '../terminal-text.ts'

/** `iterations`: answer, follow and export plans that are made in iterations; `plan GOAL --iterations N` begins one. */
export const registerIterations: Register = (program, run) => {
  const iterations = program
    .command('iterations')
    .description('plans in iterations: answer proposals and checkpoints, follow, export')
  iterations
    .command('start <goal>')
    .description('propose a plan in iterations; `plan GOAL --iterations N` is the same')
    .option('--iterations <number>', 'how many at most', '9')
    .option('--checkpoint <number>', 'ask after so many', '3')
    .option('--session <id>', 'the conversation it belongs to')
    .option('--follow', 'print what happens until it waits for a person or has ended')
    .action((goal: string, flags: StartFlags) => run(context => planInIterations(context, goal, flags)))
  iterations
    .command('approve <approval>')
    .description('begin, or go on after a checkpoint')
    .option('--feedback <text>', 'said to the coming iterations')
    .option('--follow', 'print what happens next')
    .action((id: string, flags: AnswerFlags) => run(context => answer(context, id, 'approved', flags)))
  iterations
    .command('adjust <approval> [instruction]')
    .description('another proposal, or another direction for the coming iterations')
    .option('--proposal <file>', 'a proposal of your own, taken word for word')
    .option('--follow', 'print what happens next')
    .action((id: string, instruction: string | undefined, flags: AnswerFlags) =>
      run(context => adjust(context, { id, instruction, flags })),
    )
  iterations
    .command('pause <approval>')
    .description('stop at a checkpoint; the plan is made from what exists')
    .option('--follow', 'wait for the plan')
    .action((id: string, flags: AnswerFlags) => run(context => answer(context, id, 'paused', flags)))
  iterations
    .command('reject <approval>')
    .description('cancel the planning')
    .action((id: string) => run(context => answer(context, id, 'rejected', {})))
  iterations
    .command('status <session>')
    .description('where it stands, and what it waits for')
    .option('--follow', 'print what happens until it waits for a person or has ended')
    .action((sessionId: string, flags: { follow?: boolean }) =>
      run(context => status(context, sessionId, flags.follow === true)),
    )
  iterations
    .command('export <session>')
    .description('print the plan as Markdown, as a page for printing, or as JSON')
    .option('--format <format>', 'md, html or json', 'md')
    .action((sessionId: string, flags: { format: string }) =>
      run(context => exportPlan(context, sessionId, flags.format)),
    )
  iterations
    .command('memory [name]')
    .description('list what plans left in memory, or print one entity')
    .option('--plan <plan>', 'of this plan')
    .action((name: string | undefined, flags: { plan?: string }) =>
      run(context => memory(context, name, flags.plan)),
    )
}

export interface StartFlags {
  readonly iterations?: string
  readonly checkpoint?: string
  readonly session?: string
  readonly follow?: boolean
}

/** What `plan GOAL` takes to begin one. */
export function withIterationFlags(command: Command): Command {
  return command
    .option(
      '--iterations <number>',
      'in iterations instead: a proposal, checkpoints, one plan; at most so many',
    )
    .option('--checkpoint <number>', 'with --iterations: ask after so many')
    .option('--follow', 'with --iterations: print what happens until it waits for a person')
}

interface AnswerFlags {
  readonly feedback?: string
  readonly proposal?: string
  readonly follow?: boolean
}

/** Begins a plan in iterations and shows its proposal; follows it when told to. */
export async function planInIterations(
  context: CommandContext,
  goal: string,
  flags: StartFlags,
): Promise<void> {
  const { iterations, checkpoint, session } = flags
  const started = await clientOf(context).iterations.start({
    goal,
    ...numberOf('max_iterations', iterations),
    ...numberOf('checkpoint_interval', checkpoint),
    ...(session === undefined ? {} : { session_id: session }),
  })
  await tell(context, accepted(started), flags.follow === true)
}

function numberOf(field: string, text: string | undefined): Readonly<Record<string, number>> {
  if (text === undefined) return {}
  if (!/^\d{1,4}$/.test(text)) throw new CommandFailure(EXIT.usage, `${text} is no whole number.`)
  return { [field]: Number(text) }
}

async function answer(
  context: CommandContext,
  approvalId: string,
  approval_status: IterationApprovalRequest['approval_status'],
  { feedback, follow }: AnswerFlags,
): Promise<void> {
  const said = feedback === undefined ? {} : { feedback }
  await send(context, { approval_id: approvalId, approval_status, ...said }, follow === true)
}

interface Adjusting {
  readonly id: string
  readonly instruction: string | undefined
  readonly flags: AnswerFlags
}

/** At a proposal it is a request for another one, at a checkpoint another direction. */
async function adjust(context: CommandContext, { id, instruction, flags }: Adjusting): Promise<void> {
  const gate = await clientOf(context).gates.get(id)
  const own = flags.proposal === undefined ? undefined : readFileSync(flags.proposal, 'utf8')
  if (instruction === undefined && own === undefined)
    throw new CommandFailure(EXIT.usage, 'Say what to change, or give a proposal with --proposal FILE.')
  const body: IterationApprovalRequest =
    gate.type === 'proposal'
      ? {
          approval_id: id,
          approval_status: 'adjust_requested',
          ...(instruction === undefined ? {} : { feedback: instruction }),
          ...(own === undefined ? {} : { adjusted_proposal: own }),
        }
      : { approval_id: id, approval_status: 'adjust_strategy', adjusted_strategy: instruction ?? own ?? '' }
  await send(context, body, flags.follow === true)
}

async function send(
  context: CommandContext,
  body: IterationApprovalRequest,
  isFollowed: boolean,
): Promise<void> {
  const { session_id: sessionId } = await clientOf(context).gates.get(body.approval_id)
  const answered = await sendDecision(context, {
    operation: 'approveIterations',
    pathValues: {},
    method: 'POST',
    path: '/api/approve',
    body,
    page: `/inbox/${encodeURIComponent(body.approval_id)}`,
  })
  const state = answered as unknown as IterationState
  if (isFollowed && sessionId !== undefined) {
    await follow(context, state.run_id)
    return tell(context, await clientOf(context).iterations.state(sessionId), false)
  }
  await tell(context, state, false)
}

async function status(context: CommandContext, sessionId: string, isFollowed: boolean): Promise<void> {
  await tell(context, await clientOf(context).iterations.state(sessionId), isFollowed)
}

async function tell(context: CommandContext, state: IterationState, isFollowed: boolean): Promise<void> {
  const isMoving = state.status === 'planning_in_progress' || state.status === 'paused'
  if (isFollowed && isMoving) {
    await follow(context, state.run_id)
    return tell(context, await clientOf(context).iterations.state(state.session_id), false)
  }
  context.answer(state)
  context.say(...iterationCard(state, context.colors))
  context.exitWith(exitCodeOf(state))
}

/** Prints the events of the run from now on until it waits for somebody or has ended. */
async function follow(context: CommandContext, runId: string): Promise<void> {
  const client = clientOf(context)
  const stop = new AbortController()
  let waiting = 0
  await client.stream(`/api/runs/${encodeURIComponent(runId)}/events`, {
    signal: stop.signal,
    onEvent: event => {
      if (event.type === 'run_waiting_input') waiting = event.seq
      const line = iterationLine(event, context.colors)
      if (line !== undefined) context.say(line)
      if (event.type === 'run_waiting_input')
        client.runs.get(runId).then(
          run => {
            if (run.status === 'waiting_input' && waiting === event.seq) stop.abort()
          },
          () => stop.abort(),
        )
    },
  })
}

async function exportPlan(context: CommandContext, sessionId: string, format: string): Promise<void> {
  if (!['md', 'html', 'json'].includes(format))
    throw new CommandFailure(EXIT.usage, `There is no format ${escapeLine(format)}. Use md, html or json.`)
  if (format === 'json') {
    const record = await clientOf(context).iterations.record(sessionId)
    context.answer(record)
    return context.say(JSON.stringify(record, null, 2))
  }
  const path = `/api/plan/${encodeURIComponent(sessionId)}/export?format=${format}`
  const response = await fetchRoute(context, path)
  const text = await response.text()
  if (!response.ok) throw failureOf({ status: response.status, detail: Object(JSON.parse(text)).detail })
  context.answer({ format, text })
  context.say(format === 'html' ? text : escapeHidden(text))
}

async function memory(
  context: CommandContext,
  name: string | undefined,
  planId: string | undefined,
): Promise<void> {
  const { iterations } = clientOf(context)
  const of = planId === undefined ? {} : { planId }
  if (name === undefined) {
    const entities = await iterations.entities(of)
    context.answer({ entities })
    if (entities.length === 0) return context.say('No plan in iterations is complete yet.')
    return context.say(
      ...columns(
        entities.map(entity => [entity.name, `version ${entity.version}`, entity.plan_id, entity.created_at]),
      ),
    )
  }
  const known = MemoryEntityName.safeParse(name)
  if (!known.success)
    throw new CommandFailure(
      EXIT.usage,
      `There is no entity ${escapeLine(name)}. \`soulgate iterations memory\` lists them.`,
    )
  const entity = await iterations.entity(known.data, of)
  context.answer(entity)
  context.say(escapeHidden(entity.content))
}

function exitCodeOf(state: IterationState): ExitCode {
  if (state.status === 'awaiting_approval') return EXIT.waiting
  if (state.status === 'planning_agent' && state.waiting_gate_ids.length > 0) return EXIT.waiting
  return state.status === 'cancelled' ? EXIT.refused : EXIT.done
}
