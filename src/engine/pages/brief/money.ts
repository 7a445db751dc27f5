/** An amount of money as it was written, with its currency as an ISO 4217 code where it can be told. */
export interface WrittenPrice {
  /** As the person wrote it: “from 12,50 € per night”. */
  readonly text: string
  readonly amount: number
  readonly currency?: string
  readonly start: number
  readonly end: number
}

/** Signs that are no ISO code and which currency they mean first; `kr` and `$` are shared by several. */
const SIGNS: Readonly<Record<string, string>> = {
  US$: 'USD',
  CA$: 'CAD',
  C$: 'CAD',
  AU$: 'AUD',
  A$: 'AUD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  MX$: 'MXN',
  R$: 'BRL',
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  '₺': 'TRY',
  '₩': 'KRW',
  '₪': 'ILS',
  '₴': 'UAH',
  '₽': 'RUB',
  '₫': 'VND',
  '฿': 'THB',
  '₦': 'NGN',
  '₱': 'PHP',
  zł: 'PLN',
  Kč: 'CZK',
  Ft: 'HUF',
  'kr.': 'DKK',
  kr: 'SEK',
  Kr: 'SEK',
  'Fr.': 'CHF',
  'Rs.': 'INR',
  Rs: 'INR',
  lei: 'RON',
  лв: 'BGN',
}

const WORDS: Readonly<Record<string, string>> = {
  euros: 'EUR',
  euro: 'EUR',
  dollars: 'USD',
  dollar: 'USD',
  pounds: 'GBP',
  pound: 'GBP',
  yen: 'JPY',
  rupees: 'INR',
  francs: 'CHF',
  kronor: 'SEK',
  kroner: 'NOK',
  zloty: 'PLN',
  złoty: 'PLN',
  złotych: 'PLN',
  reais: 'BRL',
  lira: 'TRY',
  liras: 'TRY',
  rand: 'ZAR',
  pesos: 'MXN',
  forint: 'HUF',
  koruna: 'CZK',
  dirhams: 'AED',
  won: 'KRW',
  yuan: 'CNY',
  shekels: 'ILS',
  baht: 'THB',
  naira: 'NGN',
  eur: 'EUR',
  usd: 'USD',
  gbp: 'GBP',
  chf: 'CHF',
}

const CODES = new Set(Intl.supportedValuesOf('currency'))
const escapeSign = (sign: string): string => sign.replace(/[.$]/g, String.raw`\$&`)
const SIGN = Object.keys(SIGNS)
  .sort((a, b) => b.length - a.length)
  .map(escapeSign)
  .join('|')
const NUMBER = String.raw`\d{1,3}(?:[ .,'’\u00a0]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d{1,7}(?:[.,]\d{1,2})?(?!\d)`
const DASHED = String.raw`(?:[.,][-–—]{1,2})?`
const UNIT = String.raw`(?:\s?(?:\/\s?|(?:per|a|an|each|pro|par|por|al|je)\s)(?:\p{L}{1,12}|\d+\s?\p{L}{1,4})|\s(?:each|apiece|p\.?p\.?))?`
const FROM = String.raw`(?:\b(?:[Ff]rom|[Aa]b|[Dd]esde|[Dd]ès|[Dd]a)\s+)?`
/** Codes are capitals, so that “for 4” is no price; words of currencies may begin with one. */
const WORD = Object.keys(WORDS)
  .map(word => `[${word.charAt(0)}${word.charAt(0).toUpperCase()}]${word.slice(1)}`)
  .join('|')
const PRICE = new RegExp(
  String.raw`${FROM}(?:(?<![\p{L}])(?<before>${SIGN}|[A-Z]{3}|R(?=\s?\d))\s?(?<first>${NUMBER})${DASHED}|(?<![\p{L}\d.,])(?<second>${NUMBER})${DASHED}\s?(?:-\s?)?(?<behind>${SIGN}|[A-Z]{3}|(?:US |Canadian |Australian )?(?:${WORD}))(?![\p{L}]))${UNIT}`,
  'gu',
)

