import { readNumberWords } from './number-words.ts'
import { remember } from './remember.ts'
/** What a piece of a text looks like. */
export type SpotKind =
  | 'quoted'
  | 'url'
  | 'email'
  | 'iban'
  | 'phone'
  | 'glob'
  | 'path'
  | 'extension'
  | 'host'
  | 'date'
  | 'handle'
  | 'identifier'
  | 'money'
  | 'percent'
  | 'quantity'
  | 'number'
  | 'name'

/** A piece of a text that carries a value; offsets are UTF-16, end exclusive; `text` is the slice as it stands. */
export interface Spot {
  readonly kind: SpotKind
  readonly text: string
  readonly start: number
  readonly end: number
  /** The value read: the inside of quotes, a number without separators, the text itself otherwise. */
  readonly value: string | number
  /** Unit of a quantity or currency of money, as written. */
  readonly unit?: string
}

const numberSource = String.raw`(?<![\w.])[-−+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?`
const scaleSource = String.raw`(?:\s?(?:thousand|million|billion|trillion)|[kKmM](?![\w/^²³])|[bB]n?(?!\w))?`
const unitSource =
  String.raw`(?:[kmcdµn]?m(?:\^?[23]|[²³])?|[kmµ]?g|[kM]?W|[kMGT]i?B|bytes?|[kMGT]?Hz|[km]?L|m/s(?:\^2|²)?|km/h|mph|kph|°?[CFK]|` +
  '[kmµ]?[AVJN]|ohms?|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|meters?|metres?|' +
  'centimeters?|centimetres?|kilometers?|kilometres?|miles?|feet|foot|ft|inch(?:es)?|yards?|kilograms?|' +
  String.raw`grams?|pounds?|lbs?|ounces?|oz|lit(?:er|re)s?|gallons?|degrees?|kilobytes?|megabytes?|gigabytes?|units?|ms|s|h)(?![\w/^])`
const currencySource = String.raw`(?:US\$|\$|€|£|¥|₹|USD|EUR|GBP|CHF|JPY|INR|dollars?|euros?|pounds|yen|francs|rupees?)`

interface SpotPattern {
  readonly kind: SpotKind
  readonly pattern: RegExp
  readonly read?: (match: RegExpMatchArray) => Pick<Spot, 'value' | 'unit'> | undefined
}

const topLevelDomains =
  'com|org|net|io|dev|app|edu|gov|info|biz|eu|uk|de|fr|es|nl|ch|at|us|ca|au|jp|cn|in|me|tv|xyz|ai|example|test|local'

