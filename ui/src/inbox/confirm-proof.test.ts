import type { Gate } from 'soulgate/contracts/gate'
import type { ToolCall } from 'soulgate/contracts/tool-call'
import { describe, expect, it } from 'vitest'
import { confirmProof } from './confirm-proof.ts'
import { gateWith } from './gate-fixture.ts'

const call = (args: ToolCall['arguments'], meanings: Readonly<Record<string, string>>): ToolCall => ({
  ...{ call_id: 'c', tool: 'refund', arguments: args, description: '', reversibility: 'irreversible' },
  ...{ claimed: false, definition_hash: 'h', digest: 'd' },
  annotations: { read_only: false, idempotent: true, destructive: true, open_world: true },
  origins: Object.entries(meanings).map(([name, meaning]) => ({
    ...{ pointer: `/${name}`, value: String(args[name]), meaning, source: 'unknown' as const },
  })),
})
const gate = (calls: ToolCall[], amount?: string): Gate => {
  const plain = gateWith({ gate_id: 'g', confirm_word: 'refund', subject: { tool_calls: calls } })
  if (amount === undefined) return plain
  const parts = [{ kind: 'value', text: amount, meaning: 'amount' } as const]
  return { ...plain, briefing: { ...plain.briefing, act: { parts } } }
}
const meanings = { amount: 'amount', to: 'recipient', path: 'path' }

describe('what is typed before something irreversible', () => {
  it('is the amount as the card shows it, with or without its signs', () => {
    const proof = confirmProof(gate([call({ amount: 420_000, to: 'ada' }, meanings)], '€4,200.00'))
    expect(proof?.label).toBe('Type the amount to approve')
    expect(['4200', '4,200.00', '€4,200.00', '4200.0'].filter(text => !proof?.matches(text))).toEqual([])
    expect(
      ['', 'refund', '420000', '42', '4200.01', '-4200', 'ada', '04200'].filter(text => proof?.matches(text)),
    ).toEqual([])
  })

  it('is else the recipient, else what it is about, exactly', () => {
    const recipient = confirmProof(gate([call({ to: 'ada@example.org', path: 'a' }, meanings)]))
    expect([recipient?.label, recipient?.matches(' ada@example.org ')]).toEqual([
      'Type the recipient to approve',
      true,
    ])
    expect(recipient?.matches('Ada@example.org')).toBe(false)
    const path = confirmProof(gate([call({ path: 'logs/one.log' }, meanings)]))
    expect([path?.label, path?.matches('logs/one.log'), path?.matches('refund')]).toEqual([
      ...['Type the path to approve', true, false],
    ])
  })

  it('is the tool’s name where no single value can be typed', () => {
    const hidden = call({ to: 'ad\u200Ba' }, meanings)
    const long = call({ path: 'a/'.repeat(60) }, meanings)
    const none = call({ text: 'x' }, {})
    for (const each of [hidden, long, none]) {
      const proof = confirmProof(gate([each]))
      expect([proof?.label, proof?.matches('refund'), proof?.matches('')]).toEqual([
        ...['Type “refund” to approve', true, false],
      ])
    }
  })

  it('is a value of the call that cannot be undone, where there are several', () => {
    const safe = { ...call({ path: 'a.txt' }, meanings), reversibility: 'reversible' as const }
    const proof = confirmProof(gate([safe, call({ path: 'b.txt' }, meanings)]))
    expect([proof?.label, proof?.matches('a.txt'), proof?.matches('b.txt')]).toEqual([
      ...['Type the path of call 2 to approve', false, true],
    ])
  })

  it('is nothing where the server wants no confirmation', () => {
    expect(confirmProof(gateWith({ gate_id: 'g' }))).toBeUndefined()
  })
})
