import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { contentStems } from '../src/engine/reasoning/language/language.ts'
import { findCandidates } from '../src/engine/reasoning/propose/arguments/candidates.ts'
import { findPairs } from '../src/engine/reasoning/propose/arguments/pair.ts'
import type { PairSigns } from '../src/engine/reasoning/propose/arguments/pair-signs.ts'
import { roleOfParameter, typeOfParameter } from '../src/engine/reasoning/propose/arguments/parameter-role.ts'
import { prepareTools, type ToolDescription } from '../src/engine/reasoning/propose/tool-index.ts'

/**
 * Fits which words of an order a parameter takes, from orders whose arguments are written down:
 *   node scripts/fit-arguments.ts [--orders FOLDER …] [--weight N …]
 * A conditional logit for each parameter: among everything that the order says and nothing at all. Deterministic.
 * One line of a file is `{set, tools, goals: [{g: order, t: tool, a: {parameter: accepted values}}]}`; a parameter that
 * is not named is not told, and an empty text among the values says that it need not be.
 */
const ENGINE = join(import.meta.dirname, '..', 'src', 'engine', 'reasoning', 'propose', 'arguments')
const NOW = new Date('2026-03-02T09:00:00Z')
const PASSES = 40
const BATCH = 32
const RATE = { first: 0.03, slower: 0.95 }
const PULL = 0.001
const KEPT = 0.02

interface OrderSet {
  readonly tools: readonly ToolDescription[]
  readonly goals: readonly {
    readonly g: string
    readonly t: string
    readonly a: Readonly<Record<string, readonly unknown[]>>
  }[]
}

/** Everything that a parameter may be given, the first of it nothing, and which of it is right. */
interface Example {
  readonly weight: number
  readonly rows: readonly (readonly (readonly [sign: number, value: number])[])[]
  readonly right: readonly number[]
}

const { values } = parseArgs({
  options: {
    orders: {
      type: 'string',
      multiple: true,
      default: [join(import.meta.dirname, 'choice', 'arguments')],
    },
    weight: { type: 'string', multiple: true, default: ['2'] },
  },
})
const signs = new Map<string, number>()
const examples = values.orders.flatMap((folder, at) =>
  readOrders(folder).flatMap(set => examplesOf(set, Number(values.weight[at] ?? 1))),
)
const weights = fitWeights(examples, signs.size)
const kept = [...signs]
  .sort(([left], [right]) => (left < right ? -1 : 1))
  .flatMap(([name, at]) => {
    const weight = Math.round((weights[at] ?? 0) * 100) / 100
    return Math.abs(weight) < KEPT ? [] : [[name, weight] as const]
  })
writeFileSync(join(ENGINE, 'pair-weights.json'), `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
console.log(`${examples.length} parameters, ${kept.length} weights`)

function readOrders(folder: string): readonly OrderSet[] {
  const files = readdirSync(folder).filter(file => file.endsWith('.jsonl'))
  return files.sort().flatMap(file =>
    readFileSync(join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as OrderSet),
  )
}

function examplesOf({ tools, goals }: OrderSet, weight: number): readonly Example[] {
  const index = prepareTools(tools)
  return goals.flatMap(({ g: goal, t, a }) => {
    const tool = index.tools.find(one => one.tool.name === t)
    if (tool === undefined) return []
    const candidates = findCandidates({ text: goal, goal, now: NOW, files: [] })
    const fitted = tool.parameters.filter(
      one => ['number', 'text'].includes(typeOfParameter(one.schema)) && roleOfParameter(one) !== 'element',
    )
    const source = { tool, candidates, text: goal, goal, said: new Set(contentStems(goal)) }
    return findPairs(fitted, source).flatMap(({ parameter, pairs, untold }) => {
      const accepted = a[parameter.name]
      const isUntold = accepted === undefined || accepted.includes('')
      const said = pairs.flatMap(({ value }, at) =>
        accepted?.some(one => one !== '' && isSame(one, value)) ? [at + 1] : [],
      )
      const right = said.length === 0 && isUntold ? [0] : said
      const rows = [untold, ...pairs.map(pair => pair.signs)].map(rowOf)
      return right.length === 0 ? [] : [{ weight, rows, right }]
    })
  })
}

function isSame(left: unknown, right: unknown): boolean {
  const plain = (value: unknown) =>
    typeof value === 'string'
      ? value
          .trim()
          .toLowerCase()
          .replace(/[.,]/g, '')
          .replace(/^(?:the|an?) /, '')
      : value
  return plain(left) === plain(right)
}

function rowOf(own: PairSigns): readonly (readonly [number, number])[] {
  return Object.entries(own).flatMap(([name, value]) => {
    if (value === 0) return []
    const at = signs.get(name) ?? signs.size
    signs.set(name, at)
    return [[at, value] as const]
  })
}

/** Adam over the negative log-likelihood of what is right, with a pull of every weight to 0. */
function fitWeights(all: readonly Example[], width: number): Float64Array {
  const [fitted, mean, square] = [0, 0, 0].map(() => new Float64Array(width)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const random = seeded(7)
  let step = 0
  for (let pass = 0; pass < PASSES; pass += 1) {
    const order = all
      .map(one => ({ one, at: random() }))
      .sort((left, right) => left.at - right.at)
      .map(({ one }) => one)
    for (let from = 0; from < order.length; from += BATCH) {
      const gradient = fitted.map(weight => PULL * weight)
      for (const one of order.slice(from, from + BATCH)) addGradient(one, fitted, gradient)
      step += 1
      const rate = RATE.first * RATE.slower ** pass
      for (const [at, slope] of gradient.entries()) {
        mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * slope
        square[at] = 0.999 * (square[at] ?? 0) + 0.001 * slope ** 2
        const towards = (mean[at] ?? 0) / (1 - 0.9 ** step)
        const size = Math.sqrt((square[at] ?? 0) / (1 - 0.999 ** step)) + 1e-8
        fitted[at] = (fitted[at] ?? 0) - (rate * towards) / size
      }
    }
  }
  return fitted
}

function addGradient({ rows, right, weight }: Example, fitted: Float64Array, gradient: Float64Array): void {
  const logits = rows.map(row => row.reduce((sum, [at, value]) => sum + (fitted[at] ?? 0) * value, 0))
  const top = Math.max(...logits)
  const masses = logits.map(logit => Math.exp(logit - top))
  const all = masses.reduce((sum, one) => sum + one, 0)
  const rightMass = right.reduce((sum, at) => sum + (masses[at] ?? 0), 0)
  for (const [at, row] of rows.entries()) {
    const share = (masses[at] ?? 0) / all
    const slope = share - (right.includes(at) ? (masses[at] ?? 0) / rightMass : 0)
    for (const [sign, value] of row) gradient[sign] = (gradient[sign] ?? 0) + (weight * slope * value) / BATCH
  }
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return state / 0x7fffffff
  }
}
