import { readNumber } from '../../language/language.ts'

/** A number written out, and where it stands. */
export interface NumberWords {
  readonly value: number
  readonly text: string
  readonly start: number
  readonly end: number
}

const tens = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety'
const small =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen'
const below100 = `(?:(?:${tens})(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?|${small})`
const written = new RegExp(
  `\\b(?:zero|(?:(?:a|${below100}) )?(?:hundred|thousand|dozen)(?: (?:and )?${below100})?|${below100})\\b`,
  'gi',
)
const pointed = /\b(?:the|this|that|which|any|each)\s+$/i

/** “thirty”, “twenty-two”, “a hundred and five”; “the one” counts nothing. */
export function findNumberWords(text: string): readonly NumberWords[] {
  return [...text.matchAll(written)].flatMap(({ 0: said, index: start }) =>
    said.toLowerCase() === 'one' && pointed.test(text.slice(0, start))
      ? []
      : [{ value: countOf(said), text: said, start, end: start + said.length }],
  )
}

function countOf(said: string): number {
  const [head = '', ...rest] = said.toLowerCase().split(/\b(?=hundred|thousand|dozen)/)
  const tail = rest.join('')
  if (tail === '') return sum(head)
  const scale = tail.startsWith('hundred') ? 100 : tail.startsWith('thousand') ? 1_000 : 12
  return (sum(head) || 1) * scale + sum(tail.replace(/^(?:hundred|thousand|dozen)/, ''))
}

/** “twenty-two” is twenty and two; articles and “and” count nothing. */
function sum(words: string): number {
  return words
    .split(/[\s-]+/)
    .map(word => readNumber(word))
    .filter(value => !Number.isNaN(value))
    .reduce((total, value) => total + value, 0)
}
