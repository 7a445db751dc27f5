import { findSpots } from '../../language/language.ts'
import { firstGroup, isFilePath } from './file-filter.ts'
import { cleanPath } from './workspace.ts'

/** Where files go: a folder, or one exact path. */
export type Destination = { readonly folder: string } | { readonly path: string }

/** How a name is changed. */
export type NameChange =
  | { readonly kind: 'to'; readonly path: string }
  | { readonly kind: 'ending'; readonly ending: string }

const QUOTED = String.raw`"([^"]+)"|“([^”]+)”|'([^']+)'|\x60([^\x60]+)\x60`
const FOLDER = '(?:sub-?)?(?:folder|directory)'
/** “into a folder called old logs”, “to the folder old”, “to the archive folder”. */
const namedFolders = [
  String.raw`\b(?:(?:in)?to|in|inside|under)\s+(?:an?|the|one)?\s*(?:new\s+)?${FOLDER}\s+(?:called|named)\s*(?:${QUOTED}|([^"“'.,;!?]+?)(?=\s*(?:$|[.,;!?]|\band\b)))`,
  String.raw`\b(?:in)?to\s+(?:the\s+)?${FOLDER}\s+(?:${QUOTED}|([\w.~/-]+))`,
  String.raw`\b(?:(?:in)?to|under|inside)\s+(?:the|an?|my|our|its own|their own)?\s*(?:new\s+)?(?:${QUOTED}|([\w.~/-]+))\s+${FOLDER}\b`,
].map(pattern => new RegExp(pattern, 'i'))
interface Cut {
  readonly rest: string
  readonly destination?: Destination
}

/** Splits “move X to Y” into the part that says X and the destination Y. */
export function cutDestination(text: string): Cut {
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

/** What a text says of how a file is renamed; `target` is what stands behind “to”. */
export function readNameChange(text: string, target: string | undefined): NameChange | undefined {
  if (target === undefined) return undefined
  const ending = /^\.?([A-Za-z0-9]{1,5})$/.exec(target)?.[1]
  const isEnding = ending !== undefined && (target.startsWith('.') || /\bextension\b/i.test(text))
  return isEnding ? { kind: 'ending', ending } : { kind: 'to', path: target }
}
