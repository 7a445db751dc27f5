import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { choose, type FitOptions, fitChoice, type Model, prepare } from './choice/fit.ts'
import { packSigns, packWordings } from './choice/pack.ts'
import { type Example, readRequests, toolExamples } from './choice/requests.ts'

/**
 * Fits how a tool is chosen for a request, from the requests in `scripts/choice/requests/`:
 *   node scripts/fit-choice.ts wordings             writes what phrases ask for in a tool
 *   node scripts/fit-choice.ts tools                writes the weights by which a tool is chosen; after the wordings
 *   node scripts/fit-choice.ts tools --measure      writes nothing: fits on four fifths of the tool sets, prints how often
 *                                                   the tools of the others are chosen exactly
 *   … --requests FOLDER                             from other requests; of several folders each weighs the same
 * Deterministic. Fit again whenever a sign, a list of acts or the reading of clauses changes.
 */
const engine = join(import.meta.dirname, '..', 'src', 'engine', 'reasoning')

interface Fitting {
  readonly examplesOf: (request: ReturnType<typeof readRequests>[number]) => readonly Example[]
  readonly options: FitOptions
  /** Where the text made of the model is written. */
  readonly file: string
  readonly pack: (model: Model) => string
}

/** No wording is learned. */
const SIGNS_ALONE = { leastSets: Number.POSITIVE_INFINITY, leastSetsOfTrait: 1, pull: 0 }

const FITTINGS: Readonly<Record<string, Fitting>> = {
  wordings: {
    examplesOf: request => toolExamples(request, 'wordings'),
    options: { passes: 6, batch: 64, leastSets: 3, leastSetsOfTrait: 6, pull: 3e-5 },
    file: join(engine, 'language', 'wordings.json'),
    pack: packWordings,
  },
  tools: {
    examplesOf: request => toolExamples(request, 'signs'),
    options: { passes: 6, batch: 512, ...SIGNS_ALONE },
    file: join(engine, 'propose', 'select', 'choice-weights.json'),
    pack: packSigns,
  },
}
const FOLDS = 5

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    measure: { type: 'boolean', default: false },
    requests: { type: 'string', multiple: true, default: [join(import.meta.dirname, 'choice', 'requests')] },
  },
})
const fitting = FITTINGS[positionals[0] ?? '']
if (fitting === undefined) {
  console.error(`Say what to fit: ${Object.keys(FITTINGS).join(' or ')}.`)
  process.exitCode = 2
} else {
  const folders = values.requests.map(folder => readRequests(folder).flatMap(fitting.examplesOf))
  const examples = folders.flatMap(own =>
    own.map(one => ({ ...one, weight: folders.flat().length / folders.length / own.length })),
  )
  console.log(`${examples.length} requests of ${new Set(examples.map(one => one.set)).size} tool sets`)
  if (values.measure) measure(examples, fitting)
  else write(examples, fitting)
}

function measure(examples: readonly Example[], { options }: Fitting): void {
  const sets = [...new Set(examples.map(one => one.set))].sort()
  const held = new Set(sets.filter((_, at) => at % FOLDS === 0))
  const others = examples.filter(({ set }) => held.has(set))
  const fitted = examples.filter(({ set }) => !held.has(set))
  fitChoice(fitted, {
    ...options,
    onPass: (pass, loss, model) =>
      console.log(
        `pass ${pass + 1}: loss ${loss.toFixed(3)}, chosen exactly ${shareExact(others, model).toFixed(3)} of ${others.length}`,
      ),
  })
}

function write(examples: readonly Example[], { options, file, pack }: Fitting): void {
  const model = fitChoice(examples, {
    ...options,
    onPass: (pass, loss) => console.log(`pass ${pass + 1}: loss ${loss.toFixed(3)}`),
  })
  const text = pack(model)
  writeFileSync(file, text)
  console.log(`${text.length} bytes in ${file}`)
}

/** The best tool of each clause, and of all where every clause seems idle. */
function shareExact(some: readonly Example[], model: Model): number {
  const asking = some.filter(({ wanted }) => wanted.includes(true))
  const exact = asking.filter(example => {
    const shares = choose(prepare(example, model), model)
    const chosen = chosenBy(example, shares)
    if (chosen.size === 0) {
      const highest = example.wanted.map((_, tool) => Math.max(...shares.map(own => own[tool] ?? 0)))
      chosen.add(highest.indexOf(Math.max(...highest)))
    }
    return example.wanted.every((isWanted, tool) => isWanted === chosen.has(tool))
  })
  return exact.length / Math.max(1, asking.length)
}

function chosenBy({ wanted }: Example, shares: readonly Float64Array[]): Set<number> {
  const called = shares.map(own => own.indexOf(Math.max(...own)))
  return new Set(called.filter(tool => tool < wanted.length))
}
