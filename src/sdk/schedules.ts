import type { AgentSchedule } from '../contracts/agent-schedule.ts'
import type { Run } from '../contracts/run.ts'
import type { Refused } from './problem.ts'
import type { RequestOptions, Transport } from './transport.ts'

/** Names one schedule. */
export interface ScheduleReference {
  readonly agent: string
  readonly name: string
}

/** Agents of one's own that the clock starts. Changing one is for reviewers, under their own sign-in. */
export interface SchedulesClient {
  list(options?: Pick<RequestOptions, 'signal'>): Promise<readonly AgentSchedule[]>
  pause(schedule: ScheduleReference): Promise<AgentSchedule | Refused>
  /** From its next time on; what fell into the pause is not made up for. */
  resume(schedule: ScheduleReference): Promise<AgentSchedule | Refused>
  /** Starts a run at once, beside its times, also while it is paused. */
  run(schedule: ScheduleReference): Promise<Run | Refused>
}

export function createSchedulesClient(transport: Transport): SchedulesClient {
  const at = ({ agent, name }: ScheduleReference) =>
    `/api/schedules/${encodeURIComponent(agent)}/${encodeURIComponent(name)}`
  return {
    list: async options => {
      const path = '/api/schedules'
      return (await transport.read<{ readonly schedules: readonly AgentSchedule[] }>(path, options)).schedules
    },
    pause: schedule => transport.command('PATCH', at(schedule), { body: { status: 'paused' } }),
    resume: schedule => transport.command('PATCH', at(schedule), { body: { status: 'active' } }),
    run: schedule => transport.command('POST', `${at(schedule)}/run`, { body: {} }),
  }
}
