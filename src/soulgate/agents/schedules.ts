import type { AgentSchedule } from '../../contracts/agent-schedule.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import type { Run } from '../../contracts/run.ts'
import { may } from '../../engine/access/access.ts'
import type { Engine } from '../engine.ts'
import { toRun } from '../visibility.ts'
import { recordChange } from './record-change.ts'

/** Names one schedule. */
export interface ScheduleReference {
  readonly agent: string
  readonly name: string
}

/** Schedules as surfaces see them. */
export interface SchedulesPart {
  /** By agent and name. */
  list(): Promise<readonly AgentSchedule[]>
  setStatus(
    who: Principal,
    schedule: ScheduleReference,
    status: AgentSchedule['status'],
  ): Promise<AgentSchedule | Refusal>
  /** A run now; it is the program's, like those of its ticks. */
  runNow(
    who: Principal,
    schedule: ScheduleReference,
  ): Promise<{ readonly refused?: false; readonly run: Run } | Refusal>
}

export function createSchedules(engine: Engine): SchedulesPart {
  const { schedules } = engine
  return {
    list: () => schedules.list(),
    setStatus: async (who, { agent, name }, status) => {
      if (!may(who.role, 'schedule.manage')) return forbidden(who)
      const changed = await schedules.setStatus(agent, name, status)
      if (!isRefusal(changed))
        await recordChange(engine, who, { type: 'schedule_changed', payload: { agent, name, status } })
      return changed
    },
    runNow: async (who, { agent, name }) => {
      if (!may(who.role, 'schedule.manage')) return forbidden(who)
      const run = await schedules.runNow(agent, name)
      if (isRefusal(run)) return run
      await recordChange(engine, who, {
        type: 'schedule_changed',
        payload: { agent, name, run_id: run.run_id },
      })
      return { run: toRun(run) }
    },
  }
}

function forbidden(who: Principal): Refusal {
  return refuse('forbidden', `A ${who.role} may not change schedules; a reviewer may.`)
}