const patterns: readonly SpotPattern[] = [
  {
    kind: 'quoted',
    pattern:
      /"([^"\n]*)"|„([^“”„\n]+)[“”]|“([^”\n]*)”|`([^`\n]*)`|«([^»\n]*)»|»([^«»\n]+)«|(?<![\p{L}\p{N}])['‘]([^'’\n]*(?:['’](?=\p{L})[^'’\n]*)*)['’](?![\p{L}\p{N}])/gu,
    read: readQuoted,
  },
  {
    kind: 'date',
    pattern:
      /(?<![\w.-])(?:\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?Z?)?|\d{1,2}([./])\d{1,2}\1\d{4})(?![\w-])/g,
    read: match => ({ value: match[0] }),
  },
  { kind: 'url', pattern: /\b(?:https?|ftp|file):\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}]/gi },
  {
    kind: 'email',
    pattern: /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu,
  },
  { kind: 'iban', pattern: /\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){2,7}(?:\s?[A-Z0-9]{1,3})?\b/g, read: readIban },
  { kind: 'glob', pattern: /(?<![\w*])[\w.~/-]*\*[\w.*?~/{},-]*(?:\.\w+)?/g, read: readGlob },
  {
    kind: 'host',
    pattern: new RegExp(
      String.raw`(?<![\w@./-])(?:[a-z0-9-]+\.)+(?:${topLevelDomains})(?::\d+)?(?:/[^\s<>"'\x60]*[\w/])?(?![\w.]\w)`,
      'gi',
    ),
  },
  {
    kind: 'path',
    pattern:
      /(?<![\w*@])(?:~\/|\.{1,2}\/|\/)?(?:[\p{L}\p{N}_.@+-]+\/)*[\p{L}\p{N}_.@+-]*[\p{L}\p{N}_/](?![\p{L}\p{N}*])/gu,
    read: readPath,
  },
  { kind: 'extension', pattern: /(?<![\w.*/])\.[a-z][a-z0-9]{0,6}\b(?!\/)/gi },
  { kind: 'phone', pattern: /(?<![\w.])\+?\d[\d\s().-]{7,16}\d(?![\w.]?\d)/g, read: readPhone },
  { kind: 'identifier', pattern: /(?<![\w.])v?\d+\.\d+\.\d+(?:[-+][\w.]+)?(?![\w.]*\w)/g },
  { kind: 'handle', pattern: /(?<![\w@])[@#][A-Za-z][\w-]*/g },
  { kind: 'identifier', pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi },
  {
    kind: 'identifier',
    pattern:
      /(?<![\w.-])(?:[A-Za-z]{1,10}[-_#]\d[\w-]*|#\d[\w-]*|[A-Za-z]+\d[\w]*(?:-\w+)*|\d+[A-Za-z]{2,}\d\w*|[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)*[-_]\d[\p{L}\p{N}]*)(?![\w-])/gu,
    read: readIdentifier,
  },
  { kind: 'identifier', pattern: /(?<![\w.-])\d{1,3}[A-Zb-fjln-rt-z](?![\w-])/g },
  { kind: 'identifier', pattern: /(?<![\p{L}\p{N}.-])\p{Lu}{2,}(?:-[\p{Lu}\p{N}]+)+(?![\p{L}\p{N}-])/gu },
  { kind: 'identifier', pattern: /(?<![\w.,:/-])(\d{2,})-(\d{3,})(?![\w-]|[.,]\d)/g, read: readSerial },
  {
    kind: 'money',
    pattern: new RegExp(
      `(?<![\\w])(US\\$|\\$|€|£|¥|₹)\\s?(${numberSource.replace('(?<![\\w.])', '')}${scaleSource})`,
      'g',
    ),
    read: match => ({ value: readNumber(match[2] ?? ''), unit: match[1] ?? '' }),
  },
  {
    kind: 'money',
    pattern: new RegExp(`(${numberSource}${scaleSource})\\s?(${currencySource})(?!\\w)`, 'g'),
    read: match => ({ value: readNumber(match[1] ?? ''), unit: match[2] ?? '' }),
  },
  {
    kind: 'percent',
    pattern: new RegExp(`(${numberSource})\\s?(?:%|percent\\b|per cent\\b)`, 'gi'),
    read: match => ({ value: readNumber(match[1] ?? ''), unit: '%' }),
  },
  {
    kind: 'quantity',
    pattern: new RegExp(`(${numberSource}${scaleSource})[\\s-]?(${unitSource})`, 'g'),
    read: match => ({ value: readNumber(match[1] ?? ''), unit: match[2] ?? '' }),
  },
  {
    kind: 'number',
    pattern: new RegExp(`${numberSource}${scaleSource}(?![\\w]*[A-Za-z_])`, 'g'),
    read: match => ({ value: readNumber(match[0]) }),
  },
]

const scales: ReadonlyMap<string, number> = new Map(
  Object.entries({
    k: 1e3,
    thousand: 1e3,
    m: 1e6,
    million: 1e6,
    b: 1e9,
    bn: 1e9,
    billion: 1e9,
    trillion: 1e12,
  }),
)

/** Reads `1,250`, `−3.5`, `2k`, `1.2 million`, `seven`, `twenty-two`; NaN when it is no number. */
export function readNumber(text: string): number {
  const parts = /^\s*([-−+]?[\d,]*\.?\d+(?:[eE][-+]?\d+)?)\s?([a-zA-Z]*)\s*$/.exec(text)
  if (parts === null) return readNumberWords(text)
  const scale = scales.get((parts[2] ?? '').toLowerCase())
  const plain = Number((parts[1] ?? '').replaceAll(',', '').replace('−', '-'))
  return scale === undefined ? plain : Number((plain * scale).toPrecision(12))
}

function readQuoted(match: RegExpMatchArray): Pick<Spot, 'value'> {
  return { value: match.slice(1).find(group => group !== undefined) ?? '' }
}

function readIban(match: RegExpMatchArray): Pick<Spot, 'value'> | undefined {
  const compact = match[0].replace(/\s/g, '')
  return compact.length >= 14 && compact.length <= 34 && /\d{6}/.test(compact)
    ? { value: compact }
    : undefined
}

function readGlob(match: RegExpMatchArray): Pick<Spot, 'value'> | undefined {
  return /[./]|\w\*|\*\w/.test(match[0]) && !/^\d+\*+\d*$|^\w\*{1,2}\w$/.test(match[0])
    ? { value: match[0] }
    : undefined
}

function readPhone(match: RegExpMatchArray): Pick<Spot, 'value'> | undefined {
  const digits = match[0].replace(/\D/g, '')
  const looksDialled = match[0].startsWith('+') || /[\s().-]/.test(match[0])
  const isDate = /^\d{4}-\d{2}-\d{2}/.test(match[0]) || /^\d{1,2}[.-]\d{1,2}[.-]\d{4}/.test(match[0])
  return digits.length >= 7 &&
    digits.length <= 15 &&
    looksDialled &&
    !isDate &&
    /[-+().]|\d\s\d/.test(match[0])
    ? { value: match[0] }
    : undefined
}

function readIdentifier(match: RegExpMatchArray): Pick<Spot, 'value'> | undefined {
  return /\d/.test(match[0]) &&
    !/^\d+(?:[-_]|e-?\d+$)/i.test(match[0]) &&
    !/^\d+(?:st|nd|rd|th)$/.test(match[0])
    ? { value: match[0] }
    : undefined
}

/** “2026-0450” is the name of a record; “100-200” is a range, and ranges rise and have no leading zeros. */
function readSerial(match: RegExpMatchArray): Pick<Spot, 'value'> | undefined {
  const [, first = '', last = ''] = match
  const isRange = !last.startsWith('0') && Number(first) < Number(last)
  return isRange ? undefined : { value: match[0] }
}

const notFolders =
  /^(?:and\/or|either\/or|he\/she|his\/her|him\/her|w\/o?|n\/a|yes\/no|on\/off|true\/false|pass\/fail)$/i

/** A slash or a file ending makes a path; units (m/s), fractions, dates and word pairs do not. */
function readPath(match: RegExpMatchArray): Pick<Spot, 'value'> | undefined {
  const text = match[0]
  if (notFolders.test(text) || /^[\d./:-]+$/.test(text)) return undefined
  if (/^(?:~|\.{1,2})?\//.test(text)) return text.length > 1 ? { value: text } : undefined
  const hasEnding =
    /[\p{L}\p{N}_-]\.[A-Za-z][A-Za-z0-9]{0,6}$/u.test(text) && !/^(?:[A-Za-z]\.)+[A-Za-z]$/.test(text)
  if (hasEnding) return /^\d+\.\d/.test(text) && !/[A-Za-z]/.test(text) ? undefined : { value: text }
  if (!text.includes('/')) return undefined
  if (text.endsWith('/')) return { value: text }
  const segments = text.split('/')
  const isWord = (segment: string): boolean => segment.length >= 3 && /\p{L}{2}/u.test(segment)
  const isFolders =
    isWord(segments[0] ?? '') && segments.every(segment => isWord(segment) || /^\d{2,}/.test(segment))
  return isFolders ? { value: text } : undefined
}

/** Every value-carrying piece of a text, in order, without overlaps; dates are found by `findDates`. */
export const findSpots: (text: string) => readonly Spot[] = remember(findSpotsAfresh)

function findSpotsAfresh(text: string): readonly Spot[] {
  const spots: Spot[] = []
  const taken = new Uint8Array(text.length)
  for (const { kind, pattern, read } of patterns) {
    if (text.search(pattern) < 0) continue
    for (const match of text.matchAll(pattern)) {
      const start = match.index
      const end = start + match[0].length
      if (match[0] === '' || taken.subarray(start, end).includes(1)) continue
      const reading = read === undefined ? { value: match[0] } : read(match)
      if (reading === undefined) continue
      spots.push({ kind, text: match[0], start, end, ...reading })
      taken.fill(1, start, end)
    }
  }
  return spots.sort((left, right) => left.start - right.start)
}
