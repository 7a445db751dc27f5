import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineConfig } from './define-config.ts'
import { defineGateType, type GateTypeOptions, readGateFields } from './define-gate-type.ts'

const basics = {
  name: 'price_change',
  title: 'Change a price',
  fields: z.object({ product: z.string().min(2), currency: z.string().default('EUR') }),
  options: {
    change: { label: 'Change it', outcome: 'approve' },
    keep: { label: 'Keep the price', outcome: 'reject' },
  },
} as const

it('describes its fields and options for every surface', () => {
  const type = defineGateType({ ...basics, within: { hours: 2 }, approvals: 2, roles: ['admin'] })
  expect(type.definition).toMatchObject({
    ...{ name: 'price_change', title: 'Change a price', claimed: false },
    fields: { type: 'object', properties: { product: { type: 'string' } }, required: ['product'] },
  })
  expect(type.options).toEqual([
    { id: 'change', label: 'Change it', decision: 'approve' },
    { id: 'keep', label: 'Keep the price', decision: 'reject' },
  ])
  expect(type.terms).toEqual({ within_ms: 7_200_000, approvals: 2, roles: ['admin'] })
  expect(readGateFields(type, { product: 'Lamp' })).toEqual({ product: 'Lamp', currency: 'EUR' })
  expect(() => readGateFields(type, { product: 'x' })).toThrow(/do not fit: product: /)
})

it.each<[string, Partial<GateTypeOptions<z.ZodType, never>>, RegExp]>([
  ['a name that is none', { name: 'Price change' }, /1–64 of the characters/],
  [
    'no way to say no',
    { options: { yes: { label: 'Yes', outcome: 'approve' } } as never },
    /nobody could say no/,
  ],
  [
    'an outcome that is none of ours',
    {
      options: { yes: { label: 'Yes', outcome: 'answer' }, no: { label: 'No', outcome: 'reject' } } as never,
    },
    /outcome answer, not one of approve/,
  ],
  [
    'an instruction of what is no steer',
    { options: { no: { label: 'No', outcome: 'reject', instruction: 'x' } } as never },
    /only a `steer` has/,
  ],
  ['a label that is empty', { options: { no: { label: ' ', outcome: 'reject' } } as never }, /needs a label/],
  ['fields that are no object', { fields: z.string() }, /must be an object/],
  [
    'a field that is a secret',
    { fields: z.object({ pin: z.string().meta({ soulgate: 'secret' }) }) },
    /secret/,
  ],
  ['a field that nothing can fill', { fields: z.object({ pin: z.never() }) }, /accepts nothing at \/pin/],
  ['a role that nobody has', { roles: ['agent' as never] }, /`roles` are some of/],
  ['half an approval', { approvals: 0.5 }, /whole number/],
])('refuses %s', (_what, change, message) => {
  expect(() => defineGateType({ ...basics, ...change } as never)).toThrow(message)
})

it('refuses two gate types of one name in a configuration', () => {
  const first = defineGateType(basics)
  expect(() => defineConfig({ gateTypes: [first, defineGateType(basics)] })).toThrow(
    /Two gate types are called price_change/,
  )
  expect(defineConfig({ gateTypes: [first, first] }).gateTypes).toHaveLength(2)
})

it('checks no fields behind a promise, which would change the order of the journal', () => {
  const slow = z.object({ product: z.string().refine(async () => true) })
  const type = defineGateType({ ...basics, fields: slow })
  expect(() => readGateFields(type, { product: 'Lamp' })).toThrow(/asynchronous|Promise/i)
})
