import { type Clause, findSpots, readWords } from '../../language/language.ts'
import { findExpression } from './arithmetic.ts'
import { cutDestination, type Destination } from './file-destination.ts'
import { type FileFilter, readFilter } from './file-filter.ts'
import { fileKinds } from './file-words.ts'

/** What is to be done with files, or beside them, by one clause of a goal. */
export type FileTask =
  | PlacingTask
  | RenamingTask
  | FilesTask
  | WritingTask
  | { readonly kind: 'report'; readonly clause: Clause; readonly path?: string; readonly about?: FileSubject }
  | { readonly kind: 'calculate'; readonly clause: Clause; readonly expression: string }
  | { readonly kind: 'time'; readonly clause: Clause }
  | { readonly kind: 'fetch'; readonly clause: Clause; readonly url: string }

/** Moving or copying files somewhere. */
export interface PlacingTask {
  readonly kind: 'move' | 'copy'
  readonly clause: Clause
  readonly files: FileSubject
  readonly to?: Destination
}

export interface RenamingTask {
  readonly kind: 'rename'
  readonly clause: Clause
  readonly files: FileSubject
  readonly change?: NameChange
}

/** Writing given content to a file, or adding it to the end of one. */
export interface WritingTask {
  readonly kind: 'write' | 'append'
  readonly clause: Clause
  readonly path?: string
  readonly content?: string
  /** Further files that are to be made in the same way. */
  readonly alsoPaths?: readonly string[]
}

/** Something done to files that needs nothing but them. */
export interface FilesTask {
  readonly kind: 'delete' | 'read' | 'find' | 'list' | 'summarise' | 'tally'
  readonly clause: Clause
  readonly files: FileSubject
}

/** The files that a task is about: those of the task before, or those that a filter finds. */
export type FileSubject =
  | { readonly same: true; readonly originals?: boolean }
  | { readonly same: false; readonly filter: FileFilter }

/** How a name is changed. */
export type NameChange =
  | { readonly kind: 'to'; readonly path: string }
  | { readonly kind: 'ending'; readonly ending: string }
  | { readonly kind: 'prefix' | 'suffix'; readonly text: string }
  | { readonly kind: 'replace'; readonly from: string; readonly to: string }
  | { readonly kind: 'case'; readonly to: 'lower' | 'upper' }

const verbsByKind: readonly (readonly [FileTask['kind'], string])[] = [
  [
    'move',
    'move relocate transfer shift archive shelve stash tuck put sort organize organise file place migrate bring',
  ],
  ['copy', 'copy duplicate clone replicate collect gather backup mirror back save'],
  ['delete', 'delete remove erase trash purge discard wipe unlink clear clean bin scrap drop empty'],
  ['rename', 'rename retitle prefix suffix'],
  ['append', 'append add attach insert extend'],
  [
    'write',
    'write create make generate produce draft compose store record note jot log save put touch start',
  ],
  ['summarise', 'summarize summarise condense outline recap digest'],
  ['read', 'read open show print display view output inspect'],
  ['list', 'list enumerate count show'],
  ['find', 'find search look locate grep identify get collect gather pick select take check'],
]

const reportWords =
  /\b(?:summary|summaries|report|overview|list|listing|index|inventory|recap|digest|record|log|table|catalogue|catalog|manifest)\b/i
const referring =
  /\b(?:them|it|these|those|they|the originals?|all of (?:it|them)|each of them|each|the (?:same|matching|found|moved|copied|resulting|results?|matches|selected)(?: files?| ones?)?|everything (?:found|that matches))\b/i

interface Reading {
  readonly clause: Clause
  readonly now: Date
  /** Whether an earlier clause was about files, so that “them” means those. */
  readonly follows: boolean
}

/** What the goal says must be left alone, or not be done at all. */
export interface Prohibitions {
  readonly paths: readonly string[]
  readonly kinds: ReadonlySet<FileTask['kind']>
}

