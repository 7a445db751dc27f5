import { findSpots } from '../../language/language.ts'

/** Where files go: a folder, one folder per kind, or one exact path. */
export type Destination =
  | { readonly folder: string; readonly by?: 'ending' | 'year' | 'month' }
  | { readonly path: string }

/** Splits “move X to Y” into the part that says X and the destination Y. */
export function cutDestination(text: string): { readonly rest: string; readonly destination?: Destination } {
  return readGrouping(text) ?? readNamed(text) ?? readPlace(text) ?? { rest: text }
}

type Cut = { readonly rest: string; readonly destination: Destination }

const quotedOrPath = String.raw`(?:"([^"]+)"|“([^”]+)”|'([^']+)'|\x60([^\x60]+)\x60|([\w.~/-]+))`

/** “into folders by type”, “one folder per year”. */
function readGrouping(text: string): Cut | undefined {
  const match =
    /\b(?:in)?to\s+(?:(?:sub-?)?folders?|one folder|a folder|directories)\s+(?:by|per|for each|for every|named after|according to|based on)\s+(?:their\s+|the\s+|its\s+)?(?:file\s*)?(type|extension|ending|kind|format|year|month|date)s?\b|\bby\s+(?:their\s+|file\s*)?(type|extension|year|month)\b/i.exec(
      text,
    )
  const by = (match?.[1] ?? match?.[2])?.toLowerCase()
  if (match === null || by === undefined) return undefined
  const unit = by === 'year' ? 'year' : by === 'month' || by === 'date' ? 'month' : 'ending'
  return { rest: text.slice(0, match.index), destination: { folder: '', by: unit } }
}

/** “into a folder called old logs”, “to the archive folder”. */
function readNamed(text: string): Cut | undefined {
  const called =
    /\b(?:(?:in)?to|in|inside|under)\s+(?:a|an|the|one)?\s*(?:new\s+)?(?:sub-?)?(?:folder|directory)\s+(?:called|named)\s*(?:"([^"]+)"|“([^”]+)”|'([^']+)'|([^"“'.,;!?]+?)(?=\s*(?:$|[.,;!?]|\band\b)))/i.exec(
      text,
    )
  const calledName = called?.slice(1).find(group => group !== undefined)
  if (called !== null && calledName !== undefined)
    return { rest: cutOut(text, called), destination: { folder: trimFolder(calledName) } }
  const plain = new RegExp(
    String.raw`\b(?:in)?to\s+(?:the\s+)?(?:sub-?)?(?:folder|directory)\s+${quotedOrPath}`,
    'i',
  ).exec(text)
  const plainName = plain?.slice(1).find(group => group !== undefined)
  if (plain !== null && plainName !== undefined)
    return { rest: cutOut(text, plain), destination: { folder: trimFolder(plainName) } }
  const noun = new RegExp(
    String.raw`\b(?:(?:in)?to|under|inside)\s+(?:the|an?|my|our|its own|their own)?\s*(?:new\s+)?${quotedOrPath}\s+(?:sub-?)?(?:folder|directory)\b`,
    'i',
  ).exec(text)
  const nounName = noun?.slice(1).find(group => group !== undefined)
  if (noun === null || nounName === undefined) return undefined
  return { rest: cutOut(text, noun), destination: { folder: trimFolder(nounName) } }
}

/** “to archive/”, “into old/report.txt”, “to backup”; the last such place in the text. */
function readPlace(text: string): Cut | undefined {
  const spots = findSpots(text)
  const opener = /\b((?:in|on)?to|under|inside|in|as)\s+(?:the\s+)?(?=["'“`\w.~/])/gi
  const places = [...text.matchAll(opener)]
    .reverse()
    .toSorted((left, right) => rankOpener(left[1]) - rankOpener(right[1]))
  for (const place of places) {
    const from = place.index + place[0].length
    const spot = spots.find(({ start, kind }) => start === from && (kind === 'path' || kind === 'quoted'))
    const word = /^[\w-]+(?=[\s.,;!?]|$)/.exec(text.slice(from))?.[0]
    const said = spot === undefined ? word : String(spot.value)
    const length = spot?.text.length ?? word?.length ?? 0
    if (
      said === undefined ||
      (spot === undefined && !isBareFolder(place[1], said, text.slice(from + length)))
    )
      continue
    const rest = `${text.slice(0, place.index)} ${text.slice(from + length)}`
    const isFile = /\.[A-Za-z0-9]{1,7}$/.test(said) && !said.endsWith('/')
    return { rest, destination: isFile ? { path: said.replace(/^\.\//, '') } : { folder: trimFolder(said) } }
  }
  return undefined
}

function rankOpener(opener: string | undefined): number {
  return /^(?:in|on)?to$/i.test(opener ?? '') ? 0 : 1
}

const neverFolders =
  /^(?:be|do|make|the|a|an|it|them|this|that|these|here|there|my|our|see|find|files?|keep|free|save|total|all|each|one|lower|upper|lowercase|uppercase|pdf|size|order|name|date|full|case|general)$/i

/** A bare word is a folder only at the end of what is said, after “to” or “into”. */
function isBareFolder(opener: string | undefined, word: string, after: string): boolean {
  return (
    rankOpener(opener) === 0 && !neverFolders.test(word) && /^\s*(?:[.,;!?]|$|please\b|folder\b)/i.test(after)
  )
}

function cutOut(text: string, match: RegExpExecArray): string {
  return `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
}

function trimFolder(folder: string): string {
  const bare = folder.replace(/^\.\//, '').replace(/[/.,]+$/, '')
  return /^(?:root|workspace|top|top-level|main|current|this|same|base)$/i.test(bare) ? '' : bare
}
