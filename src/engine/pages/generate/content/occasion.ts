import type { PageBrief } from '../../../../contracts/page.ts'

export interface Occasion {
  readonly eyebrow: string
  readonly motif: string
  readonly lead: string
  readonly programme: readonly (readonly [when: string, what: string])[]
  /** The day as `YYYY-MM-DD`, where it is a whole date. */
  readonly isoDate?: string
}

const OCCASIONS: Readonly<Record<string, Omit<Occasion, 'isoDate'>>> = {
  wedding: {
    eyebrow: 'We are getting married',
    motif: 'rings',
    lead: 'We would love to have you with us on the day we say yes.',
    programme: [
      ['15:00', 'Ceremony'],
      ['16:30', 'Drinks and photographs'],
      ['18:30', 'Dinner'],
      ['21:00', 'Dancing'],
    ],
  },
  birthday: {
    eyebrow: 'Another year, another party',
    motif: 'balloon',
    lead: 'Cake, music and everyone we like. Come as you are.',
    programme: [
      ['18:00', 'Doors and drinks'],
      ['19:30', 'Food'],
      ['21:00', 'Cake and candles'],
      ['22:00', 'Music'],
    ],
  },
  baby: {
    eyebrow: 'A little someone is on the way',
    motif: 'balloon',
    lead: 'An afternoon of cake, small socks and good wishes.',
    programme: [
      ['14:00', 'Welcome'],
      ['15:00', 'Cake and games'],
      ['16:30', 'Presents'],
    ],
  },
  party: {
    eyebrow: 'You are invited',
    motif: 'glasses',
    lead: 'Good people, good food, and a reason to celebrate. We would be glad to see you.',
    programme: [
      ['18:00', 'Welcome'],
      ['19:00', 'Food and drinks'],
      ['21:00', 'Music'],
    ],
  },
}

export function readOccasion(brief: PageBrief): Occasion {
  const known = OCCASIONS[brief.facts.sector ?? ''] ?? OCCASIONS.party
  if (!known) throw new Error('The party is missing.')
  const isoDate = toIsoDate(brief.facts.date ?? '')
  const own = brief.items.map(item => {
    const [, when = '', what = item.name] =
      /^(\d{1,2}[:.]\d{2}|\d{1,2}\s?(?:am|pm))\s*[-–:]?\s*(.+)$/i.exec(item.name) ?? []
    return [when, what] as const
  })
  return {
    ...known,
    lead: brief.facts.lead ?? known.lead,
    programme: own.length > 1 ? own : startingAt(known.programme, brief.facts.time),
    ...(isoDate === undefined ? {} : { isoDate }),
  }
}

const TIME = /(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm)?/i

/** The usual programme, moved so that it begins when the words say. */
function startingAt(programme: Occasion['programme'], time: string | undefined): Occasion['programme'] {
  const [, hours, minutes = '0', half] = TIME.exec(time ?? '') ?? []
  const first = toMinutes(programme[0]?.[0] ?? '')
  if (hours === undefined) return programme
  const start =
    ((Number(hours) % (half ? 12 : 24)) + (half?.toLowerCase() === 'pm' ? 12 : 0)) * 60 + Number(minutes)
  return programme.map(([when, what]) => [toClock(toMinutes(when) - first + start), what])
}

function toMinutes(clock: string): number {
  const [hours = '0', minutes = '0'] = clock.split(':')
  return Number(hours) * 60 + Number(minutes)
}

function toClock(minutes: number): string {
  return `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A date with a year, as it is written in English or in ISO form; others stay words. */
function toIsoDate(text: string): string | undefined {
  const iso = /\b(\d{4})-(\d{2})-(\d{2})\b/.exec(text)
  if (iso) return iso[0]
  const dayFirst = /\b(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?([a-z]{3})[a-z]*,?\s+(\d{4})/i.exec(text)
  const monthFirst = /\b([a-z]{3})[a-z]*\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})/i.exec(text)
  const [day, month, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]]
  const number = MONTHS.indexOf((month ?? '').toLowerCase()) + 1
  if (number === 0 || day === undefined || year === undefined) return undefined
  return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
}
