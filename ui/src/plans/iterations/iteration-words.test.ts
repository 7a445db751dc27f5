import { describe, expect, it } from 'vitest'
import { entityTitle, segmentsOf } from './iteration-words.ts'

const record = {
  ...{ max_iterations: 6, checkpoint_interval: 3, current_iteration: 3 },
  iterations: [{ iteration: 1 }, { iteration: 2 }],
} as unknown as Parameters<typeof segmentsOf>[0]

const statesOf = (status: Parameters<typeof segmentsOf>[0]['status']) =>
  segmentsOf({ ...record, status }).map(({ state }) => state)

describe('iterations in words', () => {
  it('are done, now, or ahead; what was stopped before them is skipped', () => {
    expect(statesOf('iterating')).toEqual(['done', 'done', 'now', 'ahead', 'ahead', 'ahead'])
    expect(statesOf('complete').slice(2)).toEqual(['skipped', 'skipped', 'skipped', 'skipped'])
  })

  it('have a checkpoint at each interval, and none after the last', () => {
    const marked = segmentsOf({ ...record, status: 'iterating' }).filter(({ hasCheckpoint }) => hasCheckpoint)
    expect(marked.map(({ iteration }) => iteration)).toEqual([3])
  })

  it('leave memory entities with names that can be read', () => {
    expect(entityTitle('success_metrics_and_kpis')).toBe('Success metrics and KPIs')
  })
})
