import type { ToolShape } from '../../../goal/goal.ts'
import { contentStems, piecesBetween, readNumber, stemWord } from '../../../language/language.ts'
import { followersOf } from '../acts/neighbours.ts'
import type { Clash } from '../clash.ts'
import { isOfAnother } from './numbered-things.ts'

/** A value of a kind of which one thing has only one at a time. */
interface FixedValue {
  readonly kind: string
  readonly value: string
  readonly text: string
  readonly start: number
}

interface Part {
  readonly text: string
  readonly values: readonly FixedValue[]
}

const cuts =
  /[;!?]+\s*|\.(?=\s+\p{L})\s*|,?\s+\b(?:but|although|though|even though|yet|while|whereas)\b\s+|,\s+(?:and\s+|but\s+)?(?=(?:it|they|that|this|he|she|the|in|on|at|only|never|nobody)\b)|\s+and\s+(?=(?:it|they|that|this|leave|keep)\b)|,?\s+-\s+|,\s+(?=(?:[\w-]+\s+){1,3}(?:must|has to|have to|should|is to|stays?|remains?)\b)/giu
/** Other moments, other things, or a change from one to the other. */
const apart =
  /\b(?:then|afterwards?|later|instead|or|first|next|finally|if|when|unless|except|another|other|others|each|respectively|until|till|before|after|was|were|currently|so far|used to)\b/i
const denial = /\b(?:not|never|no|nobody|none|cannot|n['’]t|without)\b|n['’]t\b/i

/** One thing that is to have one value and must, may only, or must not have another. */
export function findFixedValues(goal: string, tools: readonly ToolShape[]): Clash | undefined {
  if (!fixing.test(goal)) return undefined
  const parts = splitParts(goal, tools)
  for (const [at, one] of parts.entries()) {
    const inside = onlyWithin(one)
    if (inside !== undefined) return inside
    if (denial.test(one.text)) continue
    for (const other of followersOf(parts, at)) {
      const clash = isSameThing(one, other) ? clashOf(one, other) : undefined
      if (clash !== undefined) return clash
    }
  }
  return undefined
}

function splitParts(goal: string, tools: readonly ToolShape[]): readonly Part[] {
  return piecesBetween(goal, [...goal.matchAll(cuts)]).map(({ text }) => ({
    text,
    values: readFixedValues(text, tools),
  }))
}

/** Without one of these nothing is fixed, forbidden or said twice. */
const fixing =
  /\b(?:must|has to|have to|should|shall|is to|are to|needs? to|ought to|stays?|remains?|leave|keep|only|exclusively|solely|nothing|not|never|no|sharp|exactly|precisely|just)\b|n['’]t\b|\bfor\b.*\bfor\b/i
const must =
  /\b(?:must|has to|have to|should|shall|is to|are to|needs? to|ought to)\s+(?:only\s+|always\s+|absolutely\s+)?(?:stay|remain|be|be kept|keep|take place|happen|start|read|say)\b|\b(?:stays?|remains?|leave|keep)\b/i
const only = /\b(?:only|exclusively|solely|nothing but|nothing else)\b/i

const limiting =
  /\b(?:under|below|above|over|beneath|beyond|at (?:most|least)|up to|within|(?:less|more|fewer|lower|higher|later|earlier|longer|shorter) than|max(?:imum)?|min(?:imum)?|before|after|by)\s+(?:the\s+)?\D?$/i

function clashOf(one: Part, other: Part): Clash | undefined {
  if (apart.test(other.text) || apart.test(one.text)) return undefined
  const [value] = other.values
  if (value === undefined) return undefined
  const wanted = one.values.filter(item => item.kind === value.kind && !isOrigin(one.text, item))
  const [first] = wanted
  if (first === undefined || wanted.length !== 1) return undefined
  const isSame = first.value === value.value
  const evidence = [one.text.trim(), other.text.trim()] as const
  if (denial.test(other.text))
    return isSame && closedKinds.has(value.kind) && isDenied(other, value)
      ? { because: 'it asks for and forbids the same', evidence }
      : undefined
  if (isSame) return undefined
  // “keep it under 20”: a limit, which findBrokenLimit holds against the value.
  const isLimit = limiting.test(other.text.slice(0, value.start))
  const isFixed = !isLimit && (must.test(other.text) || only.test(other.text))
  return isFixed ? { because: 'one thing cannot have two values at once', evidence } : undefined
}

/** “it must not be on a Tuesday”: what is denied is the value itself. */
function isDenied({ text }: Part, { start }: FixedValue): boolean {
  const at = text.search(denial)
  return at >= 0 && at < start && start - at < 40
}

/** The value that is left behind: “from 2pm to 3pm”. */
function isOrigin(text: string, { start }: FixedValue): boolean {
  return /\b(?:from|instead of|not|than|since)\s+(?:the\s+|a\s+)?$/i.test(text.slice(0, start))
}

/** The later part names nothing new: a pronoun, or only words and codes of the first part. */
function isSameThing(one: Part, other: Part): boolean {
  if (isOfAnother(one.text, other.text)) return false
  const bare = other.values.reduce((text, value) => text.replace(value.text, ' '), other.text)
  const codes = bare.match(/\b[\w.]*(?:[A-Za-z]-?\d|\d)[\w-]*/g) ?? []
  if (codes.some(code => !one.text.includes(code))) return false
  const known = new Set(contentStems(one.text))
  return contentStems(bare)
    .filter(stem => !/\d/.test(stem))
    .every(stem => known.has(stem) || fillers.has(stem))
}

const fillers = new Set(
  `must stay remain keep leave only exactly price value place format file one single same absolute case circumstance account event
  take happen start also able read say level set put be at on in unchanged start`
    .split(/\s+/)
    .map(stemWord),
)

const sharp = '(?:exactly|precisely|sharp|only|just)'
const joined = new RegExp(
  String.raw`\b(?<prep>at|for|on|to|by)\s+(?<q1>${sharp}\s+)?(?<one>[\w:.]+(?:\s(?:am|pm))?)(?<q2>\s+${sharp})?\s+and\s+(?:also\s+)?\k<prep>\s+(?<q3>${sharp}\s+)?(?<two>[\w:.]+(?:\s(?:am|pm))?)(?<q4>\s+${sharp})?`,
  'i',
)
const counted =
  /\bfor\s+(?<one>[\w.]+)\s+(?<unit>\w+?)s?\b(?<between>.*?)\bfor\s+(?:no more than\s+)?(?<two>[\w.]+)\s+\k<unit>s?\b/i
/** “at 19:00 sharp and at 21:00 sharp”, “for two nights … for three nights”. */
function onlyWithin({ text }: Part): Clash | undefined {
  const twice = joined.exec(text)?.groups
  if (twice !== undefined && [twice.q1, twice.q2, twice.q3, twice.q4].some(part => part !== undefined)) {
    const [one, two] = [numberOf(twice.one), numberOf(twice.two)]
    if (one !== undefined && two !== undefined && one !== two)
      return {
        because: 'one thing cannot have two values at once',
        evidence: [twice.one ?? '', twice.two ?? ''],
      }
  }
  const match = counted.exec(text)
  const { one, two, between = '', unit } = match?.groups ?? {}
  const [left, right] = [numberOf(one), numberOf(two)]
  if (match === null || left === undefined || right === undefined || left === right) return undefined
  const isOther = apart.test(between) || /\band\b\s*\S|\S\s*\band\b|[A-Z]{1,4}-\d/.test(between)
  return isOther
    ? undefined
    : { because: 'one thing cannot last two lengths', evidence: [`${one} ${unit}`, `${two} ${unit}`] }
}

function numberOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (/^\d/.test(text)) return text.toLowerCase().replace(/\.$/, '')
  const number = readNumber(text)
  return Number.isNaN(number) ? undefined : String(number)
}

const patterns: readonly (readonly [string, RegExp])[] = [
  ['clock', /\b\d{1,2}:\d{2}(?:\s*[ap]m)?\b|\b\d{1,2}\s*[ap]m\b/gi],
  ['weekday', /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/gi],
  ['part of day', /\b(?:morning|afternoon|evening|night)\b/gi],
  [
    'number',
    /(?<![\w#:./-])[€$£]?\d[\d,]*(?:\.\d+)?(?=\s*(?:[€$£%°]|euros?|dollars?|pounds?|degrees?|percent|people|guests|copies|$|[,;.!?)]|\s(?:and|but|although|though|while|yet|please|at|for)\b))/gi,
  ],
]
const closedKinds: ReadonlySet<string> = new Set(['weekday', 'part of day', 'clock'])

function readFixedValues(text: string, tools: readonly ToolShape[]): readonly FixedValue[] {
  const found = patterns.flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)].map(match => ({
      kind,
      value: match[0]
        .toLowerCase()
        .replace(/[€$£,\s]/g, '')
        .replace(/days$/, 'day'),
      text: match[0],
      start: match.index,
    })),
  )
  const dates = /\b\d{1,2}(?:st|nd|rd|th)?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i
  const plain = found.filter(value => value.kind !== 'number' || !dates.test(text.slice(value.start)))
  return [...optionsIn(text, tools), ...plain].sort((left, right) => left.start - right.start)
}