/** Every amount with a currency in a text, in order. */
export function readPrices(text: string): readonly WrittenPrice[] {
  return [...text.matchAll(PRICE)].flatMap(found => {
    const { before, behind, first, second } = found.groups ?? {}
    const currency = toCurrencyCode(before ?? behind ?? '')
    if (currency === undefined) return []
    const start = found.index
    const words = found[0].trimEnd()
    return [
      { text: words, amount: toAmount(first ?? second ?? ''), currency, start, end: start + words.length },
    ]
  })
}

/** Amounts without a sign, for a text whose currency is told elsewhere: `4.20`, `12`. */
export function readPlainPrices(text: string): readonly WrittenPrice[] {
  const plain = new RegExp(
    String.raw`(?<![\p{L}\d.,:/–—-])(?:${NUMBER})${DASHED}(?![\d:%/]|\s?\p{L}|\s?[–—-]\s?\d)`,
    'gu',
  )
  return [...text.matchAll(plain)]
    .filter(([written]) => !/^(?:19|20)\d\d$/.test(written))
    .map(found => ({
      text: found[0],
      amount: toAmount(found[0]),
      start: found.index,
      end: found.index + found[0].length,
    }))
}

/** The currency that a text speaks of without an amount: “prices in euro”, “all in CHF”. */
export function readCurrency(text: string): string | undefined {
  const word = new RegExp(
    String.raw`\b(?:in|currency:?|währung:?|en)\s+(?:(?:US|Swiss|British|Swedish|Norwegian|Danish|Polish|Canadian|Australian)\s+)?(?<word>${WORD}|[A-Z]{3}|€|\$|£)(?![\p{L}])`,
    'iu',
  ).exec(text)?.groups?.word
  const national = /\b(Swedish|Norwegian|Danish|Canadian|Australian)\s+(?:kron\w*|dollars?)/i.exec(text)?.[1]
  const byNation = { swedish: 'SEK', norwegian: 'NOK', danish: 'DKK', canadian: 'CAD', australian: 'AUD' }
  if (national) return Object.entries(byNation).find(([nation]) => nation === national.toLowerCase())?.[1]
  return word === undefined ? undefined : toCurrencyCode(word)
}

/** ISO 4217 code of a sign, code or word; undefined for what is none. */
function toCurrencyCode(sign: string): string | undefined {
  const exact = SIGNS[sign] ?? (CODES.has(sign) ? sign : undefined)
  if (exact !== undefined) return exact
  if (sign === 'R') return 'ZAR'
  const low = sign.toLowerCase()
  const found = Object.entries(SIGNS).find(([known]) => known.toLowerCase() === low)?.[1]
  return found ?? WORDS[low.split(' ').at(-1) ?? ''] ?? undefined
}

/** The amount of an entry of the brief, by its price as written; nothing where it has none. */
export function priceOf(written: string | undefined): { readonly price?: number } {
  const price = written === undefined ? undefined : amountOf(written)
  return price === undefined ? {} : { price }
}

/** Amount of a price as somebody wrote it, with or without a currency; undefined without a figure. */
export function amountOf(written: string): number | undefined {
  return readPrices(written)[0]?.amount ?? (/\d/.test(written) ? toAmount(written) : undefined)
}

/** `1.250,00`, `1 250`, `4,5`: a last group of one or two digits is the fraction. */
export function toAmount(text: string): number {
  const digits = text.replace(/[^\d.,]/g, '').replace(/[.,]+$/, '')
  const [, whole = digits, fraction] = /^(.*)[.,](\d{1,2})$/.exec(digits) ?? []
  return Number(`${whole.replace(/[.,]/g, '')}.${fraction ?? '0'}`)
}

/** Few words that name a currency and no amount: “prices in euro”. */
export function isCurrencyOnly(text: string): boolean {
  return (
    readCurrency(text) !== undefined &&
    readPrices(text).length === 0 &&
    (text.match(/\p{L}+/gu)?.length ?? 0) <= 6
  )
}
