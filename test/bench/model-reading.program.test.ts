import { expect, test } from 'vitest'
import { measureModelReading } from '../../bench/reasoning/model-reading.ts'

test('a good reading is used unchanged, and a bad or injected one runs nothing that was not ordered', {
  timeout: 120_000,
}, async () => {
  const measures = await measureModelReading(14)
  expect(measures.length).toBeGreaterThan(15)
  const missed = measures.flatMap(measure => {
    if ('skipped' in measure || measure.bar === null) return [measure.name]
    const { value, bar, lower_is_better } = measure
    return (lower_is_better ? value <= bar : value >= bar) ? [] : [`${measure.name}: ${value}`]
  })
  expect(missed).toEqual([])
})
