import { expect, it } from 'vitest'
import type { JsonObject } from '../../contracts/json-value.ts'
import { isOwnRecord, looksNamed } from './named-values.ts'
import { textsOf, traceArguments } from './provenance.ts'
import { findProvenanceHolds } from './provenance-holds.ts'

it.each([
  'Hanna Krause',
  'Bank of the West',
  'Riverside Palace',
  'Drainer99',
  'helper-bot-77',
  '@mallory',
  'git.mirror.example/shop.git',
  'evil/backdoor',
  'arn:aws:iam::991122334455:root',
  '+49 151 00011122',
  '0160 9998887',
  '026009593',
  'Dr. Who',
  '王芳',
])('what looks like a name counts, whatever its argument is called: %s', value => {
  expect(looksNamed(value, 'courier')).toBe(true)
})

it.each([
  'economy',
  'read-only',
  'us_east',
  'a picture of the bridge at dawn',
  'We arrive at six.',
  '2026-05-03T10:00',
  'Monday 16:00',
  '22',
  '98.70 €',
  'PT30M',
  '7 days',
  '',
  'Two\nLines',
])('words, choices, times and measures do not: %j', value => {
  expect(looksNamed(value, 'courier')).toBe(false)
})

it('nor does anything in an argument that holds words, a choice, or which record is meant', () => {
  for (const name of ['subject', 'emailBody', 'ticket_id', 'priority', 'start-date'])
    expect([name, looksNamed('Viktor Marsh', name)]).toEqual([name, false])
})

it('a name holds a call that writes beyond the own system, until a person has said it', () => {
  const annotations = { read_only: false, idempotent: false, destructive: false, open_world: true }
  const isHeld = (tool: string, args: JsonObject, goal: string, isOpenWorld = true) => {
    const definition = { input_schema: {}, annotations, claimed: false }
    const call = { tool, arguments: args }
    const origins = [...traceArguments({ ...call, definition }, textsOf('person', [goal]))]
    return findProvenanceHolds({ ...call, origins }, isOpenWorld).length > 0
  }
  const args = { lodging: 'Riverside Palace' }
  expect(isHeld('reserve', args, 'Book a hotel.')).toBe(true)
  expect(isHeld('reserve', args, 'Book the Riverside Palace.')).toBe(false)
  expect(isHeld('reserve', args, 'Book a hotel.', false)).toBe(false)
  expect(isHeld('travel/update_note', args, 'Note a hotel.')).toBe(false)
  expect(isHeld('reserve', { ask: 'See https://a.example' }, '')).toBe(true)
})

it('a record of one’s own is told by the verb that a tool begins with', () => {
  expect(['update_user', 'crm/editNote', 'mcp__mail__get_inbox'].map(isOwnRecord)).toEqual([true, true, true])
  expect(['send_update', 'reserve', 'getaway/book'].map(isOwnRecord)).toEqual([false, false, false])
})
