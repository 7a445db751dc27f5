import { isActionVerb, isFunctionWord, readNumber, stemWord } from '../../../language/language.ts'
import type { ValueReading } from './reading.ts'

const words =
  'zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety'
const amounts = new RegExp(
  String.raw`(?<![\w#/.,:¤@&+]|\d[-–])(?<!\b(?:the|that|this|no|any|which|last|next|each|every|other|new|old|right|wrong|same|first|only|small|big|as|than|is|for)\s(?=one\b(?!\s+\p{L}+s?\b)))(?<sign>[€$£]\s?|US\$\s?)?(?<minus>[-−])?(?:(?<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?!\d|[.,:/]\d|[-–]\d)(?<scale>\s?(?:thousand|million|k)\b)?|(?<half>half (?:an?|a dozen))(?=\s)|(?<dozen>a single(?=\s)|a (?:pair|couple) of(?=\s)|a dozen|a hundred|a thousand|(?:an?|one) (?=(?:(?:full|whole) )?(?:minute|hour|day|week|fortnight|month|year)\b))|(?<word>(?:${words})(?:[- ](?:one|two|three|four|five|six|seven|eight|nine)\b)?(?:\s+(?:hundred|thousand|dozen))?)\b)(?:\s?(?:full|whole|entire|complete|solid|straight|consecutive|extra|separate|different|single)(?=\s))?(?:[\s-]?(?<unit>%|°\s?[CF]?|[€$£]|m\/s|km\/h|m[²³]|[\p{L}]+)(?<noun>(?:\s+[\p{L}]+)?))?`,
  'giu',
)

/** Units that measure the same, by how many of the base unit they hold. */
const measures: ReadonlyMap<string, readonly [kind: string, factor: number]> = new Map(
  Object.entries({
    duration:
      's=1 sec=1 secs=1 second=1 seconds=1 min=60 mins=60 minute=60 minutes=60 h=3600 hr=3600 hrs=3600 hour=3600 hours=3600 day=86400 days=86400 night=86400 nights=86400 week=604800 weeks=604800 fortnight=1209600 month=2628000 months=2628000 year=31536000 years=31536000 ms=0.001',
    size: 'byte=1e-6 bytes=1e-6 kb=1e-3 mb=1 gb=1e3 tb=1e6 kilobytes=1e-3 megabytes=1 gigabytes=1e3 megabyte=1 gigabyte=1e3 mib=1 gib=1e3',
    mass: 'mg=1e-3 g=1 gram=1 grams=1 kg=1e3 kilo=1e3 kilos=1e3 kilogram=1e3 kilograms=1e3 ton=1e6 tons=1e6 tonnes=1e6 lb=453.6 lbs=453.6 oz=28.35 ounces=28.35',
    length:
      'mm=1 cm=10 m=1e3 km=1e6 metre=1e3 metres=1e3 meter=1e3 meters=1e3 kilometre=1e6 kilometres=1e6 kilometer=1e6 kilometers=1e6 centimetres=10 centimeters=10 inch=25.4 inches=25.4 ft=304.8 feet=304.8 foot=304.8 mile=1609344 miles=1609344',
    volume: 'ml=1 cl=10 l=1e3 litre=1e3 litres=1e3 liter=1e3 liters=1e3',
    pixel: 'px=1 pixel=1 pixels=1',
    money:
      '€=1 $=1 £=1 euro=1 euros=1 dollar=1 dollars=1 pound=1 pounds=1 eur=1 usd=1 gbp=1 franc=1 francs=1 chf=1 bucks=1 quid=1 cents=0.01',
    '%': '%=1 percent=1 pct=1',
    degree: '°=1 °c=1 °f=1 degree=1 degrees=1 celsius=1',
    speed: 'km/h=1 kmh=1 mph=1.6',
  }).flatMap(([kind, list]) =>
    list.split(' ').map(entry => {
      const [name = '', factor = '1'] = entry.split('=')
      return [name, [kind, Number(factor)]] as const
    }),
  ),
)

const months =
  /^(?:[Jj]an(?:uary)?|[Ff]eb(?:ruary)?|Mar|[Mm]arch|[Aa]pr(?:il)?|May|[Jj]une?|[Jj]uly?|[Aa]ug(?:ust)?|[Ss]ept?(?:ember)?|[Oo]ct(?:ober)?|[Nn]ov(?:ember)?|Dec|[Dd]ecember)$/
const monthBefore = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+$/i

/** The amounts of a text in order: numbers with what they measure or count; no names, dates or times of day. */
export function readAmounts(text: string): readonly ValueReading[] {
  const found: ValueReading[] = []
  for (const match of text.matchAll(amounts)) {
    const before = text.slice(Math.max(0, match.index - 60), match.index)
    const one = readAmount(match, before, text)
    if (one !== undefined) found.push(one)
  }
  return found
}

function readAmount(match: RegExpExecArray, before: string, text: string): ValueReading | undefined {
  const { sign, minus, unit = '', noun = '' } = match.groups ?? {}
  const value = numberOf(match) * (minus === undefined ? 1 : -1)
  const after = text.slice(match.index + match[0].length - noun.length - unit.length)
  if (!Number.isFinite(value) || isNoAmount(before, unit, after)) return undefined
  const measure = measures.get(unit.toLowerCase())
  const isUnit = measure !== undefined
  if (!isUnit && /\d\p{L}/u.test(match[0])) return undefined
  const isBare = !isUnit && isNoThing(unit)
  if (isBare && sign === undefined && isLabel(before)) return undefined
  const end = match.index + match[0].length - noun.length - (isBare ? unit.length : 0)
  const said = text.slice(match.index, end).trimEnd()
  const counted = isBare ? '' : thingOf(unit, noun)
  const kind = sign !== undefined ? 'money' : isUnit ? measure[0] : counted
  const amount = isUnit && sign === undefined ? value * measure[1] : value
  const factor = isUnit && sign === undefined ? measure[1] : 1
  return {
    text: said,
    start: match.index,
    end: match.index + said.length,
    kind,
    lowest: amount,
    highest: amount,
    factor,
    shifts: [0],
  }
}

