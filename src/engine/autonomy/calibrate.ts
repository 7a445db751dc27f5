import type { ScopeLabel } from './labels.ts'
import { estimateRight, type RightEstimate } from './right-estimate.ts'
import { fitRightModel, type RightExample } from './right-model.ts'
import { addSeen, type CallShape, findUnseen, NOTHING_SEEN, type SeenValues } from './shape.ts'
import type { CalibrationPoint } from './venn-abers.ts'

/** A call as its estimate needs it; `factors` are the values of its confidence by their names, in [0, 1]. */
export interface EstimatedCall {
  readonly scope: string
  readonly tool: string
  readonly shape: CallShape
  readonly factors?: Readonly<Record<string, number>> | undefined
}

/** So many labels are learned before the model is fitted anew. */
const REFIT_EVERY = 100

/**
 * Learns from settled labels in the order of their decisions how probable it is that people find a call right. Each label
 * is scored by what was known before it, as Venn–Abers prediction asks for; unsettled ones and those that say nothing only
 * show which values were approved.
 */
export function createEstimator(labels: readonly ScopeLabel[]): (call: EstimatedCall) => RightEstimate {
  const names = [...new Set(labels.flatMap(({ factors = {} }) => Object.keys(factors)))].toSorted()
  const toExample = exampleOf(names)
  const examples: RightExample[] = []
  const points = new Map<string, CalibrationPoint[]>()
  const seen = new Map<string, SeenValues>()
  const seenIn = (scope: string) => seen.get(scope) ?? NOTHING_SEEN
  let model = fitRightModel([])
  for (const label of labels) {
    const { scope, shape } = label
    if (label.label === 'right' || label.label === 'wrong') {
      if (examples.length % REFIT_EVERY === 0) model = fitRightModel(examples)
      const isRight = label.label === 'right'
      const example = { ...toExample(label, seenIn(scope)), isRight }
      points.set(scope, [...(points.get(scope) ?? []), { score: model.scoreOf(example), isRight }])
      examples.push(example)
    }
    if (label.approved && label.label !== 'wrong') seen.set(scope, addSeen(seenIn(scope), shape))
  }
  model = fitRightModel(examples)
  return call =>
    estimateRight(points.get(call.scope) ?? [], model.scoreOf(toExample(call, seenIn(call.scope))))
}

/** A call as the model learns from it: these factors, and whether it brings a value that nobody approved. */
function exampleOf(names: readonly string[]) {
  return (
    { scope, tool, shape, factors = {} }: EstimatedCall,
    seen: SeenValues,
  ): Omit<RightExample, 'isRight'> => {
    const isNew = findUnseen(shape, seen).length > 0 ? 1 : 0
    // What carries no factors stands in the middle.
    return { scope, tool, features: [...names.map(name => (factors[name] ?? 0.5) - 0.5), isNew] }
  }
}
