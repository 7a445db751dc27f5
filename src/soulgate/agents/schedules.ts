import { toIso } from '../../base/clock.ts'
import type { AgentSchedule } from '../../contracts/agent-schedule.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import type { Run } from '../../contracts/run.ts'
import { may } from '../../engine/access/access.ts'
import { actorOf } from '../../engine/gate/gate.ts'
import type { Engine } from '../engine.ts'
import { toRun } from '../visibility.ts'

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
      if (!isRefusal(changed)) await tell(engine, who, { agent, name, status })
      return changed
    },
    runNow: async (who, { agent, name }) => {
      if (!may(who.role, 'schedule.manage')) return forbidden(who)
      const run = await schedules.runNow(agent, name)
      if (isRefusal(run)) return run
      await tell(engine, who, { agent, name, run_id: run.run_id })
      return { run: toRun(run) }
    },
  }
}

/** Into the audit chain: who changed what the clock starts. */
async function tell(
  { store, clock }: Engine,
  who: Principal,
  payload: Readonly<Record<string, string>>,
): Promise<void> {
  const at = toIso(clock.now())
  await store.transact(tx =>
    tx.appendEvents([
      { stream: 'system', type: 'schedule_changed', at, actor: actorOf(who), payload: { ...payload } },
    ]),
  )
}

function forbidden(who: Principal): Refusal {
  return refuse('forbidden', `A ${who.role} may not change schedules; a reviewer may.`)
}
