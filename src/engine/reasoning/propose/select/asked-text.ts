import { readWords, remember } from '../../language/language.ts'

const telling =
  /\b(?:tell|write|inform|notify|remind|mail|e-?mail|text|message|answer|reply|respond|warn|say|know|explain|announce)\b[^.?!\n]{0,60}?\b(?:that|saying|whether)\b/i
const longQuote = /"[^"\n]{12,}"|“[^”\n]{12,}”|«[^»\n]{12,}»/g
/** What is left must still say something. */
const FEWEST_WORDS = 2

/** A text without what is only to be passed on: its words are somebody's news, not what is to be done. */
export const askedText: (text: string) => string = remember(text => {
  const unquoted = text.replace(longQuote, ' ')
  const match = telling.exec(unquoted)
  const asked = match === null ? unquoted : unquoted.slice(0, match.index + match[0].length)
  return readWords(asked).length >= FEWEST_WORDS ? asked : text
})
