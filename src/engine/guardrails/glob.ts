/**
 * Compiles an fnmatch pattern: `*` any text (also `/`), `?` one character, `[a-z]` one of, `[!a-z]` none of;
 * every other character stands for itself. Matching takes at most pattern × text steps, whatever the pattern.
 */
export function compileGlob(pattern: string): (text: string) => boolean {
  const tokens = tokenize([...pattern])
  if (!tokens.some(token => token.kind !== 'literal')) return text => text === pattern
  const prefix = literalPrefix(tokens)
  return text => text.startsWith(prefix) && matchTokens(tokens, isAscii(text) ? text : [...text])
}

/** True when a pattern names exactly one text. */
export function isLiteralGlob(pattern: string): boolean {
  return !/[*?[]/.test(pattern)
}

/** The texts between the wildcards, in order; the first and the last are the beginning and the end of each match. */
export function literalRuns(pattern: string): readonly string[] {
  const runs: string[] = []
  let run = ''
  for (const token of tokenize([...pattern])) {
    if (token.kind === 'literal') {
      run += token.character
    } else {
      runs.push(run)
      run = ''
    }
  }
  return [...runs, run]
}

/** True when every character is an ASCII one. */
export function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x7f) return false
  return true
}

/** True when a pattern or path climbs with a `..` segment. */
export function climbs(path: string): boolean {
  return path.includes('..') && path.split(/[\\/]/).includes('..')
}

/** A path as patterns see it: forward slashes, no `.` segments, no doubled slashes, composed characters. */
export function normalizePath(path: string): string {
  const plain = isAscii(path) ? path : path.normalize('NFC')
  if (!/\\|\/\/|(^|\/)\.(\/|$)/.test(plain)) return plain
  const segments = plain.replaceAll('\\', '/').split('/')
  const root = segments[0] === '' ? '/' : ''
  return root + segments.filter(segment => segment !== '' && segment !== '.').join('/')
}

/** A path or pattern as it is compared; folded where a file system takes upper and lower case for the same. */
export function comparedPath(path: string, foldsCase: boolean): string {
  const plain = normalizePath(path)
  // Upper case comes last: a sigma has two forms in lower case.
  return foldsCase ? plain.toLowerCase().toUpperCase().normalize('NFC') : plain
}

type Token =
  | { readonly kind: 'literal'; readonly character: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'star' }
  | {
      readonly kind: 'set'
      readonly negated: boolean
      readonly ranges: readonly (readonly [string, string])[]
    }

function tokenize(characters: readonly string[]): readonly Token[] {
  const tokens: Token[] = []
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index] ?? ''
    const set = character === '[' ? readSet(characters, index) : undefined
    if (set !== undefined) {
      tokens.push(set.token)
      index = set.end
    } else if (character === '*') {
      if (tokens.at(-1)?.kind !== 'star') tokens.push({ kind: 'star' })
    } else {
      tokens.push(character === '?' ? { kind: 'any' } : { kind: 'literal', character })
    }
  }
  return tokens
}

/** An unclosed bracket is a bracket, as fnmatch has it; a `]` that comes first belongs to the set. */
function readSet(characters: readonly string[], start: number): { token: Token; end: number } | undefined {
  const negated = characters[start + 1] === '!'
  const first = start + (negated ? 2 : 1)
  const end = characters.indexOf(']', first + 1)
  if (end === -1) return undefined
  const ranges: (readonly [string, string])[] = []
  for (let index = first; index < end; index += 1) {
    const from = characters[index] ?? ''
    const isRange = characters[index + 1] === '-' && index + 2 < end
    ranges.push([from, isRange ? (characters[index + 2] ?? from) : from])
    if (isRange) index += 2
  }
  return { token: { kind: 'set', negated, ranges }, end }
}

function literalPrefix(tokens: readonly Token[]): string {
  let prefix = ''
  for (const token of tokens) {
    if (token.kind !== 'literal') break
    prefix += token.character
  }
  return prefix
}

/** Greedy with one point to fall back to: the last star is the only one that ever has to be widened. */
function matchTokens(tokens: readonly Token[], text: string | readonly string[]): boolean {
  let at = 0
  let position = 0
  let star = -1
  let starPosition = 0
  while (position < text.length) {
    const token = tokens[at]
    if (token?.kind === 'star') {
      star = at
      starPosition = position
      at += 1
    } else if (token !== undefined && matchesCharacter(token, text[position] ?? '')) {
      at += 1
      position += 1
    } else if (star !== -1) {
      starPosition += 1
      position = starPosition
      at = star + 1
    } else {
      return false
    }
  }
  while (tokens[at]?.kind === 'star') at += 1
  return at === tokens.length
}

function matchesCharacter(token: Token, character: string): boolean {
  switch (token.kind) {
    case 'literal':
      return token.character === character
    case 'set':
      return token.ranges.some(([from, to]) => from <= character && character <= to) !== token.negated
    default:
      return true
  }
}
