import picomatch from 'picomatch'
import { findDates, findSpots, readNumber, readWords } from '../../language/language.ts'
import { endingsOfKind } from './file-kinds.ts'
import { cleanPath, endingOf, type FileEntry } from './workspace.ts'

/** Which files are meant. Every stated condition must hold; an absent one does not count. */
export interface FileFilter {
  /** Paths and bare names as they were said. */
  readonly paths: readonly string[]
  readonly globs: readonly string[]
  readonly endings: readonly string[]
  /** Folder to look in; undefined means the whole workspace. */
  readonly scope?: string
  readonly recursive: boolean
  readonly olderThanDays?: number
  readonly newerThanDays?: number
  readonly largerThanBytes?: number
  readonly smallerThanBytes?: number
  readonly names: readonly NameTest[]
  /** Text that the file must hold. */
  readonly holds?: string
  readonly excluded: readonly string[]
  readonly limit?: {
    readonly count: number
    readonly by: 'oldest' | 'newest' | 'largest' | 'smallest'
    readonly said: string
  }
  /** Whether files were asked for at all (“every file”, “the logs”, a glob, a path). */
  readonly saysFiles: boolean
}

interface NameTest {
  readonly kind: 'starts' | 'ends' | 'contains'
  readonly text: string
}

const QUOTED = String.raw`"([^"]+)"|“([^”]+)”|'([^']+)'|\x60([^\x60]+)\x60`
const COUNT = String.raw`(\d+(?:\.\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|thirty|ninety)`
const UNIT = '(minutes?|hours?|hrs?|days?|d|weeks?|months?|years?)'

/**
 * Reads which files a piece of a goal means. `now` turns days of the calendar into ages; a word that is the name of
 * one of the `folders` may stand for it without saying so.
 */
export function readFilter(text: string, now: Date, folders: ReadonlySet<string> = new Set()): FileFilter {
  const { kept, excluded } = cutExceptions(text)
  const spots = findSpots(kept)
  const scope = readScope(kept) ?? readWords(kept).findLast(word => folders.has(word.text))?.text
  const names = readNameTests(kept)
  const holds = readHeldText(kept)
  const texts = new Set([scope, holds, ...names.map(test => test.text)])
  const paths = spots.flatMap(({ kind, value }) =>
    (kind === 'path' || kind === 'quoted') && isFilePath(String(value)) && !texts.has(String(value))
      ? [String(value)]
      : [],
  )
  const globs = spots.flatMap(spot => (spot.kind === 'glob' ? [cleanPath(spot.text)] : []))
  const outside = scope === undefined ? kept : kept.replace(scope, ' ')
  const endings = readEndings(outside)
  const limit = readLimit(kept)
  const saysFiles =
    paths.length + globs.length + endings.length + names.length > 0 ||
    limit !== undefined ||
    // “Delete all but a.log” says files by what it excepts.
    (excluded.length > 0 && /\b(?:all|any\w*)\b/i.test(kept)) ||
    /\b(?:files|documents|everything|contents?|stuff|notes|backups)\b|\b(?:all|any|each|every)\s(?:\S+\s){0,3}?(?:file|document|backup)\b/i.test(
      outside,
    )
  const recursive =
    /\b(?:everything|contents|recursive(?:ly)?|sub-?(?:folders?|directories)|anywhere|everywhere|all folders|nested)\b/i
  return {
    ...{ paths, globs, endings, names, excluded, saysFiles, recursive: recursive.test(kept) },
    ...(scope === undefined ? {} : { scope }),
    ...(holds === undefined ? {} : { holds }),
    ...(limit === undefined ? {} : { limit }),
    ...readAge(kept, now),
    ...readSize(kept),
  }
}

const EXCEPTION =
  /^(.*?)\b(?:except(?:ing)?(?: for)?|excluding|but not|other than|apart from|aside from|leaving out|with the exception of)\b(.*)$/is
