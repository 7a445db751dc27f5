import { expect, test } from 'vitest'
import { ROOM_TOOLS } from '../../../test/engine/reasoning-fixture.ts'
import { proposeNearest } from './nearest-tool.ts'
import type { Proposal } from './propose/propose.ts'

const NOTHING: Proposal = {
  tool_calls: [],
  fit: 0.1,
  candidates: [],
  missing_arguments: [],
  steps: [],
  reasoning_summary: '',
  alternatives: [],
  risks: [],
}

const nearest = (goal: string) =>
  proposeNearest(NOTHING, { goal, tools: ROOM_TOOLS, context: {}, now: new Date(0) }).tool_calls.map(
    call => call.tool,
  )

test('the tool that is by far the nearest is offered, and the risks say what it is', () => {
  expect(nearest('Remove member M-7')).toEqual(['remove_member'])
  const { risks, fit } = proposeNearest(NOTHING, {
    goal: 'Remove member M-7',
    tools: ROOM_TOOLS,
    context: {},
    now: new Date(0),
  })
  expect(risks[0]).toContain('only the nearest tool')
  expect(fit).toBe(0.1)
})

test('what is forbidden is never offered', () => {
  expect(nearest('Do not remove member M-7')).toEqual([])
  expect(nearest('Remove nothing. Never remove member M-7')).not.toContain('remove_member')
})

test('a question is answered by reading only', () => {
  expect(nearest('Was member M-7 removed?')).not.toContain('remove_member')
})

test('words that no tool shares offer nothing', () => {
  expect(nearest('Compose a sonata')).toEqual([])
})
