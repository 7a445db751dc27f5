import { expect, it } from 'vitest'
import { toolCall } from '../../../test/engine/pure-gate-fixture.ts'
import type { GateStatus } from '../../contracts/gate.ts'
import type { ToolDisplay } from '../../contracts/tool-display.ts'
import { buildGate, type GateDraft, isClosedGate } from './build-gate.ts'
import { draftFrom } from './effects.ts'

const DRAFT: GateDraft = {
  gate_id: 'gate_1',
  terms: { type: 'tool_approval' },
  requested_by: 'agent:shop',
  agent: 'shop',
  subject: { tool_calls: [toolCall('a'), toolCall('b', { tool: 'claimed_thing', claimed: true })] },
  why_held: [],
}
const shownAs = (display: ToolDisplay) => buildGate(DRAFT, 0, () => ({ display, money: {} }))

it('binds an approval to how the calls are shown: the order of fields, and what is set side by side', () => {
  const shown = [{}, { first: ['path'] }, { first: ['other'] }, { compare: [{ before: 'a', after: 'b' }] }]
  const digests = shown.map(display => shownAs(display).view_digest)
  expect(new Set(digests).size).toBe(shown.length)
  expect(shownAs({ first: ['path'] }).view_digest).toBe(digests[1])
})

it('shows a call of a tool that nobody confirmed without the display that it brought', () => {
  expect(Object.keys(shownAs({ first: ['path'] }).displays ?? {})).toEqual(['move_thing'])
})

it.each<[GateStatus, boolean, boolean]>([
  ['pending', false, false],
  ['superseded', false, false],
  ['expired', false, true],
  ['cancelled', true, true],
  ['approved', true, true],
])('a gate that is %s lets its run go on: %s, and %s where the agent set the limit', (status, ...expected) => {
  const gate = { ...buildGate(DRAFT, 0), status }
  expect([gate, { ...gate, resumes_on_expiry: true }].map(isClosedGate)).toEqual(expected)
})

it('an edit that must be decided anew keeps the time limit that the agent set', () => {
  const limited = buildGate({ ...DRAFT, resumes_on_expiry: true }, 0)
  const draft = { ...draftFrom(limited), gate_id: 'gate_2' }
  expect(buildGate(draft, 0).resumes_on_expiry).toBe(true)
  expect(buildGate({ ...draftFrom(buildGate(DRAFT, 0)), gate_id: 'gate_3' }, 0)).not.toHaveProperty(
    'resumes_on_expiry',
  )
})
