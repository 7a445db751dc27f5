import { createSeededRandom } from '../../../base/random.ts'
import { CalendarProject, type ProjectTask, type WeeklyWindow } from '../../../contracts/schedule.ts'

const ZONES = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'America/Santiago'],
  ...['Pacific/Auckland', 'Africa/Cairo'],
]
/** Some days before clocks change in one of the zones. */
const STARTS = [
  ...['2026-03-25T08:30', '2026-10-22', '2026-03-05T13:07', '2026-10-29', '2026-04-02', '2026-09-03T06:00'],
  ...['2026-06-10', '2027-01-04T09:00'],
]
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const TYPES = ['FS', 'SS', 'FF', 'SF'] as const

interface Dice {
  readonly below: (count: number) => number
  readonly chance: (share: number) => boolean
  readonly pick: <Item>(items: readonly Item[], fallback: Item) => Item
  /** A wall-clock time on a quarter, within so many hours of one. */
  readonly time: (from: number, hours: number) => string
  readonly dateAfter: (days: number) => string
  readonly weekly: (share: number) => WeeklyWindow[]
}

/** A project of its seed: zones with clock changes, all kinds of dependencies, limits, blackouts, things that come back. */
export function randomProject(seed: number): CalendarProject {
  const random = createSeededRandom(seed)
  const start = STARTS[random.uint32() % STARTS.length] ?? '2026-06-10'
  const dice = createDice(random, start)
  const { below, chance, pick, dateAfter, time, weekly } = dice
  const span = () => {
    const day = dateAfter(below(20))
    return { start: `${day}T${time(6, 6)}`, end: `${day}T${time(13, 8)}` }
  }
  const resources = Array.from({ length: below(3) }, (_, at) => ({
    id: `r${at}`,
    units: 1 + below(3),
    ...(chance(0.3)
      ? { calendar: { timezone: pick(ZONES, 'UTC'), weekly: weekly(0.9), exceptions: [] } }
      : {}),
  }))
  const count = 1 + below(12)
  const exception = () => ({
    date: dateAfter(below(10)),
    windows: chance(0.5) ? [] : [{ start: '10:00', end: '12:00' }],
  })
  return CalendarProject.parse({
    start,
    ...(chance(0.3) ? { deadline: dateAfter(15 + below(80)) } : {}),
    calendar: {
      timezone: pick(ZONES, 'UTC'),
      weekly: weekly(0.7),
      exceptions: chance(0.3) ? [exception()] : [],
    },
    blackouts: chance(0.3) ? [span()] : [],
    busy: chance(0.3) ? [span()] : [],
    capacity: chance(0.5) ? {} : randomCapacity(dice),
    resources,
    tasks: Array.from({ length: count }, (_, at) => randomTask(dice, at, { count, resources })),
  })
}

function createDice(random: ReturnType<typeof createSeededRandom>, start: string): Dice {
  const below = (count: number): number => random.uint32() % count
  const chance = (share: number): boolean => random.float() < share
  const pick = <Item>(items: readonly Item[], fallback: Item): Item => items[below(items.length)] ?? fallback
  const time = (from: number, hours: number): string => {
    const minutes = from * 60 + below(hours * 4) * 15
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  }
  const windowsOn = (day: (typeof DAYS)[number]): WeeklyWindow[] => {
    if (chance(0.1)) return [{ day, start: '22:00', end: '03:30' }]
    if (chance(0.1)) return [{ day, start: time(0, 3), end: time(4, 4) }]
    const morning = { day, start: time(6, 4), end: time(11, 3) }
    return chance(0.6) ? [morning, { day, start: time(14, 2), end: time(17, 4) }] : [morning]
  }
  return {
    ...{ below, chance, pick, time },
    dateAfter: days =>
      new Date(Date.parse(`${start.slice(0, 10)}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10),
    weekly: share => {
      const found = DAYS.filter(() => chance(share)).flatMap(windowsOn)
      return found.length > 0 ? found : windowsOn('tuesday')
    },
  }
}

function randomCapacity({ below, pick }: Dice) {
  return {
    minutes_per_day: 60 + below(600),
    minutes_per_week: 300 + below(2_400),
    tasks_per_day: 1 + below(6),
    days_per_week: pick([7, 7, 5, 3, 2], 7),
    break_minutes: pick([0, 0, 5, 15, 30], 15),
    consecutive_minutes: 60 + below(240),
  }
}

function randomTask(
  { below, chance, pick, time, dateAfter, weekly }: Dice,
  at: number,
  { count, resources }: { count: number; resources: readonly { id: string; units: number }[] },
): unknown {
  const minutes = chance(0.1) ? 0 : chance(0.15) ? 240 + below(900) : 15 + below(150)
  const isRecurring = minutes > 0 && minutes <= 60 && chance(0.25)
  const recurrence = {
    frequency: pick<NonNullable<ProjectTask['recurrence']>['frequency']>(['daily', 'weekly'], 'weekly'),
    times: 1,
    count: 1 + below(6),
  }
  return {
    id: `t${at}`,
    estimated_minutes: minutes,
    dependencies: Array.from({ length: at }, (_, from) => from)
      .filter(() => chance(1.2 / count))
      .map(from => ({
        node_id: `t${from}`,
        type: isRecurring ? 'FS' : pick(TYPES, 'FS'),
        lag_lead_minutes: chance(0.4) ? below(2_000) - 500 : 0,
      })),
    priority: below(100),
    ...(chance(0.2) ? { earliest_start: `${dateAfter(below(15))}T${time(0, 24)}` } : {}),
    ...(chance(0.2) ? { deadline: `${dateAfter(12 + below(60))}T${time(12, 10)}` } : {}),
    ...(chance(0.2) ? { splittable: chance(0.7) } : {}),
    ...(chance(0.1) ? { max_block_minutes: 45 + below(60) } : {}),
    ...(chance(0.1) ? { windows: weekly(0.8) } : {}),
    ...(chance(0.15) ? { attended: false } : {}),
    resources: resources
      .filter(() => chance(0.3))
      .map(({ id, units }) => ({ resource_id: id, units: 1 + below(units) })),
    ...(isRecurring ? { recurrence } : {}),
  }
}
