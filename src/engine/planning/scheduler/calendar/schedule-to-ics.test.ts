import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { CalendarProject, type Schedule } from '../../../../contracts/schedule.ts'
import { randomProject } from '../random-project-fixture.ts'
import { scheduleCalendarProject } from './schedule-calendar-project.ts'
import { scheduleToIcs } from './schedule-to-ics.ts'

/** What another program reads out of a calendar file. */
function eventsOf(text: string) {
  const root = new ICAL.Component(ICAL.parse(text))
  return root.getAllSubcomponents('vevent').map(component => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      title: event.summary,
      notes: event.description,
      start: event.startDate.toJSDate().getTime(),
      end: event.endDate.toJSDate().getTime(),
    }
  })
}

/** Every occurrence of every event, as another program expands them. */
function expanded(text: string): readonly (readonly number[])[] {
  const root = new ICAL.Component(ICAL.parse(text))
  const all = root.getAllSubcomponents('vevent').flatMap(component => {
    const event = new ICAL.Event(component)
    const found: number[][] = []
    const iterator = event.iterator()
    for (let next = iterator.next(); next; next = iterator.next()) {
      const { startDate, endDate } = event.getOccurrenceDetails(next)
      found.push([startDate.toJSDate().getTime(), endDate.toJSDate().getTime()])
      if (!event.isRecurring()) break
    }
    return found
  })
  return all.sort(byStart)
}

function byStart([left = 0]: readonly number[], [right = 0]: readonly number[]): number {
  return left - right
}

function schedule(project: unknown): Schedule {
  const result = scheduleCalendarProject(CalendarProject.parse(project), {
    now: () => 0,
    milliseconds: 1,
    seed: 1,
  })
  if (result.status !== 'scheduled') throw new Error(JSON.stringify(result))
  return result.schedule
}

describe('a calendar file', () => {
  test('is read by another program as the same instants, on both sides of clock changes', () => {
    let compared = 0
    for (let seed = 1; seed <= 40; seed += 1) {
      let time = 0
      const budget = { now: () => ++time, milliseconds: 20, seed: 1 }
      const result = scheduleCalendarProject(randomProject(seed), budget)
      if (result.status !== 'scheduled') continue
      const events = eventsOf(scheduleToIcs(result.schedule, { name: 'Random' }))
      expect(events.map(({ title, start, end }) => [title, start, end])).toEqual(
        result.schedule.blocks.map(({ title, start, end }) => [title, Date.parse(start), Date.parse(end)]),
      )
      compared += events.length
    }
    expect(compared).toBeGreaterThan(100)
  }, 60_000)

  test.each([
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'America/Santiago',
    'Asia/Kolkata',
  ])('says in %s what comes back as one event that repeats, at the same instants across clock changes', timezone => {
    const weekly = ['monday', 'thursday'].map(day => ({ day, start: '18:00', end: '21:00' }))
    const blocks = schedule({
      start: '2026-08-03',
      calendar: { timezone, weekly },
      tasks: [
        { id: 'run', estimated_minutes: 60, recurrence: { frequency: 'weekly', times: 2, count: 80 } },
        { id: 'once', estimated_minutes: 45 },
      ],
    })
    const text = scheduleToIcs(blocks, { name: 'Runs', timezone })
    expect(text.match(/BEGIN:VEVENT/g)?.length).toBeLessThan(8)
    expect(text).toContain('RRULE:FREQ=WEEKLY')
    const [, ...events] = text.split('BEGIN:VEVENT')
    expect(events.join('')).not.toMatch(/^DT(START|END|STAMP):\d{8}T\d{6}\r$/m)
    const instants = expanded(text)
    expect(instants).toEqual(
      blocks.blocks.map(({ start, end }) => [Date.parse(start), Date.parse(end)]).sort(byStart),
    )
  })

  test('keeps text whatever is in it', () => {
    const title = 'Commas, semicolons; a back\\slash\nBEGIN:VEVENT and 🏃 — a very long title '
      .repeat(4)
      .trim()
    const blocks = schedule({
      start: '2026-03-28T23:00',
      calendar: { timezone: 'Europe/Berlin', weekly: [{ day: 'sunday', start: '00:00', end: '06:00' }] },
      tasks: [{ id: 'a', title, estimated_minutes: 180, notes: 'Line one\nX-EVIL:1', tags: ['run'] }],
    })
    const text = scheduleToIcs(blocks, { name: 'Text' })
    const [event] = eventsOf(text)
    expect(event).toMatchObject({ title, notes: 'Line one\nX-EVIL:1' })
    expect(text.split('\r\n').every(line => new TextEncoder().encode(line).length <= 75)).toBe(true)
    expect(text).not.toMatch(/^X-EVIL/m)
  })

  test('gives each block a lasting id of its own, and repeats itself to the letter', () => {
    const project = {
      start: '2026-06-01',
      calendar: { weekly: [{ day: 'monday', start: '09:00', end: '12:00' }] },
      tasks: [{ id: 'run', estimated_minutes: 30, recurrence: { frequency: 'weekly', count: 3 } }],
    }
    const text = scheduleToIcs(schedule(project), { name: 'Runs' })
    const uids = eventsOf(text).map(({ uid }) => uid)
    expect(new Set(uids).size).toBe(3)
    expect(scheduleToIcs(schedule(project), { name: 'Runs' })).toBe(text)
    const later = schedule({ ...project, start: '2026-06-02' })
    expect(eventsOf(scheduleToIcs(later, { name: 'Runs' })).map(({ uid }) => uid)).toEqual(uids)
  })
})
