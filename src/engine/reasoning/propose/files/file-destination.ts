import { findSpots } from '../../language/language.ts'
import { firstGroup, isFilePath } from './file-filter.ts'
import { cleanPath } from './workspace.ts'

/** Where files go: a folder, one folder per kind, or one exact path. */
export type Destination =
  | { readonly folder: string; readonly by?: 'ending' | 'year' | 'month' }
  | { readonly path: string }

/** How a name is changed. */
export type NameChange =
  | { readonly kind: 'to'; readonly path: string }
  | { readonly kind: 'ending'; readonly ending: string }
  | { readonly kind: 'prefix' | 'suffix'; readonly text: string }
  | { readonly kind: 'replace'; readonly from: string; readonly to: string }
  | { readonly kind: 'case'; readonly to: 'lower' | 'upper' }

const QUOTED = String.raw`"([^"]+)"|“([^”]+)”|'([^']+)'|\x60([^\x60]+)\x60`
const FOLDER = '(?:sub-?)?(?:folder|directory)'
/** “into a folder called old logs”, “to the folder old”, “to the archive folder”. */
const namedFolders = [
  String.raw`\b(?:(?:in)?to|in|inside|under)\s+(?:an?|the|one)?\s*(?:new\s+)?${FOLDER}\s+(?:called|named)\s*(?:${QUOTED}|([^"“'.,;!?]+?)(?=\s*(?:$|[.,;!?]|\band\b)))`,
  String.raw`\b(?:in)?to\s+(?:the\s+)?${FOLDER}\s+(?:${QUOTED}|([\w.~/-]+))`,
  String.raw`\b(?:(?:in)?to|under|inside)\s+(?:the|an?|my|our|its own|their own)?\s*(?:new\s+)?(?:${QUOTED}|([\w.~/-]+))\s+${FOLDER}\b`,
].map(pattern => new RegExp(pattern, 'i'))
const grouping =
  /\b(?:in)?to\s+(?:(?:sub-?)?folders?|one folder|a folder|directories)\s+(?:by|per|for each|for every|named after|according to|based on)\s+(?:their\s+|the\s+|its\s+)?(?:file\s*)?(type|extension|ending|kind|format|year|month|date)s?\b|\bby\s+(?:their\s+|file\s*)?(type|extension|year|month)\b/i

interface Cut {
  readonly rest: string
  readonly destination?: Destination
}

/** Splits “move X to Y” into the part that says X and the destination Y. */
export function cutDestination(text: string): Cut {
  const grouped = grouping.exec(text)
  const unit = firstGroup(grouped)?.toLowerCase()
  if (grouped !== null && unit !== undefined) {
    const by = unit === 'year' ? 'year' : unit === 'month' || unit === 'date' ? 'month' : 'ending'
    return { rest: text.slice(0, grouped.index), destination: { folder: '', by } }
  }
  for (const pattern of namedFolders) {
    const match = pattern.exec(text)
    const name = firstGroup(match)
    if (match === null || name === undefined) continue
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
    return { rest, destination: { folder: folderOf(name) } }
  }
  return readPlace(text) ?? { rest: text }
}

/** “to archive/”, “into old/report.txt”, “to backup”; the last such place in the text, “to” before “in”. */
function readPlace(text: string): Cut | undefined {
  const spots = findSpots(text)
  const openers = [
    ...text.matchAll(/\b((?:in|on)?to|under|inside|in|as)\s+(?:the\s+)?(?=["'“`\w.~/])/gi),
  ].reverse()
  const isTo = ([, opener = '']: RegExpMatchArray): boolean => /^(?:in|on)?to$/i.test(opener)
  for (const opener of openers.toSorted((left, right) => Number(isTo(right)) - Number(isTo(left)))) {
    const from = opener.index + opener[0].length
    const spot = spots.find(({ start, kind }) => start === from && (kind === 'path' || kind === 'quoted'))
    const word = /^[\w-]+(?=[\s.,;!?]|$)/.exec(text.slice(from))?.[0]
    const said = spot === undefined ? word : String(spot.value)
    const end = from + (spot?.text ?? word ?? '').length
    const isFolder =
      isTo(opener) &&
      !noFolder.test(said ?? '') &&
      /^\s*(?:[.,;!?]|$|please\b|folder\b|instead\b)/i.test(text.slice(end))
    if (said === undefined || (spot === undefined && !isFolder)) continue
    const rest = `${text.slice(0, opener.index)} ${text.slice(end)}`
    return { rest, destination: isFilePath(said) ? { path: cleanPath(said) } : { folder: folderOf(said) } }
  }
  return undefined
}

const noFolder =
  /^(?:be|do|make|the|a|an|it|them|this|that|these|here|there|my|our|see|find|files?|keep|free|save|total|all|each|one|lower|upper|lowercase|uppercase|pdf|size|order|name|date|full|case|general)$/i

function folderOf(said: string): string {
  const bare = said.replace(/^\.\//, '').replace(/[/.,]+$/, '')
  return /^(?:root|workspace|top|top-level|main|current|this|same|base)$/i.test(bare) ? '' : bare
}

const SIGN = `(spaces|underscores|dashes|hyphens|"[^"]*"|'[^']*')`
const replacing = new RegExp(String.raw`\breplac(?:e|ing)\s+${SIGN}\s+(?:with|by)\s+${SIGN}`, 'i')
const fixing = new RegExp(
  String.raw`\b(prefix|suffix)\s+(?:\S+\s+){0,6}?with\s+(?:${QUOTED}|(\S+))|\b(?:with|add(?:ing)?)\s+(?:the\s+|a\s+)?(prefix|suffix)\s+(?:${QUOTED}|(\S+))`,
  'i',
)

/** What a text says of how names are changed; `target` is what stands behind “to”. */
export function readNameChange(text: string, target: string | undefined): NameChange | undefined {
  const [, from, to] = replacing.exec(text) ?? []
  if (from !== undefined && to !== undefined) return { kind: 'replace', from: signOf(from), to: signOf(to) }
  const letters = /\b(lower|upper)\s?-?case\b/i.exec(text)?.[1]?.toLowerCase()
  if (letters === 'lower' || letters === 'upper') return { kind: 'case', to: letters }
  const [kind, added] = (fixing.exec(text)?.slice(1) ?? []).filter(group => group !== undefined)
  if (kind !== undefined && added !== undefined)
    return { kind: /^prefix$/i.test(kind) ? 'prefix' : 'suffix', text: added }
  if (target === undefined) return undefined
  const ending = /^\.?([A-Za-z0-9]{1,5})$/.exec(target)?.[1]
  const isEnding = ending !== undefined && (target.startsWith('.') || /\bextension\b/i.test(text))
  return isEnding ? { kind: 'ending', ending } : { kind: 'to', path: target }
}

function signOf(word: string): string {
  const signs: Readonly<Record<string, string>> = { spaces: ' ', underscores: '_', dashes: '-', hyphens: '-' }
  return signs[word.toLowerCase()] ?? word.slice(1, -1)
}
