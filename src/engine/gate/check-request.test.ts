import { describe, expect, it } from 'vitest'
import {
  approve,
  codeOf,
  decide,
  gateAfter,
  gateOf,
  reject,
  toolCall,
} from '../../../test/engine/pure-gate-fixture.ts'
import type { DecideRequest } from '../../contracts/decision.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { Question } from '../../contracts/question.ts'

describe('a steer', () => {
  it('closes the gate as steered with its instruction', () => {
    const closed = gateAfter(decide(gateOf(), { decision: 'steer', steer_instructions: ' only b ' }))
    expect(closed).toMatchObject({ status: 'steered', decisions: [{ steer_instructions: 'only b' }] })
  })

  it('needs an instruction, or an option that brings one', () => {
    expect(codeOf(decide(gateOf(), { decision: 'steer', steer_instructions: '  ' }))).toBe(
      'invalid steer_instructions',
    )
    const review = gateOf({ terms: { type: 'design_review' }, subject: { document: {} } })
    expect(gateAfter(decide(review, { decision: 'steer' })).decisions[0]?.steer_instructions).toMatch(
      /Change/,
    )
  })

  it('is what its instruction says: an approval takes none', () => {
    const request: DecideRequest = { decision: 'approve', steer_instructions: 'rather not' }
    expect(codeOf(decide(gateOf(), request))).toBe('invalid steer_instructions')
  })

  it('is refused where the type cannot be steered', () => {
    for (const type of ['clarification', 'unknown_outcome', 'run_definition_changed'] as const) {
      const gate = gateOf({ terms: { type }, subject: { document: {} } })
      expect(codeOf(decide(gate, { decision: 'steer', steer_instructions: 'x' }))).toMatch(/^invalid/)
    }
  })
})

describe('options', () => {
  it('to edit needs an edit', () => {
    expect(codeOf(decide(gateOf(), { decision: 'approve', option_id: 'edit' }))).toBe(
      'invalid edited_arguments',
    )
  })

  it('take only what they know', () => {
    const request: DecideRequest = { decision: 'approve', option_id: 'expand', option_input: { nope: 1 } }
    expect(
      codeOf(decide(gateOf({ terms: { type: 'constraint_exception' }, subject: { document: {} } }), request)),
    ).toMatch(/^invalid option_input/)
  })

  const gateWith = (type: Gate['type']) => gateOf({ terms: { type }, subject: { document: {} } })

  it('of an unknown outcome must be named', () => {
    const gate = gateOf({ terms: { type: 'unknown_outcome' }, subject: { tool_calls: [toolCall('a')] } })
    expect(codeOf(decide(gate, approve))).toBe('invalid option_id')
    expect(
      gateAfter(decide(gate, { decision: 'answer', option_id: 'happened', option_input: { result: 7 } })),
    ).toMatchObject({ status: 'answered', call_decisions: {} })
    expect(gateAfter(decide(gate, { ...approve, option_id: 'run_again' })).status).toBe('approved')
    expect(gateAfter(decide(gate, { ...reject, option_id: 'abort' })).status).toBe('rejected')
    expect(codeOf(decide(gate, { ...approve, option_id: 'abort' }))).toBe('invalid option_id')
  })

  it('have their input validated, naming the field', () => {
    const limit = gateWith('constraint_exception')
    expect(codeOf(decide(limit, { ...approve, option_input: { new_limit: -1 } }))).toBe(
      'invalid option_input.new_limit',
    )
    expect(decide(limit, { ...approve, option_input: { new_limit: 5 } }).outcome).toBe('closed')
    const relax = gateWith('scheduling_escalation')
    expect(codeOf(decide(relax, approve))).toMatch(/^invalid option_input/)
    expect(decide(relax, { ...approve, option_input: { constraint: 'deadline' } }).outcome).toBe('closed')
    expect(codeOf(decide(gateWith('code_review'), { ...approve, option_input: {} }))).toBe(
      'invalid option_input',
    )
  })

  it('take a bare approve of an older client as the one that goes on', () => {
    const closed = gateAfter(decide(gateWith('design_review'), approve))
    expect(closed).toMatchObject({
      status: 'skipped',
      decisions: [{ decision: 'skip', option_id: 'continue' }],
    })
  })
})

describe('answers', () => {
  const question: Question = {
    id: 'scope',
    question: 'How much?',
    type: 'radio',
    options: [
      { id: 'all', label: 'All of it' },
      { id: 'some', label: 'Some' },
    ],
    allow_other: false,
    required: true,
  }
  const gate = () => gateOf({ terms: { type: 'clarification' }, subject: { questions: [question] } })

  it('are needed: a bare approve says nothing', () => {
    expect(codeOf(decide(gate(), approve))).toBe('invalid decision')
    expect(codeOf(decide(gate(), { decision: 'answer' }))).toBe('invalid answers')
  })

  it('fit the question they name', () => {
    const answer = (value: string | string[], id = 'scope') =>
      decide(gate(), { decision: 'answer', answers: [{ question_id: id, value }] })
    expect(codeOf(answer('none'))).toBe('invalid answers.0')
    expect(codeOf(answer(['all', 'some']))).toBe('invalid answers.0')
    expect(codeOf(answer('all', 'other'))).toMatch(/^invalid answers.0/)
    expect(gateAfter(answer('all')).status).toBe('answered')
    const byIndex = decide(gate(), { decision: 'answer', answers: [{ question_index: 0, value: 'Some' }] })
    expect(gateAfter(byIndex).status).toBe('answered')
  })
})

describe('what people write', () => {
  it.each([
    'steer_instructions',
    'feedback',
    'reason',
    'conditions',
  ] as const)('has no hidden characters in %s', field => {
    for (const hidden of ['\u202e', '\u200b', '\u{e0041}', '\u001b[2J', '\u00ad']) {
      const text = `do it${hidden}`
      const value = field === 'conditions' ? { conditions: [text] } : { [field]: text }
      const request: DecideRequest = { decision: 'steer', steer_instructions: 'do it', ...value }
      expect(codeOf(decide(gateOf(), request))).toMatch(`invalid ${field}`)
    }
    const plain: DecideRequest = { decision: 'steer', steer_instructions: 'Zeile 1\n\tgrüße 👩‍👧 مرحبا' }
    expect(decide(gateOf(), plain).outcome).toBe('closed')
  })
})
