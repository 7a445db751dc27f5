import { describe, expect, test } from 'vitest'
import { openReadingRoom } from '../../../test/engine/reasoning-fixture.ts'
import { DEFAULT_SETTINGS, type Flags } from '../../contracts/settings.ts'

const NAMES = [
  'pre_validation_enabled',
  'approval_gates_enabled',
  'clarification_enabled',
  'graded_confidence_enabled',
] as const

const COMBINATIONS: readonly Flags[] = Array.from({ length: 16 }, (_, bits) => ({
  ...DEFAULT_SETTINGS.flags,
  ...Object.fromEntries(NAMES.map((name, index) => [name, (bits & (1 << index)) !== 0])),
}))

const SURE = 'Put the tag “maritime” on B-12'
const FINAL = 'Remove member M-7'
const VAGUE = 'do something nice'
const BROKEN = 'Use the shelf_scanner tool to scan B-12'

function title(flags: Flags): string {
  const on = NAMES.filter(name => flags[name]).map(name => name.replace('_enabled', ''))
  return on.length === 0 ? 'none' : on.join(', ')
}

describe.each(COMBINATIONS.map(flags => ({ name: title(flags), flags })))('with on: $name', ({ flags }) => {
  const isOn = (name: (typeof NAMES)[number]): boolean => flags[name]

  async function answers() {
    const room = await openReadingRoom()
    room.engine.settings = { ...DEFAULT_SETTINGS, flags }
    const sure = await room.ask(SURE)
    const effects = room.world.effects.length
    const final = await room.ask(FINAL)
    const vague = await room.ask(VAGUE)
    const broken = await room.ask(BROKEN)
    const all = room.world.effects.length
    await room.stop()
    return { sure, final, vague, broken, effects, all }
  }

  test('each stage does its part and no other', async () => {
    const { sure, final, vague, broken, effects, all } = await answers()
    const gates = isOn('approval_gates_enabled')
    const mayRun = gates && isOn('graded_confidence_enabled')
    expect(effects).toBe(mayRun ? 1 : 0)
    expect(all).toBe(effects)
    expect(sure.execution_path).toBe(mayRun ? 'high_confidence' : 'suggested')
    expect(final.approval_state).toBe(gates ? 'awaiting_approval' : 'none')
    expect(vague.clarification !== undefined).toBe(isOn('clarification_enabled'))
    expect(vague.tool_results).toEqual([])
    expect(broken.state === 'pre_validation_failed').toBe(isOn('pre_validation_enabled'))
    expect(sure.result.confidence_factors.length).toBe(isOn('graded_confidence_enabled') ? 4 : 0)
  })

  test('gates that are off let nothing be approved either', async () => {
    const { sure, final } = await answers()
    if (isOn('approval_gates_enabled')) return
    for (const response of [sure, final]) {
      expect(response).toMatchObject({ success: false, execution_path: 'suggested', soul_request_id: null })
      expect(response.result.message).toContain('nothing runs')
    }
  })
})
