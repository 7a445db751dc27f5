import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { ArgumentOrigin } from '../../contracts/tool-call.ts'
import { addSeen, findUnseen, NOTHING_SEEN, scopeKeyOf, shapeOf } from './shape.ts'

const SCHEMA = {
  type: 'object',
  properties: { status: { enum: ['open', 'closed'] }, level: { enum: [1, 2] } },
}

const shape = (args: JsonObject, meanings: Readonly<Record<string, string>> = {}) =>
  shapeOf({
    arguments: args,
    input_schema: SCHEMA,
    origins: originsOf(args, meanings),
  })

/** Every text and number of one level, with what it stands for. */
function originsOf(args: JsonObject, meanings: Readonly<Record<string, string>>): ArgumentOrigin[] {
  return Object.entries(args).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number'
      ? [{ pointer: `/${name}`, value: String(value), meaning: meanings[name] ?? 'text', source: 'person' }]
      : [],
  )
}

const keyOf = (args: JsonObject, meanings?: Readonly<Record<string, string>>) =>
  scopeKeyOf({
    requester: 'agent_1',
    tool: 'update_ticket',
    definition_hash: 'd1',
    shape: shape(args, meanings),
  })

describe('the scope of a call', () => {
  it('is the same for other free text, other recipients and numbers of one size', () => {
    const meanings = { to: 'recipient' }
    expect(keyOf({ to: 'a@x.test', note: 'one', amount: 12 }, meanings)).toBe(
      keyOf({ to: 'b@x.test', note: 'two', amount: 99 }, meanings),
    )
  })

  it.each([
    ['an argument more', { note: 'a' }, { note: 'a', extra: 'b' }],
    ['another value of an enum', { status: 'open' }, { status: 'closed' }],
    ['another number of an enum', { level: 1 }, { level: 2 }],
    ['another truth value', { force: false }, { force: true }],
    ['null', { note: 'a' }, { note: null }],
    ['a number ten times as large', { amount: 50 }, { amount: 500 }],
    ['another sign', { amount: 50 }, { amount: -50 }],
    ['a longer list', { tags: ['a'] }, { tags: Array.from({ length: 20 }, () => 'a') }],
    ['a deeper place', { a: { b: 1 } }, { a: { c: 1 } }],
  ] as [string, JsonObject, JsonObject][])('differs by %s', (_, one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other))
  })

  it('differs by the root of a path and by the host', () => {
    const path = { file: 'path' }
    expect(keyOf({ file: 'src/a/b.ts' }, path)).toBe(keyOf({ file: './src/c.ts' }, path))
    expect(keyOf({ file: 'src/a.ts' }, path)).not.toBe(keyOf({ file: 'docs/a.ts' }, path))
    expect(keyOf({ file: '/srv/data/x/a' }, path)).toBe(keyOf({ file: '/srv/data/y/a' }, path))
    expect(keyOf({ file: '/srv/data/a' }, path)).not.toBe(keyOf({ file: '/etc/data/a' }, path))
    const host = { url: 'host' }
    expect(keyOf({ url: 'a.test' }, host)).not.toBe(keyOf({ url: 'b.test' }, host))
  })

  it('differs by requester, tool and definition', () => {
    const scope = { requester: 'a', tool: 't', definition_hash: 'd', shape: { parts: [] } }
    const keys = [
      scope,
      { ...scope, requester: 'b' },
      { ...scope, tool: 'u' },
      { ...scope, definition_hash: 'e' },
    ]
    expect(new Set(keys.map(scopeKeyOf)).size).toBe(4)
  })
})

describe('what was never approved in a scope', () => {
  it('is everything at first, and what is like an approved call is not', () => {
    const call = shape({ to: 'a@x.test', amount: 80, note: 'hello' }, { to: 'recipient' })
    expect(findUnseen(call, NOTHING_SEEN)).toHaveLength(2)
    expect(findUnseen(call, addSeen(NOTHING_SEEN, call))).toEqual([])
  })

  it('is a number above 1.25 times the largest, and every recipient, account or host in a text that is new', () => {
    const seen = addSeen(NOTHING_SEEN, shape({ to: 'a@x.test', amount: 80 }, { to: 'recipient' }))
    const unseen = (to: string, amount: number) =>
      findUnseen(shape({ to, amount }, { to: 'recipient' }), seen)
    expect(unseen('a@x.test', 100)).toEqual([])
    expect(unseen('a@x.test', 100.01)).toHaveLength(1)
    expect(unseen('b@x.test', 80)).toHaveLength(1)
    expect(unseen('A@x.test', 80)).toHaveLength(1)
    const link = shapeOf({
      arguments: { note: 'see https://evil.test' },
      input_schema: {},
      origins: [
        { pointer: '/note', value: 'see https://evil.test', meaning: 'text', source: 'person' },
        { pointer: '/note', value: 'https://evil.test', meaning: 'link', source: 'unknown' },
      ],
    })
    expect(findUnseen(link, seen)).toHaveLength(1)
  })

  it.each([
    ['climbs', '../etc/passwd'],
    ['climbs later', 'src/../../x'],
    ['is a home', '~/x'],
    ['is a variable', '$HOME/x'],
    ['has a scheme', 'file:///etc/passwd'],
    ['is a drive', 'c:\\x'],
    ['is the root itself', '/'],
    ['hides a character', 'src/\u200ba.ts'],
  ])('is a path that %s, whatever else was approved', (_, path) => {
    const seen = addSeen(NOTHING_SEEN, shape({ file: 'src/a.ts' }, { file: 'path' }))
    expect(findUnseen(shape({ file: path }, { file: 'path' }), seen)).toHaveLength(1)
  })

  it('is a text whose origin was never traced, and an amount that is no number', () => {
    const untraced = shapeOf({ arguments: { to: 'x' }, input_schema: {} })
    expect(findUnseen(untraced, NOTHING_SEEN)).toHaveLength(1)
    expect(findUnseen(shape({ sum: '1e400' }, { sum: 'amount' }), NOTHING_SEEN)).toHaveLength(1)
    expect(findUnseen(shape({ sum: 'all of it' }, { sum: 'amount' }), NOTHING_SEEN)).toHaveLength(1)
  })

  it('is a value under the name of a built-in property', () => {
    const odd = shape({ constructor: 'x', toString: 5 }, { constructor: 'recipient' })
    expect(findUnseen(odd, NOTHING_SEEN)).toHaveLength(2)
  })

  it('is asked for a text of more than 200 characters', () => {
    expect(shape({ note: 'x'.repeat(200) }).longTexts).toEqual([])
    expect(shape({ note: 'x'.repeat(201) }).longTexts).toEqual(['/note'])
  })
})
