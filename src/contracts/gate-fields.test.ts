import { expect, it } from 'vitest'
import type { GateDefinition } from './gate-definition.ts'
import { gateFieldLine, gateFields, gateFieldsLine, gateTypeName } from './gate-fields.ts'

const definition: GateDefinition = {
  name: 'price_change',
  title: 'Change a price',
  claimed: false,
  fields: {
    type: 'object',
    properties: {
      product: { type: 'string', title: 'Product', description: 'As in the shop.' },
      price: { type: 'number', title: 'New price', 'x-soulgate': 'amount' },
    },
  },
}
const fields = { extra: [1], price: 12, product: 'Lamp" · approved' }

it('shows fields in the order of the definition, and what the definition does not know last', () => {
  const shown = gateFields({ definition, subject: { document: fields } })
  expect(shown).toEqual([
    { name: 'product', label: 'Product', description: 'As in the shop.', value: 'Lamp" · approved' },
    { name: 'price', label: 'New price', value: 12 },
    { name: 'extra', label: 'extra', value: [1] },
  ])
  expect(shown?.map(field => gateFieldLine(field))).toEqual([
    'Product: "Lamp\\" · approved"',
    'New price: 12',
    'extra: "[1]"',
  ])
})

it('leads with the telling field, and quotes every value', () => {
  expect(gateFieldsLine('proposal', definition, { price: 12, product: 'La\u202Emp" · ok' })).toBe(
    'Change a price · price 12 · product "La⟨U+202E⟩mp\\" · ok"',
  )
})

it('takes no words of a definition that an agent brought', () => {
  const claimed = { ...definition, claimed: true, title: 'Approved by the board' }
  expect(gateTypeName({ type: 'proposal', definition: claimed })).toBe('Proposal "price_change"')
  expect(gateFieldsLine('proposal', claimed, { price: 12 })).toBe('Proposal "price_change" · price 12')
  expect(gateFields({ definition: claimed, subject: { document: { price: 12 } } })).toEqual([
    { name: 'price', label: 'price', value: 12 },
  ])
})
