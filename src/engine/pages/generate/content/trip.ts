import type { PageBrief } from '../../../../contracts/page.ts'
import { type CatalogItem, toCatalogItem, withIds } from './catalog-item.ts'
import { motifFor } from './motif-words.ts'

export interface Stop extends CatalogItem {
  /** As it was told; empty where it was not. */
  readonly time: string
  readonly day: number
}

export interface Trip {
  readonly destination: string
  readonly days: number
  readonly stops: readonly Stop[]
  readonly motif: string
}

const MAX_DAYS = 31
const DAY = /^(?:day|tag|jour|día|dag)\s*(\d{1,2})\b/i
const TIME = /^(\d{1,2}[:.h]\d{2}|\d{1,2}\s?[ap]m)\s*[-–:]?\s*/i

/** The stops of a brief on their days: those of a group “Day 2” on the second, the others spread in their order. */
export function readTrip(brief: PageBrief): Trip {
  const destination = (brief.facts.destination ?? brief.name ?? '').replace(/^the /, '')
  const told = Number(brief.facts.days ?? 0)
  const named = brief.items.map(({ category }) => Number(DAY.exec(category ?? '')?.[1] ?? 0))
  const days = Math.min(MAX_DAYS, Math.max(1, told, ...named))
  const open = named.filter(day => day === 0).length
  const motif = motifFor(destination, 'plane')
  let spread = 0
  const stops = brief.items.map((item, index) => {
    const own = named[index] ?? 0
    const day = own > 0 ? own : Math.min(days, Math.floor((spread++ * days) / Math.max(1, open)) + 1)
    const [found = '', time = ''] = TIME.exec(item.name) ?? []
    return {
      ...toCatalogItem({ ...item, name: item.name.slice(found.length) || item.name }, motif),
      time,
      day,
      group: `Day ${day}`,
    }
  })
  return { destination, days, stops: withIds(stops), motif }
}
