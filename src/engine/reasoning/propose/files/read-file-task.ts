import { type Clause, findSpots } from '../../language/language.ts'
import { findExpression } from './arithmetic.ts'
import { cutDestination } from './file-destination.ts'
import type { FilesTask, FileTask, Reading } from './file-task.ts'
import { isVerb, kindsOfClause, readSubject, verbsByKind } from './file-verbs.ts'
import { readRenaming } from './read-renaming.ts'
import { readWriting } from './read-writing.ts'

/** What the goal says must be left alone, or not be done at all. */
export interface Prohibitions {
  readonly paths: readonly string[]
  readonly kinds: ReadonlySet<FileTask['kind']>
  /** The clauses that say so and name files. */
  readonly clauses: readonly Clause[]
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
  return { paths, kinds, clauses: forbidding.filter(clause => !clause.negated && namesFiles(clause)) }
}

/** What a clause asks to be done in the workspace; undefined when it is about something else. */
export function readFileTask(reading: Reading): FileTask | undefined {
  const { clause } = reading
  if (clause.negated || clause.conditional) return undefined
  return readPlainTask(clause) ?? readTally(reading) ?? readWriting(reading) ?? readFileAction(reading)
}

function namesFiles(clause: Clause): boolean {
  return findSpots(clause.text).some(spot => ['path', 'glob', 'extension'].includes(spot.kind))
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
  const expression =
    namesFiles(clause) && !isVerb(clause, 'calculate compute work evaluate')
      ? undefined
      : findExpression(clause.text)
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
