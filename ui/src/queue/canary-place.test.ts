import { expect, it } from 'vitest'
import { gateWith } from '../inbox/gate-fixture.ts'
import { withCanary } from './canary-place.ts'

const at = (gate_id: string, hour: number, lastsHours?: number) =>
  gateWith({
    gate_id,
    created_at: `2026-01-01T0${hour}:00:00.000Z`,
    ...(lastsHours === undefined ? {} : { expires_at: `2026-01-02T0${lastsHours}:00:00.000Z` }),
  })
const canary = at('canary', 2, 3)
const [early, late] = [at('early', 1), at('late', 3, 2)]
const placed = (
  waiting: Parameters<typeof withCanary>[0],
  shown: Partial<Parameters<typeof withCanary>[2]> = {},
) =>
  withCanary(waiting, canary, { sort: 'oldest', words: '', isWhole: true, ...shown }).map(
    gate => gate.gate_id,
  )

it('stands among the others in every order as a gate of its time would', () => {
  expect(placed([early, late])).toEqual(['early', 'canary', 'late'])
  expect(placed([late, early], { sort: 'newest' })).toEqual(['late', 'canary', 'early'])
  expect(placed([late, early], { sort: 'expiring' })).toEqual(['late', 'canary', 'early'])
})

it('does not stand last before all pages are read', () => {
  expect(placed([early], { isWhole: false })).toEqual(['early'])
  expect(placed([early])).toEqual(['early', 'canary'])
})

it('is hidden by a search', () => {
  expect(placed([early], { words: 'agent' })).toEqual(['early'])
})
