import { SoulgateError } from '../base/errors.ts'
import { ScheduleName } from '../contracts/agent-schedule.ts'
import { checkSchedule, type ScheduleDefinition } from '../engine/schedules/schedules.ts'
import { toJson } from './schema.ts'

/** When the clock starts an agent. What it is started with is data of the configuration, and vouches for nothing. */
export interface AgentScheduleOptions<Input = unknown> {
  /** Minute, hour, day of month, month, day of week; or six fields with seconds first: `0 9 * * 1-5`. */
  readonly cron: string
  /** IANA, such as `Europe/Berlin`; summer time is kept. Default `UTC`. */
  readonly timeZone?: string
  readonly input: Input
  /** What becomes of times at which no process ran: nothing, or one run for all of them. Default `skip`. */
  readonly missed?: 'skip' | 'once'
}

type Scheduled = {
  readonly name: string
  readonly schedules?: Readonly<Record<string, AgentScheduleOptions>>
}

/** The schedules of an agent as they are stored. Throws `invalid_schedule` for one that means nothing. */
export function schedulesOf({ name: agent, schedules = {} }: Scheduled): readonly ScheduleDefinition[] {
  return Object.entries(schedules).map(([name, { cron, timeZone = 'UTC', input, missed = 'skip' }]) => {
    const named = ScheduleName.safeParse(name)
    if (!named.success)
      throw new SoulgateError('invalid_schedule', `Agent ${agent}: ${named.error.issues[0]?.message}.`)
    const json = toJson(input, `The input of schedule ${name}`)
    const definition = { agent, name, cron, time_zone: timeZone, input: json, missed }
    checkSchedule(definition)
    return definition
  })
}