/** Reads “do not touch web.log”, “keep a.txt” and “do not delete anything”. */
export function readProhibitions(clauses: readonly Clause[]): Prohibitions {
  const forbidding = clauses.filter(
    clause => clause.negated || ['keep', 'leave', 'skip', 'ignore'].includes(clause.verb?.base ?? ''),
  )
  const paths: string[] = []
  const kinds = new Set<FileTask['kind']>()
  for (const clause of forbidding) {
    const spots = findSpots(clause.text).filter(spot =>
      ['path', 'glob', 'extension', 'quoted'].includes(spot.kind),
    )
    paths.push(...spots.map(spot => (spot.kind === 'extension' ? `*${spot.text}` : String(spot.value))))
    const verb = clause.verb?.base ?? ''
    if (spots.length === 0 && clause.negated)
      for (const [kind, verbs] of verbsByKind) if (verbs.split(' ').includes(verb)) kinds.add(kind)
  }
  return { paths, kinds }
}

/** What a clause asks to be done in the workspace; undefined when it is about something else. */
export function readFileTask(reading: Reading): FileTask | undefined {
  const { clause } = reading
  if (clause.negated || clause.conditional) return undefined
  return readPlainTask(clause) ?? readTally(reading) ?? readWriting(reading) ?? readFileAction(reading)
}

