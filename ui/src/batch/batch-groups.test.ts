import type { ToolCall } from 'soulgate/contracts/tool-call'
import { describe, expect, it } from 'vitest'
import { gateWith } from '../inbox/gate-fixture.ts'
import { alone, groupsOf } from './batch-groups.ts'

const call = (args: ToolCall['arguments'], tool = 'write_file'): ToolCall => ({
  ...{ call_id: 'c', tool, arguments: args, description: '', reversibility: 'reversible', claimed: false },
  annotations: { read_only: false, idempotent: true, destructive: false, open_world: false },
  ...{ definition_hash: 'h', digest: 'd' },
})
const gate = (id: string, args: ToolCall['arguments']) =>
  gateWith({ gate_id: id, subject: { tool_calls: [call(args)] } })

describe('a batch', () => {
  it('says once what its gates share, and names what differs', () => {
    const [group, ...others] = groupsOf([
      gate('a', { path: '1', mode: 'w' }),
      gate('b', { path: '2', mode: 'w' }),
    ])
    expect(others).toEqual([])
    expect(group?.same).toEqual([{ name: 'mode', value: 'w' }])
    expect(group?.differing).toEqual(['path'])
  })

  it('leaves out what needs a look of its own', () => {
    const plain = gate('a', { path: '1' })
    expect(alone(plain)).toBeUndefined()
    expect(alone({ ...plain, confirm_word: 'write_file' })).toBe('needs confirmation')
    expect(alone({ ...plain, quorum: { ...plain.quorum, approvals_required: 2 } })).toBe(
      'needs several people',
    )
    expect(alone(gate('b', { path: 'x'.repeat(700) }))).toBe('is too long to be seen at once')
    expect(alone(gate('c', { path: 'a\u202Eb' }))).toBe('has hidden characters')
    expect(alone(gateWith({ gate_id: 'd' }))).toBe('is not about calls')
  })
})
