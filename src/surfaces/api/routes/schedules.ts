import { z } from 'zod'
import { AgentSchedule, UpdateScheduleRequest } from '../../../contracts/agent-schedule.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import { Run } from '../../../contracts/run.ts'
import { json, jsonOrRefusal, pathValue, type Route, route } from '../route.ts'

/** Agents of one's own that the clock starts. */
export const scheduleRoutes: readonly Route[] = [
  route({
    id: 'listSchedules',
    tag: 'schedules',
    method: 'GET',
    path: '/api/schedules',
    action: 'insight.read',
    summary: 'list when agents of one’s own are started by the clock',
    answers: { status: 200, schema: z.object({ schedules: z.array(AgentSchedule) }) },
    handle: async ({ soulgate }) => json({ schedules: await soulgate.schedules.list() }),
  }),
  route({
    id: 'updateSchedule',
    tag: 'schedules',
    method: 'PATCH',
    path: '/api/schedules/{agent}/{name}',
    action: 'schedule.manage',
    summary: 'pause a schedule, or let it go on from its next time',
    body: UpdateScheduleRequest,
    answers: { status: 200, schema: AgentSchedule },
    handle: async call => {
      const named = { agent: pathValue(call, 'agent'), name: pathValue(call, 'name') }
      const answer = await call.soulgate.schedules.setStatus(call.who, named, call.body.status)
      return jsonOrRefusal(answer)
    },
  }),
  route({
    id: 'runSchedule',
    tag: 'schedules',
    method: 'POST',
    path: '/api/schedules/{agent}/{name}/run',
    action: 'schedule.manage',
    limit: 'start',
    summary: 'start what a schedule starts now, also while it is paused',
    body: z.strictObject({}),
    answers: { status: 201, schema: Run },
    handle: async call => {
      const named = { agent: pathValue(call, 'agent'), name: pathValue(call, 'name') }
      const answer = await call.soulgate.schedules.runNow(call.who, named)
      return isRefusal(answer) ? answer : json(answer.run, 201)
    },
  }),
]
