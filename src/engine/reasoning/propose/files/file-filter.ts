import picomatch from 'picomatch'
import { findDates, findSpots, readNumber, readWords } from '../../language/language.ts'
import { endingOf, type FileEntry } from './file-entries.ts'
import { fileKinds, type NameTest, nameTests } from './file-words.ts'

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
  readonly limit?: { readonly count: number; readonly by: 'oldest' | 'newest' | 'largest' | 'smallest' }
  /** Whether files were asked for at all (“every file”, “the logs”, a glob, a path). */
  readonly saysFiles: boolean
}

const dayByUnit: Readonly<Record<string, number>> = {
  s: 1 / 86400,
  m: 1 / 1440,
  h: 1 / 24,
  d: 1,
  w: 7,
  mo: 30,
  y: 365,
}
const number = String.raw`(\d+(?:\.\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|thirty|ninety)`
const timeUnit = '(minutes?|hours?|hrs?|days?|d|weeks?|months?|years?)'

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
  const paths = spots.flatMap(spot => {
    const value = String(spot.value)
    return (spot.kind === 'path' || spot.kind === 'quoted') && isFilePath(value) && !texts.has(value)
      ? [value]
      : []
  })
  const globs = spots.flatMap(spot => (spot.kind === 'glob' ? [cleanPath(spot.text)] : []))
  const outside = scope === undefined ? kept : kept.replace(scope, ' ')
  const endings = readEndings(outside)
  const limit = readLimit(kept)
  const saysFiles =
    paths.length + globs.length + endings.length + names.length > 0 ||
    limit !== undefined ||
    /\b(?:files|documents|everything|contents?|stuff|notes|backups)\b|\b(?:all|any|each|every)\s(?:\S+\s){0,3}?(?:file|document|backup)\b/i.test(
      outside,
    )
  return {
    paths,
    globs,
    endings,
    recursive:
      /\b(?:everything|contents|recursive(?:ly)?|sub-?(?:folders?|directories)|anywhere|everywhere|all folders|nested)\b/i.test(
        kept,
      ),
    names,
    excluded,
    saysFiles,
    ...(scope === undefined ? {} : { scope }),
    ...(holds === undefined ? {} : { holds }),
    ...(limit === undefined ? {} : { limit }),
    ...readAge(kept, now),
    ...readSize(kept),
  }
}

function cutExceptions(text: string): { readonly kept: string; readonly excluded: readonly string[] } {
  const match = /\b(?:except(?: for)?|excluding|but not|other than|apart from|leaving out)\b(.*)$/is.exec(
    text,
  )
  if (match === null) return { kept: text, excluded: [] }
  const spots = findSpots(match[1] ?? '')
  const named = spots.map(spot => (spot.kind === 'extension' ? `*${spot.text}` : String(spot.value)))
  const kinds = readEndings(match[1] ?? '').map(ending => `*.${ending}`)
  return { kept: text.slice(0, match.index), excluded: [...new Set([...named, ...kinds])] }
}

function isFilePath(text: string): boolean {
  return !text.endsWith('/') && /\.[A-Za-z0-9]{1,7}$/.test(text)
}

