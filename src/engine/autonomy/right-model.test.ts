import { expect, it } from 'vitest'
import { createSeededRandom } from '../../base/random.ts'
import { fitRightModel, type RightExample } from './right-model.ts'

const sigmoid = (score: number) => 1 / (1 + Math.exp(-score))

it('finds the maximum of the posterior: no small change of one feature, tool or scope improves it', () => {
  const random = createSeededRandom(5).float
  const examples: RightExample[] = Array.from({ length: 400 }, () => {
    const features = [random() * 2 - 1, random() * 2 - 1]
    const scope = `s${Math.floor(random() * 6)}`
    const tool = `t${Number(scope.slice(1)) % 2}`
    const isRight = random() < sigmoid(1 + 2 * (features[0] ?? 0) + (scope === 's1' ? -1 : 0))
    return { scope, tool, features, isRight }
  })
  const model = fitRightModel(examples)
  const scores = examples.map(model.scoreOf)
  const gradientOver = (weightOf: (example: RightExample) => number, prior: number) =>
    examples.reduce(
      (total, example, at) =>
        total + weightOf(example) * ((example.isRight ? 1 : 0) - sigmoid(scores[at] ?? 0)),
      -prior,
    )
  const at = (features: readonly number[], scope = '', tool = '') => model.scoreOf({ features, scope, tool })
  const intercept = at([0, 0])
  expect(gradientOver(() => 1, 0.01 * intercept)).toBeCloseTo(0, 3)
  expect(gradientOver(({ features }) => features[0] ?? 0, at([1, 0]) - intercept)).toBeCloseTo(0, 3)
  const tool = at([0, 0], '', 't1') - intercept
  expect(gradientOver(example => (example.tool === 't1' ? 1 : 0), tool)).toBeCloseTo(0, 2)
  const scope = at([0, 0], 's1') - intercept
  expect(gradientOver(example => (example.scope === 's1' ? 1 : 0), scope)).toBeCloseTo(0, 2)
})

it('draws a scope of few labels to its tool, and one of many labels to itself', () => {
  const labels = (scope: string, count: number, isRight: boolean): RightExample[] =>
    Array.from({ length: count }, () => ({ scope, tool: 'mail', features: [], isRight }))
  const model = fitRightModel([
    ...labels('known', 200, true),
    ...labels('two wrong', 2, false),
    ...labels('many wrong', 200, false),
  ])
  const rate = (scope: string) => sigmoid(model.scoreOf({ scope, tool: 'mail', features: [] }))
  expect(rate('many wrong')).toBeLessThan(0.05)
  expect(rate('two wrong')).toBeGreaterThan(0.1)
  expect(rate('two wrong')).toBeLessThan(rate('never seen'))
  expect(rate('never seen')).toBeLessThan(rate('known'))
})

it('stays finite where a feature separates right from wrong, and knows nothing without labels', () => {
  const examples = Array.from({ length: 50 }, (_, at) => {
    return { scope: 's', tool: 't', features: [at < 25 ? -1 : 1], isRight: at >= 25 }
  })
  const model = fitRightModel(examples)
  expect(Math.abs(model.scoreOf({ scope: 's', tool: 't', features: [1] }))).toBeLessThan(20)
  expect(fitRightModel([]).scoreOf({ scope: 's', tool: 't', features: [] })).toBe(0)
})
