/** A part of a goal that its own words take back for what is said next: UTF-16 offsets, end exclusive. */
export interface Correction {
  readonly start: number
  readonly end: number
  /** What no longer counts. */
  readonly instead: string
}

const FILLER = `(?:ah|oh|uh|um|er|erm|hmm|wait|it['’]?s|that['’]?s|it should be|should be|to|into|for|on|in|at)`
const MARK = `(?:sorry|oops|no|nope|actually|rather|correction|scratch that|strike that|i mean|i meant|make (?:that|it)|i misread|i misspoke|my mistake|my bad)`
const GAP = String.raw`[\s,;:.!…—–-]+`
const CORRECTING = new RegExp(
  String.raw`(?<=[^\s,;.…—–-])(?<cut>\s*[,;.…—–-]+\s*(?:${FILLER}${GAP})*${MARK}(?:${GAP}(?:${MARK}|${FILLER}))*${GAP})(?=["“'‘\p{L}\p{N}])`,
  'giu',
)
const TOKEN = /["“'‘„«][^"”'’»\n]+["”'’»]|[\p{L}\p{N}_#@+$€£](?:[\p{L}\p{N}_./@:%+-]*[\p{L}\p{N}_%/])?/gu

/** “to Lena, no wait, to Björn”, “5, sorry, 7”: each value that the next one of its kind replaces, with the words that say so. */
export function findCorrections(text: string): readonly Correction[] {
  const marks = [...text.matchAll(CORRECTING)]
  if (marks.length === 0) return []
  const tokens = [...text.matchAll(TOKEN)].map(({ index: start, 0: token }) => ({
    ...{ start, token, end: start + token.length, shape: shapeOf(token) },
  }))
  return marks.slice(0, MAX_MARKS).flatMap(({ index, groups }) => {
    const cut = groups?.cut ?? ''
    const end = index + cut.length
    const next = tokens.find(({ start }) => start >= end)
    const before = tokens.filter(token => token.end <= index)
    const from = before.findLast(({ shape }) => shape === next?.shape)
    if (next === undefined || from === undefined) return []
    if (next.shape === 'word') {
      // A plain word goes for the plain word before it, unless a sentence ends in between or it is the start of an order.
      const isAlone = /^\S+(?=[,.;]|$)/.test(text.slice(end, end + MAX_APART + next.token.length))
      const isSentence = /[.!—–-]/.test(cut.replace(/\.{3}|…/g, ''))
      if (isSentence || !isAlone || from !== before.at(-1)) return []
    } else if (index - from.end > MAX_APART) return []
    return [{ start: from.start, end, instead: from.token }]
  })
}

/** A goal that corrects itself more often is not read so. */
const MAX_MARKS = 20
/** Words of the corrected value may stand between it and the mark: “7 people, sorry, 8”. */
const MAX_APART = 24

function shapeOf(token: string): 'quoted' | 'path' | 'ordinal' | 'number' | 'code' | 'name' | 'word' {
  if (/^["“'‘„«]/.test(token)) return 'quoted'
  if (/^\d+(?:st|nd|rd|th)$/i.test(token)) return 'ordinal'
  if (/^[#$€£+-]?\d[\d.,:%-]*$/.test(token)) return 'number'
  if (/\/|\.\p{L}/u.test(token)) return 'path'
  if (/\d/.test(token)) return 'code'
  return /^\p{Lu}/u.test(token) ? 'name' : 'word'
}

/** The text with what was taken back blanked out, so that every other word stays where it was. */
export function withoutCorrected(text: string): string {
  return findCorrections(text).reduce(
    (left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end),
    text,
  )
}
