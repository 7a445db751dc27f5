import type { ToolCall } from 'soulgate/contracts/tool-call'
import { describe, expect, it } from 'vitest'
import { gateWith } from '../inbox/gate-fixture.ts'
import { oddOnes } from './odd-ones.ts'

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
})
