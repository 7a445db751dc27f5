import { expect, it } from 'vitest'
import { createSeededRandom } from '../../base/random.ts'
import { createTakeBackTests } from './take-back.ts'

const TERMS = { target: 0.9, delta: 0.025, bands: 1 }
const ALLOWED = 0.1

it('bets on reports are fair at the allowed rate and lose below it, over all ways that twelve calls can end', () => {
  const tests = createTakeBackTests(TERMS)
  for (const rate of [ALLOWED, 0.06, 0.01]) {
    let expected = 0
    for (const [calls, probability] of waysOf(12, [
      [true, rate],
      [false, 1 - rate],
    ])) {
      const { bets } = calls.reduce(tests.addReleased, tests.startReports())
      expected += probability * sum(bets)
    }
    // Half of all changes lie on the first 3,000 calls: bet was on the first twelve, at most on the first fifteen.
    expect(expected).toBeLessThanOrEqual(15 / 3_015)
    if (rate === ALLOWED) expect(expected).toBeGreaterThan(12 / 3_012)
    else expect(expected).toBeLessThan(0.95 * (12 / 3_012))
  }
})

it('bets on spot checks are fair for any mix of wrong and expired ones whose mean loss is allowed', () => {
  const tests = createTakeBackTests(TERMS)
  const mixes: (readonly (readonly [0 | 0.5 | 1, number])[])[] = [
    [
      [0, 0.9],
      [1, 0.1],
    ],
    [
      [0, 0.8],
      [0.5, 0.2],
    ],
    [
      [0, 0.85],
      [0.5, 0.1],
      [1, 0.05],
    ],
    [
      [0, 0.99],
      [1, 0.01],
    ],
  ]
  for (const mix of mixes) {
    const mean = mix.reduce((total, [loss, share]) => total + loss * share, 0)
    let expected = 0
    for (const [losses, probability] of waysOf(9, mix)) {
      const evidence = losses.reduce(
        (before, loss, at) =>
          tests.addCheck(before, { loss, weight: at % 2 === 0 ? 1 : 0.4, isSpotCheck: at > 2 }),
        tests.startChecks(),
      )
      const steady = evidence.loss * Math.log(mean) + (evidence.weight - evidence.loss) * Math.log(1 - mean)
      expected += probability * sum(evidence.ratios) * Math.exp(evidence.logSteady - steady)
    }
    // Half of all changes lie on the first 120 spot checks, so this much was bet on the first six.
    expect(expected).toBeLessThanOrEqual((6 / 126) * (1 + 1e-12))
    expect(expected).toBeGreaterThan(0.001)
  }
})

it('takes a steady contract back in at most its share of 400 long lives, at the allowed rate itself', () => {
  const tests = createTakeBackTests({ target: 0.98, delta: 0.025, bands: 1 })
  const random = createSeededRandom(11).float
  let takenBack = 0
  for (let life = 0; life < 400; life += 1) {
    let checks = tests.startChecks()
    let reports = tests.startReports()
    let isTaken = false
    for (let call = 0; call < 3_000 && !isTaken; call += 1) {
      const isWrong = random() < 0.02
      reports = tests.addReleased(reports, isWrong)
      if (call % 4 === 0)
        checks = tests.addCheck(checks, { loss: isWrong ? 1 : 0, weight: 1, isSpotCheck: true })
      isTaken = tests.isTakenBackByReports(reports) || tests.isTakenBackByChecks(checks)
    }
    if (isTaken) takenBack += 1
  }
  expect(takenBack / 400).toBeLessThanOrEqual(0.05)
})

it('notices by spot checks that an agent of one wrong call in two hundred is now wrong in one of five', () => {
  const tests = createTakeBackTests({ target: 0.98, delta: 0.025, bands: 1 })
  let evidence = tests.startChecks()
  for (let label = 0; label < 400; label += 1) {
    evidence = tests.addCheck(evidence, { loss: label % 200 === 7 ? 1 : 0, weight: 1, isSpotCheck: false })
  }
  for (let check = 0; check < 100; check += 1) {
    evidence = tests.addCheck(evidence, { loss: 0, weight: 1, isSpotCheck: true })
    expect(tests.isTakenBackByChecks(evidence)).toBe(false)
  }
  let needed = 0
  while (!tests.isTakenBackByChecks(evidence)) {
    needed += 1
    evidence = tests.addCheck(evidence, { loss: needed % 5 === 0 ? 1 : 0, weight: 1, isSpotCheck: true })
  }
  expect(needed).toBeLessThanOrEqual(30)
})

it('does not take one wrong check after a long time without any for a change', () => {
  const tests = createTakeBackTests({ target: 0.98, delta: 0.025, bands: 1 })
  let evidence = tests.startChecks()
  for (let label = 0; label < 1_000; label += 1) {
    evidence = tests.addCheck(evidence, { loss: 0, weight: 1, isSpotCheck: false })
  }
  evidence = tests.addCheck(evidence, { loss: 1, weight: 1, isSpotCheck: true })
  expect(tests.isTakenBackByChecks(evidence)).toBe(false)
})

it('counts a check that was drawn more often for less, and one that expired for half', () => {
  const tests = createTakeBackTests({ target: 0.98, delta: 0.025, bands: 1 })
  const checksUntil = (loss: 0.5 | 1, weight: number) => {
    let evidence = tests.startChecks()
    for (let count = 1; ; count += 1) {
      evidence = tests.addCheck(evidence, { loss, weight, isSpotCheck: true })
      if (tests.isTakenBackByChecks(evidence)) return count
    }
  }
  expect(checksUntil(1, 1)).toBeLessThan(checksUntil(0.5, 1))
  expect(checksUntil(1, 1)).toBeLessThan(checksUntil(1, 0.25))
})

it('shares the δ of the checks between the bands', () => {
  const one = createTakeBackTests({ target: 0.98, delta: 0.025, bands: 1 })
  const ten = createTakeBackTests({ target: 0.98, delta: 0.025, bands: 10 })
  let evidence = one.startChecks()
  while (!one.isTakenBackByChecks(evidence)) {
    evidence = one.addCheck(evidence, { loss: 0.5, weight: 0.5, isSpotCheck: true })
  }
  expect(ten.isTakenBackByChecks(evidence)).toBe(false)
})

function* waysOf<Value>(
  count: number,
  outcomes: readonly (readonly [Value, number])[],
): Generator<readonly [readonly Value[], number]> {
  if (count === 0) {
    yield [[], 1]
    return
  }
  for (const [rest, probability] of waysOf(count - 1, outcomes)) {
    for (const [value, share] of outcomes) yield [[...rest, value], probability * share]
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
