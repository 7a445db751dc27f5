import { type Clause, findSpots, readWords } from '../../language/language.ts'
import { findExpression } from './arithmetic.ts'
import { cutDestination, type Destination, type NameChange, readNameChange } from './file-destination.ts'
import { type FileFilter, firstGroup, isFilePath, readFilter } from './file-filter.ts'
import { endingsOfKind } from './file-kinds.ts'
import { cleanPath } from './workspace.ts'

/** What a task of each kind says beside its clause. */
interface Parts {
  readonly move: { readonly files: FileSubject; readonly to: Destination | undefined }
  readonly copy: Parts['move']
  readonly rename: { readonly files: FileSubject; readonly change: NameChange | undefined }
  readonly delete: { readonly files: FileSubject }
  readonly read: Parts['delete']
  readonly find: Parts['delete']
  readonly list: Parts['delete']
  readonly count: Parts['delete']
  readonly write: { readonly paths: readonly string[]; readonly content: string | undefined }
  readonly append: Parts['write']
  readonly report: { readonly path: string | undefined }
  readonly calculate: { readonly expression: string }
}

type Tasks = {
  readonly [Kind in keyof Parts]: { readonly kind: Kind; readonly clause: Clause } & Parts[Kind]
}

/** What one clause of a goal asks to be done with files, or beside them. */
export type FileTask = Tasks[keyof Parts]

/** The task of a kind. */
export type TaskOf<Kind extends keyof Parts> = Tasks[Kind]

/** The files that a task is about: those of the task before, or those that a filter finds. */
export type FileSubject =
  | { readonly same: true; readonly originals?: boolean }
  | { readonly same: false; readonly filter: FileFilter }

/** A clause about to be read, and what went before it. */
export interface Reading {
  readonly clause: Clause
  readonly now: Date
  /** Names of the folders there are, as far as known. */
  readonly folders: ReadonlySet<string>
  /** Whether an earlier clause was about files, so that “them” means those. */
  readonly follows: boolean
}

/** Verbs that ask for each kind of task; a verb may ask for several. */
const VERBS: readonly (readonly [FileTask['kind'], RegExp])[] = [
  [
    'move',
    /^(?:move|relocate|transfer|shift|archive|shelve|stash|tuck|put|sort|organi[sz]e|file|place|migrate|bring)$/,
  ],
  ['copy', /^(?:copy|duplicate|clone|replicate|collect|gather|backup|mirror|back|save)$/],
  ['delete', /^(?:delete|remove|erase|trash|purge|discard|wipe|unlink|clear|clean|bin|scrap|drop|empty)$/],
  ['rename', /^(?:rename|retitle)$/],
  ['append', /^(?:append|add|attach|insert|extend)$/],
  [
    'write',
    /^(?:write|create|make|generate|produce|draft|compose|store|record|note|jot|log|save|put|touch|start)$/,
  ],
  ['read', /^(?:summari[sz]e|read|open|show|print|display|view|output|inspect)$/],
  ['list', /^(?:list|enumerate|count|show)$/],
  ['find', /^(?:find|search|look|locate|grep|identify|get|collect|gather|pick|select|take|check)$/],
]

/** The kinds of task that a verb may ask for, likeliest first. */
export function kindsOfVerb(verb: string): readonly FileTask['kind'][] {
  return VERBS.filter(([, verbs]) => verbs.test(verb)).map(([kind]) => kind)
}

