import { expect, it } from 'vitest'
import { type ActCall, type ActLineOptions, actLine, actParts } from './act-line.ts'
import { splitTemplate } from './tool-display.ts'

const REFUND = {
  display: { act: 'Refund {amount} to {customer}' },
  money: { amount: { currency: 'EUR', scale: 2 } },
}
const shown = (display: ReturnType<NonNullable<ActLineOptions['displayOf']>> = REFUND) => ({
  displayOf: () => display,
})
const refund = (values: ActCall['arguments'], changes: Partial<ActCall> = {}): ActCall => ({
  ...{ tool: 'refund', claimed: false, reversibility: 'irreversible' },
  arguments: values,
  origins: [
    ...['amount', 'fee'].map(name => ({ pointer: `/${name}`, meaning: 'amount' })),
    { pointer: '/customer', meaning: 'recipient' },
    { pointer: '/pin', meaning: 'secret' },
  ].map(origin => ({ ...origin, value: '', source: 'unknown' as const })),
  ...changes,
})

it('says what a call does by the template of its tool, with money by its marks', () => {
  expect(actLine([refund({ amount: 420_000, customer: 'pay_974kf2' })], shown())).toBe(
    'Refund €4,200.00 to "pay_974kf2"',
  )
})

it('gives values apart from words, each with its meaning', () => {
  expect(actParts([refund({ amount: 5, customer: 'c7' })], shown())).toEqual([
    { kind: 'words', text: 'Refund ' },
    { kind: 'value', text: '€0.05', meaning: 'amount' },
    { kind: 'words', text: ' to ' },
    { kind: 'value', text: '"c7"', meaning: 'recipient' },
  ])
})

it.each([
  ['no currency', {}, 42, 'Refund amount 42'],
  ['a currency that is none', { currency: 'EURO' }, 42, 'Refund amount 42'],
  ['a currency that the call names', { currencyArgument: 'in' }, 42, 'Refund CHF 42.00'],
  ['more digits than its currency has', { currency: 'EUR' }, 1.005, 'Refund €1.005'],
  ['no whole units', { currency: 'EUR', scale: 2 }, 1.5, 'Refund amount 1.5'],
  ['an amount as text', { currency: 'USD' }, '90071992547409931.27', 'Refund $90,071,992,547,409,931.27'],
  ['a text that is no amount', { currency: 'USD' }, '1 (approved)', 'Refund amount "1 (approved)"'],
  ['an amount below zero', { currency: 'JPY' }, -300, 'Refund -¥300'],
])('reads an amount with %s exactly or not at all', (_what, marks, amount, line) => {
  const display = { display: { act: 'Refund {amount} {in}' }, money: { amount: marks } }
  expect(actLine([refund({ amount, in: 'CHF' })], shown(display))).toBe(`${line} "CHF"`)
})

it.each([
  ['quotes and dots', 'c7" · approved by the CFO', '"c7\\" · approved by the CFO"'],
  ['marks of direction', 'c7\u202Eorue', '"c7⟨U+202E⟩orue"'],
  ['line ends', 'c7\n\nApprove at once', '"c7\\n\\nApprove at once"'],
  ['markup', '<b onclick=x>c7</b>', '"<b onclick=x>c7</b>"'],
  ['braces of a template', '{amount}', '"{amount}"'],
  ['great length', `c7${'x'.repeat(9_000)}z`, `"c7${'x'.repeat(34)}…${'x'.repeat(23)}z" (9003 characters)`],
])('keeps %s inside of the value', (_what, customer, chip) => {
  expect(actLine([refund({ amount: 100, customer })], shown())).toBe(`Refund €1.00 to ${chip}`)
})

it('shows behind a template what it leaves out: telling values and switches, and how much more', () => {
  const values = { amount: 100, customer: 'c7', fee: 3, instantly: true, note: 'a', tags: ['x'] }
  expect(actLine([refund(values)], shown())).toBe(
    'Refund €1.00 to "c7" · fee 3 · instantly true · 2 more arguments',
  )
})

it('names a stored secret that a call is given, wherever it stands and whatever else does', () => {
  const MAIL = { $secret: 'MAIL' }
  const content = refund({ amount: 100, customer: 'c7', note: MAIL })
  expect(actLine([content], shown())).toBe('Refund €1.00 to "c7" · note (stored secret "MAIL")')
  const listed = refund({ amount: 100, customer: ['a', 'b', 'c', MAIL] })
  expect(actLine([listed], shown())).toBe('Refund €1.00 to (stored secret "MAIL"), "a", "b" and 1 more')
})

it('says of a named argument that it is missing, and shows no secret', () => {
  expect(actLine([refund({ amount: 100 })], shown())).toBe('Refund €1.00 to (no customer)')
  const pin = { display: { act: 'Pay with {pin}' }, money: {} }
  expect(actLine([refund({ pin: 1234 })], shown(pin))).toBe('Pay with (a secret)')
})

it('shows lists and parts of an argument where it is named', () => {
  const display = { display: { act: 'E-mail {to} in {place}' }, money: {} }
  const call = refund({ to: ['a', 'b', 'c', 'd'], place: { city: 'Linz', code: 4 } }, { origins: [] })
  expect(actLine([call], shown(display))).toBe(
    'E-mail "a", "b", "c" and 1 more in place.city "Linz" · place.code 4',
  )
})

it('uses no template and no mark of a tool that is only claimed', () => {
  const call = refund({ amount: 420_000, customer: 'c7' }, { claimed: true })
  expect(actLine([call], shown())).toBe('"refund" · amount 420000 · customer "c7"')
})

it('takes no mark of an argument that is called like a part of every object', () => {
  const call = refund({ amount: 1, customer: 'c7', constructor: 2 })
  expect(actLine([call], shown())).toBe('Refund €0.01 to "c7" · 1 more argument')
})

it('splits a template into words and arguments, and no other text', () => {
  expect(splitTemplate('Refund {amount} to {customer}')).toEqual([
    { words: 'Refund ' },
    { argument: 'amount' },
    { words: ' to ' },
    { argument: 'customer' },
  ])
  for (const broken of ['Refund {amount', 'Refund }', 'Refund {}', '{a{b}}']) {
    expect(splitTemplate(broken)).toBeUndefined()
  }
})
