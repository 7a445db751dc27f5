import { describe, expect, it } from 'vitest'
import { type KeyPress, meaningOf } from './keys.ts'

const press = (key: string, facts: Partial<KeyPress> = {}): KeyPress => ({
  ...{ key, withModifier: false, isTyping: false, inChord: false, sinceCardMs: 5000 },
  ...facts,
})

describe('keys', () => {
  it('decide the card that a person has had time to see', () => {
    expect(meaningOf(press('a'))).toEqual({ kind: 'card', command: 'approve' })
    expect(meaningOf(press('A'))).toEqual({ kind: 'card', command: 'approve' })
  })

  it('decide nothing in the first 600 ms of a card, but still move', () => {
    expect(['a', 'r', 'e', 's'].map(key => meaningOf(press(key, { sinceCardMs: 599 })))).toEqual([
      ...[undefined, undefined, undefined, undefined],
    ])
    expect(meaningOf(press('j', { sinceCardMs: 0 }))).toEqual({ kind: 'card', command: 'next' })
    expect(meaningOf(press('z', { sinceCardMs: 0 }))).toEqual({ kind: 'card', command: 'undo' })
  })

  it('mean nothing while someone types or holds a modifier', () => {
    expect(meaningOf(press('a', { isTyping: true }))).toBeUndefined()
    expect(meaningOf(press('r', { withModifier: true }))).toBeUndefined()
  })

  it('name a room after g and never decide there', () => {
    expect(meaningOf(press('g'))).toEqual({ kind: 'chord' })
    expect(meaningOf(press('r', { inChord: true }))).toEqual({ kind: 'room', path: '/runs' })
    expect(meaningOf(press('e', { inChord: true }))).toBeUndefined()
  })
})
