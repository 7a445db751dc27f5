import { expect, it } from 'vitest'
import { checkSchedule, nextTick } from './schedules.ts'

function ticks(cron: string, zone: string, from: string, count: number): readonly string[] {
  const found: string[] = []
  let after = Date.parse(from)
  for (let turn = 0; turn < count; turn += 1) {
    const next = nextTick({ cron, time_zone: zone }, after)
    if (next === undefined) return found
    found.push(new Date(next).toISOString())
    after = next
  }
  return found
}

it('keeps the hour of the wall clock over both changes of summer time', () => {
  expect(ticks('0 9 * * *', 'Europe/Berlin', '2026-03-28T00:00:00Z', 3)).toEqual([
    '2026-03-28T08:00:00.000Z',
    '2026-03-29T07:00:00.000Z',
    '2026-03-30T07:00:00.000Z',
  ])
  expect(ticks('0 9 * * *', 'Europe/Berlin', '2026-10-24T00:00:00Z', 3)).toEqual([
    '2026-10-24T07:00:00.000Z',
    '2026-10-25T08:00:00.000Z',
    '2026-10-26T08:00:00.000Z',
  ])
})

it('ticks once on the day whose hour comes twice, and once on the day that has no such hour', () => {
  const days = (from: string) =>
    ticks('30 2 * * *', 'Europe/Berlin', from, 3).map(at =>
      new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(new Date(at)),
    )
  expect(days('2026-10-24T10:00:00Z')).toEqual(['2026-10-25', '2026-10-26', '2026-10-27'])
  expect(days('2026-03-28T10:00:00Z')).toEqual(['2026-03-29', '2026-03-30', '2026-03-31'])
})

it('says of a pattern or a time zone that means nothing which it is', () => {
  const check = (cron: string, time_zone: string) => () =>
    checkSchedule({ agent: 'a', name: 'daily', cron, time_zone, input: {}, missed: 'skip' })
  expect(check('99 9 * * *', 'UTC')).toThrow(/Schedule daily of agent a .*99 9/)
  expect(check('0 9 * * *', 'Europe/Nowhere')).toThrow(/Europe\/Nowhere/)
  expect(check('0 9 * * 1-5', 'Europe/Berlin')).not.toThrow()
})
