import type { Browser } from 'playwright-core'
import { createSeededRandom } from '../../src/base/random.ts'
import { validateHtml } from '../../src/engine/pages/validate/validate.ts'
import { type BasePage, makeBasePage } from './base-pages.ts'
import { breakPage } from './break-page.ts'
import { openTruthMeter } from './measure-truth.ts'

export interface RuleAgreement {
  readonly rule: string
  /** Broken and said so; whole and said so; said to be broken though whole; missed. */
  found: number
  passed: number
  invented: number
  missed: number
  undecided: number
}

export interface Disagreement {
  readonly page: number
  readonly rule: string
  readonly isBroken: boolean
  readonly breaks: readonly string[]
  readonly html: string
  readonly css: string
}

export interface Agreement {
  readonly pages: number
  readonly rules: readonly RuleAgreement[]
  readonly disagreements: readonly Disagreement[]
  /** Of all pairs of page and rule that the browser could decide. */
  readonly share: number
}

/** Breaks `count` pages as the seed says, and asks the browser and the validator about each. */
export async function measureAgreement(
  browser: Browser,
  { seed, count, bases }: { seed: number; count: number; bases?: readonly BasePage[] },
): Promise<Agreement> {
  const random = createSeededRandom(seed)
  const meter = await openTruthMeter(browser)
  const rules = new Map<string, RuleAgreement>()
  const disagreements: Disagreement[] = []
  try {
    for (let index = 0; index < count; index += 1) {
      const base = bases?.[index % bases.length] ?? makeBasePage(random)
      const { page, breaks } = breakPage(base, random)
      const truth = await meter.measure(page)
      const measured = await meter.look(page)
      const said = new Set(validateHtml(page.html, { ...page, measured }).issues.map(({ rule }) => rule))
      for (const [rule, isBroken] of Object.entries(truth)) {
        const tally = rules.get(rule) ?? { rule, found: 0, passed: 0, invented: 0, missed: 0, undecided: 0 }
        rules.set(rule, tally)
        tallyOne(tally, isBroken, said.has(rule))
        if (isBroken !== undefined && isBroken !== said.has(rule)) {
          disagreements.push({ page: index, rule, isBroken, breaks, html: page.html, css: page.css })
        }
      }
    }
  } finally {
    await meter.close()
  }
  const all = [...rules.values()]
  const agreed = all.reduce((sum, { found, passed }) => sum + found + passed, 0)
  const decided = agreed + disagreements.length
  return { pages: count, rules: all, disagreements, share: agreed / decided }
}

function tallyOne(tally: RuleAgreement, isBroken: boolean | undefined, isSaid: boolean): void {
  if (isBroken === undefined) tally.undecided += 1
  else if (isBroken) tally[isSaid ? 'found' : 'missed'] += 1
  else tally[isSaid ? 'invented' : 'passed'] += 1
}
