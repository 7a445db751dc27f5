import { expect, it } from 'vitest'
import { studioBriefs } from '../../bench/studio/briefs.ts'
import { checkEdit } from '../../bench/studio/check-edit.ts'
import { studioEdits } from '../../bench/studio/edits.ts'
import { checkBrief } from '../../bench/studio/site.ts'

// The bars of the studio without a language model; `npm run bench -- studio` prints the figures.

it('23 of 24 briefs come out with exactly their pages and facts, or ask for what is open', () => {
  const results = studioBriefs.map(checkBrief)
  expect(results.filter(({ isRight }) => isRight).length).toBeGreaterThanOrEqual(
    Math.ceil(results.length * 0.95),
  )
  const placed = results.reduce((sum, result) => sum + result.placed, 0)
  const wanted = studioBriefs.reduce((sum, { facts }) => sum + facts.length, 0)
  expect(placed / wanted).toBeGreaterThanOrEqual(0.9)
}, 60_000)

it('57 of 60 edits are done where they were meant or rightly asked about, and none is said to be done wrongly', () => {
  const results = studioEdits.map(edit => ({ edit, result: checkEdit(edit, studioBriefs) }))
  expect(
    results
      .filter(({ result }) => result.state === 'false')
      .map(({ edit, result }) => `${edit.say}: ${result.why}`),
  ).toEqual([])
  expect(results.filter(({ result }) => result.isRight).length).toBeGreaterThanOrEqual(57)
  const plain = results.filter(({ edit }) => edit.asks !== true)
  expect(plain.filter(({ result }) => result.state === 'done').length / plain.length).toBeGreaterThanOrEqual(
    0.6,
  )
}, 60_000)
