import { type CommandContext, clientOf } from '../context.ts'
import { sendDecision } from '../deciding.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'
import { columns, escapeLine } from '../terminal-text.ts'

const PAGE = '/runs'

/** `schedules list|pause|resume|run`. */
export const registerSchedules: Register = (program, run) => {
  const schedules = program
    .command('schedules')
    .description('when agents of your own are started by the clock')
    .action(() => run(list))
  schedules
    .command('list')
    .description('list them with their next and last time')
    .action(() => run(list))
  for (const [word, status, about] of [
    ['pause', 'paused', 'start nothing until it is resumed'],
    ['resume', 'active', 'start again from its next time on'],
  ] as const)
    schedules
      .command(`${word} <agent/name>`)
      .description(about)
      .action((named: string) => run(context => change(context, named, status)))
  schedules
    .command('run <agent/name>')
    .description('start a run now, beside its times')
    .action((named: string) => run(context => runNow(context, named)))
}

async function list(context: CommandContext): Promise<void> {
  const schedules = await clientOf(context).schedules.list()
  context.answer({ schedules })
  if (schedules.length === 0)
    return context.say('No agent is started by the clock. Put `schedules` into its definition.')
  const rows = schedules.map(
    ({ agent, name, cron, time_zone, status, next_at = '', last_at = '', last_error }) => [
      escapeLine(`${agent}/${name}`),
      escapeLine(`${cron} (${time_zone})`),
      status,
      next_at,
      last_error === undefined ? last_at : escapeLine(last_error),
    ],
  )
  context.say(...columns([['schedule', 'when', 'state', 'next', 'last'], ...rows]))
}

async function change(context: CommandContext, named: string, status: 'active' | 'paused'): Promise<void> {
  const { path, pathValues } = pathOf(named)
  const sent = {
    operation: 'updateSchedule',
    pathValues,
    method: 'PATCH',
    path,
    body: { status },
    page: PAGE,
  }
  context.answer(await sendDecision(context, sent))
  context.say(`${escapeLine(named)} is ${status}.`)
}

async function runNow(context: CommandContext, named: string): Promise<void> {
  const { path, pathValues } = pathOf(named)
  const sent = {
    ...{ operation: 'runSchedule', pathValues, method: 'POST', path: `${path}/run` },
    ...{ body: {}, page: PAGE },
  }
  const run = await sendDecision(context, sent)
  context.answer(run)
  context.say(`Started ${escapeLine(String(run.run_id))}.`)
}

function pathOf(named: string) {
  const [agent, name, ...rest] = named.split('/')
  if (!agent || !name || rest.length > 0)
    throw new CommandFailure(EXIT.usage, 'Name a schedule as agent/name; `soulgate schedules` lists them.')
  const path = `/api/schedules/${encodeURIComponent(agent)}/${encodeURIComponent(name)}`
  return { path, pathValues: { agent, name } }
}
