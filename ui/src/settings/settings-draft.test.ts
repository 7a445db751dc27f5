import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../src/contracts/settings.ts'
import { draftOf, faultsOf, isChanged, patchFor, steppedBack } from './settings-draft.ts'

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

  it('says which rule stepped back, until the switch is on again', () => {
    const patch = { flags: { approval_gates_enabled: false } }
    const steps = [
      {
        at: '2026-03-01T09:01:00.000Z',
        payload: { patch: { approval_time_limit_seconds: 600 }, why: 'slow' },
      },
      { at: '2026-03-01T09:00:00.000Z', payload: { patch, why: '8 of 8 were late.' } },
    ]
    const off = { flags: { ...settings.flags, approval_gates_enabled: false, pre_validation_enabled: false } }
    expect(steppedBack(off, steps)).toEqual([
      { flag: 'approval_gates_enabled', at: '2026-03-01T09:00:00.000Z', why: '8 of 8 were late.' },
    ])
    expect(steppedBack(settings, steps)).toEqual([])
  })
})
