import { type Token, Tokenizer, TokenizerMode } from 'parse5'

/** What the tags of a page show before anything is built from them. */
export interface Tags {
  /** Too many, or nested too deeply, to be built into a tree in bounded time. */
  readonly isTooMuch: boolean
  /** Where every end tag begins, with its name. */
  readonly ends: ReadonlyMap<number, string>
}

/** Deeper pages are not read: browsers cut there too, and every step after this one is recursive. */
export const DEEPEST_NESTING = 256
/** Start tags of one page. */
const MAX_TAGS = 20_000
/** Formatting that stays open is built anew in every paragraph; this many times at most. */
const MAX_REBUILT = 200_000
const OMITTABLE_END = new Set(
  'p li dt dd option optgroup tr td th thead tbody tfoot rt rp html head body colgroup'.split(' '),
)
const VOID = new Set('area base br col embed hr img input link meta source track wbr param'.split(' '))
const FORMATTING = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '))
const RAW: ReadonlyMap<string, Tokenizer['state']> = new Map<string, Tokenizer['state']>([
  ['script', TokenizerMode.SCRIPT_DATA],
  ['style', TokenizerMode.RAWTEXT],
  ['textarea', TokenizerMode.RCDATA],
  ['title', TokenizerMode.RCDATA],
  ['iframe', TokenizerMode.RAWTEXT],
  ['xmp', TokenizerMode.RAWTEXT],
  ['noframes', TokenizerMode.RAWTEXT],
  ['noscript', TokenizerMode.RAWTEXT],
  ['plaintext', TokenizerMode.PLAINTEXT],
])

/** Reads the tags of a page in one pass. */
export function readTags(html: string): Tags {
  const ends = new Map<number, string>()
  const count = { starts: 0, depth: 0, deepest: 0, formatting: 0, rebuilt: 0 }
  const ignore = () => {}
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag: token => {
        countStart(count, token)
        const state = RAW.get(token.tagName)
        if (state === undefined || token.selfClosing) return
        tokenizer.state = state
        tokenizer.lastStartTagName = token.tagName
      },
      onEndTag: ({ tagName, location }) => {
        if (location !== null) ends.set(location.startOffset, tagName)
        if (!OMITTABLE_END.has(tagName)) count.depth = Math.max(0, count.depth - 1)
        if (FORMATTING.has(tagName)) count.formatting = Math.max(0, count.formatting - 1)
      },
      ...{ onComment: ignore, onDoctype: ignore, onEof: ignore },
      ...{ onCharacter: ignore, onNullCharacter: ignore, onWhitespaceCharacter: ignore },
    },
  )
  tokenizer.write(html, true)
  const isTooMuch = count.starts > MAX_TAGS || count.deepest > DEEPEST_NESTING || count.rebuilt > MAX_REBUILT
  return { isTooMuch, ends }
}

function countStart(
  count: { starts: number; depth: number; deepest: number; formatting: number; rebuilt: number },
  { tagName, selfClosing }: Token.TagToken,
): void {
  count.starts += 1
  count.rebuilt += count.formatting
  if (VOID.has(tagName) || OMITTABLE_END.has(tagName) || selfClosing) return
  count.depth += 1
  count.deepest = Math.max(count.deepest, count.depth)
  if (FORMATTING.has(tagName)) count.formatting += 1
}
