/** What is usual for one kind of business, as data. */
export interface Sector {
  /** The picture that stands for it. */
  readonly motif: string
  /** What its catalog is called, one piece of it, and a line above its headline. */
  readonly words: readonly [browse: string, piece: string, eyebrow: string]
  readonly lead: string
  /** A choice with each item, and what it adds to the price. */
  readonly options?: {
    readonly name: string
    readonly choices: readonly (readonly [label: string, surcharge: number])[]
  }
  /** One item a line: `name | price | group | motif | description`. */
  readonly items: string
}

export type SectorTable = Readonly<Record<string, Sector>>

export interface CatalogItem {
  readonly id: string
  readonly name: string
  /** Absent where nothing is sold by the piece. */
  readonly price?: number
  readonly group: string
  readonly motif: string
  readonly description: string
  /** Of services. */
  readonly minutes?: number
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
