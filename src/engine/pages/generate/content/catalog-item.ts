import type { BriefItem, PageBrief } from '../../../../contracts/page.ts'
import { motifFor } from './motif-words.ts'

/** One thing of a brief as pages show it. */
export interface CatalogItem {
  readonly id: string
  readonly name: string
  /** Absent where nothing is sold by the piece. */
  readonly price?: number
  /** As the person wrote it. */
  readonly priceText?: string
  readonly group: string
  readonly motif: string
  readonly description: string
  /** Of services. */
  readonly minutes?: number
}

const EXAMPLES = 3

/** The brief's own items; where nobody named any, examples that say so and claim nothing. */
export function catalogOf(brief: PageBrief): readonly CatalogItem[] {
  const items = brief.items.length > 0 ? brief.items : exampleItems()
  return withIds(items.map(item => toCatalogItem(item, motifFor(brief.name ?? '', 'spark'))))
}

function exampleItems(): readonly BriefItem[] {
  return Array.from({ length: EXAMPLES }, (_, index) => ({ name: `Example ${index + 1}` }))
}

export function toCatalogItem(item: BriefItem, motif: string): Omit<CatalogItem, 'id'> {
  const { name, price, price_text: priceText, minutes, category, description } = item
  return {
    name,
    group: category ?? '',
    motif: motifFor(`${name} ${category ?? ''}`, motif),
    description: description ?? '',
    ...(price === undefined ? {} : { price }),
    ...(priceText === undefined ? {} : { priceText }),
    ...(minutes === undefined ? {} : { minutes }),
  }
}

/** The groups of a catalog, in the order of their first item. */
export function groupsOf(items: readonly CatalogItem[]): readonly string[] {
  return [...new Set(items.map(item => item.group).filter(group => group !== ''))]
}

/** A slug that stands in addresses and ids: `[a-z0-9-]`, 1 to 40 long. */
export function slugOf(text: string, fallback = 'item'): string {
  const slug = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')
  return slug === '' ? fallback : slug
}

/** Gives each its own id, in order, however alike their names. */
export function withIds<Item extends { readonly name: string }>(
  items: readonly Item[],
): readonly (Item & { readonly id: string })[] {
  const used = new Set<string>()
  return items.map((item, index) => {
    const plain = slugOf(item.name, `item-${index + 1}`)
    const id = used.has(plain) ? `${plain.slice(0, 36)}-${index + 1}` : plain
    used.add(id)
    return { ...item, id }
  })
}
