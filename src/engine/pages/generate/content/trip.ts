import type { PageBrief } from '../../../../contracts/page.ts'
import { motifFor } from './motif-words.ts'
import { type CatalogItem, withIds } from './sector.ts'

export interface Stop extends CatalogItem {
  readonly time: string
  readonly duration: string
  readonly day: number
}

export interface Trip {
  readonly destination: string
  readonly days: number
  readonly stops: readonly Stop[]
  readonly motif: string
  readonly packing: readonly string[]
}

/** By kind of interest: `time | name | length | motif | description`. Nothing in it claims a fact about a place. */
const STOPS = `09:30 | Walk through the old quarter | 2 h | oldtown | Small streets before they fill up. Begin at the main square and drift
12:30 | Lunch at the market | 1.5 h | market | Look for the longest local queue and join it
15:00 | A museum, one floor only | 2 h | museum | Choose one floor, leave while it is still good
19:30 | Dinner where locals eat | 2 h | plate | Reserve in the afternoon and ask for the dish of the day
08:30 | Early view from above | 1.5 h | mountain | The best light, and almost nobody there
11:00 | Coffee and a bench | 1 h | cup | Sit, write two postcards, watch the street
14:00 | By boat or along the water | 2 h | boat | Sit on the shady side
18:00 | Sunset by the shore | 1 h | beach | Bring something warm
09:00 | Day trip by train | 5 h | train | Pick a small town less than an hour away
15:30 | Slow afternoon in a park | 2 h | forest | A book, fruit, no plan
20:00 | Music in a small bar | 2 h | note | Ask at the hotel what is on tonight
10:00 | A landmark, booked ahead | 2 h | temple | First slot of the day, tickets on the phone
13:00 | Cooking class or tasting | 2.5 h | bowl | Hungry is the right way to arrive
16:30 | Little shops and souvenirs | 1.5 h | street | One thing that fits in a pocket
21:00 | Night walk through the lights | 1 h | city | The same streets, another town`

const PACKING = [
  'Passport or identity card',
  'Tickets and bookings',
  'Comfortable shoes',
  'Light rain jacket',
  'Charger and adapter',
  'Reusable bottle',
  'A little cash',
] as const
const USUAL_DAYS = 3
const MAX_DAYS = 10
const STOPS_A_DAY = 3

export function readTrip(brief: PageBrief): Trip {
  const destination = (brief.facts.destination ?? brief.facts.place ?? '').replace(/^the /, '')
  const wanted = Number(brief.facts.days ?? 0)
  const own = brief.items.map(item => item.name)
  const days = Math.min(
    MAX_DAYS,
    wanted > 0 ? wanted : Math.max(USUAL_DAYS, Math.ceil(own.length / STOPS_A_DAY)),
  )
  const usual = STOPS.split('\n').map(line => line.split('|').map(part => part.trim()))
  const stops = Array.from({ length: days * STOPS_A_DAY }, (_, index) => {
    const day = Math.floor(index / STOPS_A_DAY) + 1
    const [time = '', name = '', duration = '', motif = '', description = ''] =
      usual[index % usual.length] ?? []
    const told = own[index]
    const slot = ['09:30', '13:00', '18:30'][index % STOPS_A_DAY] ?? time
    const repeat = index >= usual.length ? `, day ${day}` : ''
    return {
      name: told ?? `${name}${repeat}`,
      time: slot,
      duration,
      day,
      motif: told ? motifFor(told, motif) : motif,
      description: told ? (brief.items[index]?.description ?? '') : description,
      group: `Day ${day}`,
    }
  })
  const motif = motifFor(
    `${brief.text.slice(0, 400)}`.replace(/\b(?:app|website|web|plan\w*|trip|travel\w*|book\w*)\b/gi, ''),
    'plane',
  )
  return { destination, days, stops: withIds(stops), motif, packing: PACKING }
}
