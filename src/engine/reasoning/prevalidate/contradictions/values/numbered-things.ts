import { isFunctionWord, remember, stemWord } from '../../../language/language.ts'

/** A thing that is told from others of its kind by a number: “house 2”, “#77”, “V-12”. */
interface NumberedThing {
  readonly kind: string
  readonly number: string
}

const numbered =
  /(?:(?<noun>\p{L}{2,})\s+)?(?<![\p{L}\p{N}.,:-])(?<mark>#|\p{L}{1,6}[-_])?(?<number>\d+)(?![\p{L}\p{N}.,:%-]*\p{N})/gu

/**
 * Whether what `ban` speaks of is another one of the kind that `demand` is about: “water house 2, do not water house 3”,
 * “close #77 as a duplicate of #61, do not close #61”. The first of a kind is what a demand is about.
 */
export function isOfAnother(demand: string, ban: string): boolean {
  const wanted = readNumbered(demand)
  return readNumbered(ban).some(({ kind, number }) => {
    const first = wanted.find(thing => thing.kind === kind)
    return first !== undefined && first.number !== number
  })
}

const readNumbered: (text: string) => readonly NumberedThing[] = remember(text =>
  [...readTold(text), ...text.matchAll(numbered)].flatMap(match => {
    if ('kind' in match) return [match]
    const { noun = '', mark, number = '' } = match.groups ?? {}
    if (mark !== undefined) return [{ kind: mark.toLowerCase(), number }]
    return noun === '' || isFunctionWord(noun.toLowerCase())
      ? []
      : [{ kind: stemWord(noun.toLowerCase()), number }]
  }),
)

const days =
  /\b(?<day>\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?(?<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*/gi
const lettered = /\b(?<kind>\p{Ll}{3,})\s+(?<letter>[A-HJ-Z])\b(?!['’.])/gu
const titled = /\b(?<title>mr|ms|mrs|miss|dr)\.?\s+(?<name>\p{L}+)/giu
const slots = /\bthe\s+(?<clock>\d{1,2}:\d{2})\s+\p{L}{3,}/giu

/** “no walk on 4 May”, “the 11:00 slot”, “hall C”: another day, slot, hall; “Mr Adler” beside “Ms Adler”: another person. */
function readTold(text: string): readonly NumberedThing[] {
  const dated = [...text.matchAll(days)].filter(({ index }) => !isBoundary(text.slice(0, index)))
  const people = [...text.matchAll(titled)]
  return [
    ...people.map(({ groups }) => ({
      kind: `who ${groups?.name}`.toLowerCase(),
      number: (groups?.title ?? '').toLowerCase(),
    })),
    ...[...text.matchAll(lettered)]
      .filter(({ groups }) => !isFunctionWord(groups?.kind ?? ''))
      .map(({ groups }) => ({ kind: stemWord(groups?.kind ?? ''), number: groups?.letter ?? '' })),
    ...dated.map(({ groups }) => ({ kind: 'day', number: `${groups?.day} ${groups?.month}`.toLowerCase() })),
    ...[...text.matchAll(slots)].map(({ groups }) => ({ kind: 'clock', number: groups?.clock ?? '' })),
  ]
}

/** “not before 1 June”, “until 3 May” bounds a thing and does not name it. */
function isBoundary(before: string): boolean {
  return /\b(?:before|after|until|till|by|than|since|from|to)\s+(?:the\s+)?$/i.test(before)
}