/** A path as listings have it. With `./` before it a bare name means the file of the workspace itself. */
export function cleanPath(path: string): string {
  return path.replace(/^\.\//, '').replace(/\/+$/, '')
}

const folderWord = '(?:folder|directory|dir|subfolder)'

/** The folder to look in: “in logs/”, “in the logs folder”, “from docs”. */
function readScope(text: string): string | undefined {
  const named =
    new RegExp(String.raw`\b(?:the|my|our|a)?\s*["'“]?([\w.\-/]+)["'”]?\s+${folderWord}\b`, 'i').exec(
      text,
    )?.[1] ??
    new RegExp(String.raw`\b${folderWord}\s+(?:called|named)?\s*["'“]?([\w.\-/]+)`, 'i').exec(text)?.[1]
  if (
    named !== undefined &&
    !/^(?:this|that|the|same|current|whole|root|workspace|every|each|sub|project|a|any|in|empty|new)$/i.test(
      named,
    )
  )
    return cleanPath(named)
  for (const spot of findSpots(text)) {
    if (spot.kind !== 'path' || isFilePath(spot.text)) continue
    return cleanPath(spot.text)
  }
  const bare = /\b(?:in|inside|under|within|from|of)\s+(?:the\s+)?([a-z][\w-]*)\s*$/i.exec(
    text.replace(/[.,!?]+$/, ''),
  )?.[1]
  return bare !== undefined && !notFolders.test(bare) ? bare : undefined
}

const notFolders =
  /^(?:here|it|them|this|there|workspace|root|folder|place|total|all|size|age|name|names|days?|weeks?|months?|years?|today|yesterday|files?|half|project)$/i

function readEndings(text: string): readonly string[] {
  const spoken = findSpots(text).flatMap(spot =>
    spot.kind === 'extension' ? [spot.text.slice(1).toLowerCase()] : [],
  )
  const words = readWords(text)
  const kinds = words.flatMap((word, at) => {
    const kind = fileKinds.get(word.lower) ?? fileKinds.get(word.lower.replace(/s$/, ''))
    if (kind === undefined) return []
    const before = words.slice(Math.max(0, at - 3), at).map(other => other.lower)
    const isMany = before.some(other =>
      [
        'every',
        'each',
        'all',
        'any',
        'oldest',
        'newest',
        'latest',
        'largest',
        'biggest',
        'smallest',
        'recent',
      ].includes(other),
    )
    const isPlural =
      isMany || word.lower.endsWith('s') || /^files?$|^documents?$/.test(words[at + 1]?.lower ?? '')
    return isPlural && text[word.start - 1] !== '.' && text[word.end] !== '/' && text[word.end] !== '.'
      ? kind
      : []
  })
  return [...new Set([...spoken, ...kinds])]
}

function readAge(text: string, now: Date): Pick<FileFilter, 'olderThanDays' | 'newerThanDays'> {
  const older = new RegExp(
    String.raw`\b(?:older than|more than|over|at least|not (?:been )?(?:changed|modified|touched|used|updated|edited|opened) (?:in|for|within)(?: the)?(?: last| past)?|untouched (?:for|in))\s+${number}\s*${timeUnit}\b`,
    'i',
  ).exec(text)
  const newer = new RegExp(
    String.raw`\b(?:newer than|younger than|less than|(?:in|from|within|during|of)(?: the)? (?:last|past)|(?:last|past))\s+(?:${number}\s*)?${timeUnit}\b`,
    'i',
  ).exec(text)
  const period = readPeriod(text, now)
  if (period !== undefined) return period
  if (older !== null && older[1] !== undefined) return { olderThanDays: toDays(older[1], older[2] ?? 'd') }
  if (newer !== null) return { newerThanDays: toDays(newer[1] ?? 'one', newer[2] ?? 'd') }
  return readCalendarAge(text, now)
}

/** “last month's logs”, “from last week”: the calendar week, month or year before this one. */
function readPeriod(
  text: string,
  now: Date,
): Pick<FileFilter, 'olderThanDays' | 'newerThanDays'> | undefined {
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
  return {
    olderThanDays: (now.getTime() - to) / 86_400_000,
    newerThanDays: (now.getTime() - from) / 86_400_000,
  }
}

/** “before March”, “since Monday”, “modified today”. */
function readCalendarAge(text: string, now: Date): Pick<FileFilter, 'olderThanDays' | 'newerThanDays'> {
  const cue =
    /\b(before|older than|prior to|since|after|newer than|from|(?:changed|modified|edited|created|updated|touched)(?: on)?)\s+(?:the\s+)?/i
  for (const date of findDates(text, now)) {
    const before = text
      .slice(0, date.start)
      .match(new RegExp(`${cue.source}$`, 'i'))?.[1]
      ?.toLowerCase()
    if (before === undefined || !date.hasDay) continue
    let day = new Date(`${date.date}T00:00:00Z`).getTime()
    if (day > now.getTime())
      day = new Date(`${Number(date.date.slice(0, 4)) - 1}${date.date.slice(4)}T00:00:00Z`).getTime()
    const ageDays = Math.max(0, (now.getTime() - day) / 86_400_000)
    return /before|older|prior/.test(before) ? { olderThanDays: ageDays } : { newerThanDays: ageDays }
  }
  return {}
}

function toDays(count: string, unit: string): number {
  const key = /^mo/i.test(unit) ? 'mo' : (unit[0]?.toLowerCase() ?? 'd')
  return readCount(count) * (dayByUnit[key] ?? 1)
}

function readCount(text: string): number {
  if (/^an?$/i.test(text)) return 1
  return readNumber(text)
}

function readSize(text: string): Pick<FileFilter, 'largerThanBytes' | 'smallerThanBytes'> {
  if (/\b(?:empty|zero-byte|0-byte)\b(?!\s+(?:folder|director))/i.test(text)) return { smallerThanBytes: 1 }
  const match =
    /\b(larger|bigger|greater|heavier|more|over|above|at least|smaller|less|under|below|at most)\b(?:\s+(?:than|in size))*\s+(\d+(?:\.\d+)?)\s*([kmgt]?i?b|bytes?|kilobytes?|megabytes?|gigabytes?)\b/i.exec(
      text,
    )
  if (match === null) return {}
  const bytes = Number(match[2]) * bytesPerUnit((match[3] ?? '').toLowerCase())
  return /smaller|less|under|below|most/i.test(match[1] ?? '')
    ? { smallerThanBytes: bytes }
    : { largerThanBytes: bytes }
}

function bytesPerUnit(unit: string): number {
  const base = unit.includes('i') && unit.length === 3 ? 1024 : 1000
  const power = 'kmgt'.indexOf(unit[0] ?? '') + 1
  return unit.startsWith('byte') || unit === 'b' ? 1 : base ** power
}

function readNameTests(text: string): readonly NameTest[] {
  return nameTests.flatMap(({ kind, pattern }) => {
    const match = pattern.exec(text)
    const value = match?.slice(1).find(group => group !== undefined)
    return value === undefined ? [] : [{ kind, text: value.replace(/[.,]$/, '') }]
  })
}

/** “containing ‘x’”, “that mention x”: text inside the files rather than in their names. */
function readHeldText(text: string): string | undefined {
  const match =
    /\b(?:contain(?:ing|s)?|mention(?:ing|s)?|includ(?:ing|es?)|with|hav(?:ing|e)|has|hold(?:ing|s)?)\s+(?:the\s+)?(?:words?|text|phrase|string|term|line)?\s*(?:"([^"]+)"|“([^”]+)”|'([^']+)'|`([^`]+)`|(?<=(?:contain|mention)\S*\s+(?:the\s+)?(?:(?:words?|text|phrase|string|term)\s+)?)([\w@.-]+))/i.exec(
      text,
    )
  if (
    match === null ||
    /\b(?:in|as part of) (?:the|their|its) (?:file ?)?names?\b/i.test(text) ||
    /\bnames?\s+(?:that\s+)?$/i.test(text.slice(0, match.index))
  )
    return undefined
  return match.slice(1).find(group => group !== undefined)
}

