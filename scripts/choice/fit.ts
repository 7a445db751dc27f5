import type { Example } from './requests.ts'

/**
 * A logistic choice, for each clause among the tools and nothing at all. A tool is called when any clause calls it:
 * P(tool) = 1 − Π(1 − P(tool | clause)), and the likelihood of what was wanted is maximised by Adam.
 */
export interface Model {
  readonly traits: readonly string[]
  readonly phrases: ReadonlyMap<string, number>
  /** Weights of the signs, then what is added to each tool. */
  readonly signs: Float64Array
  readonly idle: Float64Array
  /** For each phrase one weight for each trait. */
  readonly wordings: Float64Array
}

export interface FitOptions {
  readonly passes: number
  /** Examples to one step. */
  readonly batch: number
  /** A phrase must be said in requests of as many tool sets. */
  readonly leastSets: number
  /** The same for a trait of a tool. */
  readonly leastSetsOfTrait: number
  /** Strength of the pull of the wordings to 0, for each batch. */
  readonly pull: number
  readonly onPass?: (pass: number, loss: number, model: Model) => void
}

const RATE = { signs: 0.03, wordings: 0.01 }
const SLOWER = 0.85

/** Deterministic: the same examples in the same order give the same model. */
export function fitChoice(examples: readonly Example[], options: FitOptions): Model {
  const model = newModel(examples, options)
  const prepared = examples.map(example => prepare(example, model))
  const groups = [
    { weights: model.signs, rate: RATE.signs, pull: 0 },
    // What speaks for asking for nothing is taken as it is read.
    { weights: model.idle, rate: 0, pull: 0 },
    { weights: model.wordings, rate: RATE.wordings, pull: options.pull },
  ].map(group => ({
    ...group,
    gradient: new Float64Array(group.weights.length),
    adam: newAdam(group.weights),
  }))
  const [signs, idle, wordings] = groups.map(group => group.gradient) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const random = seeded(7)
  let step = 0
  for (let pass = 0; pass < options.passes; pass += 1) {
    let loss = 0
    const order = shuffle(prepared, random)
    for (let from = 0; from < order.length; from += options.batch) {
      const batch = order.slice(from, from + options.batch)
      for (const { gradient } of groups) gradient.fill(0)
      for (const one of batch)
        loss += addGradient(one, model, { signs, idle, wordings, scale: one.weight / batch.length })
      step += 1
      for (const group of groups) adamStep(group, step, SLOWER ** pass)
    }
    options.onPass?.(pass, loss / prepared.length, model)
  }
  return model
}

function newModel(examples: readonly Example[], { leastSets, leastSetsOfTrait }: FitOptions): Model {
  const phrases = commonIn(examples, ({ clauses }) => clauses.flatMap(clause => clause.phrases), leastSets)
  const traits = commonIn(
    examples,
    one => ['@idle', ...one.traits.flatMap(own => [...own.keys()])],
    leastSetsOfTrait,
  )
  const clause = examples[0]?.clauses[0]
  return {
    traits,
    phrases: new Map(phrases.map((phrase, at) => [phrase, at])),
    signs: new Float64Array((clause?.signs[0]?.length ?? 0) + 1).fill(0.5),
    idle: new Float64Array(clause?.idle.length ?? 0).fill(1),
    wordings: new Float64Array(phrases.length * traits.length),
  }
}

/** What stands in examples of at least so many tool sets, sorted. */
function commonIn(
  examples: readonly Example[],
  read: (example: Example) => readonly string[],
  leastSets: number,
): readonly string[] {
  const sets = new Map<string, Set<string>>()
  for (const example of examples)
    for (const one of read(example)) sets.set(one, (sets.get(one) ?? new Set()).add(example.set))
  return [...sets]
    .filter(([, own]) => own.size >= leastSets)
    .map(([one]) => one)
    .sort()
}

interface Prepared {
  readonly weight: number
  readonly wanted: readonly boolean[]
  readonly traits: readonly (readonly (readonly [trait: number, weight: number])[])[]
  readonly clauses: readonly {
    readonly signs: readonly Float64Array[]
    readonly idle: Float64Array
    readonly phrases: readonly number[]
    readonly scale: number
  }[]
}

export function prepare({ weight, wanted, traits, clauses }: Example, model: Model): Prepared {
  const places = new Map(model.traits.map((trait, at) => [trait, at]))
  return {
    weight,
    wanted,
    traits: traits.map(own =>
      [...own].flatMap(([trait, weight]) => {
        const at = places.get(trait)
        return at === undefined ? [] : [[at, weight] as const]
      }),
    ),
    clauses: clauses.map(({ signs, idle, phrases }) => ({
      signs,
      idle,
      phrases: phrases.flatMap(phrase => model.phrases.get(phrase) ?? []),
      scale: 1 / Math.sqrt(Math.max(1, phrases.length)),
    })),
  }
}

