import type { ProductType } from '../../../contracts/page.ts'

/** Kinds of business and occasions, by words; the first that fits. The product they mean where nothing else says. */
const SECTORS: readonly (readonly [sector: string, product: ProductType, words: RegExp])[] = [
  ['wedding', 'invitation', /\b(?:wedding|marriage|getting married|bridal|hochzeit|mariage|boda)\b/],
  ['birthday', 'invitation', /\bbirthday\b/],
  ['baby', 'invitation', /\bbaby (?:shower|party)\b/],
  ['streaming', 'ecommerce', /\b(?:netflix|streaming|movies?|films?|series|tv shows?)\b/],
  [
    'coffee',
    'ecommerce',
    /\b(?:coff?ee?|cafe|kaffee|espresso|roaster\w*|barista|tea ?house|tea shop)\b|café|قهوة|咖啡/,
  ],
  [
    'bakery',
    'ecommerce',
    /\b(?:baker[yi]\w*|patisserie|pastr\w+|bread|sourdough|boulangerie|panader\w*)\b|bäckerei/,
  ],
  ['pizza', 'ecommerce', /\bpizz\w+\b/],
  [
    'sweets',
    'ecommerce',
    /\b(?:ice ?cream|gelat\w+|candy|sweets|chocolat\w+|donuts?|doughnuts?|cupcakes?)\b/,
  ],
  [
    'restaurant',
    'ecommerce',
    /\b(?:restaurant|bistro|food truck|diner|sushi|ramen|burger\w*|tacos?|trattoria|kitchen|takeaway)\b/,
  ],
  ['hair', 'booking', /\b(?:hair\w*|barber\w*|beard|friseur\w*|coiffeur|peluquer\w*)\b/],
  ['dental', 'booking', /\b(?:dent(?:al|ist)\w*|orthodont\w+)\b/],
  ['yoga', 'booking', /\b(?:yoga|pilates|meditation)\b/],
  ['massage', 'booking', /\b(?:massage|spa|sauna|wellness)\b/],
  ['nails', 'booking', /\b(?:nails?|manicure|beauty salon|lash\w*|cosmetic\w*)\b/],
  ['training', 'booking', /\b(?:gym|personal train\w+|fitness studio|crossfit|coach\w*)\b/],
  ['health', 'booking', /\b(?:clinic|doctor|physio\w*|therap\w+|medical|practice)\b/],
  ['tutoring', 'booking', /\b(?:tutor\w*|lessons?|language school|teacher|piano|guitar lessons?)\b/],
  ['repair', 'booking', /\b(?:garage|mechanic|repair\w*|plumb\w+|electrician|handyman|bike shop)\b/],
  ['photo', 'booking', /\bphotograph\w+\b/],
  ['grooming', 'booking', /\b(?:groom\w+|veterinar\w+|vet|dog walk\w*)\b/],
  ['cleaning', 'booking', /\bclean(?:ing|ers?)\b/],
  ['flowers', 'ecommerce', /\b(?:flor(?:ist|al)\w*|flowers?|bouquets?|blumen\w*|fleurs?|flores)\b/],
  ['plants', 'ecommerce', /\b(?:plants?|nursery|garden cent\w+|succulents?)\b/],
  ['books', 'ecommerce', /\b(?:book ?(?:shop|store)|books|novels)\b/],
  ['jewellery', 'ecommerce', /\b(?:jewel\w+|rings?|necklaces?|watches)\b/],
  [
    'fashion',
    'ecommerce',
    /\b(?:fashion|clothes|clothing|apparel|streetwear|t-?shirts?|sneakers?|shoes?|vintage)\b/,
  ],
  ['electronics', 'ecommerce', /\b(?:electronics?|gadgets?|headphones?|phones|laptops?|computers?)\b/],
  ['beauty', 'ecommerce', /\b(?:skin ?care|cosmetics?|make-?up|soaps?|perfume\w*|beauty)\b/],
  ['toys', 'ecommerce', /\b(?:toys?|kids'? (?:shop|store))\b/],
  ['pets', 'ecommerce', /\b(?:pets?|dogs?|cats?|puppies|puppy)\b/],
  ['sports', 'ecommerce', /\b(?:sports?|running gear|cycling|bikes?|outdoor gear|fitness gear)\b/],
  ['grocery', 'ecommerce', /\b(?:grocer\w+|vegetables?|farm(?:ers)?|organic food|market)\b/],
  ['crafts', 'ecommerce', /\b(?:ceramics?|pottery|handmade|crafts?|etsy|candles?|art prints?)\b/],
  ['home', 'ecommerce', /\b(?:furniture|home decor|interior|lamps?|sofas?)\b/],
  ['music', 'ecommerce', /\b(?:vinyl|records?|instruments?|guitars?|music)\b/],
  ['games', 'ecommerce', /\b(?:games?|gaming|board games?)\b/],
  ['finance', 'dashboard', /\b(?:finance|budget|accounting|expenses|invoices?)\b/],
  ['fitness', 'dashboard', /\b(?:workouts?|fitness|steps|calories|health data|running log)\b/],
  ['support', 'dashboard', /\b(?:support tickets?|helpdesk|customer service)\b/],
  ['website', 'dashboard', /\b(?:web(?:site)? (?:analytics|traffic)|visitors|page ?views)\b/],
  ['software', 'landing', /\b(?:app|saas|software|platform|tool|startup|api|ai)\b/],
  ['party', 'invitation', /\b(?:party|celebration|gala|reunion)\b/],
]

export function readSector(
  text: string,
): { readonly sector: string; readonly product: ProductType } | undefined {
  const low = text.toLowerCase().slice(0, 4000)
  const found = SECTORS.find(([, , words]) => words.test(low))
  return found && { sector: found[0], product: found[1] }
}
