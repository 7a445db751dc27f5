import type { Event } from '../../../contracts/event.ts'
import { RunStatus } from '../../../contracts/run.ts'
import { runCard, statusText } from '../cards.ts'
import { accepted, type CommandContext, clientOf } from '../context.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'
import { exitCodeOfRun } from '../run-end.ts'
import { clip, columns, escapeLine } from '../terminal-text.ts'

/** `runs`, `run` and `cancel`. */
export const registerRuns: Register = (program, run) => {
  program
    .command('runs')
    .description('list runs, newest first')
    .option('--status <status>', `one of ${RunStatus.options.join(', ')}`)
    .option('--limit <number>', 'how many at most', '20')
    .action((flags: { status?: string; limit: string }) => run(context => list(context, flags)))
  program
    .command('run <run>')
    .description('show a run and its journal')
    .option('--follow', 'print its events as they come, until it ends')
    .action((runId: string, flags: { follow?: boolean }) =>
      run(context => show(context, runId, flags.follow === true)),
    )
  program
    .command('cancel <run>')
    .description('cancel a run')
    .option('--because <text>', 'kept with the run')
    .action((runId: string, flags: { because?: string }) =>
      run(context => cancel(context, runId, flags.because)),
    )
}

async function list(context: CommandContext, flags: { status?: string; limit: string }): Promise<void> {
  const status = flags.status === undefined ? undefined : RunStatus.safeParse(flags.status)
  if (status && !status.success)
    throw new CommandFailure(EXIT.usage, `There is no run status ${flags.status}.`)
  const page = await clientOf(context).runs.list({ status: status?.data, limit: Number(flags.limit) })
  context.answer(page)
  if (page.items.length === 0) context.say(`No runs yet. Start one with \`${context.invocation} ask "…"\`.`)
  const rows = page.items.map(run => [
    run.run_id,
    statusText(run.status, context.colors),
    run.agent ?? run.kind,
    run.created_at,
    clip(escapeLine(wordsOf(run.input)), 70),
  ])
  if (rows.length > 0) context.say(...columns(rows))
}

/** What a run was asked for, in the words of whoever asked. */
function wordsOf(input: unknown): string {
  const said: Readonly<Record<string, unknown>> = Object(input)
  const words = said.goal ?? said.message
  return typeof words === 'string' ? words : (JSON.stringify(input) ?? '')
}

async function show(context: CommandContext, runId: string, isFollowed: boolean): Promise<void> {
  const client = clientOf(context)
  if (isFollowed) {
    await client.stream(`/api/runs/${encodeURIComponent(runId)}/events`, {
      onEvent: event => context.say(eventLine(event)),
    })
  }
  const [run, steps] = [await client.runs.get(runId), await client.runs.steps(runId)]
  context.answer({ run, steps })
  context.say(...runCard(run, steps, context.colors))
  context.exitWith(exitCodeOfRun(run, steps))
}

async function cancel(context: CommandContext, runId: string, because: string | undefined): Promise<void> {
  const run = accepted(await clientOf(context).runs.cancel(runId, because))
  context.answer(run)
  context.say(`${run.run_id} is ${run.status}.`)
}

function eventLine({ at, type, payload }: Event): string {
  const facts = payload === null ? '(erased)' : clip(escapeLine(JSON.stringify(payload)), 160)
  return `${at}  ${type.padEnd(18)}  ${facts}`
}
