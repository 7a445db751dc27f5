import { stemWord } from './stems.ts'

/** What the opening of a question asks about: “how far” asks for a distance. */
const askedAbout: readonly (readonly [RegExp, string])[] = [
  [/\bhow (?:far|long)\b/i, 'distance length duration'],
  [/\bhow (?:fast|quick|quickly)\b/i, 'speed velocity time'],
  [/\bhow old\b/i, 'age date'],
  [/\bhow (?:much|expensive)\b/i, 'price cost amount'],
  [/\bhow many\b/i, 'count number quantity'],
  [/\bhow (?:heavy|much .* weigh)\b/i, 'weight mass'],
  [/\bhow (?:tall|high)\b/i, 'height'],
  [/\bhow (?:hot|cold|warm)\b/i, 'temperature weather'],
  [/\bhow (?:big|large)\b/i, 'size area'],
  [/\bhow often\b/i, 'frequency'],
  [/\bhow (?:do|can|should) (?:i|we|you) get (?:to|from)\b/i, 'route direction'],
  [/\bhow likely\b/i, 'probability'],
  [/\bwhere\b/i, 'location place address'],
  [/\bwhen\b/i, 'date time'],
  [/\bwho\b/i, 'person name'],
  [/\bwhat time\b/i, 'time'],
]

/** Stems that a question word stands for: “where” → location, place, address. */
export function askedStems(text: string): readonly string[] {
  return askedAbout.flatMap(([pattern, words]) => (pattern.test(text) ? words.split(' ').map(stemWord) : []))
}
