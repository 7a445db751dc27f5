import { describe, expect, it } from 'vitest'
import { CARD_COMMANDS, type KeyPress, meaningOf } from './keys.ts'

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
    const deciding = ['a', 'm', 'r', 'e', 's']
    expect(deciding.filter(key => meaningOf(press(key, { sinceCardMs: 599 })))).toEqual([])
    expect(deciding.filter(key => !meaningOf(press(key, { sinceCardMs: 600 })))).toEqual([])
    expect(meaningOf(press('j', { sinceCardMs: 0 }))).toEqual({ kind: 'card', command: 'next' })
    expect(meaningOf(press('z', { sinceCardMs: 0 }))).toEqual({ kind: 'card', command: 'undo' })
  })

  it('send what is filled in with ⌘ or Ctrl+Enter, also while someone types, but not unseen', () => {
    const send = { withModifier: true, withCommand: true, isTyping: true }
    expect(meaningOf(press('Enter', send))).toEqual({ kind: 'card', command: 'send' })
    expect(meaningOf(press('Enter', { ...send, sinceCardMs: 599 }))).toBeUndefined()
    expect(meaningOf(press('3', { sinceCardMs: 599 }))).toBeUndefined()
  })

  it('mean nothing while someone types or holds a modifier', () => {
    expect(meaningOf(press('a', { isTyping: true }))).toBeUndefined()
    expect(meaningOf(press('r', { withModifier: true }))).toBeUndefined()
  })

  it('name a room after g and never decide there', () => {
    expect(meaningOf(press('g'))).toEqual({ kind: 'chord' })
    expect(meaningOf(press('r', { inChord: true }))).toEqual({ kind: 'room', path: '/runs' })
    expect(meaningOf(press('g', { inChord: true }))).toEqual({ kind: 'room', path: '/guardrails' })
    expect(meaningOf(press('e', { inChord: true }))).toBeUndefined()
  })

  it('are about one call of several after its number, and stop everything by a sign', () => {
    expect(meaningOf(press('3'))).toEqual({ kind: 'place', place: 3 })
    expect(meaningOf(press('0'))).toBeUndefined()
    expect(meaningOf(press('!'))).toEqual({ kind: 'stop' })
    expect(meaningOf(press('!', { isTyping: true }))).toBeUndefined()
  })

  it('open the palette from anywhere, fields too', () => {
    const command = { withModifier: true, withCommand: true, isTyping: true }
    expect(meaningOf(press('k', command))).toEqual({ kind: 'palette' })
    expect(meaningOf(press('k', { ...command, withCommand: false }))).toBeUndefined()
  })

  it('do what the list of keys says', () => {
    for (const [command, key] of CARD_COMMANDS) {
      expect({ key, meaning: meaningOf(press(key)) }).toEqual({ key, meaning: { kind: 'card', command } })
    }
  })
})
