import { describe, expect, it } from 'vitest'
import { choose, fitChoice, prepare } from '../../scripts/choice/fit.ts'
import { packSigns, packWordings } from '../../scripts/choice/pack.ts'
import { type Example, SIGN_NAMES } from '../../scripts/choice/requests.ts'

const acts = ['cancel', 'create']

/** Two tools that only the wording can tell apart, and a clause beside the order that asks for nothing. */
function exampleOf(set: number): Example {
  const wanted = set % 2
  const idle = (isOrder: boolean) => Float64Array.of(isOrder ? 0 : 1)
  const signs = acts.map(() => new Float64Array(SIGN_NAMES.length))
  return {
    set: `set ${set}`,
    goal: '',
    wanted: acts.map((_, tool) => tool === wanted),
    traits: acts.map(act => new Map([[act, 1]])),
    clauses: [
      { signs, idle: idle(true), phrases: [wanted === 0 ? 'call off' : 'set up'] },
      { signs, idle: idle(false), phrases: ['by the way'] },
    ],
    weight: 1,
  }
}
const examples = Array.from({ length: 640 }, (_, at) => exampleOf(at % 40))
const options = { passes: 20, batch: 64, leastSets: 3, leastSetsOfTrait: 3, pull: 1e-6 }

describe('fitting the choice of a tool', () => {
  it('learns which wording asks for which act, and which clause asks for nothing', () => {
    const model = fitChoice(examples, options)
    for (const example of examples.slice(0, 2)) {
      const [order, aside] = choose(prepare(example, model), model)
      expect(order?.[example.wanted.indexOf(true)]).toBeGreaterThan(0.6)
      expect(aside?.at(-1)).toBeGreaterThan(0.6)
    }
  })
  it('gives the same files for the same requests', () => {
    const model = fitChoice(examples, options)
    const wordings = packWordings(model)
    expect(packWordings(fitChoice(examples, options))).toBe(wordings)
    expect(packSigns(fitChoice(examples, options))).toBe(packSigns(model))
    const { phrases, traits } = JSON.parse(wordings)
    expect([phrases, traits]).toEqual(['by the way|call off|set up', '@idle cancel create'])
  })
  it('counts an example by its weight', () => {
    const weighed = examples.map(one => ({ ...one, weight: one.wanted[0] ? 1 : 0 }))
    const model = fitChoice(weighed, options)
    const shareOfWanted = (example: Example): number =>
      choose(prepare(example, model), model)[0]?.[example.wanted.indexOf(true)] ?? 0
    expect(shareOfWanted(exampleOf(0))).toBeGreaterThan(0.6)
    expect(shareOfWanted(exampleOf(1))).toBeLessThan(0.5)
  })
  it('knows no phrase that too few tool sets say', () => {
    expect([...fitChoice(examples.slice(0, 4), options).phrases.keys()]).toEqual(['by the way'])
  })
})
