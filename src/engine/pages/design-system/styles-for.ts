import type { ExtractedStyle, PageBrief, PageStyle } from '../../../contracts/page.ts'

const BY_SECTOR: Readonly<Record<string, PageStyle>> = {
  coffee: 'editorial',
  bakery: 'editorial',
  restaurant: 'editorial',
  books: 'editorial',
  flowers: 'calm-natural',
  plants: 'calm-natural',
  wellness: 'calm-natural',
  beauty: 'soft-elegant',
  jewellery: 'soft-elegant',
  wedding: 'soft-elegant',
  toys: 'playful-color',
  pets: 'playful-color',
  sweets: 'playful-color',
  party: 'playful-color',
  fashion: 'minimal-mono',
  streaming: 'bold-tech',
  games: 'bold-tech',
  electronics: 'clean-modern',
  sports: 'bold-brutal',
  music: 'bold-brutal',
}

const BY_PRODUCT: Readonly<Record<string, PageStyle>> = {
  ecommerce: 'clean-modern',
  travel: 'calm-natural',
  manual: 'clean-modern',
  kanban: 'clean-modern',
  landing: 'clean-modern',
  card: 'minimal-mono',
  invitation: 'soft-elegant',
  booking: 'calm-natural',
  dashboard: 'clean-modern',
}

const BY_IMAGE: Readonly<Record<ExtractedStyle['style'], PageStyle>> = {
  modern: 'clean-modern',
  classic: 'editorial',
  playful: 'playful-color',
  minimal: 'minimal-mono',
  bold: 'bold-brutal',
}

/** The look that suits what is built, where nobody chose one. */
export function chooseStyle(brief: PageBrief, extracted?: ExtractedStyle): PageStyle {
  if (extracted) return BY_IMAGE[extracted.style]
  return BY_SECTOR[brief.facts.sector ?? ''] ?? BY_PRODUCT[brief.product_type] ?? 'clean-modern'
}
