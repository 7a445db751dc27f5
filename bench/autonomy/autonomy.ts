import { parseArgs } from 'node:util'
import { predictWorld } from './calibration.ts'
import { measureVerdictCost } from './cost.ts'
import { type Life, live } from './live.ts'
import { liveWithDangers, liveWithFarm, type ShapedLife } from './shapes.ts'
import { ALLOWED, CALLS, changingWorld, steadyWorld, type World } from './worlds.ts'

/** One figure beside its bar. */
interface Row {
  readonly measure: string
  readonly value: string
  readonly bar: string
  /** Undefined where there is no bar. */
  readonly isMet?: boolean
}

const WRONG_OPENINGS = 0.05
const FALSE_SUSPENSIONS = 0.05
const SAVED = 0.6
const BESIDE_CUSUM = 1.5
const CALIBRATION_ERROR = 0.05
const VERDICT_MS = 0.2

/**
 * `npm run bench -- autonomy [--worlds N] [--seed N] [--json]`: the mathematics of earned autonomy in simulated worlds of
 * six kinds, each figure beside its bar; ends with 1 where one is missed. World number i of a kind has the printed seed + i.
 */
export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      worlds: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '20260' },
      json: { type: 'boolean', default: false },
    },
  })
  const count = Number(values.worlds)
  const seed = Number(values.seed)
  if (!Number.isInteger(count) || count < 10 || !Number.isInteger(seed)) {
    console.error('--worlds takes a whole number of at least 10, --seed a whole number.')
    process.exitCode = 2
    return
  }
  const each = <Result>(kind: number, lived: (seed: number) => Result, every = 1): readonly Result[] =>
    Array.from({ length: Math.ceil(count / every) }, (_, at) => lived(seed + kind * 1_000_000 + at))
  const rows = [
    ...steadyRows(each(0, at => live(steadyWorld(at)))),
    ...erringRows(each(1, at => live(steadyWorld(at, 0.03)))),
    ...changeRows(
      'drift over 1,000 calls',
      each(2, at => pairOf(changingWorld(at, 1_000, 0))),
    ),
    ...changeRows(
      'an agent that cheats once trusted',
      each(3, at => pairOf(changingWorld(at, 0, 0))),
    ),
    ...changeRows(
      'the same, 30 % of wrong calls reported',
      each(4, at => pairOf(changingWorld(at, 0, 0.3))),
      true,
    ),
    ...shapeRows('farmed calls of other shapes that ran', each(5, liveWithFarm)),
    ...shapeRows('unseen recipients, hosts, magnitudes that ran', each(6, liveWithDangers)),
    ...calibrationRows(each(7, predictWorld, 5)),
    await costRow(),
  ]
  if (values.json) console.log(JSON.stringify({ worlds: count, seed, rows }, null, 1))
  else print(rows, `${count} worlds of each kind, seeds ${seed} + kind × 1,000,000 + number`)
  if (rows.some(({ isMet }) => isMet === false)) process.exitCode = 1
}

async function costRow(): Promise<Row> {
  const ms = await measureVerdictCost()
  const measure = 'what a verdict costs more with an open contract, p50'
  return row(measure, `${ms.toFixed(3)} ms`, `≤ ${VERDICT_MS} ms`, ms <= VERDICT_MS)
}

function steadyRows(lives: readonly Life[]): readonly Row[] {
  const bad = lives.filter(({ world }) => world.before > ALLOWED)
  const near = bad.filter(({ world }) => world.before <= ALLOWED + 0.005)
  const good = lives.filter(({ world, openedAt }) => world.before <= ALLOWED && openedAt !== undefined)
  const best = lives.filter(({ world }) => world.before <= ALLOWED / 4)
  const opened = shareOf(bad, ({ openedAt }) => openedAt !== undefined)
  const suspended = shareOf(good, ({ suspendedAt }) => suspendedAt !== undefined)
  const saved = meanOf(best, ({ ranEarly }) => ranEarly / 2_000)
  const highest = WRONG_OPENINGS + 2 * Math.sqrt((WRONG_OPENINGS * (1 - WRONG_OPENINGS)) / bad.length)
  return [
    row(
      `opened although wrong too often, of ${bad.length}`,
      percent(opened),
      `≤ ${percent(highest)}`,
      opened <= highest,
    ),
    row(
      `… of the ${near.length} within half a point of what is allowed`,
      percent(shareOf(near, ({ openedAt }) => openedAt !== undefined)),
    ),
    row(
      `suspended falsely in ${CALLS} calls, of ${good.length}`,
      percent(suspended),
      `≤ ${percent(FALSE_SUSPENSIONS)}`,
      suspended <= FALSE_SUSPENSIONS,
    ),
    row(
      `approvals saved over 2,000 calls where ≤ ${percent(ALLOWED / 4)} are wrong, of ${best.length}`,
      percent(saved),
      `≥ ${percent(SAVED)}`,
      saved >= SAVED,
    ),
    row(
      'calls until it opens there, median',
      String(
        quantile(
          best.map(({ openedAt }) => openedAt ?? CALLS),
          0.5,
        ),
      ),
    ),
  ]
}

