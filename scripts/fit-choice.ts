import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { choose, fitChoice, type Model, prepare } from './choice/fit.ts'
import { packChoice } from './choice/pack.ts'
import { type Example, readExamples } from './choice/requests.ts'

/**
 * Fits how a tool is chosen for a request, from the requests in `scripts/choice/requests/`:
 *   node scripts/fit-choice.ts            writes the weights and the table of wordings that the reasoner reads
 *   node scripts/fit-choice.ts --measure  writes nothing: fits on four fifths of the tool sets, prints how often the
 *                                         tools of the others are chosen exactly
 * Deterministic; some minutes. Fit again whenever a sign, a list of acts or the reading of clauses changes.
 */
const OPTIONS = { passes: 6, leastSets: 3, leastSetsOfTrait: 6, pull: 3e-5 }
const FOLDS = 5

const here = import.meta.dirname
const engine = join(here, '..', 'src', 'engine', 'reasoning')
const examples = readExamples(process.argv[3] ?? join(here, 'choice', 'requests'))
console.log(`${examples.length} requests of ${new Set(examples.map(one => one.set)).size} tool sets`)

if (process.argv[2] === '--measure') measure()
else write()

function measure(): void {
  const sets = [...new Set(examples.map(one => one.set))].sort()
  const held = new Set(sets.filter((_, at) => at % FOLDS === 0))
  const others = examples.filter(({ set }) => held.has(set))
  const fitted = examples.filter(({ set }) => !held.has(set))
  fitChoice(fitted, {
    ...OPTIONS,
    onPass: (pass, loss, model) =>
      console.log(
        `pass ${pass + 1}: loss ${loss.toFixed(3)}, chosen exactly ${shareExact(others, model).toFixed(3)} of ${others.length}`,
      ),
  })
}

/** The best tool of each clause, of its parts where they ask for several, and of all where every clause seems idle. */
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

function chosenBy({ clauses, wanted }: Example, shares: readonly Float64Array[]): Set<number> {
  const called = shares.map(own => own.indexOf(Math.max(...own)))
  const chosen = new Set<number>()
  for (const [at, { part }] of clauses.entries()) {
    if (part) continue
    const next = clauses.findIndex((other, place) => place > at && !other.part)
    const parts = called.slice(at + 1, next < 0 ? clauses.length : next).filter(tool => tool < wanted.length)
    const several = new Set(parts).size > 1 ? parts : called.slice(at, at + 1)
    for (const tool of several) if (tool < wanted.length) chosen.add(tool)
  }
  return chosen
}

function write(): void {
  const model = fitChoice(examples, {
    ...OPTIONS,
    onPass: (pass, loss) => console.log(`pass ${pass + 1}: loss ${loss.toFixed(3)}`),
  })
  const { weights, wordings } = packChoice(model)
  writeFileSync(join(engine, 'propose', 'select', 'choice-weights.json'), weights)
  writeFileSync(join(engine, 'language', 'wordings.json'), wordings)
  console.log(`${wordings.length} bytes of wordings`)
}
