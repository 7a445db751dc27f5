const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const scales: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
  ['dozen', 12],
])

const plainWords: ReadonlyMap<string, number> = new Map([
  ...units.map((word, at) => [word, at] as const),
  ...tens.map((word, at) => [word, 10 * (at + 2)] as const),
])

const small = units.slice(1).join('|')
const below100 = `(?:(?:${tens.join('|')})(?:[ -](?:${units.slice(1, 10).join('|')}))?|${small})`
const scale = [...scales.keys()].join('|')
const source = `zero|(?:(?:a|${below100}) )?(?:${scale})(?: (?:and )?${below100})?|${below100}`
const whole = new RegExp(`^(?:${source})$`, 'i')
const within = new RegExp(`\\b(?:${source})\\b`, 'gi')

/** A number written out, and where it stands: UTF-16 offsets, end exclusive. */
export interface NumberWords {
  readonly value: number
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Reads `seven`, `twenty-two`, `a hundred and five`; NaN when it is no number. */
export function readNumberWords(text: string): number {
  const said = text.trim().toLowerCase()
  return whole.test(said) ? valueOfWords(said) : Number.NaN
}

const pointed = /\b(?:the|this|that|which|any|each)\s+$/i

/** The numbers that a text writes out, in order; “the one” counts nothing. */
export function findNumberWords(text: string): readonly NumberWords[] {
  return [...text.matchAll(within)].flatMap(({ 0: said, index: start }) =>
    said.toLowerCase() === 'one' && pointed.test(text.slice(0, start))
      ? []
      : [{ value: valueOfWords(said.toLowerCase()), text: said, start, end: start + said.length }],
  )
}

/** “three hundred and five” is three, times a hundred, and five; “a” and “and” count nothing. */
function valueOfWords(said: string): number {
  let value = 0
  for (const word of said.split(/[\s-]+/)) {
    const times = scales.get(word)
    value = times === undefined ? value + (plainWords.get(word) ?? 0) : Math.max(1, value) * times
  }
  return value
}
