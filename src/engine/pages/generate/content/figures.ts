import type { PageBrief } from '../../../../contracts/page.ts'
import { hash } from '../art/art.ts'

/** Twelve weeks of sample figures: one number a day and source. */
export interface Figures {
  readonly name: string
  readonly isMoney: boolean
  readonly sources: readonly { readonly name: string; readonly values: readonly number[] }[]
}

const DAYS = 84
const WEEK = 7

const SIZE = 120
const EXAMPLES = ['Example 1', 'Example 2', 'Example 3'] as const

/** Example figures under the names that the brief gives, the same for the same product; the page says that they are examples. */
export function sampleFigures(brief: PageBrief, seed: string): Figures {
  const own = brief.items.map(item => item.name).slice(0, 12)
  const names = own.length > 0 ? own : EXAMPLES
  const sources = names.map((source, rank) => ({
    name: source,
    values: series(`${seed}/${source}`, SIZE * (1 - Math.min(5, rank) * 0.14)),
  }))
  const isMoney =
    brief.currency !== undefined ||
    /\b(?:revenue|sales|spend\w*|expens\w+|cost\w*|budget|finance)\b/i.test(brief.text)
  return { name: 'Total', isMoney, sources }
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
