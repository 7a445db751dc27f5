import type { PageBrief } from '../../../../contracts/page.ts'
import { motifFor } from './motif-words.ts'
import { type CatalogItem, type Sector, type SectorTable, withIds } from './sector.ts'

/** What is offered: the brief's own items where it names some, otherwise what is usual for such a business. */
export function readCatalog(brief: PageBrief, sector: Sector): readonly CatalogItem[] {
  if (brief.items.length > 0) return withIds(brief.items.map(item => toCatalogItem(item, sector)))
  return withIds(usualItems(sector))
}

function usualItems(sector: Sector): readonly Omit<CatalogItem, 'id'>[] {
  return sector.items.split('\n').map(line => {
    const [name = '', price = '', group = '', motif = '', description = ''] = line
      .split('|')
      .map(part => part.trim())
    const amount = Number(price)
    return { name, group, motif, description, ...(amount > 0 ? { price: amount } : {}) }
  })
}

/** The groups of a catalog, in the order of their first item. */
export function groupsOf(items: readonly CatalogItem[]): readonly string[] {
  return [...new Set(items.map(item => item.group).filter(group => group !== ''))]
}

export function findSector(table: SectorTable, brief: PageBrief, otherwise: string): Sector {
  const found = table[brief.facts.sector ?? ''] ?? table[otherwise]
  if (!found) throw new Error(`There is no sector called ${otherwise}.`)
  return found
}

function toCatalogItem(item: PageBrief['items'][number], sector: Sector): Omit<CatalogItem, 'id'> {
  const usual = usualItems(sector)
  const same = usual.find(one => one.name.toLowerCase() === item.name.toLowerCase())
  const motif = same?.motif ?? motifFor(item.name, sector.motif)
  const near = same ?? usual.find(one => one.motif === motif)
  const price = item.price ?? same?.price
  return {
    name: item.name,
    group: item.category ?? near?.group ?? '',
    motif,
    description: item.description ?? same?.description ?? '',
    ...(price === undefined ? {} : { price }),
  }
}
