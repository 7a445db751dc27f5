import { isFunctionWord, remember, stemWord } from '../../language/language.ts'

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
  [...text.matchAll(numbered)].flatMap(match => {
    const { noun = '', mark, number = '' } = match.groups ?? {}
    if (mark !== undefined) return [{ kind: mark.toLowerCase(), number }]
    return noun === '' || isFunctionWord(noun.toLowerCase())
      ? []
      : [{ kind: stemWord(noun.toLowerCase()), number }]
  }),
)
