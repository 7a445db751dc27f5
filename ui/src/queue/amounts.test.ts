import type { ActPart } from 'soulgate/contracts/tool-display'
import { describe, expect, it } from 'vitest'
import { gateWith } from '../inbox/gate-fixture.ts'
import { amountOf, totalOf } from './amounts.ts'

const gate = (...amounts: readonly string[]) => {
  const values = amounts.map((text): ActPart => ({ kind: 'value', text, meaning: 'amount' }))
  const plain = gateWith({ gate_id: 'g' })
  const call = { tool: 'refund', arguments: {}, call_id: 'c', reversibility: 'irreversible' } as never
  return {
    ...plain,
    briefing: { ...plain.briefing, act: { parts: [{ kind: 'words', text: 'Refund ' } as const, ...values] } },
    subject: { tool_calls: [call] },
  }
}
const total = (...amounts: readonly string[]) => totalOf(amounts.map(text => gate(text)))

describe('the total of a group', () => {
  it('adds up exactly, each currency by itself', () => {
    expect(total('€19.90', '€42.00', '€6,289.10')).toBe('€6,351.00')
    expect(total('€0.10', '€0.20', '$83.5')).toBe('€0.30 + $83.5')
    expect(total('CHF 1,000', 'CHF 0.25')).toBe('CHF 1,000.25')
    expect(total('-€5.00', '€2.00')).toBe('-€3.00')
  })

  it('is not told where an amount is missing, is several, or has no currency', () => {
    expect(total('€19.90', '1990')).toBeUndefined()
    expect(totalOf([gate('€1.00'), gate()])).toBeUndefined()
    expect(totalOf([gate('€1.00', '€2.00')])).toBeUndefined()
    expect(totalOf([])).toBeUndefined()
    expect(amountOf(gate('1990'))).toBe('1990')
  })
})
