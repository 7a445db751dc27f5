import { readNumber, readWords } from '../../../language/language.ts'
import type { Clash } from '../clash.ts'

const counted =
  /(?<how>\b(?:exactly|precisely|only|just|no more than|at most|not more than)\s+)?\b(?<count>\d{1,6}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\s+(?<thing>\p{Ll}{3,})/giu
/** Several lots of the same thing, or one after the other. */
const apart =
  /\b(?:then|later|each|other|another|more|extra|additional|respectively|per|from|instead|first|second|or|plus|no [a-z]+(?! than)|[Aa]dd|[Mm]ove|[Tt]ake|[Rr]emove|[Bb]ring|for [A-Z]|to [A-Z])\b/
/** Two lots of time are no contradiction: “for 2 days, 3 hours a day”. */
const measures =
  /^(?:second|minute|hour|day|week|month|year|percent|degree|euro|dollar|pound|kilo|gram|metre|meter|mile)s?$/

/** “1200 pixels wide and 900 pixels high” */
const measuresSides =
  /\b(?:wide|width)\b.*\b(?:high|tall|deep|long|height)\b|\b(?:high|tall|long|height)\b.*\b(?:wide|deep|width)\b/i

/** “A table for 8 people, and only 5 people may sit at it”: one number of things fixed, another one given. */
export function findCountedTwice(goal: string): Clash | undefined {
  if (apart.test(goal) || namesTwoOfKind(goal)) return undefined
  const found = [...goal.matchAll(counted)].flatMap(({ groups, 0: text }) => {
    const { how, count = '', thing = '' } = groups ?? {}
    const stem = readWords(thing)[0]?.stem ?? thing
    const number = readNumber(count)
    return measures.test(thing) ? [] : [{ text, fixed: how !== undefined, number, stem }]
  })
  for (const one of found.filter(({ fixed }) => fixed)) {
    const other = found.find(
      two => two !== one && two.stem === one.stem && two.number !== one.number && !measuresSides.test(goal),
    )
    if (other !== undefined)
      return { because: 'one thing is to be there in two numbers', evidence: [one.text, other.text] }
  }
  return undefined
}

/** “15 chairs to hall B, hall C must get 20”. */
function namesTwoOfKind(goal: string): boolean {
  const marks = [...goal.matchAll(/\b(?<noun>\p{Ll}{3,})\s+(?<mark>\p{Lu})\b(?!['’])/gu)]
  return marks.some(({ groups: one }) =>
    marks.some(({ groups: two }) => one?.noun === two?.noun && one?.mark !== two?.mark),
  )
}
