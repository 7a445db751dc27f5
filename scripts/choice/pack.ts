import type { Model } from './fit.ts'
import { SIGN_NAMES } from './requests.ts'

/** Weights nearer to 0 than this, in log-odds, are left out: alone they decide nothing. */
const FAINT = 0.2
/** Log-odds of one step of a weight; what is beyond 127 of them is cut. */
const UNIT = 0.025
const MAX_STEPS = 127
/** Traits of one phrase that are kept. */
const MOST = 255

const MADE_BY = 'Made by scripts/fit-choice.ts.'

/** The weights of the signs of a tool as a text. */
export function packSigns(model: Model): string {
  return written({
    about: 'Log-odds for each unit of a sign, fitted over requests for many tool sets.',
    base: rounded(model.signs[SIGN_NAMES.length] ?? 0),
    signs: named(SIGN_NAMES, model.signs),
  })
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}

function named(names: readonly string[], from: Float64Array): Readonly<Record<string, number>> {
  return Object.fromEntries(names.map((name, at) => [name, rounded(from[at] ?? 0)]))
}

function written(content: object): string {
  return `${JSON.stringify(content, null, 2)}\n`
}

/** What phrases ask for in a tool, packed: for each phrase how many traits, then for each its place in two bytes and its weight in one. */
export function packWordings({ traits, phrases, wordings }: Model): string {
  const width = traits.length
  const kept: string[] = []
  const bytes: number[] = []
  for (const [phrase, row] of phrases) {
    const said = traits.flatMap((_, trait) => {
      const weight = wordings[row * width + trait] ?? 0
      return Math.abs(weight) < FAINT ? [] : [{ trait, weight }]
    })
    const strongest = said
      .sort((left, right) => Math.abs(right.weight) - Math.abs(left.weight))
      .slice(0, MOST)
    if (strongest.length === 0) continue
    kept.push(phrase)
    bytes.push(strongest.length)
    for (const { trait, weight } of strongest) bytes.push(trait & 255, trait >> 8, stepsOf(weight) & 255)
  }
  return written({
    about: `What phrases ask for in a tool, learned from requests; one unit is that much log-odds. ${MADE_BY}`,
    unit: UNIT,
    traits: traits.join(' '),
    phrases: kept.join('|'),
    packed: Buffer.from(bytes).toString('base64'),
  })
}

function stepsOf(weight: number): number {
  return Math.max(-MAX_STEPS, Math.min(MAX_STEPS, Math.round(weight / UNIT)))
}