const copyOf = /\b(?:backup|copy|copies|duplicate) of\b/i
const asksWhich = /\b(?:which|what|how many|how big|how large)\b/i
const asksContent = /\bwhat(?:'s| is| does| do| are)\b.*\b(?:in|inside|say|says|contain|contents? of)\b/i
const countsText =
  /\b(?:how many|count(?:ing)?|number of)\s+(?:\S+\s+){0,3}?(?:lines|words|characters|rows)\b/i
const asksAbout =
  /^\W*(?:so |and |then |please )*(?:which|what|how (?:many|big|large|old|long)|when (?:was|were|did)|(?:is|are|was|were) there|do(?:es)? any)\b/i

function kindsOfClause({ text, verb, question }: Clause): readonly FileTask['kind'][] {
  const isOneFile = findSpots(text).filter(spot => spot.kind === 'path' && isFilePath(spot.text)).length === 1
  if (countsText.test(text)) return ['count']
  if (isOneFile && asksContent.test(text) && !/\b(?:size|large|big|old)\b/i.test(text)) return ['read']
  if (asksAbout.test(text)) return ['list', 'find']
  const base = verb?.base ?? ''
  if (base === '') return question || asksWhich.test(text) ? ['list', 'find'] : []
  if (copyOf.test(text) && /^(?:make|create|take|keep|save|do)$/.test(base)) return ['copy']
  if (asksWhich.test(text) && /^(?:tell|show|know|give|let|say)$/.test(base)) return ['list', 'find']
  if (base === 'back' && !/\bback\s+(?:\S+\s+)*?up\b/i.test(text)) return []
  return /\bget rid of\b/i.test(text) ? ['delete'] : kindsOfVerb(base)
}

/** What a clause asks to be done in the workspace; undefined when it is about something else. */
export function readFileTask(reading: Reading): FileTask | undefined {
  const { clause } = reading
  if (clause.negated || clause.conditional) return undefined
  return readCalculation(clause) ?? readWriting(reading) ?? readAction(reading)
}

/** A calculation; where files are named it is one only by its verb. */
function readCalculation(clause: Clause): FileTask | undefined {
  const isAboutFiles = findSpots(clause.text).some(({ kind }) => ['path', 'glob', 'extension'].includes(kind))
  if (isAboutFiles && !/^(?:calculate|compute|work|evaluate)$/.test(clause.verb?.base ?? '')) return undefined
  const expression = findExpression(clause.text)
  return expression === undefined ? undefined : { kind: 'calculate', clause, expression }
}

/** Moving, copying, deleting, renaming, reading, listing and finding files. */
function readAction(reading: Reading): FileTask | undefined {
  const { clause } = reading
  const { text } = clause
  const kinds = kindsOfClause(clause)
  if (kinds.includes('rename')) return readRenaming(reading)
  for (const kind of kinds) {
    if (kind === 'move' || kind === 'copy') {
      const { rest, destination } = cutDestination(text)
      const files = readSubject(rest, reading)
      const to = destination ?? defaultFolder(clause, kind)
      if (files !== undefined && (to !== undefined || clause.verb?.base !== 'save'))
        return { kind, clause, files, to }
    } else if (kind !== 'write' && kind !== 'append' && kind in READING) {
      const files = readSubject(text, reading)
      const isList = kind === 'read' && clause.verb?.base === 'show' && showsFiles.test(text)
      if (files !== undefined) return { kind: isList ? 'list' : (kind as 'read'), clause, files }
    }
  }
  return undefined
}

const READING = { count: true, delete: true, read: true, list: true, find: true }
const showsFiles =
  /\b(?:which|what|how many) (?:\S+ )?(?:files?|documents?|folders?|notes?|logs?)\b|\bfiles\b|\bfile\b.*\b(?:in|under|from)\b/i

function defaultFolder({ text, verb }: Clause, kind: 'move' | 'copy'): Destination | undefined {
  if (kind === 'copy' && (/\bback/i.test(text) || copyOf.test(text))) return { folder: 'backup' }
  return verb?.base === 'archive' ? { folder: 'archive' } : undefined
}

/** Words that mean the files of the task before. */
const referring =
  /\b(?:them|it|these|those|they|the originals?|all of (?:it|them)|each of them|each|the (?:same|matching|found|moved|copied|resulting|results?|matches|selected)(?: files?| ones?)?|everything (?:found|that matches))\b/i

/** The files that a text means; undefined when it names none. */
function readSubject(text: string, { now, follows, folders }: Reading): FileSubject | undefined {
  const filter = readFilter(text, now, folders)
  const { saysFiles, scope, holds, paths, globs, endings } = filter
  if (follows && referring.test(text) && paths.length + globs.length + endings.length === 0)
    return { same: true, originals: /\boriginals?\b/i.test(text) }
  const saysFolder =
    (scope !== undefined && folders.has(scope)) ||
    /\b(?:folder|director(?:y|ies)|workspace)\b/i.test(text) ||
    findSpots(text).some(spot => spot.kind === 'path')
  const saysKind = readWords(text).some(
    ({ lower }) => lower.endsWith('s') && endingsOfKind(lower) !== undefined,
  )
  const isNamed = saysFiles || ((scope !== undefined || holds !== undefined) && (saysFolder || saysKind))
  return isNamed ? { same: false, filter } : undefined
}

/** Renaming: to a new name, another ending, or by a change of every name. */
function readRenaming(reading: Reading): FileTask | undefined {
  const { clause } = reading
  const { text } = clause
  const target =
    /\b(?:to|as|into)\s+(?:have\s+(?:the\s+)?(?:extension|ending)\s+)?["'“`]?(\S+?)["'”`]?[.!]?$/i.exec(text)
  const change = readNameChange(text, target?.[1])
  const files = readSubject(target === null ? text : text.slice(0, target.index), reading)
  return files === undefined ? undefined : { kind: 'rename', clause, files, change }
}

const reportWords =
  /\b(?:summary|summaries|report|overview|list|listing|index|inventory|recap|digest|record|log|table|catalogue|catalog|manifest)\b/i

/** Writing: a report on files or on what was done, a file with given content, a line added to a file. */
function readWriting(reading: Reading): FileTask | undefined {
  const { clause, follows } = reading
  const { text, verb } = clause
  const kinds = kindsOfClause(clause)
  if (kinds.includes('copy') && copyOf.test(text)) return undefined
  const path = lastFilePath(text)
  if (
    kinds.includes('append') &&
    (path !== undefined || /\bto (?:the|my|a) (?:file|note|list|log)\b/i.test(text))
  )
    return { kind: 'append', clause, paths: listed(path), content: contentOf(text, path) }
  const summarises = /^summari[sz]e$/.test(verb?.base ?? '')
  if (!kinds.includes('write') && !(summarises && path !== undefined)) return undefined
  const content = contentOf(text, undefined)
  if (summarises || (reportWords.test(withoutPaths(text)) && content === undefined)) {
    const namesFile = /\b(?:in|into|to|as)\s+\S+[.!]?$/i.test(text)
    return (follows || path !== undefined) && (!summarises || namesFile)
      ? { kind: 'report', clause, path }
      : undefined
  }
  const base = verb?.base ?? ''
  const movesFiles =
    (kinds.includes('move') || kinds.includes('copy')) && content === undefined && base !== 'save'
  if (movesFiles || (path === undefined && !/\b(?:file|note|memo|document)\b/i.test(text))) return undefined
  const others = content === undefined ? filePaths(text).filter(other => other !== path) : []
  const isNew = /^(?:create|make|touch|start)$/.test(base) && /\bfiles?\b|\bnew\b|\bempty\b/i.test(text)
  const told = content ?? contentOf(text, path) ?? (isNew && path !== undefined ? '' : undefined)
  return { kind: 'write', clause, paths: [...listed(path), ...others], content: told }
}

function listed(path: string | undefined): readonly string[] {
  return path === undefined ? [] : [path]
}

function withoutPaths(text: string): string {
  return findSpots(text)
    .filter(({ kind }) => ['path', 'quoted', 'extension'].includes(kind))
    .reduce((left, spot) => left.replace(spot.text, ' '), text)
}

function filePaths(text: string): readonly string[] {
  return findSpots(text).flatMap(({ kind, text: path }) =>
    kind === 'path' && isFilePath(path) ? [cleanPath(path)] : [],
  )
}

/** The file that is written to: the last path behind “to”, “in”, “called” …, else the last that looks like a file. */
function lastFilePath(text: string): string | undefined {
  const after = findSpots(text).findLast(
    ({ kind, value, start }) =>
      (kind === 'path' || (kind === 'quoted' && isFilePath(String(value)) && !/\s/.test(String(value)))) &&
      !String(value).endsWith('/') &&
      /\b(?:to|in|into|as|called|named|file|at|of)\s+(?:the\s+)?(?:file\s+)?["'“]?$/i.test(
        text.slice(0, start),
      ),
  )
  return after === undefined ? filePaths(text).at(-1) : cleanPath(String(after.value))
}

const contentOpeners =
  /\b(?:(?:with|having|holding) (?:the )?(?:text|content|contents|words|line|lines|body|message|following(?: (?:text|content|lines?))?)|contain(?:ing|s)?(?: the (?:text|line|words))?|that (?:says?|reads?|contains?)|saying(?: that)?|which says|reading|that|with)\b:?\s+(\S[\s\S]*)$|:\s+(\S[\s\S]*)$/i

/** Content given in the words of the clause: quoted, after “with the text”, “saying”, or a colon, or before the path. */
function contentOf(text: string, path: string | undefined): string | undefined {
  const quoted = findSpots(text).filter(({ kind, value }) => kind === 'quoted' && value !== path)
  const texts = quoted.filter(({ start }) => (path === undefined ? !isTarget(text.slice(0, start)) : true))
  if (texts.length > 0) return texts.map(spot => String(spot.value)).join('\n')
  const content = firstGroup(contentOpeners.exec(text))?.trim()
  if (content !== undefined && !reportWords.test(content.slice(0, 40)))
    return content.replace(/(?<![.!?].*)\.$/s, '')
  if (path === undefined) return undefined
  const before =
    /^(?:.*?\b(?:append|add|insert|write|put|note|save|jot(?: down)?)\s+)(.+?)\s+(?:to|in|into|at the end of)\s+(?:the\s+)?(?:end of\s+)?(?:file\s+)?["'“]?$/is.exec(
      text.slice(0, text.lastIndexOf(path)),
    )?.[1]
  return before?.replace(/^(?:the )?(?:line|text|words?|item|entry)\s+/i, '')
}

function isTarget(before: string): boolean {
  return /\b(?:to|into|in)\s+(?:the\s+)?(?:file\s+)?["'“]?$/i.test(before)
}