function readLimit(text: string): FileFilter['limit'] {
  const match =
    /\b(?:the\s+)?(?:(\d+|two|three|four|five|ten)\s+)?(oldest|newest|latest|most recent|largest|biggest|smallest)\s*(?:(\d+|two|three|four|five|ten)\s+)?(?:[\w.]+\s+)?(files?|logs?|one|ones|notes?|documents?|images?|photos?|pictures?|backups?|reports?)?\b/i.exec(
      text,
    )
  const order = match?.[2]?.toLowerCase()
  if (match === null || order === undefined) return undefined
  const by =
    order === 'oldest'
      ? 'oldest'
      : /newest|latest|recent/.test(order)
        ? 'newest'
        : order === 'smallest'
          ? 'smallest'
          : 'largest'
  const isMany = /s$/.test(match[4] ?? '')
  const count = readCount(match[1] ?? match[3] ?? (isMany ? 'ten' : 'one'))
  return { count: Number.isFinite(count) ? count : 1, by }
}

/** Whether a file meets every condition that can be told from its listing (not `holds` and `limit`). */
export function matchesFilter(file: FileEntry, filter: FileFilter, now: Date): boolean {
  const ageDays = (now.getTime() - file.modifiedAt.getTime()) / 86_400_000
  const isNamed =
    filter.paths.length + filter.globs.length + filter.endings.length === 0 || isNamedBy(file, filter)
  return (
    isNamed &&
    filter.names.every(test => passesName(file, test)) &&
    !filter.excluded.some(pattern => matchesPattern(file, pattern)) &&
    (filter.olderThanDays === undefined || ageDays > filter.olderThanDays) &&
    (filter.newerThanDays === undefined || ageDays <= filter.newerThanDays) &&
    (filter.largerThanBytes === undefined || file.sizeBytes > filter.largerThanBytes) &&
    (filter.smallerThanBytes === undefined || file.sizeBytes < filter.smallerThanBytes)
  )
}

function isNamedBy(file: FileEntry, filter: FileFilter): boolean {
  return (
    filter.paths.some(path => file.path === cleanPath(path) || (!path.includes('/') && file.name === path)) ||
    filter.globs.some(glob => matchesPattern(file, glob)) ||
    filter.endings.includes(endingOf(file.name))
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
  const measure = (file: FileEntry): number =>
    limit.by === 'oldest'
      ? file.modifiedAt.getTime()
      : limit.by === 'newest'
        ? -file.modifiedAt.getTime()
        : limit.by === 'smallest'
          ? file.sizeBytes
          : -file.sizeBytes
  return byPath.toSorted((left, right) => measure(left) - measure(right)).slice(0, limit.count)
}