function readPlainTask(clause: Clause): FileTask | undefined {
  const spots = findSpots(clause.text)
  const url = spots.find(spot => spot.kind === 'url')
  if (
    url !== undefined &&
    isVerb(clause, 'get fetch download read open visit load retrieve check pull grab request')
  )
    return { kind: 'fetch', clause, url: url.text }
  if (
    !isVerb(clause, 'write save append add put store record') &&
    /\b(?:what(?:'s| is)?(?: the)?(?: current)? (?:time|date|day)\b|current (?:time|date)|what day is|tell me the (?:time|date)|today's date)/i.test(
      clause.text,
    )
  )
    return { kind: 'time', clause }
  const namesFiles = spots.some(spot => ['path', 'glob', 'extension'].includes(spot.kind))
  const expression =
    namesFiles && !isVerb(clause, 'calculate compute work evaluate') ? undefined : findExpression(clause.text)
  return expression === undefined ? undefined : { kind: 'calculate', clause, expression }
}

/** Adding up a column of a table: “add up the amounts in expenses.csv”. */
function readTally(reading: Reading): FileTask | undefined {
  const { clause } = reading
  if (
    !/\b(?:add(?:ing)? up|sum(?: up)?|total(?: up)?|average|mean)\b/i.test(clause.text) ||
    isVerb(clause, 'write save append')
  )
    return undefined
  if (!/\.(?:csv|tsv)\b/i.test(clause.text)) return undefined
  const files = readSubject(clause.text, reading)
  return files === undefined ? undefined : { kind: 'tally', clause, files }
}

function isVerb(clause: Clause, verbs: string): boolean {
  return clause.verb !== undefined && verbs.split(' ').includes(clause.verb.base)
}

/** “what is in report.txt?”, “count the lines of a.md”: only its text can tell. */
function asksContent(clause: Clause): boolean {
  const isOneFile =
    findSpots(clause.text).filter(spot => spot.kind === 'path' && /\.\w+$/.test(spot.text)).length === 1
  const asks =
    /\bwhat(?:'s| is| does| do| are)\b.*\b(?:in|inside|say|says|contain|contents? of)\b|\b(?:how many|count(?: the)?) (?:lines|words|characters|rows)\b/i
  return isOneFile && asks.test(clause.text)
}

function kindsOfClause(clause: Clause): readonly FileTask['kind'][] {
  const verb = clause.verb?.base
  const asksWhich = /\b(?:which|what|how many|how big|how large)\b/i.test(clause.text)
  if (asksContent(clause)) return ['read']
  if (verb === undefined) return clause.question || asksWhich ? ['list', 'find'] : []
  if (
    /\b(?:backup|copy|copies|duplicate) of\b/i.test(clause.text) &&
    ['make', 'create', 'take', 'keep', 'save', 'do'].includes(verb)
  )
    return ['copy']
  if (asksWhich && ['tell', 'show', 'know', 'give', 'let', 'say'].includes(verb)) return ['list', 'find']
  if (verb === 'back' && !/\bback\s+\S+(?:\s+\S+)*\s+up\b|\bback up\b/i.test(clause.text)) return []
  if (verb === 'get' && /\bget rid of\b/i.test(clause.text)) return ['delete']
  return verbsByKind.filter(([, verbs]) => verbs.split(' ').includes(verb)).map(([kind]) => kind)
}

/** Writing: a report on files or on what was done, a file with given content, a line added to a file. */
function readWriting(reading: Reading): FileTask | undefined {
  const { clause, now, follows } = reading
  const kinds = kindsOfClause(clause)
  if (kinds.includes('copy') && /\b(?:backup|copy|copies|duplicate) of\b/i.test(clause.text)) return undefined
  const path = lastFilePath(clause.text)
  if (
    kinds.includes('append') &&
    (path !== undefined || /\bto (?:the|my|a) (?:file|note|list|log)\b/i.test(clause.text))
  )
    return { kind: 'append', clause, ...withPath(path), ...withContent(contentOf(clause.text, path)) }
  const listsInto =
    kinds.includes('list') && path !== undefined && /\b(?:in|into|to)\s+\S+\s*[.!]?$/i.test(clause.text)
  if (listsInto && !clause.question) {
    const about = readAbout(clause, now) ?? listSubject(clause, reading)
    return { kind: 'report', clause, path, ...(about === undefined ? {} : { about }) }
  }
  if (!kinds.includes('write') && !(kinds.includes('summarise') && path !== undefined)) return undefined
  const content = contentOf(clause.text, undefined)
  const asksReport =
    kinds.includes('summarise') || (reportWords.test(withoutPaths(clause.text)) && content === undefined)
  if (asksReport) {
    const about = readAbout(clause, now)
    if (about === undefined && !follows && path === undefined) return undefined
    if (kinds.includes('summarise') && !/\b(?:in|into|to|as)\s+\S+$/i.test(clause.text.replace(/[.!]$/, '')))
      return undefined
    return { kind: 'report', clause, ...withPath(path), ...(about === undefined ? {} : { about }) }
  }
  const saysFile = path !== undefined || /\b(?:file|note|memo|document)\b/i.test(clause.text)
  const movesFiles =
    (kinds.includes('move') || kinds.includes('copy')) && content === undefined && !isVerb(clause, 'save')
  if (!saysFile || movesFiles) return undefined
  const files = findSpots(clause.text).filter(spot => spot.kind === 'path' && /\.\w+$/.test(spot.text))
  const alsoPaths = content === undefined ? files.map(spot => spot.text).filter(other => other !== path) : []
  const isNew = isVerb(clause, 'create make touch start') && /\bfiles?\b|\bnew\b|\bempty\b/i.test(clause.text)
  const told = content ?? contentOf(clause.text, path) ?? (isNew && path !== undefined ? '' : undefined)
  return {
    kind: 'write',
    clause,
    ...withPath(path),
    ...withContent(told),
    ...(alsoPaths.length === 0 ? {} : { alsoPaths }),
  }
}

function listSubject(clause: Clause, reading: Reading): FileSubject | undefined {
  return readSubject(dropTarget(clause.text.replace(/\bin\s+(\S+\.\w+)\s*[.!]?$/i, 'to $1')), reading)
}

function withPath(path: string | undefined): { readonly path?: string } {
  return path === undefined ? {} : { path }
}

function withContent(content: string | undefined): { readonly content?: string } {
  return content === undefined ? {} : { content }
}

function withoutPaths(text: string): string {
  return findSpots(text).reduce(
    (left, spot) =>
      ['path', 'quoted', 'extension'].includes(spot.kind) ? left.replace(spot.text, ' ') : left,
    text,
  )
}

/** The file that is written to: the last path that looks like a file. */
function lastFilePath(text: string): string | undefined {
  const spots = findSpots(text).filter(spot => spot.kind === 'path' && !spot.text.endsWith('/'))
  const after = spots.findLast(spot =>
    /\b(?:to|in|into|as|called|named|file|at|of)\s+(?:the\s+)?(?:file\s+)?["'“]?$/i.test(
      text.slice(0, spot.start),
    ),
  )
  return (after ?? spots.findLast(spot => /\.\w+$/.test(spot.text)))?.text.replace(/^\.\//, '')
}

const contentOpeners =
  /\b(?:(?:with|having|holding) (?:the )?(?:text|content|contents|words|line|lines|body|message|following(?: (?:text|content|lines?))?)|contain(?:ing|s)?(?: the (?:text|line|words))?|that (?:says?|reads?|contains?)|saying(?: that)?|which says|reading|that|with)\b:?\s+(\S[\s\S]*)$|:\s+(\S[\s\S]*)$/i

/** Content given in the words of the clause: quoted, after “with the text”, “saying”, or a colon. */
function contentOf(text: string, path: string | undefined): string | undefined {
  const quoted = findSpots(text).filter(spot => spot.kind === 'quoted' && spot.value !== path)
  if (quoted.length > 0) return quoted.map(spot => String(spot.value)).join('\n')
  const told = contentOpeners.exec(text)
  const content = (told?.[1] ?? told?.[2])?.trim()
  if (content !== undefined && !reportWords.test(content.slice(0, 40)))
    return content.replace(/(?<![.!?].*)\.$/s, '')
  if (path === undefined) return undefined
  const at = text.lastIndexOf(path)
  const before =
    /^(?:.*?\b(?:append|add|insert|write|put|note|save|jot(?: down)?)\s+)(.+?)\s+(?:to|in|into|at the end of)\s+(?:the\s+)?(?:end of\s+)?(?:file\s+)?["'“]?$/is.exec(
      text.slice(0, at),
    )?.[1]
  return before?.replace(/^(?:the )?(?:line|text|words?|item|entry)\s+/i, '')
}

function readAbout(clause: Clause, now: Date): FileSubject | undefined {
  const match =
    /\b(?:of|about|on|for|listing|from)\s+(.+?)(?:\s+(?:to|into|in|as|called|named)\s+["'“]?\S+["'”]?)?[.!]?$/i.exec(
      clause.text,
    )
  const rest = clause.verb?.base.startsWith('summari')
    ? clause.text.slice(clause.verb.end - clause.start)
    : match?.[1]
  if (rest === undefined || /^\s*(?:what|how)\b/i.test(rest)) return undefined
  if (referring.test(rest) && !/\bfiles? (?:in|from|under)\b/i.test(rest)) return { same: true }
  const filter = readFilter(dropTarget(rest), now)
  return filter.saysFiles || filter.scope !== undefined ? { same: false, filter } : undefined
}

function dropTarget(text: string): string {
  return text.replace(/\s+(?:to|into|as)\s+["'“]?[\w./-]+["'”]?[.!]?$/i, '')
}

/** Moving, copying, deleting, renaming, reading, listing and finding files. */
function readFileAction(reading: Reading): FileTask | undefined {
  const { clause } = reading
  const kinds = kindsOfClause(clause)
  if (kinds.includes('rename')) return readRenaming(reading)
  for (const kind of kinds) {
    if (kind === 'move' || kind === 'copy') {
      const { rest, destination } = cutDestination(clause.text)
      const files = readSubject(rest, reading)
      const isBackup = kind === 'copy' && /\bback|\b(?:copy|copies|duplicate) of\b/i.test(clause.text)
      const isSaving = clause.verb?.base === 'save'
      const to =
        destination ??
        (isBackup
          ? { folder: 'backup' }
          : clause.verb?.base === 'archive'
            ? { folder: 'archive' }
            : undefined)
      if (files !== undefined && (to !== undefined || !isSaving))
        return { kind, clause, files, ...(to === undefined ? {} : { to }) }
    } else if (
      kind === 'delete' ||
      kind === 'read' ||
      kind === 'list' ||
      kind === 'find' ||
      kind === 'summarise'
    ) {
      const files = readSubject(clause.text, reading)
      if (files !== undefined) return { kind: settleKind(kind, clause), clause, files }
    }
  }
  return undefined
}

function settleKind(kind: FilesTask['kind'], clause: Clause): FilesTask['kind'] {
  const asksWhich =
    /\b(?:which|what|how many) (?:\S+ )?(?:files?|documents?|folders?|notes?|logs?)\b|\bfiles?\b.*\b(?:in|under|from)\b/i.test(
      clause.text,
    )
  if (kind === 'read' && clause.verb?.base === 'show' && asksWhich) return 'list'
  return kind
}

function readSubject(text: string, { now, follows }: Reading): FileSubject | undefined {
  const filter = readFilter(text, now)
  const isNamed = filter.saysFiles || filter.scope !== undefined || filter.holds !== undefined
  const isSame =
    follows && referring.test(text) && filter.paths.length + filter.globs.length + filter.endings.length === 0
  if (isSame) return { same: true, originals: /\boriginals?\b/i.test(text) }
  const saysFolder =
    /\b(?:folder|director(?:y|ies)|workspace)\b/i.test(text) ||
    findSpots(text).some(spot => spot.kind === 'path')
  const kinds = readWords(text).some(
    word => fileKinds.has(word.lower.replace(/s$/, '')) && word.lower.endsWith('s'),
  )
  return isNamed && (filter.saysFiles || saysFolder || kinds) ? { same: false, filter } : undefined
}

function readRenaming(reading: Reading): FileTask | undefined {
  const { clause } = reading
  const text = clause.text
  const spots = findSpots(text)
  const target =
    /\b(?:to|as|into)\s+(?:have\s+(?:the\s+)?(?:extension|ending)\s+)?["'“`]?(\S+?)["'”`]?[.!]?$/i.exec(text)
  const change = readNameChange(text, target?.[1])
  const subjectText = target === null || change?.kind === 'case' ? text : text.slice(0, target.index)
  const files = readSubject(subjectText, reading)
  if (files === undefined && spots.length === 0) return undefined
  return files === undefined
    ? undefined
    : { kind: 'rename', clause, files, ...(change === undefined ? {} : { change }) }
}

function readNameChange(text: string, target: string | undefined): NameChange | undefined {
  const value = (match: RegExpExecArray | null, from: number): string =>
    match?.slice(from).find(group => group !== undefined) ?? ''
  const quoted = String.raw`(?:"([^"]*)"|“([^”]*)”|'([^']*)'|(\S+))`
  const replace =
    /\breplac(?:e|ing)\s+(spaces|underscores|dashes|hyphens|"[^"]*"|'[^']*')\s+(?:with|by)\s+(spaces|underscores|dashes|hyphens|"[^"]*"|'[^']*')/i.exec(
      text,
    )
  if (replace !== null)
    return { kind: 'replace', from: signOf(replace[1] ?? ''), to: signOf(replace[2] ?? '') }
  const letters = /\b(lower|upper)\s?-?case\b/i.exec(text)
  if (letters !== null) return { kind: 'case', to: letters[1]?.toLowerCase() === 'lower' ? 'lower' : 'upper' }
  const prefix = new RegExp(
    String.raw`\b(?:prefix\s+(?:\S+\s+){0,6}?with|(?:with|add(?:ing)?)\s+(?:the\s+|a\s+)?prefix|prefixed with)\s+${quoted}`,
    'i',
  ).exec(text)
  if (prefix !== null) return { kind: 'prefix', text: value(prefix, 1) }
  const suffix = new RegExp(
    String.raw`\b(?:suffix\s+(?:\S+\s+){0,6}?with|(?:with|add(?:ing)?)\s+(?:the\s+|a\s+)?suffix)\s+${quoted}`,
    'i',
  ).exec(text)
  if (suffix !== null) return { kind: 'suffix', text: value(suffix, 1) }
  if (target === undefined) return undefined
  const ending = /^\.?([A-Za-z0-9]{1,5})$/.exec(target)
  const isEnding = ending !== null && (target.startsWith('.') || /\bextension\b/i.test(text))
  return isEnding ? { kind: 'ending', ending: ending[1] ?? '' } : { kind: 'to', path: target }
}

function signOf(word: string): string {
  const signs: Readonly<Record<string, string>> = { spaces: ' ', underscores: '_', dashes: '-', hyphens: '-' }
  return signs[word.toLowerCase()] ?? word.slice(1, -1)
}
