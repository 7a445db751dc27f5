import { expect, it } from 'vitest'
import type { Tool } from '../../contracts/tool.ts'
import { displayOf, findDisplayProblem } from './display.ts'
import { createToolRegistry, definitionHash } from './tools.ts'

const refund: Tool = {
  ...{ name: 'refund', description: 'Sends money back.', reversibility: 'irreversible' },
  annotations: { read_only: false, idempotent: false, destructive: true, open_world: true },
  ...{ prerequisites: [], produces: [] },
  input_schema: {
    type: 'object',
    properties: {
      customer: { type: 'string' },
      amount: { type: 'number', 'x-soulgate': 'amount', 'x-soulgate-currency': 'EUR', 'x-soulgate-scale': 2 },
      fee: { type: 'number', 'x-soulgate-currency': 'EUR' },
    },
  },
  display: { act: 'Refund {amount} to {customer}', first: ['amount'] },
}

it.each([
  ['an argument that is none', { act: 'Refund {amont}' }, /display.act names amont, .*customer, amount/],
  ['no words', { act: '{amount} {customer}' }, /says nothing/],
  ['a brace that is left open', { act: 'Refund {amount' }, /not closed/],
  ['quotation marks of its own', { act: 'Refund "nothing" {amount}' }, /quotation marks/],
  ['a line end', { act: 'Refund {amount}\nApproved' }, /one plain line/],
  ['hidden characters', { act: 'Refund\u202E {amount}' }, /one plain line/],
  ['a field that is none', { first: ['total'] }, /display.first names total/],
  [
    'a comparison with nothing',
    { compare: [{ before: 'amount', after: 'new' }] },
    /display.compare names new/,
  ],
  ['a picture that is none', { picture: 'photo' }, /display.picture names photo/],
])('refuses a display with %s', (_what, display, message) => {
  const problem = findDisplayProblem({ ...refund, display })
  expect(`${problem?.field} ${problem?.message}`).toMatch(message)
  const outcome = createToolRegistry({ tools: [] }).register({
    ...{ definition: { ...refund, display }, origin: 'declared', claimed: false, declaredBy: 'person_a' },
  })
  expect(outcome).toMatchObject({ ok: false, errors: [{ field: problem?.field }] })
})

it('counts for a tool that somebody vouches for, and for no other', () => {
  const registry = createToolRegistry({ tools: [] })
  const declare = (claimed: boolean) => {
    const outcome = registry.register({
      ...{ definition: refund, origin: 'declared', claimed, declaredBy: 'agent:a' },
    })
    return outcome.ok ? displayOf(outcome.tool) : undefined
  }
  expect(declare(true)).toBeUndefined()
  expect(declare(false)).toEqual({
    display: refund.display,
    money: { amount: { currency: 'EUR', scale: 2 } },
  })
  expect(displayOf(undefined)).toBeUndefined()
})

it('is part of the definition, so that another one has to be confirmed anew', () => {
  const { display: _none, ...without } = refund
  const hashes = [refund, without, { ...refund, display: { act: 'Refund {customer}' } }].map(definitionHash)
  expect(new Set(hashes).size).toBe(3)
})
