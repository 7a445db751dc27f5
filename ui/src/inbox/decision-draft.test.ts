import type { GateOption } from 'soulgate/contracts/gate'
import type { ToolCall } from 'soulgate/contracts/tool-call'
import { describe, expect, it } from 'vitest'
import { decisionFor, hiddenCharactersIn, mustBeOpened, openCalls } from './decision-draft.ts'
import { gateWith } from './gate-fixture.ts'

const call = (id: string, args: ToolCall['arguments']): ToolCall => ({
  ...{
    call_id: id,
    tool: 'write_file',
    arguments: args,
    description: '',
    reversibility: 'reversible',
    claimed: false,
  },
  annotations: { read_only: false, idempotent: true, destructive: false, open_world: false },
  ...{ definition_hash: 'h', digest: 'd' },
})
const steer: GateOption = { id: 'steer', label: 'Steer', decision: 'steer', default_instruction: 'Split it.' }
const approve: GateOption = { id: 'approve', label: 'Approve', decision: 'approve' }
const gate = gateWith({
  gate_id: 'gate_1',
  subject: { tool_calls: [call('c1', { path: 'a' }), call('c2', { path: 'b', content: 'x'.repeat(5000) })] },
})

describe('a decision', () => {
  it('carries the option, the view it was made on and the undo window', () => {
    expect(decisionFor(gate, approve)).toEqual({
      ...{ decision: 'approve', option_id: 'approve', view_digest: 'v', effective_in_ms: 5000 },
    })
  })

  it('steers with what was typed, else with the instruction of the option', () => {
    expect(decisionFor(gate, steer, { instructions: ' Copy instead. ' }).steer_instructions).toBe(
      'Copy instead.',
    )
    expect(decisionFor(gate, steer, { instructions: ' ' }).steer_instructions).toBe('Split it.')
  })

  it('names its calls only when it is about some of them', () => {
    expect(decisionFor(gate, approve, { calls: ['c1'] }).calls).toEqual(['c1'])
    expect(decisionFor(gate, approve, { calls: ['c1', 'c2'] }).calls).toBeUndefined()
  })

  it('leaves out the calls that were answered before', () => {
    expect(openCalls({ ...gate, call_decisions: { c1: 'approve' } }).map(item => item.call_id)).toEqual([
      'c2',
    ])
  })

  it('waits until every over-long value was opened', () => {
    expect(mustBeOpened(gate)).toEqual(['c2/content'])
    const briefing = { ...gate.briefing, truncated: true }
    expect(mustBeOpened({ ...gate, briefing })).toEqual(['c2/content'])
    expect(mustBeOpened({ ...gate, briefing, subject: { document: {} } })).toEqual(['whole'])
  })

  it('counts hidden characters wherever the agent wrote', () => {
    const subject = { tool_calls: [call('c1', { path: 'a\u202Eb', note: 'line\nline\u0007' })] }
    expect(hiddenCharactersIn({ ...gate, subject })).toBe(2)
  })
})
