import { type Clause, findSpots } from '../../language/language.ts'
import { readFilter } from './file-filter.ts'
import type { FileSubject, FileTask, Reading } from './file-task.ts'
import { isVerb, kindsOfClause, readSubject, referring } from './file-verbs.ts'

const reportWords =
  /\b(?:summary|summaries|report|overview|list|listing|index|inventory|recap|digest|record|log|table|catalogue|catalog|manifest)\b/i
/** Writing: a report on files or on what was done, a file with given content, a line added to a file. */
export function readWriting(reading: Reading): FileTask | undefined {
  const { clause, follows } = reading
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
    const about = readAbout(reading) ?? listSubject(clause, reading)
    return { kind: 'report', clause, path, ...(about === undefined ? {} : { about }) }
  }
  if (!kinds.includes('write') && !(kinds.includes('summarise') && path !== undefined)) return undefined
  const content = contentOf(clause.text, undefined)
  const asksReport =
    kinds.includes('summarise') || (reportWords.test(withoutPaths(clause.text)) && content === undefined)
  if (asksReport) {
    const about = readAbout(reading)
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

function readAbout({ clause, now, folders }: Reading): FileSubject | undefined {
  const match =
    /\b(?:of|about|on|for|listing|from)\s+(.+?)(?:\s+(?:to|into|in|as|called|named)\s+["'“]?\S+["'”]?)?[.!]?$/i.exec(
      clause.text,
    )
  const rest = clause.verb?.base.startsWith('summari')
    ? clause.text.slice(clause.verb.end - clause.start)
    : match?.[1]
  if (rest === undefined || /^\s*(?:what|how)\b/i.test(rest)) return undefined
  if (referring.test(rest) && !/\bfiles? (?:in|from|under)\b/i.test(rest)) return { same: true }
  const filter = readFilter(dropTarget(rest), now, folders)
  return filter.saysFiles || filter.scope !== undefined ? { same: false, filter } : undefined
}

function dropTarget(text: string): string {
  return text.replace(/\s+(?:to|into|as)\s+["'“]?[\w./-]+["'”]?[.!]?$/i, '')
}
