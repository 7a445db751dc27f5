import { findSpots, readWords, remember } from '../../language/language.ts'

const telling =
  /\b(?:tell|write|inform|notify|remind|mail|e-?mail|text|message|answer|reply|respond|warn|say|know|explain|announce)\b[^.?!\n]{0,60}?\b(?:that|saying|whether)\b|,?\s\b(?:saying|stating)\b(?=\s+(?:that|it|we|they|the|there|you)\b)/i
/** A quoted text as long as this says something; a shorter one is a name or a value. */
const LONG_QUOTE = 14
/** What is left must still say something. */
const FEWEST_WORDS = 2

/** A text without what is only to be passed on: its words are somebody's news, not what is to be done. */
export const askedText: (text: string) => string = remember(text => {
  const quotes = findSpots(text).filter(
    ({ kind, text: quote }) => kind === 'quoted' && quote.length >= LONG_QUOTE,
  )
  const unquoted = quotes.reduceRight(
    (left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`,
    text,
  )
  const match = telling.exec(unquoted)
  const asked = match === null ? unquoted : unquoted.slice(0, match.index + match[0].length)
  return readWords(asked).length >= FEWEST_WORDS ? asked : text
})
