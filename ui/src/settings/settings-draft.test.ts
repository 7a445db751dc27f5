import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../src/contracts/settings.ts'
import { draftOf, faultsOf, isChanged, patchFor } from './settings-draft.ts'

const settings = { ...DEFAULT_SETTINGS, version: 4 }
const draft = draftOf(settings)

describe('editing settings', () => {
  it('sends only what changed, with the version that was read', () => {
    expect(patchFor(settings, { ...draft, autonomy_level: 1 })).toEqual({ autonomy_level: 1, version: 4 })
    expect(isChanged(settings, draft)).toBe(false)
  })

  it('names what cannot be', () => {
    const thresholds = { high: 0.5, medium: 0.6 }
    const weights = { ...draft.weights, tool_confidence: 0.4 }
    expect(faultsOf({ ...draft, thresholds, weights, rollout_percent: 101 })).toHaveLength(3)
    expect(faultsOf(draft)).toEqual([])
  })
})
