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

/** “I never read those things”, “people keep mixing them up”, “no need to hurry”: neither asks nor forbids anything. */
export function tellsHabit(text: string): boolean {
  return text.trim().search(habit) === 0
}

/** A text with such habits blanked out, so that places in it stay what they were. */
export function hideHabits(text: string): string {
  return text.replace(habit, found => ' '.repeat(found.length))
}
