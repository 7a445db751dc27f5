import { describe, expect, test } from 'vitest'
import { calculate } from './calculate.ts'
import { createFixture } from './workspace-fixture.ts'

describe('calculate', () => {
  test.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 4 - 3', 3],
    ['2 ^ 3 ^ 2', 512],
    ['2 ** 10', 1024],
    ['-2 ^ 2', -4],
    ['2 ^ -1', 0.5],
    ['-(-3)', 3],
    ['7 % 4', 3],
    ['12 ÷ 4 × 2 − 1', 5],
    ['1.5e3 + .5', 1500.5],
    ['sqrt(16) + max(1, 2, 3)', 7],
    ['round(2.345, 1)', 2.3],
    ['sum(1, 2, 3) / 3', 2],
    ['PI - pi', 0],
  ])('works out %s = %d', (expression, value) => {
    expect(calculate(expression)).toBeCloseTo(value, 10)
  })

  test('shows decimals as people write them and keeps whole numbers that are too large out of values', async () => {
    const fixture = createFixture()
    expect(await fixture.output('calculate', { expression: '0.1 + 0.2' })).toMatchObject({
      result: '0.3',
      value: 0.3,
    })
    const large = await fixture.output('calculate', { expression: '2 ^ 60' })
    expect(large).toMatchObject({ result: '1152921504606850000' })
    expect(large).not.toHaveProperty('value')
  })

  test.each([
    '',
    '   ',
    '1 +',
    '1 2',
    '(1',
    '1)',
    '1 / 0',
    '1 % 0',
    'sqrt(-1)',
    '9 ^ 9 ^ 9',
    'constructor',
    '__proto__',
    'toString()',
    'hasOwnProperty(1)',
    'process.exit(1)',
    'globalThis',
    'this',
    'require("fs")',
    '[].map',
    '`x`',
    '1; 2',
    'a = 1',
    'abs()',
    'abs(1, 2)',
    'abs(1,)',
    'pi()',
    '1..2',
    '0x10',
    '()',
    '\u202E1+1',
    '('.repeat(500),
    `${'('.repeat(400)}1${')'.repeat(400)}`,
    '-'.repeat(900),
    `${'2^'.repeat(400)}2`,
    '1'.repeat(1000),
  ])('refuses %j', async expression => {
    const { result } = await createFixture().call('calculate', { expression })
    expect(result).toMatchObject({ success: false })
  })
})
