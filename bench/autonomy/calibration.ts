import { estimateRight, fitRightModel, type RightExample } from '../../src/engine/autonomy/autonomy.ts'
import { type Draw, drawFrom } from './worlds.ts'

/** What was predicted for one call after 500 labels, beside what the scope’s base rate says. */
export interface Prediction {
  readonly probability: number
  readonly baseRate: number
  readonly isRight: boolean
}

const LABELS = 500
const REFIT_EVERY = 100
const PREDICTED = 300
const OTHER_SCOPES = 3
const OTHER_LABELS = 150

/** One tool with four scopes, whose calls have five features that tell something of right and wrong. */
export function predictWorld(seed: number): readonly Prediction[] {
  const draw = drawFrom(seed)
  const baseRate = 0.5 + 0.49 * draw()
  const weights = Array.from({ length: 5 }, () => 0.3 + 0.7 * draw())
  const others = Array.from({ length: OTHER_SCOPES * OTHER_LABELS }, (_, at) =>
    decide(draw, { scope: `other ${at % OTHER_SCOPES}`, weights, baseRate: 0.6 + 0.1 * (at % OTHER_SCOPES) }),
  )
  const own: RightExample[] = []
  const points: { score: number; isRight: boolean }[] = []
  let model = fitRightModel(others)
  while (own.length < LABELS) {
    if (own.length % REFIT_EVERY === 0 && own.length > 0) model = fitRightModel([...others, ...own])
    const example = decide(draw, { scope: 'own', weights, baseRate })
    points.push({ score: model.scoreOf(example), isRight: example.isRight })
    own.push(example)
  }
  const known = own.filter(({ isRight }) => isRight).length / own.length
  return Array.from({ length: PREDICTED }, () => {
    const example = decide(draw, { scope: 'own', weights, baseRate })
    const estimate = estimateRight(points, model.scoreOf(example))
    if (estimate.kind === 'unproven') throw new Error('500 labels are enough to say a number.')
    return { probability: estimate.probability, baseRate: known, isRight: example.isRight }
  })
}

function decide(
  draw: Draw,
  { scope, weights, baseRate }: { scope: string; weights: readonly number[]; baseRate: number },
): RightExample {
  const features = weights.map(() => 2 * draw() - 1)
  const pull = features.reduce((sum, value, at) => sum + 2 * value * (weights[at] ?? 0), 0)
  const logOdds = 1.25 * Math.log(baseRate / (1 - baseRate)) + pull
  return { scope, tool: 'tool', features, isRight: draw() < 1 / (1 + Math.exp(-logOdds)) }
}