function numberOf(match: RegExpExecArray): number {
  const { digits, scale = '', half, dozen, word } = match.groups ?? {}
  if (digits !== undefined) return readNumber(`${digits}${scale}`)
  if (half !== undefined) return half.toLowerCase().endsWith('dozen') ? 6 : 0.5
  if (dozen !== undefined) return /pair|couple/i.test(dozen) ? 2 : readNumber(dozen) || 1
  return readNumber((word ?? '').replace(/\s+/g, ' '))
}

/** “9 July”, “May 9”, “3rd”, “8 am”, “5 o'clock”, “2 of the”, “3 to 6”: a date, a time of day, a part of a span. */
function isNoAmount(before: string, unit: string, after: string): boolean {
  if (months.test(unit) && /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/i.test(unit))
    return !/^(?:mark|second|sept?ember?s)$/i.test(unit) || /^sep/i.test(unit)
  if (/^(?:st|nd|rd|th|am|pm|a|p)$/i.test(unit) && /^(?:st|nd|rd|th|am|pm|[ap]\.m)/i.test(after)) return true
  if (/^o$/i.test(unit) && /^o['’]clock/i.test(after)) return true
  return monthBefore.test(before) || /(?:\bchapter|\bversion|\bv\.?|\b\p{Lu}[\p{L}-]*-)\s*$/u.test(before)
}

const notThings =
  /^(?:all|altogether|pls|please|sharp|exactly|today|tomorrow|tonight|high|wide|long|deep|tall|or|at|each|per|max|min|maximum|minimum|tops|daily|monthly|weekly|upwards?|plus|instead|total|afterwards|starting|now|later|net|gross|left|there|yourself|though|however|anyway|when|while|whatever|without|long|old|too|again|please|thanks|so|but|and|big|small|right|before|after|until|till|from|to|by|tonight|only|just)$/i

function isNoThing(unit: string): boolean {
  return unit === '' || isFunctionWord(unit.toLowerCase()) || notThings.test(unit) || unit.length < 2
}

/** “40 new songs”: what is counted is the last noun, as far as that can be told. */
function thingOf(unit: string, noun: string): string {
  const isPlural = /[^s]s$/i.test(unit)
  const next = noun.trim().toLowerCase()
  if (isPlural || next === '' || isFunctionWord(next) || !/[^s]s$/.test(next) || isActionVerb(next))
    return stemWord(unit.toLowerCase())
  return stemWord(next)
}

const labelNouns =
  /\b(?:rooms?|cards?|orders?|tickets?|invoices?|items?|house|gates?|bays?|zones?|lines?|flights?|bus|chapters?|pages?|steps?|tracks?|questions?|accounts?|registers?|cabinets?|floors?|courts?|docks?|model|route|buildings?|apartments?|flat|locker|number|no\.?|nr\.?|release|boxes|box|hall|platform|row|shelf|bin|machine|terminal|table|seat|slot|unit|pump|valve|stage|phase|level|grade|class|group|channel|part|section|article|paragraph|figure|case|claim|bug|issue|file|folder|lot|batch|version|lane|day|week|port|server|node|lab|camera|sensor|door|window|line|row|column|field|option|tier|team|player|patient|customer|member|user|employee|order number|top|highway|exit|area|iphone|windows)\s+$/i
const attributes =
  /\b(?:quantity|size|price|cost|limit|width|height|length|depth|weight|volume|amount|total|score|rate|speed|fee|value|temperature|brightness|number|count|budget|timeout|discount|salary|pay|dose|mark|sum|rating|capacity|say|says|read|reads|show|shows|exactly|precisely|just|is|are|be|cost|costs|get|gets|reach|have|has|come|stay|type|enter|write|put|bid|tip|order|buy|print|send|invite|log|add|give|make|take)\s+$/i

/** “lend Tom 200” */
const giving =
  /\b(?:lend|pay|give|send|tip|award|grant|offer|charge|bill|refund|owe|transfer|wire|bring|get|fine|allow|credit)\s+$/i
const name = /\p{Lu}\p{Ll}+\s+$/u

/** A bare number right behind the noun that it names: “card 4471”, “in bay 4”. */
function isLabel(before: string): boolean {
  if (/[#№]\s*$/.test(before)) return true
  if (attributes.test(before) || giving.test(before.replace(name, ''))) return false
  if (labelNouns.test(before)) return true
  const noun =
    /\b(?:of|in|on|for|to|from|at|with)\s+(?!least|most|about|around|exactly|under|over|below|above)(?<noun>\p{L}{3,})\s+$/iu.exec(
      before,
    )?.groups?.noun
  if (noun !== undefined && !isFunctionWord(noun.toLowerCase()) && !/s$/.test(noun)) return true
  return /\b\p{Lu}\p{Ll}+\s+$/u.test(before) && !/^\W*\p{Lu}\p{Ll}+\s+$/u.test(before)
}
