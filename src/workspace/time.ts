import { z } from 'zod'
import { type Clock, toIso } from '../base/clock.ts'
import type { ExecutableTool } from '../engine/tools/tools.ts'
import { createWorkspaceTool, failed, succeeded } from './workspace-tool.ts'

/** `get_time`: the time of the clock passed in, in UTC and in one time zone. */
export function createTimeTool(clock: Clock): ExecutableTool {
  return createWorkspaceTool({
    name: 'get_time',
    description: 'Tells the current date and time, in UTC and in a time zone when one is named.',
    schema: z.strictObject({
      timezone: z.string().min(1).max(64).optional().describe('IANA name such as Europe/Berlin; default UTC'),
    }),
    annotations: { read_only: true, idempotent: true, destructive: false, open_world: false },
    reversibility: 'read_only',
    run: async ({ timezone = 'UTC' }) => {
      const now = clock.now()
      const parts = readLocalTime(now, timezone)
      if (parts === undefined)
        return failed(`“${timezone}” is no time zone. Use an IANA name such as Europe/Berlin.`)
      return succeeded({ utc: toIso(now), timezone, ...parts })
    },
  })
}

function readLocalTime(now: number, timezone: string) {
  try {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone: timezone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      weekday: 'long',
      timeZoneName: 'longOffset',
    })
    const parts = new Map(format.formatToParts(now).map(part => [part.type, part.value]))
    const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
    const offset = of('timeZoneName').replace('GMT', '') || '+00:00'
    const local = `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}${offset}`
    return { local, weekday: of('weekday') }
  } catch {
    return undefined
  }
}