/** Reviewers who err: what they agree with, beside what is true. */
function erringRows(lives: readonly Life[]): readonly Row[] {
  const opened = lives.filter(({ openedAt }) => openedAt !== undefined)
  const bad = lives.filter(({ world }) => world.before > ALLOWED)
  const wrongly = shareOf(bad, ({ openedAt }) => openedAt !== undefined)
  const ran = opened.reduce((sum, life) => sum + life.ran, 0)
  const wrong = opened.reduce((sum, life) => sum + life.wrongRan, 0)
  const decided = lives.reduce((sum, life) => sum + life.decided, 0)
  const agreed = lives.reduce((sum, life) => sum + life.agreed, 0)
  return [
    row(
      'reviewers who err in 3 %: opened although wrong too often',
      percent(wrongly),
      `≤ ${percent(WRONG_OPENINGS)}`,
      wrongly <= WRONG_OPENINGS,
    ),
    row(
      '… agreement of reviewers, true precision of what was proposed',
      `${percent(agreed / decided)}, ${percent(1 - meanOf(lives, ({ world }) => world.before))}`,
    ),
    row(
      '… worlds that opened, true precision of what ran',
      `${opened.length}, ${ran === 0 ? 'nothing ran' : percent(1 - wrong / ran)}`,
    ),
  ]
}

interface Pair {
  readonly changed: Life
  /** The same world without its change. */
  readonly steady: Life
}

function pairOf(world: World): Pair {
  const { changeAfter: _never, ...steady } = world
  return { changed: live(world), steady: live({ ...steady, seed: world.seed + 500_000 }) }
}

/** The reference is a CUSUM that sees the same and knows both rates, set to as many false alarms as were counted here. */
function changeRows(name: string, pairs: readonly Pair[], isInformation = false): readonly Row[] {
  const steady = pairs.map(pair => pair.steady).filter(({ openedAt }) => openedAt !== undefined)
  const falseAlarms = steady.filter(({ suspendedAt }) => suspendedAt !== undefined).length
  const heights = steady.map(({ reference }) => reference.at(-1)?.value ?? 0).toSorted((a, b) => b - a)
  const height = heights[falseAlarms] ?? 0
  const changed = pairs.map(pair => pair.changed).filter(({ openedAt }) => openedAt !== undefined)
  const ours = changed.map(({ wrongSinceChange }) => wrongSinceChange)
  const theirs = changed.map(
    ({ reference }) => reference.find(({ value }) => value > height)?.wrong ?? reference.at(-1)?.wrong ?? 0,
  )
  return [
    ...[0.5, 0.95].map(share => {
      const ratio = quantile(ours, share) / quantile(theirs, share)
      const what = share === 0.5 ? 'median' : 'p95'
      const value = `${quantile(ours, share)} / ${quantile(theirs, share)} = ${ratio.toFixed(2)}`
      const measure = `${name}: wrong calls let through, ${what}, beside a CUSUM`
      return isInformation
        ? row(measure, value)
        : row(measure, value, `≤ ${BESIDE_CUSUM}`, ratio <= BESIDE_CUSUM)
    }),
    row(
      '… never suspended; false suspensions without the change',
      `${changed.filter(({ suspendedAt }) => suspendedAt === undefined).length} of ${changed.length}; ${falseAlarms} of ${steady.length}`,
      `≤ ${percent(FALSE_SUSPENSIONS)} false`,
      falseAlarms / steady.length <= FALSE_SUSPENSIONS,
    ),
  ]
}

function shapeRows(name: string, lives: readonly ShapedLife[]): readonly Row[] {
  const ran = lives.reduce((sum, life) => sum + life.dangerousRan, 0)
  const proposed = lives.reduce((sum, life) => sum + life.dangerousProposed, 0)
  const easy = lives.reduce((sum, life) => sum + life.ran - life.dangerousRan, 0)
  return [
    row(`${name}, of ${proposed}`, String(ran), '0', ran === 0 && proposed > 0),
    row('… others that ran, in a world', (easy / lives.length).toFixed(0)),
  ]
}

function calibrationRows(
  worlds: readonly (readonly { probability: number; baseRate: number; isRight: boolean }[])[],
) {
  const all = worlds.flat()
  const loss = (guess: number, isRight: boolean) => (guess - (isRight ? 1 : 0)) ** 2
  const brier = meanOf(all, ({ probability, isRight }) => loss(probability, isRight))
  const base = meanOf(all, ({ baseRate, isRight }) => loss(baseRate, isRight))
  const bins = Map.groupBy(all, ({ probability }) => Math.min(9, Math.floor(probability * 10)))
  const errors = [...bins.values()].map(bin => {
    const error = Math.abs(
      meanOf(bin, ({ probability }) => probability) - shareOf(bin, ({ isRight }) => isRight),
    )
    return { error, share: bin.length / all.length }
  })
  const error = errors.reduce((sum, bin) => sum + bin.error * bin.share, 0)
  const better = shareOf(
    worlds,
    world =>
      meanOf(world, ({ probability, isRight }) => loss(probability, isRight)) <
      meanOf(world, ({ baseRate, isRight }) => loss(baseRate, isRight)),
  )
  return [
    row(
      'Brier score after 500 labels, beside the scope’s base rate',
      brier.toFixed(4),
      `< ${base.toFixed(4)}`,
      brier < base,
    ),
    row('… worlds in which it is better', percent(better)),
    row(
      'calibration error in tenths, after 500 labels',
      error.toFixed(3),
      `≤ ${CALIBRATION_ERROR}`,
      error <= CALIBRATION_ERROR,
    ),
    row('… its largest tenth', Math.max(...errors.map(bin => bin.error)).toFixed(3)),
  ]
}

function row(measure: string, value: string, bar = '', isMet?: boolean): Row {
  return { measure, value, bar, ...(isMet === undefined ? {} : { isMet }) }
}

function print(rows: readonly Row[], title: string): void {
  console.log(title)
  for (const { measure, value, bar, isMet } of rows) {
    const mark = isMet === undefined ? '' : isMet ? 'met' : 'MISSED'
    console.log(`${measure.padEnd(86)} ${value.padStart(20)}  ${bar.padStart(12)}  ${mark}`)
  }
}

function shareOf<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  return items.filter(holds).length / items.length
}

function meanOf<Item>(items: readonly Item[], readValue: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + readValue(item), 0) / items.length
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
