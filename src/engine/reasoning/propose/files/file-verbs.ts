import { type Clause, findSpots, readWords } from '../../language/language.ts'
import { readFilter } from './file-filter.ts'
import type { FileSubject, FileTask, Reading } from './file-task.ts'
import { fileKinds } from './file-words.ts'

/** Verbs that ask for each kind of task; a verb may ask for several. */
export const verbsByKind: readonly (readonly [FileTask['kind'], string])[] = [
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

/** Words that mean the files of the task before. */
export const referring =
  /\b(?:them|it|these|those|they|the originals?|all of (?:it|them)|each of them|each|the (?:same|matching|found|moved|copied|resulting|results?|matches|selected)(?: files?| ones?)?|everything (?:found|that matches))\b/i

/** Whether the clause acts by one of the verbs. */
export function isVerb(clause: Clause, verbs: string): boolean {
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

/** The kinds of task that a clause may ask for, likeliest first. */
export function kindsOfClause(clause: Clause): readonly FileTask['kind'][] {
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

/** The files that a text means; undefined when it names none. */
export function readSubject(text: string, { now, follows, folders }: Reading): FileSubject | undefined {
  const filter = readFilter(text, now, folders)
  const isNamed = filter.saysFiles || filter.scope !== undefined || filter.holds !== undefined
  const isSame =
    follows && referring.test(text) && filter.paths.length + filter.globs.length + filter.endings.length === 0
  if (isSame) return { same: true, originals: /\boriginals?\b/i.test(text) }
  const saysFolder =
    (filter.scope !== undefined && folders?.has(filter.scope) === true) ||
    /\b(?:folder|director(?:y|ies)|workspace)\b/i.test(text) ||
    findSpots(text).some(spot => spot.kind === 'path')
  const kinds = readWords(text).some(
    word => fileKinds.has(word.lower.replace(/s$/, '')) && word.lower.endsWith('s'),
  )
  return isNamed && (filter.saysFiles || saysFolder || kinds) ? { same: false, filter } : undefined
}
