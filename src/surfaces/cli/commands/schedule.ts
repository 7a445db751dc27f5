import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { ResourceSchedule } from '../../../contracts/resource-project.ts'
import type { ProjectProblem, ScheduleFileResult, ScheduleResult } from '../../../contracts/schedule.ts'
import type { CommandContext } from '../context.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'
import { clip, columns, escapeLine } from '../terminal-text.ts'

interface Flags {
  readonly seconds: string
  readonly seed: string
  readonly out?: string
  readonly ics?: string
}

const MAX_ROWS = 200
const MAX_TITLE_LENGTH = 60

/** `schedule FILE`: places the activities of a project in time, without a server. */
export const registerSchedule: Register = (program, run) => {
  program
    .command('schedule')
    .argument('<file>', 'PSPLIB .sm, Patterson .rcp, ProGen/max .SCH, or JSON with `tasks` or `activities`')
    .description(
      'find a short schedule for a project: limited resources, time lags, calendars; no server is needed',
    )
    .option('--seconds <number>', 'search at most so long', '5')
    .option('--seed <number>', 'repeats the same search', '1')
    .option('--out <file>', 'also write the schedule as JSON')
    .option('--ics <file>', 'also write the blocks as an iCalendar file (projects with `tasks`)')
    .addHelpText(
      'after',
      '\nExits with 4 when there is no schedule, with 2 when the file cannot be read. docs/scheduler.md explains the JSON.',
    )
    .action((file: string, flags: Flags) => run(context => schedule(context, file, flags)))
}

async function schedule(context: CommandContext, file: string, flags: Flags): Promise<void> {
  const { scheduleProjectFile } = await import('../../../soulgate.ts')
  const result = scheduleProjectFile({
    name: basename(file),
    text: readText(file),
    seconds: number('--seconds', flags.seconds, { least: 0.05, most: 3600 }),
    seed: number('--seed', flags.seed, { least: 0, most: 0xffffffff }),
  })
  if (result.kind === 'unreadable') throw failure(EXIT.usage, file, result.problems)
  if (result.kind === 'calendar' && result.result.status === 'invalid')
    throw failure(EXIT.usage, file, result.result.problems)
  const answer = answerOf(result)
  context.answer(answer)
  show(context, result)
  if (flags.out !== undefined) write(context, flags.out, `${JSON.stringify(answer, null, 2)}\n`)
  if (flags.ics !== undefined) writeCalendar(context, flags.ics, result)
  if (isWithoutSchedule(result)) context.exitWith(EXIT.refused)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandFailure(EXIT.usage, `${escapeLine(file)} cannot be read: ${reason}`)
  }
}

function number(name: string, text: string, { least, most }: { least: number; most: number }): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= least && value <= most) return value
  throw new CommandFailure(
    EXIT.usage,
    `${name} is “${escapeLine(text)}”. It must be between ${least} and ${most}.`,
  )
}

function failure(code: typeof EXIT.usage, file: string, problems: readonly ProjectProblem[]): CommandFailure {
  const lines = problems.map(({ message }) => escapeLine(message))
  return new CommandFailure(code, [`${escapeLine(file)} cannot be scheduled.`, ...lines].join('\n'), {
    detail: lines.join(' '),
    problems,
  })
}

function answerOf(result: ScheduleFileResult): unknown {
  if (result.kind === 'calendar') return result.result
  if (result.kind === 'resource') return { status: 'scheduled', ...result.schedule }
  if (result.kind === 'contradictory') return { status: 'infeasible', message: result.message }
  return { status: result.kind, ...('message' in result ? { message: result.message } : {}) }
}

function isWithoutSchedule(result: ScheduleFileResult): boolean {
  if (result.kind === 'calendar') return result.result.status !== 'scheduled'
  return result.kind !== 'resource'
}

function show(context: CommandContext, result: ScheduleFileResult): void {
  if (result.kind === 'resource') showResource(context, result.schedule)
  else if (result.kind === 'calendar') showCalendar(context, result.result)
  else if ('message' in result) context.say(escapeLine(result.message))
}

function showResource(context: CommandContext, schedule: ResourceSchedule): void {
  const { bold, dim } = context.colors
  const { makespan, lower_bound: least, optimal } = schedule
  const proof = optimal ? 'no shorter schedule exists' : `no schedule is shorter than ${least}`
  context.say(`${bold(`makespan ${makespan}`)}  ${dim(`(${proof})`)}`, '')
  const inOrder = [...schedule.activities].sort(
    (left, right) => left.start - right.start || left.end - right.end,
  )
  const rows = inOrder
    .slice(0, MAX_ROWS)
    .map(({ id, title, start, end }) => [
      escapeLine(id),
      String(start),
      String(end),
      clip(escapeLine(title ?? ''), MAX_TITLE_LENGTH),
    ])
  context.say(...columns([['activity', 'start', 'end', ''], ...rows]))
  if (inOrder.length > MAX_ROWS)
    context.say(dim(`… ${inOrder.length - MAX_ROWS} more; --out FILE writes all.`))
}

function showCalendar(context: CommandContext, result: ScheduleResult): void {
  const { bold, dim, yellow, red } = context.colors
  switch (result.status) {
    case 'invalid':
      return
    case 'infeasible':
      context.say(red(escapeLine(result.message)), '')
      for (const { message } of result.conflict) context.say(`  · ${escapeLine(message)}`)
      break
    case 'scheduled':
    case 'late':
      if (result.finish !== null) context.say(bold(`finished ${result.finish}`), '')
      showBlocks(context, result.schedule.blocks)
      if (result.status === 'late') {
        context.say(
          '',
          yellow('No schedule that keeps every deadline was found, and none was proven impossible:'),
        )
        for (const { message, late_by_minutes: late } of result.missed)
          context.say(`  · ${escapeLine(message)} (${late} min late)`)
      }
  }
  for (const note of result.notes) context.say(dim(escapeLine(note)))
}

function showBlocks(
  context: CommandContext,
  blocks: readonly { start: string; end: string; plan_node_id: string; title: string }[],
): void {
  const rows = blocks
    .slice(0, MAX_ROWS)
    .map(({ start, end, plan_node_id: id, title }) => [
      start.slice(0, 10),
      `${start.slice(11, 16)}–${end.slice(11, 16)}`,
      escapeLine(id),
      clip(escapeLine(title), MAX_TITLE_LENGTH),
    ])
  context.say(...columns([['date', 'time', 'task', ''], ...rows]))
  if (blocks.length > MAX_ROWS)
    context.say(context.colors.dim(`… ${blocks.length - MAX_ROWS} more; --out FILE writes all.`))
}

function writeCalendar(context: CommandContext, file: string, result: ScheduleFileResult): void {
  if (result.kind === 'calendar' && result.ics !== undefined) {
    write(context, file, result.ics)
    return
  }
  const reason =
    result.kind === 'calendar'
      ? 'there is no schedule'
      : 'a resource project has no dates; only one with `tasks` has'
  throw new CommandFailure(EXIT.usage, `No calendar was written to ${escapeLine(file)}: ${reason}.`)
}

function write(context: CommandContext, file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandFailure(EXIT.failed, `${escapeLine(file)} could not be written: ${reason}`)
  }
  context.say('', `Written to ${escapeLine(file)}.`)
}
