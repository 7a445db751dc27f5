import { describe, expect, it } from 'vitest'
import { splitClauses } from '../../language/language.ts'
import { prepareTools } from '../tool-index.ts'
import { askedClauses } from './asked-clauses.ts'
import { weighIdle, weighTools } from './weigh-tools.ts'

const tools = [
  ['check_in_guest', 'Check a guest in to a room'],
  ['check_out_guest', 'Check a guest out of a room'],
  ['set_wakeup_call', 'Set a wake-up call for a room'],
].map(([name = '', description = '']) => ({
  name,
  description,
  input_schema: { type: 'object', properties: { room: { type: 'string' } }, required: ['room'] },
}))
const atHand = { index: prepareTools(tools), elements: [] }

/** For each clause that may ask, the tool that it calls, or nothing. */
function called(goal: string): readonly (string | undefined)[] {
  const asked = askedClauses(splitClauses(goal))
  return asked.map((clause, at) => {
    const [best] = weighTools(clause, atHand)
    return best !== undefined && best.weight > weighIdle(asked, at) ? best.indexed.tool.name : undefined
  })
}

describe('what a clause asks for', () => {
  it('is nothing where it only gives news beside an order', () => {
    expect(called('What an evening, half the house is complaining. Check room 118 out.')).toEqual([
      undefined,
      'check_out_guest',
    ])
  })
  it('is nothing where something is to be left as it is, however much it names', () => {
    const asked = askedClauses(splitClauses('Leave the wake-up call of room 9 as it is.'))
    expect(weighIdle(asked, 0)).toBe(Number.POSITIVE_INFINITY)
  })
  it('is one thing for each order', () => {
    expect(called('Check room 4 in. Then set a wake-up call there at six.')).toEqual([
      'check_in_guest',
      'set_wakeup_call',
    ])
  })
  it('cannot be read where there is no clause', () => {
    expect(() => weighIdle([], 0)).toThrow(RangeError)
  })
})
