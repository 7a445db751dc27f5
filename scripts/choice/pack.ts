import type { Model } from './fit.ts'
import { idleSignNames, SIGN_NAMES } from './requests.ts'

/** Weights nearer to 0 than this share of the largest are left out: alone they decide nothing. */
const FAINT = 0.045
const LEVELS = 127
/** Traits of one phrase that are kept. */
const MOST = 255

/** The two files that the reasoner reads, as texts. */
export function packChoice(model: Model): { readonly weights: string; readonly wordings: string } {
  const rounded = (value: number): number => Math.round(value * 1000) / 1000
  const named = (names: readonly string[], from: Float64Array) =>
    Object.fromEntries(names.map((name, at) => [name, rounded(from[at] ?? 0)]))
  const weights = {
    about: 'Log-odds for each unit of a sign. Made by scripts/fit-choice.ts.',
    base: rounded(model.signs[SIGN_NAMES.length] ?? 0),
    signs: named(SIGN_NAMES, model.signs),
    idle: named(idleSignNames, model.idle),
  }
  return { weights: `${JSON.stringify(weights, null, 2)}\n`, wordings: packWordings(model) }
}

/** Packed: for each phrase how many traits, then for each its place in two bytes and its weight in one. */
function packWordings({ traits, phrases, wordings }: Model): string {
  const width = traits.length
  const largest = wordings.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0)
  const unit = largest / LEVELS
  const kept: string[] = []
  const bytes: number[] = []
  for (const [phrase, row] of phrases) {
    const said = traits.flatMap((_, trait) => {
      const weight = wordings[row * width + trait] ?? 0
      return Math.abs(weight) < FAINT * largest ? [] : [{ trait, weight }]
    })
    const strongest = said
      .sort((left, right) => Math.abs(right.weight) - Math.abs(left.weight))
      .slice(0, MOST)
    if (strongest.length === 0) continue
    kept.push(phrase)
    bytes.push(strongest.length)
    for (const { trait, weight } of strongest)
      bytes.push(trait & 255, trait >> 8, Math.round(weight / unit) & 255)
  }
  return `${JSON.stringify(
    {
      about:
        'What phrases ask for in a tool, learned from requests; one unit is that much log-odds. Made by scripts/fit-choice.ts.',
      unit: Math.round(unit * 1e6) / 1e6,
      traits: traits.join(' '),
      phrases: kept.join('|'),
      packed: Buffer.from(bytes).toString('base64'),
    },
    null,
    2,
  )}\n`
}
