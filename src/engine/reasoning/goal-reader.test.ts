import { expect, test } from 'vitest'
import type { RegisteredTool } from '../../contracts/tool.ts'
import {
  MAX_READ_LENGTH,
  planGoal,
  questionsFor,
  reasonFrom,
  understandWords,
  validateGoal,
} from './goal-reader.ts'

const WATER: RegisteredTool = {
  name: 'water_bed',
  description: 'Waters a bed of the garden.',
  input_schema: { type: 'object', properties: { bed: { type: 'string' } }, required: ['bed'] },
  annotations: { read_only: false, idempotent: true, destructive: false, open_world: false },
  reversibility: 'reversible',
  prerequisites: [],
  produces: [],
  origin: 'declared',
  declared_by: 'user:test',
  claimed: false,
  definition_hash: 'water_bed',
}
const asked = (goal: string) => ({ goal, tools: [WATER], context: {}, history: [], now: 0 })
const SHORT = 'Water the bed "tomatoes". '
const LONG = SHORT.repeat(Math.ceil(MAX_READ_LENGTH / SHORT.length) + 1)

test('a goal that is too long fails its checks, so that nothing of it runs, and the answer says what helps', () => {
  expect(validateGoal(asked(LONG))).toMatchObject({
    validation_status: 'pre_validation_failed',
    recommendation: 'clarify_or_provide_context',
    failures: [{ answerable: true, message: expect.stringContaining('fewer words') }],
  })
  expect(validateGoal(asked(SHORT)).validation_status).toBe('passed')
})

test('nothing is understood, proposed or planned of it', async () => {
  const validation = validateGoal(asked(LONG))
  expect(understandWords(asked(LONG)).goal_understanding).toBe(0)
  expect((await reasonFrom(asked(LONG))).proposal.tool_calls).toEqual([])
  expect(await planGoal(asked(LONG))).toMatchObject({ calls: [], summary: expect.stringContaining('longer') })
  expect(questionsFor({ ...asked(LONG), validation })).toEqual([])
  expect((await planGoal(asked(SHORT))).calls).toEqual([
    { tool: 'water_bed', arguments: { bed: 'tomatoes' } },
  ])
})
