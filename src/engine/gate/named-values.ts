/**
 * Which plain values of a call name somebody, something or some place outside of it: proper names and identifiers.
 * Decided by what a value looks like. Argument names only say where words or choices stand, so that an argument that
 * nobody thought of counts.
 */
export function looksNamed(value: string, argument: string): boolean {
  const text = value.trim()
  if (text === '' || text.length > MAX_NAME || /[\n<>{}]/.test(text) || isMeasure(text)) return false
  if (isUnaimed(argument)) return false
  const words = text.split(/\s+/)
  if (isTelephone(text)) return true
  return words.length === 1 ? isIdentifier(text) || isProper(text) : isProperName(words)
}

/** A call of such a name changes or reads a record of one's own: what it is given is content, nobody is named by it. */
export function isOwnRecord(tool: string): boolean {
  const [verb = ''] = wordsOf(tool.split(/[/.:]|__/).at(-1) ?? '')
  return OWN_VERBS.has(verb)
}

const MAX_NAME = 80
const MAX_WORDS = 6

const OWN_VERBS: ReadonlySet<string> = new Set([
  ...'update edit modify patch set rename get list read search find look lookup check view show fetch query'.split(
    ' ',
  ),
  ...'count describe compare calculate compute summarize summarise translate validate'.split(' '),
])

/** Arguments that hold somebody's words, a choice among a few, a time, or which record is meant. */
const UNAIMED: ReadonlySet<string> = new Set([
  ...'subject title heading headline body text message msg content contents description desc detail'.split(
    ' ',
  ),
  ...'details note notes comment comments reason summary memo caption query question prompt agenda'.split(
    ' ',
  ),
  ...'instruction instructions remark remarks feedback reply answer bio purpose review template'.split(' '),
  ...'explanation justification keyword keywords topic statement greeting signature symptoms diagnosis'.split(
    ' ',
  ),
  ...'type kind category status state priority level mode format unit units currency language locale'.split(
    ' ',
  ),
  ...'lang timezone zone color colour size frequency interval recurrence sort class cabin severity'.split(
    ' ',
  ),
  ...'rating visibility role permission permissions plan tier theme label labels tag tags option options'.split(
    ' ',
  ),
  ...'date time day month year start end begin until deadline due duration period'.split(' '),
  ...'id ids ref reference number no code key uuid version sku'.split(' '),
])

function isUnaimed(argument: string): boolean {
  return UNAIMED.has(wordsOf(argument).at(-1) ?? '')
}

function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '')
}

/** Numbers with a unit or a currency, dates and times. A telephone number is none of them. */
function isMeasure(text: string): boolean {
  const isDate = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T\s].*)?$/.test(text)
  if (isDate || /\b\d{1,2}:\d{2}$/.test(text) || /^P(?:T?\d+[YMWDHS])+$/.test(text)) return true
  return !isTelephone(text) && /^[^\p{L}]{0,3}\d{1,5}(?:[.,:\s]\d+)*\s?[^\s\d]{0,4}$/u.test(text)
}

function isTelephone(text: string): boolean {
  return /^\+?\d[\d\s()/-]{6,20}$/.test(text)
}

/** One token that is no word of a language: digits among letters, signs inside, or many digits. */
function isIdentifier(text: string): boolean {
  if (/^\d{6}$/.test(text)) return true
  if (/^\p{Ll}+(?:[-_]\p{Ll}+)*$/u.test(text)) return false
  return /\p{L}/u.test(text) && (/\d/.test(text) || /^[@#]|[@#/:.+]|_/.test(text))
}

const SMALL = /^(?:of|the|and|for|at|in|on|&|de|du|des|la|le|von|van|der|den|di|da|y|e|el|al|bin|–|-)$/i

function isProper(word: string): boolean {
  return /^[\p{Lu}\p{Lo}][\p{L}\p{N}'’.&-]*$/u.test(word)
}

function isProperName(words: readonly string[]): boolean {
  if (words.length > MAX_WORDS || /[!?…]$/.test(words.at(-1) ?? '')) return false
  const telling = words
    .map(word => word.replace(/[,;()]/g, ''))
    .filter(word => !SMALL.test(word) && word !== '')
  const named = telling.filter(word => isProper(word) || /\d/.test(word))
  return named.length === telling.length && named.some(isProper)
}
