import type { ToolCall } from 'soulgate/contracts/tool-call'
import { describe, expect, it } from 'vitest'
import { gateWith } from '../inbox/gate-fixture.ts'
import { heldOtherwise, oddOnes } from './odd-ones.ts'

const call = (args: ToolCall['arguments'], meanings: Readonly<Record<string, string>>): ToolCall => ({
  ...{ call_id: 'c', tool: 'pay', arguments: args, description: '', reversibility: 'reversible' },
  ...{ claimed: false, definition_hash: 'h', digest: 'd' },
  annotations: { read_only: false, idempotent: true, destructive: false, open_world: false },
  origins: Object.entries(meanings).map(([name, meaning]) => ({
    ...{ pointer: `/${name}`, value: String(args[name]), meaning, source: 'person' as const },
  })),
})
const odd = (name: string, values: readonly (string | number)[], meaning = 'amount') => {
  const gates = values.map((value, index) =>
    gateWith({
      gate_id: `${index}`,
      subject: { tool_calls: [call({ [name]: value }, { [name]: meaning })] },
    }),
  )
  return [...oddOnes(gates).keys()].map(id => values[Number(id)])
}

describe('what is unlike the rest of a group', () => {
  it('is an amount far above or below the middle', () => {
    expect(odd('amount', [20, 19, 25, 4200, 18])).toEqual([4200])
    expect(odd('amount', [1000, 900, 1100, 1])).toEqual([1])
    expect(odd('amount', [20, 30, 40, 50])).toEqual([])
  })

  it('is a recipient of another domain, and a file of another folder', () => {
    const own = ['a@example.org', 'b@example.org', 'c@example.org', 'd@elsewhere.example']
    expect(odd('to', own, 'recipient')).toEqual(['d@elsewhere.example'])
    expect(odd('path', ['n/a', 'n/b', 'n/c', 'src/d'], 'path')).toEqual(['src/d'])
  })

  it('is nothing where all differ, in texts, and in a group too small to have a middle', () => {
    expect(odd('path', ['a/1', 'b/1', 'c/1', 'd/1'], 'path')).toEqual([])
    expect(odd('text', ['a', 'b', 'c', 'd'], 'text')).toEqual([])
    expect(odd('amount', [1, 1, 900])).toEqual([])
  })

  it('is an amount that is written as text, too', () => {
    expect(odd('amount', ['20.00', '19.00', '25.50', '4200.00'])).toEqual(['4200.00'])
  })

  it('is a path that leads outside, in a group of any size', () => {
    expect(odd('path', ['notes/a', '../../etc/passwd'], 'path')).toEqual(['../../etc/passwd'])
    expect(odd('path', ['/etc/passwd'], 'path')).toEqual(['/etc/passwd'])
  })
})

describe('what was held for another reason than the rest', () => {
  const held = (id: string, text: string) =>
    gateWith({
      gate_id: id,
      why_held: [{ source: 'guardrail', text }],
      subject: { tool_calls: [call({ to: 'a' }, {})] },
    })

  it('is looked at by itself where most were held for one reason', () => {
    const usual = ['a', 'b', 'c', 'd', 'e'].map(id => held(id, 'people decide'))
    expect([...heldOtherwise([...usual, held('f', 'protected')]).keys()]).toEqual(['f'])
  })

  it('is looked at by itself, too, where a rule asked in a way of its own', () => {
    const usual = ['a', 'b', 'c', 'd'].map(id => held(id, 'people decide'))
    const guarded = { ...held('p', 'protected'), type: 'protected_path_commit' as const }
    expect([...heldOtherwise([...usual, guarded]).keys()]).toEqual(['p'])
  })

  it('is nothing where no reason is the rule, or only few are there', () => {
    const each = ['a', 'b', 'c', 'd'].map(id => held(id, id))
    expect(heldOtherwise(each).size).toBe(0)
    expect(heldOtherwise([held('a', 'x'), held('b', 'y')]).size).toBe(0)
  })
})
