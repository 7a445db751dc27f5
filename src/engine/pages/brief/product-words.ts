import { distance } from 'fastest-levenshtein'
import { PRODUCT_TYPES, type ProductType } from '../../../contracts/page.ts'

type Known = Exclude<ProductType, 'unknown'>

/** Words that speak for a product: three points, two and one. */
const WORDS: Readonly<Record<Known, readonly [strong: string, good: string, weak: string]>> = {
  ecommerce: [
    'shop store webshop ecommerce e-commerce checkout cart marketplace storefront netflix boutique',
    'sell selling menu order ordering buy products product catalog catalogue delivery takeaway merch streaming clone',
    'price prices shipping customers brand basket payment pickup',
  ],
  travel: [
    'trip itinerary travel roadtrip honeymoon vacation backpacking traveller travelling',
    'journey holiday sightseeing destination tour weekend getaway days destinations places',
    'visit explore hotel flights city guidebook week',
  ],
  manual: [
    'manual handbook documentation docs instructions howto onboarding wiki',
    'guide tutorial troubleshooting reference faq setup knowledge chapters',
    'steps learn explain rules policies',
  ],
  kanban: [
    'kanban board todo to-do scrum trello taskboard',
    'tasks task backlog sprint columns tracker project workflow',
    'team organise organize progress manage cards planning',
  ],
  landing: [
    'landing homepage launch waitlist startup saas',
    'website newsletter signup sign-up promote product-page campaign hero cta page leads site',
    'features marketing app convert visitors customers presence',
  ],
  card: [
    'vcard business-card visiting-card namecard linktree',
    'card contact profile portfolio resume cv bio links freelancer',
    'me personal freelance photographer designer',
  ],
  invitation: [
    'invitation invite rsvp wedding birthday',
    'party celebration anniversary ceremony shower guests event graduation engagement',
    'host date venue celebrate dinner',
  ],
  booking: [
    'booking appointment appointments reservation reserve reservations',
    'schedule slots salon barber clinic spa dentist studio classes yoga massage therapist availability',
    'services book hair treatment tutor lessons class clients',
  ],
  dashboard: [
    'dashboard analytics kpi kpis metrics reporting',
    'charts statistics stats reports monitor monitoring insights figures tracker overview',
    'data sales revenue growth admin numbers graph',
  ],
}

/** Phrases that settle it, whatever other words say. */
const PHRASES: readonly (readonly [RegExp, Known])[] = [
  [/\b(?:bus+in+es+|visit\w*|digital|contact|name)[ -]?card\b/, 'card'],
  [/\blink[ -]in[ -]bio\b/, 'card'],
  [/\blanding[ -]?page\b/, 'landing'],
  [/\b(?:user|owner'?s?|staff|employee|instruction|operating) (?:manual|handbook|guide)\b/, 'manual'],
  [/\bto-?do (?:list|app|board)\b|\btask (?:board|manager|tracker)\b|\bproject board\b/, 'kanban'],
  [
    /\b(?:travel|trip) (?:plan|planner|guide|app|itinerary)\b|\b(?:trip|journey) (?:to|through|around|in)\b|\bitinerary\b/,
    'travel',
  ],
  [
    /\b(?:\d+[ -]?|an? (?:long )?|two |three )(?:days?|weeks?|nights?|weekend) (?:in|through|around)\b/,
    'travel',
  ],
  [
    /\b(?:book(?:ing)?|reserv\w+) (?:an? )?(?:appointments?|slots?|tables?|class(?:es)?|sessions?|lessons?|time|app|page|site|system)\b/,
    'booking',
  ],
  [/\bappointments?\b/, 'booking'],
  [
    /\b(?:sales|analytics|admin|finance|fitness|marketing|support) dashboard\b|\bdashboard (?:for|of|with|showing)\b/,
    'dashboard',
  ],
  [
    /\b(?:online|web|coffee|flower|book|pet|toy|clothes|clothing|gift|pizza|sneaker|shoe|plant|barber|jewell?ery) ?(?:shop|store)\b/,
    'ecommerce',
  ],
  [
    /\b(?:wedding|birthday|party|event|baby shower|dinner)\b.*\b(?:invitation|invite|rsvp)\b|\b(?:invitation|invite|rsvp)\b/,
    'invitation',
  ],
]

/** The commonest words of other languages. */
const FOREIGN: readonly (readonly [RegExp, Known])[] = [
  [/hochzeit|einladung|geburtstag|mariage|boda|invitaci|دعوة|婚礼|邀请/, 'invitation'],
  [/visitenkarte|carte de visite|tarjeta de visita|名片/, 'card'],
  [/termin|buchung|friseur|rendez-vous|coiffeur|reserva|cita|peluquer|حجز|预约/, 'booking'],
  [/reise|urlaub|voyage|viaje|رحلة|旅行/, 'travel'],
  [/aufgaben|tâches|tareas|مهام|看板/, 'kanban'],
  [/handbuch|anleitung|mode d'emploi|manual de|دليل|手册/, 'manual'],
  [/kennzahlen|tableau de bord|panel de|لوحة|仪表/, 'dashboard'],
  [
    /laden|geschäft|bäckerei|café|blumen|boutique|boulangerie|tienda|panader|متجر|مقهى|商店|咖啡/,
    'ecommerce',
  ],
]

const FORGIVING_LENGTH = 5
const ENOUGH = 3

/** Which product a text speaks of, and how surely; below three points it is unknown. */
export function readProductType(text: string): { readonly type: ProductType; readonly confidence: number } {
  const low = text.toLowerCase().slice(0, 4000)
  const words = low.match(/[\p{L}][\p{L}'-]*/gu)?.slice(0, 600) ?? []
  const points = new Map<Known, number>()
  for (const type of PRODUCT_TYPES) points.set(type, scoreOf(type, words))
  PHRASES.forEach(([phrase, type]) => {
    if (phrase.test(low)) points.set(type, (points.get(type) ?? 0) + 6)
  })
  const foreign = FOREIGN.find(([words]) => words.test(low))?.[1]
  if (foreign) points.set(foreign, (points.get(foreign) ?? 0) + 4)
  const ranked = [...points].sort((a, b) => b[1] - a[1])
  const [first, second] = ranked
  if (!first || first[1] < ENOUGH) return { type: 'unknown', confidence: 0 }
  const lead = (first[1] - (second?.[1] ?? 0)) / first[1]
  return { type: first[0], confidence: Math.round(Math.min(1, 0.4 + lead * 0.4 + first[1] / 40) * 100) / 100 }
}

function scoreOf(type: Known, words: readonly string[]): number {
  const seen = new Set<string>()
  let score = 0
  WORDS[type].forEach((list, rank) => {
    for (const known of list.split(' ')) {
      if (seen.has(known) || !words.some(word => isSame(word, known))) continue
      seen.add(known)
      score += 3 - rank
    }
  })
  return score
}

/** The same word, its plural, or one typing slip away from it where it is long enough to tell. */
function isSame(word: string, known: string): boolean {
  if (word === known || word === `${known}s`) return true
  if (known.length < FORGIVING_LENGTH || word[0] !== known[0]) return false
  return Math.abs(word.length - known.length) <= 1 && distance(word, known) <= (known.length > 7 ? 2 : 1)
}
