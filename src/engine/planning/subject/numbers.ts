const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const ROUND: Readonly<Record<string, number>> = { 'a dozen': 12, 'a hundred': 100, 'a thousand': 1000 }

/** A number written as words, up to ninety-nine and the round ones; undefined for what is none. */
export function numberOfWords(text: string): number | undefined {
  const lower = text.toLowerCase().trim()
  const round = ROUND[lower]
  if (round !== undefined) return round
  const [first = '', second] = lower.split(/[ -]/)
  const tens = TENS.indexOf(first)
  if (tens >= 0) return (tens + 2) * 10 + (second === undefined ? 0 : Math.max(0, ONES.indexOf(second)))
  const ones = ONES.indexOf(lower)
  return ones < 0 ? undefined : ones
}

/** A number as a person would say it: two significant figures, more only below ten. */
export function roundedText(value: number): string {
  if (value <= 0) return '0'
  const size = 10 ** Math.floor(Math.log10(value))
  const step = value < 10 ? 0.5 : size / 10
  const rounded = Math.round(value / step) * step
  return rounded.toLocaleString('en-US', { maximumFractionDigits: 1 })
}
