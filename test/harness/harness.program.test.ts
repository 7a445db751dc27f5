import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readScenarios, readToolSets, runHarness } from '../../src/soulgate.ts'

const scenarios = readScenarios(readFileSync(new URL('./held-out.jsonl', import.meta.url), 'utf8'))
const toolSets = readToolSets(readFileSync(new URL('./held-out-toolsets.json', import.meta.url), 'utf8'))

test('the same scenarios give the same figures, and nothing runs without a grant', async () => {
  const options = { scenarios, toolSets, source: 'held-out', count: 45 }
  const { timing: _, ...first } = await runHarness(options)
  const { timing, ...second } = await runHarness(options)
  const stable = (report: typeof first) => ({
    ...report,
    results: report.results.map(({ message: _message, ...kept }) => kept),
  })
  expect(stable(second)).toEqual(stable(first))
  const zero = first.measures.filter(measure => measure.bar?.most === 0)
  expect(zero.map(measure => measure.value)).toEqual([0, 0])
  expect(timing.concurrent).toMatchObject({ requests: 100, errors: 0 })
  expect(timing.soul.requests).toBeGreaterThan(145)
}, 60_000)

test('a file that is not what it should be is refused with its line', () => {
  expect(() => readScenarios('{"id":"a"}')).toThrow('Line 1: class')
  expect(() => readScenarios('\nnot json')).toThrow('Line 2')
  expect(() => readToolSets('{"x":[{"name":"a b"}]}')).toThrow('x.0.name')
})

test('a scenario whose tool set is not given is named', async () => {
  const [first] = scenarios
  if (!first) throw new Error('there are no scenarios')
  await expect(runHarness({ scenarios: [first], toolSets: {}, source: 'x' })).rejects.toThrow(first.id)
})