/** Words that except only behind a set, and right before a name: “all but a.log”, “anything that is not a.log”. */
const EXCEPTION_OF_SET =
  /^(.*?\b(?:all|every\w*|any\w*|each)\b[^;:]*?)[\s,]+(?:but|save|bar|barring|besides|minus|without|(?:(?:that|which)\s+(?:is|are)\s+)?not)\s+((?:(?:for|the|files?|documents?|those|called|named)\s+)*(?:["'“‘«`]|[\w~-]*[.*/]).*)$/is

function cutExceptions(text: string): { readonly kept: string; readonly excluded: readonly string[] } {
  const match = EXCEPTION.exec(text) ?? EXCEPTION_OF_SET.exec(text)
  if (match === null) return { kept: text, excluded: [] }
  const [, kept = '', rest = ''] = match
  const named = findSpots(rest).map(spot =>
    spot.kind === 'extension' ? `*${spot.text}` : String(spot.value),
  )
  const kinds = readEndings(rest).map(ending => `*.${ending}`)
  return { kept, excluded: [...new Set([...named, ...kinds])] }
}

export function isFilePath(text: string): boolean {
  return /\.[A-Za-z0-9]{1,7}$/.test(text)
}

const FOLDER = '(?:folder|directory|dir|subfolder)'
const noFolder =
  /^(?:this|that|the|same|current|whole|root|workspace|every|each|sub|project|a|any|in|empty|new|here|it|them|there|folder|place|total|all|size|age|names?|days?|weeks?|months?|years?|today|yesterday|files?|half)$/i

/** The folder to look in: “in logs/”, “in the logs folder”, “from docs”. */
function readScope(text: string): string | undefined {
  const before = new RegExp(String.raw`["'“]?([\w.\-/]+)["'”]?\s+${FOLDER}\b`, 'i').exec(text)
  const behind = new RegExp(String.raw`\b${FOLDER}\s+(?:called|named)?\s*["'“]?([\w.\-/]+)`, 'i').exec(text)
  const named = before?.[1] ?? behind?.[1]
  if (named !== undefined && !noFolder.test(named)) return cleanPath(named)
  const path = findSpots(text).find(spot => spot.kind === 'path' && !isFilePath(spot.text))
  if (path !== undefined) return cleanPath(path.text)
  const bare = /\b(?:in|inside|under|within|from|of)\s+(?:the\s+)?([a-z][\w-]*)\W*$/i.exec(text)?.[1]
  return bare !== undefined && !noFolder.test(bare) ? bare : undefined
}

const many = /^(?:every|each|all|any|oldest|newest|latest|largest|biggest|smallest|recent)$/

function readEndings(text: string): readonly string[] {
  const spoken = findSpots(text).flatMap(spot =>
    spot.kind === 'extension' ? [spot.text.slice(1).toLowerCase()] : [],
  )
  const words = readWords(text)
  const kinds = words.flatMap((word, at) => {
    const kind = endingsOfKind(word.lower)
    if (kind === undefined || text[word.start - 1] === '.' || /[./]/.test(text[word.end] ?? '')) return []
    const isMany = words.slice(Math.max(0, at - 3), at).some(({ lower }) => many.test(lower))
    const saysFile = /^(?:files?|documents?)$/.test(words[at + 1]?.lower ?? '')
    return isMany || word.lower.endsWith('s') || saysFile ? kind : []
  })
  return [...new Set([...spoken, ...kinds])]
}

type Age = Pick<FileFilter, 'olderThanDays' | 'newerThanDays'>

function readAge(text: string, now: Date): Age {
  const older = new RegExp(
    String.raw`\b(?:older than|more than|over|at least|not (?:been )?(?:changed|modified|touched|used|updated|edited|opened) (?:in|for|within)(?: the)?(?: last| past)?|untouched (?:for|in))\s+${COUNT}\s*${UNIT}\b`,
    'i',
  ).exec(text)
  const newer = new RegExp(
    String.raw`\b(?:newer than|younger than|less than|(?:in|from|within|during|of)(?: the)? (?:last|past)|(?:last|past))\s+(?:${COUNT}\s*)?${UNIT}\b`,
    'i',
  ).exec(text)
  const period = readPeriod(text, now)
  if (period !== undefined) return period
  if (older !== null) return { olderThanDays: toDays(older[1] ?? 'one', older[2] ?? 'd') }
  if (newer !== null) return { newerThanDays: toDays(newer[1] ?? 'one', newer[2] ?? 'd') }
  return readCalendarAge(text, now)
}

const DAY_MS = 86_400_000

/** “last month's logs”, “from last week”: the calendar week, month or year before this one. */
function readPeriod(text: string, now: Date): Age | undefined {
  const unit = /(?:\bfrom\s+last\s+(week|month|year)\b|\blast\s+(week|month|year)['’]s\b)/i.exec(text)
  const name = (unit?.[1] ?? unit?.[2])?.toLowerCase()
  if (name === undefined) return undefined
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const monday = now.getUTCDate() - ((now.getUTCDay() + 6) % 7)
  const [from, to] =
    name === 'year'
      ? [Date.UTC(year - 1, 0), Date.UTC(year, 0)]
      : name === 'month'
        ? [Date.UTC(year, month - 1), Date.UTC(year, month)]
        : [Date.UTC(year, month, monday - 7), Date.UTC(year, month, monday)]
  return { olderThanDays: (now.getTime() - to) / DAY_MS, newerThanDays: (now.getTime() - from) / DAY_MS }
}

const datedBy =
  /\b(before|older than|prior to|since|after|newer than|from|(?:changed|modified|edited|created|updated|touched)(?: on)?)\s+(?:the\s+)?$/i

/** “before March”, “since Monday”, “modified today”. */
function readCalendarAge(text: string, now: Date): Age {
  for (const { date, start, hasDay } of findDates(text, now)) {
    const cue = datedBy.exec(text.slice(0, start))?.[1]
    if (cue === undefined || !hasDay) continue
    const day = Date.parse(`${date}T00:00:00Z`)
    const past =
      day > now.getTime() ? Date.parse(`${Number(date.slice(0, 4)) - 1}${date.slice(4)}T00:00:00Z`) : day
    const ageDays = Math.max(0, (now.getTime() - past) / DAY_MS)
    return /before|older|prior/i.test(cue) ? { olderThanDays: ageDays } : { newerThanDays: ageDays }
  }
  return {}
}

const DAYS: Readonly<Record<string, number>> = {
  s: 1 / 86400,
  m: 1 / 1440,
  h: 1 / 24,
  d: 1,
  w: 7,
  mo: 30,
  y: 365,
}

function toDays(count: string, unit: string): number {
  const key = /^mo/i.test(unit) ? 'mo' : (unit[0]?.toLowerCase() ?? 'd')
  return readCount(count) * (DAYS[key] ?? 1)
}

function readCount(text: string): number {
  return /^an?$/i.test(text) ? 1 : readNumber(text)
}

function readSize(text: string): Pick<FileFilter, 'largerThanBytes' | 'smallerThanBytes'> {
  if (/\b(?:empty|zero-byte|0-byte)\b(?!\s+(?:folder|director))/i.test(text)) return { smallerThanBytes: 1 }
  const [, than = '', count, unit = ''] =
    /\b(larger|bigger|greater|heavier|more|over|above|at least|smaller|less|under|below|at most)\b(?:\s+(?:than|in size))*\s+(\d+(?:\.\d+)?)\s*([kmgt]?i?b|bytes?|kilobytes?|megabytes?|gigabytes?)\b/i.exec(
      text,
    ) ?? []
  if (count === undefined) return {}
  const power = /^b/i.test(unit) ? 0 : 'kmgt'.indexOf(unit[0]?.toLowerCase() ?? '') + 1
  const bytes = Number(count) * (/^.ib$/i.test(unit) ? 1024 : 1000) ** power
  return /smaller|less|under|below|most/i.test(than)
    ? { smallerThanBytes: bytes }
    : { largerThanBytes: bytes }
}

const WORD = String.raw`(?:${QUOTED}|([\w.\-]+))`
const NAMED = String.raw`(?:whose|with|having|where)\s+(?:the\s+|a\s+)?(?:file\s*)?names?\s+(?:that\s+|is\s+)?`
const nameTests: readonly (readonly [NameTest['kind'], RegExp])[] = [
  [
    'starts',
    new RegExp(
      String.raw`\b(?:start(?:ing|s)?|begin(?:ning|s)?|prefixed)\s+with\s+(?:the\s+(?:prefix|word|letters?)\s+)?${WORD}`,
      'i',
    ),
  ],
  [
    'ends',
    new RegExp(
      String.raw`\b(?:end(?:ing|s)?|suffixed)\s+(?:with|in|on)\s+(?:the\s+(?:suffix|word)\s+)?${WORD}`,
      'i',
    ),
  ],
  [
    'contains',
    new RegExp(
      String.raw`\b${NAMED}(?:contain(?:s|ing)?|includ(?:es?|ing)|match(?:es|ing)?|has|have|like)\s+(?:the\s+word\s+)?${WORD}`,
      'i',
    ),
  ],
  [
    'contains',
    new RegExp(
      String.raw`\b(?:with|containing|having|that have)\s+${WORD}\s+in\s+(?:the|their|its)\s+(?:file\s*)?names?\b`,
      'i',
    ),
  ],
]

function readNameTests(text: string): readonly NameTest[] {
  return nameTests.flatMap(([kind, pattern]) => {
    const value = firstGroup(pattern.exec(text))
    return value === undefined ? [] : [{ kind, text: value.replace(/[.,]$/, '') }]
  })
}

/** The first group of a match that is there. */
export function firstGroup(match: RegExpExecArray | null): string | undefined {
  return match?.slice(1).find(group => group !== undefined)
}

/** “Find the text x”, “search for the word x”: up to where it is looked for. */
const SOUGHT = new RegExp(
  String.raw`\b(?:find|search|look|grep|seek)\b(?:\s+for)?\s+(?:the\s+)?(?:words?|text|phrase|string|term)\s+(?:${QUOTED}|(.+?))(?=\s+(?:in|inside|within|under|across|from)\b|[.?!\s]*$)`,
  'i',
)

/** “containing ‘x’”, “that mention x”, “find the text x”: text inside the files rather than in their names. */
function readHeldText(text: string): string | undefined {
  const sought = firstGroup(SOUGHT.exec(text))
  if (sought !== undefined) return sought
  const match = new RegExp(
    String.raw`\b(?:contain(?:ing|s)?|mention(?:ing|s)?|includ(?:ing|es?)|with|hav(?:ing|e)|has|hold(?:ing|s)?)\s+(?:the\s+)?(?:words?|text|phrase|string|term|line)?\s*(?:${QUOTED}|(?<=(?:contain|mention)\S*\s+(?:the\s+)?(?:(?:words?|text|phrase|string|term)\s+)?)([\w@.-]+))`,
    'i',
  ).exec(text)
  const isOfName =
    /\b(?:in|as part of) (?:the|their|its) (?:file ?)?names?\b/i.test(text) ||
    /\bnames?\s+(?:that\s+)?$/i.test(text.slice(0, match?.index))
  return isOfName ? undefined : firstGroup(match)
}

function readLimit(text: string): FileFilter['limit'] {
  const [, before, order, behind, noun = ''] =
    /\b(?:the\s+)?(?:(\d+|two|three|four|five|ten)\s+)?(oldest|newest|latest|most recent|largest|biggest|smallest)\s*(?:(\d+|two|three|four|five|ten)\s+)?(?:[\w.]+\s+)?(files?|logs?|one|ones|notes?|documents?|images?|photos?|pictures?|backups?|reports?)?\b/i.exec(
      text,
    ) ?? []
  if (order === undefined) return undefined
  const said = order.toLowerCase()
  const by = /newest|latest|recent/.test(said) ? 'newest' : said === 'biggest' ? 'largest' : said
  const count = readCount(before ?? behind ?? (noun.endsWith('s') ? 'ten' : 'one'))
  return {
    count: Number.isFinite(count) ? count : 1,
    by: by as NonNullable<FileFilter['limit']>['by'],
    said,
  }
}

/** Whether a file meets every condition that can be told from its listing (not `holds` and `limit`). */
export function matchesFilter(file: FileEntry, filter: FileFilter, now: Date): boolean {
  const ageDays = (now.getTime() - file.modifiedAt.getTime()) / DAY_MS
  const isNamed =
    filter.paths.length + filter.globs.length + filter.endings.length === 0 ||
    filter.paths.some(path => file.path === cleanPath(path) || (!path.includes('/') && file.name === path)) ||
    filter.globs.some(glob => matchesPattern(file, glob)) ||
    filter.endings.includes(endingOf(file.name))
  return (
    isNamed &&
    filter.names.every(test => passesName(file, test)) &&
    !filter.excluded.some(pattern => matchesPattern(file, pattern)) &&
    ageDays > (filter.olderThanDays ?? Number.NEGATIVE_INFINITY) &&
    ageDays <= (filter.newerThanDays ?? Number.POSITIVE_INFINITY) &&
    file.sizeBytes > (filter.largerThanBytes ?? -1) &&
    file.sizeBytes < (filter.smallerThanBytes ?? Number.POSITIVE_INFINITY)
  )
}

function passesName(file: FileEntry, test: NameTest): boolean {
  const name = file.name.toLowerCase()
  const wanted = test.text.toLowerCase()
  if (test.kind === 'starts') return name.startsWith(wanted)
  if (test.kind === 'contains') return name.includes(wanted)
  return name.endsWith(wanted) || name.slice(0, name.lastIndexOf('.')).endsWith(wanted)
}

function matchesPattern(file: FileEntry, pattern: string): boolean {
  if (!/[*?[{]/.test(pattern))
    return (
      file.path === pattern || file.name === pattern || file.path.startsWith(`${pattern.replace(/\/$/, '')}/`)
    )
  return picomatch.isMatch(file.path, pattern, { basename: !pattern.includes('/'), dot: true })
}

/** The wanted number of files, in the order asked for; all of them, by path, without a limit. */
export function applyLimit(files: readonly FileEntry[], limit: FileFilter['limit']): readonly FileEntry[] {
  const byPath = files.toSorted((left, right) => (left.path < right.path ? -1 : 1))
  if (limit === undefined) return byPath
  const ofSize = limit.by === 'largest' || limit.by === 'smallest'
  const sign = limit.by === 'newest' || limit.by === 'largest' ? -1 : 1
  const measure = (file: FileEntry): number => sign * (ofSize ? file.sizeBytes : file.modifiedAt.getTime())
  return byPath.toSorted((left, right) => measure(left) - measure(right)).slice(0, limit.count)
}

/** Which files are meant, in words: “.log files older than 7 days in logs/”. */
export function describeFilter(filter: FileFilter): string {
  const days = (value: number): string => `${Number(value.toFixed(1))} ${value === 1 ? 'day' : 'days'}`
  const what = [...filter.paths, ...filter.globs, ...filter.endings.map(ending => `.${ending}`)].join(', ')
  const { olderThanDays, newerThanDays, largerThanBytes, smallerThanBytes, holds, scope, excluded, limit } =
    filter
  const parts = [
    what === '' ? 'all files' : filter.paths.length > 0 ? what : `${what} files`,
    ...filter.names.map(
      test => `whose name ${test.kind === 'contains' ? 'contains' : `${test.kind} with`} “${test.text}”`,
    ),
    holds === undefined ? '' : `holding “${holds}”`,
    olderThanDays === undefined ? '' : `older than ${days(olderThanDays)}`,
    newerThanDays === undefined ? '' : `changed within ${days(newerThanDays)}`,
    largerThanBytes === undefined ? '' : `larger than ${largerThanBytes} bytes`,
    smallerThanBytes === undefined
      ? ''
      : smallerThanBytes === 1
        ? 'that are empty'
        : `smaller than ${smallerThanBytes} bytes`,
    scope === undefined ? '' : `in ${scope}/`,
    excluded.length === 0 ? '' : `except ${excluded.join(', ')}`,
  ]
  return `${limit === undefined ? '' : `the ${limit.count} ${limit.by} of `}${parts.filter(Boolean).join(' ')}`
}
