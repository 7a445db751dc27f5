/** One decided call as the model learns from it. All rows have the same number of features, each about −3 to 3. */
export interface RightExample {
  readonly scope: string
  readonly tool: string
  readonly features: readonly number[]
  readonly isRight: boolean
}

/** Estimates how probable it is that people find a call right. */
export interface RightModel {
  /** Log-odds; for unknown tools and scopes those of everything else. */
  scoreOf(call: Omit<RightExample, 'isRight'>): number
}

/** Prior variances: how far a feature, a tool, a scope may pull by itself. */
const FEATURE_VARIANCE = 1
const TOOL_VARIANCE = 1
const SCOPE_VARIANCE = 1
/** The intercept is hardly drawn anywhere. */
const INTERCEPT_PRECISION = 0.01
const MAX_ROUNDS = 25
/** Rounds end when no shared weight moves by more. */
const PRECISION = 1e-5

/**
 * Logistic regression with shrinkage scope → tool → everything: intercept and features are shared, each tool adds an
 * offset drawn towards 0, each scope another one within its tool. The maximum a posteriori under normal priors, by Newton
 * steps on one block after the other (the posterior is log-concave; Gelman & Hill, “Data Analysis Using Regression and
 * Multilevel/Hierarchical Models”, 2007, chapters 12–14).
 */
export function fitRightModel(examples: readonly RightExample[]): RightModel {
  const width = 1 + (examples[0]?.features.length ?? 0)
  const rows = examples.map(({ features }) => [1, ...features])
  const targets = examples.map(({ isRight }) => (isRight ? 1 : 0))
  const toolKeys = examples.map(({ tool }) => tool)
  const scopeKeys = examples.map(({ scope }) => scope)
  const toolOfScope = new Map(examples.map(({ tool, scope }) => [scope, tool]))
  let shared: readonly number[] = new Array<number>(width).fill(0)
  const tools = new Map<string, number>()
  const scopes = new Map<string, number>()
  const offsetAt = ({ tool, scope }: Pick<RightExample, 'tool' | 'scope'>) =>
    (tools.get(tool) ?? 0) + (scopes.get(scope) ?? 0)
  const scores = () => examples.map((example, at) => dot(shared, rows[at] ?? []) + offsetAt(example))
  for (let round = 0; round < MAX_ROUNDS && rows.length > 0; round += 1) {
    const before = shared
    shared = stepShared(shared, { rows, targets, offsets: examples.map(offsetAt) })
    stepOffsets(tools, TOOL_VARIANCE, { keys: toolKeys, targets, scores: scores() })
    stepOffsets(scopes, SCOPE_VARIANCE, { keys: scopeKeys, targets, scores: scores() })
    for (const tool of tools.keys()) {
      const inner = [...toolOfScope].filter(([, of]) => of === tool).map(([scope]) => scope)
      const parent = { value: tools.get(tool) ?? 0, precision: 1 / TOOL_VARIANCE }
      tools.set(
        tool,
        parent.value + shiftCommon(scopes, { keys: inner, precision: 1 / SCOPE_VARIANCE, parent }),
      )
    }
    const parent = { value: shared[0] ?? 0, precision: INTERCEPT_PRECISION }
    const common = shiftCommon(tools, { keys: [...tools.keys()], precision: 1 / TOOL_VARIANCE, parent })
    shared = shared.with(0, parent.value + common)
    if (shared.every((each, at) => Math.abs(each - (before[at] ?? 0)) < PRECISION)) break
  }
  return { scoreOf: call => dot(shared, [1, ...call.features]) + offsetAt(call) }
}

/**
 * Takes from offsets what they have in common and answers it for their parent: no prediction changes, only the priors
 * are met better. Without it the steps, one block after the other, approach the optimum slowly.
 */
function shiftCommon(
  offsets: Map<string, number>,
  {
    keys,
    precision,
    parent,
  }: {
    readonly keys: readonly string[]
    readonly precision: number
    readonly parent: { readonly value: number; readonly precision: number }
  },
): number {
  const total = keys.reduce((sum, key) => sum + (offsets.get(key) ?? 0), 0)
  const common =
    (precision * total - parent.precision * parent.value) / (precision * keys.length + parent.precision)
  for (const key of keys) offsets.set(key, (offsets.get(key) ?? 0) - common)
  return common
}

function stepShared(
  shared: readonly number[],
  data: {
    readonly rows: readonly (readonly number[])[]
    readonly targets: readonly number[]
    readonly offsets: readonly number[]
  },
): readonly number[] {
  const precisions = shared.map((_, at) => (at === 0 ? INTERCEPT_PRECISION : 1 / FEATURE_VARIANCE))
  const gradient = shared.map((weight, at) => -weight * (precisions[at] ?? 0))
  const curvature = shared.map((_, at) => shared.map((__, to) => (at === to ? (precisions[at] ?? 0) : 0)))
  for (const [at, row] of data.rows.entries()) {
    const probability = sigmoid(dot(shared, row) + (data.offsets[at] ?? 0))
    const error = (data.targets[at] ?? 0) - probability
    const spread = probability * (1 - probability)
    for (const [from, value] of row.entries()) {
      gradient[from] = (gradient[from] ?? 0) + error * value
      const line = curvature[from] ?? []
      for (const [to, other] of row.entries()) line[to] = (line[to] ?? 0) + spread * value * other
    }
  }
  const step = solve(curvature, gradient)
  const most = Math.max(...step.map(Math.abs))
  const scale = most > MAX_STEP ? MAX_STEP / most : 1
  return shared.map((weight, at) => weight + scale * (step[at] ?? 0))
}

/** Longer Newton steps overshoot where the curve is flat. */
const MAX_STEP = 2

function stepOffsets(
  offsets: Map<string, number>,
  variance: number,
  data: {
    readonly keys: readonly string[]
    readonly targets: readonly number[]
    readonly scores: readonly number[]
  },
): void {
  const sums = new Map<string, { gradient: number; curvature: number }>()
  for (const [at, key] of data.keys.entries()) {
    const probability = sigmoid(data.scores[at] ?? 0)
    const sum = sums.get(key) ?? { gradient: 0, curvature: 0 }
    sum.gradient += (data.targets[at] ?? 0) - probability
    sum.curvature += probability * (1 - probability)
    sums.set(key, sum)
  }
  for (const [key, { gradient, curvature }] of sums) {
    const before = offsets.get(key) ?? 0
    const step = (gradient - before / variance) / (curvature + 1 / variance)
    offsets.set(key, before + Math.max(-MAX_STEP, Math.min(MAX_STEP, step)))
  }
}

/** Solves a symmetric positive definite system by Gaussian elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0])
  for (const [at, row] of rows.entries()) {
    const pivot = row[at] ?? 1
    for (const below of rows.slice(at + 1)) {
      const factor = (below[at] ?? 0) / pivot
      for (const [column, value] of row.entries()) below[column] = (below[column] ?? 0) - factor * value
    }
  }
  const solution = right.map(() => 0)
  for (const [at, row] of [...rows.entries()].toReversed()) {
    const rest = solution.reduce(
      (sum, value, column) => (column > at ? sum + value * (row[column] ?? 0) : sum),
      0,
    )
    solution[at] = ((row[right.length] ?? 0) - rest) / (row[at] ?? 1)
  }
  return solution
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
}

function sigmoid(score: number): number {
  return 1 / (1 + Math.exp(-score))
}