/** For each clause the probability of each tool; what is left is that it asks for nothing. */
export function choose({ clauses, traits }: Prepared, model: Model): readonly Float64Array[] {
  const width = model.traits.length
  const none = model.traits.indexOf('@idle')
  return clauses.map(({ signs, idle, phrases, scale }) => {
    const logits = new Float64Array(signs.length + 1)
    for (const [tool, own] of signs.entries()) {
      let sum = model.signs[own.length] ?? 0
      for (const [at, value] of own.entries()) sum += value * (model.signs[at] ?? 0)
      for (const [trait, weight] of traits[tool] ?? [])
        for (const phrase of phrases) sum += scale * weight * (model.wordings[phrase * width + trait] ?? 0)
      logits[tool] = sum
    }
    let nothing = idle.reduce((sum, value, at) => sum + value * (model.idle[at] ?? 0), 0)
    for (const phrase of phrases) nothing += scale * (model.wordings[phrase * width + none] ?? 0)
    logits[signs.length] = nothing
    const highest = Math.max(...logits)
    const shares = logits.map(logit => Math.exp(logit - highest))
    const all = shares.reduce((sum, share) => sum + share, 0)
    return shares.map(share => share / all)
  })
}

interface Gradients {
  readonly signs: Float64Array
  readonly idle: Float64Array
  readonly wordings: Float64Array
  readonly scale: number
}

const TINY = 1e-6

function addGradient(example: Prepared, model: Model, into: Gradients): number {
  const shares = choose(example, model)
  let loss = 0
  const slopes = example.wanted.map((isWanted, tool) => {
    const idle = shares.reduce((sum, own) => sum + Math.log(1 - bounded(own[tool] ?? 0)), 0)
    const called = Math.max(TINY, 1 - Math.exp(idle))
    loss -= isWanted ? Math.log(called) : idle
    return isWanted ? -Math.exp(idle) / called : 1
  })
  for (const [at, own] of shares.entries()) addClauseGradient(example, at, { own, slopes, model, into })
  return loss
}

function addClauseGradient(
  { clauses, traits }: Prepared,
  at: number,
  {
    own,
    slopes,
    model,
    into,
  }: { own: Float64Array; slopes: readonly number[]; model: Model; into: Gradients },
): void {
  const clause = clauses[at]
  if (clause === undefined) return
  const width = model.traits.length
  const steep = slopes.map((slope, tool) => slope / (1 - bounded(own[tool] ?? 0)))
  const mean = steep.reduce((sum, slope, tool) => sum + slope * (own[tool] ?? 0), 0)
  for (const [tool, signs] of clause.signs.entries()) {
    const push = into.scale * (own[tool] ?? 0) * ((steep[tool] ?? 0) - mean)
    for (const [sign, value] of signs.entries()) into.signs[sign] = (into.signs[sign] ?? 0) + push * value
    into.signs[signs.length] = (into.signs[signs.length] ?? 0) + push
    for (const [trait, weight] of traits[tool] ?? [])
      for (const phrase of clause.phrases) {
        const place = phrase * width + trait
        into.wordings[place] = (into.wordings[place] ?? 0) + push * weight * clause.scale
      }
  }
  const push = into.scale * (own[clause.signs.length] ?? 0) * -mean
  const none = model.traits.indexOf('@idle')
  for (const phrase of clause.phrases) {
    const place = phrase * width + none
    into.wordings[place] = (into.wordings[place] ?? 0) + push * clause.scale
  }
  for (const [sign, value] of clause.idle.entries()) into.idle[sign] = (into.idle[sign] ?? 0) + push * value
}

function bounded(share: number): number {
  return Math.min(1 - TINY, share)
}

interface Adam {
  readonly first: Float64Array
  readonly second: Float64Array
}

function newAdam(weights: Float64Array): Adam {
  return { first: new Float64Array(weights.length), second: new Float64Array(weights.length) }
}

interface Group {
  readonly weights: Float64Array
  readonly gradient: Float64Array
  readonly rate: number
  readonly pull: number
  readonly adam: Adam
}

/** Adam with the usual decays (Kingma and Ba 2015); `pull` is the weight of the squares in the loss. */
function adamStep(
  { weights, gradient, rate, pull, adam: { first, second } }: Group,
  step: number,
  slow: number,
): void {
  const [keep, keepSquares] = [0.9, 0.999]
  const [fresh, freshSquares] = [1 - keep ** step, 1 - keepSquares ** step]
  for (let at = 0; at < weights.length; at += 1) {
    const weight = weights[at] ?? 0
    const slope = (gradient[at] ?? 0) + 2 * pull * weight
    if (slope === 0 && first[at] === 0) continue
    const mean = keep * (first[at] ?? 0) + (1 - keep) * slope
    const square = keepSquares * (second[at] ?? 0) + (1 - keepSquares) * slope * slope
    first[at] = mean
    second[at] = square
    weights[at] = weight - (rate * slow * (mean / fresh)) / (Math.sqrt(square / freshSquares) + 1e-8)
  }
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const shuffled = [...items]
  for (let at = shuffled.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    const [left, right] = [shuffled[at], shuffled[other]]
    if (left !== undefined && right !== undefined) [shuffled[at], shuffled[other]] = [right, left]
  }
  return shuffled
}

/** Numbers in [0,1) that are the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
