import { expect, test } from 'vitest'
import { gateOf } from '../../../test/engine/pure-gate-fixture.ts'
import { gateCard } from './cards.ts'
import { colorsFor } from './terminal-text.ts'

test('a card names what changed since it was asked, with hidden characters escaped', () => {
  const colors = colorsFor(false, {})
  const drift = [{ call_id: 'call_1', target: 'a\u202e.txt', text: 'a\u202e.txt was changed.' }]
  const card = gateCard(gateOf({}, { drift }), colors).join('\n')
  expect(card).toContain('Changed since this was asked')
  expect(card).toContain('.txt was changed.')
  expect(card).not.toContain('\u202e')
  expect(card).toContain('soulgate gates reopen')
  expect(card).not.toMatch(/^ +(approve|edit) — /m)
  expect(card).toMatch(/^ +reject — /m)
  const plain = gateCard(gateOf(), colors).join('\n')
  expect(plain).not.toContain('Changed since')
  expect(plain).toMatch(/^ +approve — /m)
})

test('a card of a call in doubt says what is known of it, and not as words of the agent', () => {
  const gate = gateOf({}, { type: 'unknown_outcome' })
  const card = gateCard(
    { ...gate, briefing: { ...gate.briefing, details: 'The bank is closed.' } },
    colorsFor(false, {}),
  )
  expect(card.join('\n')).toContain('What is known of it\n  The bank is closed.')
  expect(card.join('\n')).not.toContain('The agent says')
})
