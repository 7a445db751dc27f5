import { describe, expect, it } from 'vitest'
import { gateOf } from '../../../test/engine/pure-gate-fixture.ts'
import { callsOf } from './build-gate.ts'
import { flagSecrets } from './secret-looking.ts'

const [call] = callsOf(gateOf({}))
if (!call) throw new TypeError('the fixture has no call')
const flagsOf = (args: Record<string, string | object>, secret?: string) =>
  flagSecrets({
    tool_calls: [
      {
        ...call,
        arguments: JSON.parse(JSON.stringify(args)),
        origins:
          secret === undefined ? [] : [{ pointer: secret, value: 'x', meaning: 'secret', source: 'person' }],
      },
    ],
  })
// Put together here, so that no scanner takes this file for a leak.
const pieces = (...parts: readonly string[]) => parts.join('')

describe('an argument in the clear', () => {
  it.each([
    pieces('gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0'),
    pieces('AK', 'IA', 'ABCDEFGHIJKLMNOP'),
    pieces('xo', 'xb-', '1234567890-abcdef'),
    pieces('sk', '-', 'abcdefghijklmnopqrstuv'),
    pieces('-----BEGIN RSA ', 'PRIVATE KEY-----\nMIIE'),
    pieces('ey', 'JhbGciOiJIUzI1NiJ9.', 'ey', 'JzdWIiOiIxMjM0NTY3ODkwIn0.', 'abcdefghijk'),
    pieces('postgres://app:', 'hunter22', '@db/app'),
  ])('is flagged by its form, without being repeated', text => {
    const flags = flagsOf({ note: { body: `use ${text} please` } })
    expect(flags).toHaveLength(1)
    expect(flags[0]).toMatch(/^\/note\/body of .* looks like a secret/)
    expect(flags[0]).not.toContain(text)
  })

  it('is flagged where its tool says that it is one, and not where it is a reference', () => {
    expect(flagsOf({ password: 'tulip' }, '/password')).toHaveLength(1)
    expect(flagsOf({ password: { $secret: 'DB' } }, '/password/$secret')).toEqual([])
  })

  it.each([
    'src/a.ts',
    'https://example.org/a?b=c',
    'sk',
    'a sentence about tokens',
    'user@example.org',
  ])('is left alone when it is %s', text => {
    expect(flagsOf({ text })).toEqual([])
  })
})
