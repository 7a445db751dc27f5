import type { PageBrief } from '../../../../contracts/page.ts'
import { hash } from '../art/art.ts'

/** Twelve weeks of sample figures: one number a day and source. */
export interface Figures {
  readonly name: string
  readonly isMoney: boolean
  readonly sources: readonly { readonly name: string; readonly values: readonly number[] }[]
  readonly activity: readonly (readonly [kind: string, text: string])[]
}

const DAYS = 84
const WEEK = 7

const KINDS: Readonly<
  Record<string, readonly [name: string, isMoney: boolean, sources: readonly string[], size: number]>
> = {
  finance: ['Spending', true, ['Housing', 'Groceries', 'Transport', 'Leisure'], 24],
  fitness: ['Active minutes', false, ['Walking', 'Running', 'Strength', 'Cycling'], 18],
  support: ['Tickets', false, ['E-mail', 'Chat', 'Phone', 'Forum'], 22],
  website: ['Visits', false, ['Search', 'Direct', 'Social', 'Newsletter'], 160],
  general: ['Revenue', true, ['Online', 'In store', 'Partners', 'Subscriptions'], 210],
}

const ACTIVITY: readonly (readonly [string, string])[] = [
  ['Record', 'Best day of the month so far'],
  ['Change', 'A source grew by a tenth within a week'],
  ['Note', 'Figures for last week were checked and closed'],
  ['Alert', 'One source was quiet for a day'],
  ['Record', 'Four weeks above the average in a row'],
  ['Change', 'The weekend was stronger than usual'],
  ['Note', 'A new source was connected'],
  ['Alert', 'Two days are missing from one source'],
]

/** Sample figures, the same for the same product; a person replaces them with their own. */
export function sampleFigures(brief: PageBrief, seed: string): Figures {
  const [name, isMoney, usual, size] = kindOf(brief)
  const own = brief.items.map(item => item.name).slice(0, 6)
  const names = own.length >= 2 ? own : usual
  const sources = names.map((source, rank) => ({
    name: source,
    values: series(`${seed}/${source}`, size * (1 - rank * 0.14)),
  }))
  return { name, isMoney, sources, activity: ACTIVITY }
}

function kindOf(brief: PageBrief): NonNullable<(typeof KINDS)[string]> {
  const known = KINDS[brief.facts.sector ?? '']
  const general = KINDS.general
  if (!general) throw new Error('The general figures are missing.')
  if (known) return known
  const text = brief.text.toLowerCase()
  if (/visit|traffic|page view/.test(text)) return KINDS.website ?? general
  if (/ticket|support/.test(text)) return KINDS.support ?? general
  if (/workout|steps|running|fitness/.test(text)) return KINDS.fitness ?? general
  if (/spend|expense|budget/.test(text)) return KINDS.finance ?? general
  return general
}

/** A slow rise, weekends apart, and some noise. */
function series(seed: string, size: number): readonly number[] {
  return Array.from({ length: DAYS }, (_, day) => {
    const weekend = day % WEEK >= 5 ? 0.68 : 1
    const wave = 1 + Math.sin((day + (hash(seed) % 9)) / 6) * 0.16
    const noise = 0.82 + (hash(`${seed}/${day}`) % 1000) / 2800
    return Math.round(size * (0.78 + (day / DAYS) * 0.44) * weekend * wave * noise)
  })
}