interface Option {
  readonly kind: string
  readonly value: string
  readonly said: RegExp
}

const optionsByTools = new WeakMap<readonly ToolShape[], readonly Option[]>()

/** The options of a parameter that the text says: “low”, “urgent”; a thing has one of them. */
function optionsIn(text: string, tools: readonly ToolShape[]): readonly FixedValue[] {
  const known = optionsByTools.get(tools) ?? readOptions(tools)
  optionsByTools.set(tools, known)
  return known.flatMap(({ kind, value, said }) => {
    const start = text.search(said)
    return start < 0 ? [] : [{ kind, value, text: value, start }]
  })
}

function readOptions(tools: readonly ToolShape[]): readonly Option[] {
  const kinds = new Set<string>()
  return tools.flatMap(({ input_schema: schema }) =>
    Object.entries(asObject(schema.properties)).flatMap(([, described]) => {
      const options: unknown = Reflect.get(asObject(described), 'enum')
      const named = Array.isArray(options) ? options.filter(isWord) : []
      const kind = named.join('|')
      if (kinds.has(kind)) return []
      kinds.add(kind)
      return named.map(value => ({
        kind,
        value,
        said: new RegExp(String.raw`\b${literally(value)}\b`, 'i'),
      }))
    }),
  )
}

function asObject(value: unknown): object {
  return value !== null && typeof value === 'object' ? value : {}
}

function isWord(option: unknown): option is string {
  return typeof option === 'string' && option.length >= 2
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
