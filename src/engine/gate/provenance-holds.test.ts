import { describe, expect, it } from 'vitest'
import { toolCall } from '../../../test/engine/pure-gate-fixture.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { ArgumentOrigin } from '../../contracts/tool-call.ts'
import { findHiddenHolds, findProvenanceHolds, isFullyTrusted } from './provenance-holds.ts'

type Meaning = NonNullable<ArgumentOrigin['meaning']>

function origin(value: string, changes: Partial<ArgumentOrigin> = {}): ArgumentOrigin {
  return { pointer: '/to', value, source: 'unknown', ...changes }
}

function holdsOf(origins: readonly ArgumentOrigin[], args: JsonObject = {}, isOpenWorld = false) {
  return findProvenanceHolds({ tool: 'send', arguments: args, origins: [...origins] }, isOpenWorld)
}

const isHeld = (value: string, meaning: Meaning | undefined, isOpenWorld = false): boolean =>
  holdsOf([origin(value, meaning === undefined ? {} : { meaning })], {}, isOpenWorld).length > 0

describe('a value that nobody trusted vouches for holds the call', () => {
  it('when it may be a recipient, and not when it is plain text or an amount', () => {
    for (const meaning of ['recipient', 'host', 'secret'] as const) expect(isHeld('x', meaning)).toBe(true)
    for (const meaning of ['text', 'amount', undefined] as const) expect(isHeld('x', meaning)).toBe(false)
  })

  it('when it is a link that leaves the closed world', () => {
    expect([isHeld('https://a.example', 'link', true), isHeld('https://a.example', 'link')]).toEqual([
      true,
      false,
    ])
  })

  it.each([
    '/etc/passwd',
    ' /etc/passwd',
    '\\\\server\\share',
    'C:\\keys',
    'C:/keys',
    '~/keys',
    '$HOME/keys',
    '%APPDATA%\\keys',
    'file:keys',
    'a/../../keys',
    'a\\..\\..\\keys',
    '..',
  ])('when it is a path that may lie outside: %s', path => {
    expect(isHeld(path, 'path')).toBe(true)
  })

  it.each([
    'keys',
    'a/b/keys.md',
    './a',
    'a..b/c',
    'a/...',
    'a$b',
    'a%b',
    'a~',
    '1:2',
  ])('not when it is plainly a path inside: %s', path => {
    expect(isHeld(path, 'path')).toBe(false)
  })

  it('and not once somebody trusted said it', () => {
    for (const source of ['person', 'trusted'] as const)
      expect(holdsOf([origin('x', { meaning: 'recipient', source })])).toEqual([])
  })

  it('with where it came from, where that is known', () => {
    const texts = holdsOf([
      origin('x', { meaning: 'recipient', source: 'untrusted', where: 'mail 3' }),
      origin('x', { meaning: 'recipient', source: 'untrusted' }),
      origin('x', { meaning: 'recipient' }),
    ]).map(({ source, text }) => `${source}: ${text}`)
    expect(texts).toEqual([
      'provenance: The recipient at /to of send came from mail 3, not from a person.',
      'provenance: The recipient at /to of send came from untrusted data, not from a person.',
      'provenance: The recipient at /to of send stands neither in a person’s words nor in trusted data.',
    ])
  })
})

describe('a value that was never traced holds the call', () => {
  it('wherever it lies, by its pointer; what carries nothing does not', () => {
    const args = { to: 'a', more: [{ 'x/y~z': 1 }], flag: true, none: null, empty: {} }
    const held = holdsOf([origin('a', { source: 'person' })], args)
    expect(held.map(({ text }) => text)).toEqual([
      'The value at /more/0/x~1y~0z of send stands neither in a person’s words nor in trusted data.',
    ])
    expect(findProvenanceHolds({ tool: 'send', arguments: { to: 'a' } }, false)).toHaveLength(1)
  })

  it('twenty times at most', () => {
    const args = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`field_${n}`, n]))
    expect(holdsOf([], args)).toHaveLength(20)
  })
})

describe('characters that a reader does not see hold the call', () => {
  const HIDDEN = '\u200b'
  const textsOf = (args: JsonObject, ...origins: readonly ArgumentOrigin[]) =>
    findHiddenHolds({ tool: 'send', arguments: args, origins: [...origins] }).map(
      ({ source, text }) => `${source}: ${text}`,
    )

  it('in a path, a host or a recipient, whoever said it', () => {
    for (const meaning of ['path', 'host', 'recipient'] as const)
      for (const source of ['person', 'trusted', 'unknown'] as const)
        expect(textsOf({}, origin(`a${HIDDEN}b`, { meaning, source }))).toEqual([
          `provenance: The ${meaning} at /to of send has hidden characters.`,
        ])
  })

  it('where only the argument itself holds them, at any depth', () => {
    const args = { to: ['a', { 'x/y~z': `b${HIDDEN}` }], other: 'b' }
    const at = (pointer: string) => origin('b', { pointer, meaning: 'host' })
    expect(textsOf(args, at('/to/1/x~1y~0z'))).toEqual([
      'provenance: The host at /to/1/x~1y~0z of send has hidden characters.',
    ])
    for (const pointer of ['/to/0', '/to/1', '/to/2', '/to/1/x', '/other', '/none/deeper', '/other/0', ''])
      expect(textsOf(args, at(pointer))).toEqual([])
  })

  it('and never in a text or an amount, or where nothing was traced', () => {
    for (const meaning of ['text', 'amount', undefined] as const)
      expect(textsOf({}, origin(HIDDEN, meaning === undefined ? {} : { meaning }))).toEqual([])
    expect(findHiddenHolds({ tool: 'send', arguments: { to: HIDDEN } })).toEqual([])
    expect(textsOf({ to: null }, origin('a', { meaning: 'host' }))).toEqual([])
  })
})

it('a call is fully trusted when every value that says something stems from a person or from trusted data', () => {
  const of = (...origins: readonly ArgumentOrigin[]) =>
    isFullyTrusted(toolCall('a', { origins: [...origins] }))
  expect(of()).toBe(true)
  expect(isFullyTrusted(toolCall('a'))).toBe(true)
  expect(of(origin('x', { source: 'person' }), origin('y', { source: 'trusted' }))).toBe(true)
  expect(of(origin('x', { source: 'person' }), origin('y'))).toBe(false)
  expect(of(origin('  '))).toBe(true)
  expect(of(origin('', { source: 'untrusted' }))).toBe(true)
})
