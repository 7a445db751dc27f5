const people =
  '(?:i|people|they|he|she|everybody|everyone|somebody|some|(?:the|our|my|these|those)\\s+(?:[\\p{L}-]+\\s+)?[\\p{L}-]+s)'
const keeping = `${people}\\s+keeps?\\s+(?:on\\s+)?\\p{L}+ing\\b`
const never = 'i\\s+(?:never|rarely|seldom|hardly\\s+ever)\\s+\\p{L}+'
/** “No need to inform anybody”, “it doesn't matter that …”: leaves open, and forbids nothing. */
const leaving =
  "(?:there(?: is|['’]s)\\s+)?no\\s+need\\s+to\\b|it\\s+(?:does\\s+not|doesn['’]?t)\\s+matter\\b|(?:i|we)\\s+(?:do\\s+not|don['’]?t)\\s+(?:mind|care)\\b"
const habit = new RegExp(
  `(?<=^|[.;!?,–-]\\s+|\\b(?:and|but|as|because)\\s+)(?:${keeping}|${never}|${leaving})[^,.;!?]*`,
  'giu',
)

/** “nobody, including Mia, may …” forbids it to Mia. */
const inclusion = /,\s*(?:including|not even)\s+[^,]{2,40},/gi

/** “but I don't know where to begin” forbids nothing. */
const ignorance =
  /\b(?:(?:do not|don['’]?t|not)\s+(?:really\s+)?(?:know|understand|remember)|(?:am|['’]m|are) not sure)\b[^.;!?,]*/gi

/** “I never read those things”, “people keep mixing them up”, “no need to hurry”: neither asks nor forbids anything. */
export function isIdleRemark(text: string): boolean {
  return text.trim().search(habit) === 0 || text.search(ignorance) >= 0
}

/** A text with such remarks blanked out, so that places in it stay what they were. */
export function hideIdle(text: string): string {
  const blank = (found: string): string => ' '.repeat(found.length)
  return text.replace(habit, blank).replace(inclusion, blank).replace(ignorance, blank)
}
