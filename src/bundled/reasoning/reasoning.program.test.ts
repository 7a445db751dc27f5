import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { reviewer } from '../../../test/engine/engine-fixture.ts'
import { openReadingRoom, type ReadingRoom } from '../../../test/engine/reasoning-fixture.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import { DEFAULT_SETTINGS } from '../../contracts/settings.ts'
import { STANDING_REASON } from '../../engine/gate/gate.ts'
import { staticGuidelines } from '../../engine/guardrails/guardrails.ts'

const SURE = 'Put the tag “maritime” on B-12'
const MAIL = 'Remind M-7 of the overdue book'
const FINAL = 'Remove member M-7'
const VAGUE = 'do something nice'
const BROKEN = 'Use the shelf_scanner tool on B-12'

let room: ReadingRoom
beforeEach(async () => {
  room = await openReadingRoom()
})
afterEach(() => room.stop())

describe('the outcome table', () => {
  test('no score releases a write: people decide, however sure it is', async () => {
    room.engine.guidelines = staticGuidelines()
    const response = await room.ask(SURE)
    expect(response.confidence).toBeGreaterThanOrEqual(0.85)
    expect(response).toMatchObject({ state: 'awaiting_approval', execution_path: 'suggested' })
    expect((await room.gateOf(response)).why_held).toEqual([STANDING_REASON])
    expect(room.world.effects).toEqual([])
  })

  test('a read runs at once by policy, and is not called sure where it is not', async () => {
    room.engine.settings = { ...DEFAULT_SETTINGS, thresholds: { high: 0.99, medium: 0.2 } }
    const response = await room.ask('Find books about harbours')
    expect(response).toMatchObject({ success: true, execution_path: 'released', tools_used: ['find_book'] })
  })

  test('a sure and reversible call runs at once where a person’s rule releases it', async () => {
    const response = await room.ask(SURE)
    expect(response).toMatchObject({
      success: true,
      execution_path: 'high_confidence',
      approval_state: 'none',
    })
    expect(response.state).toBeUndefined()
    expect(response.confidence).toBeGreaterThanOrEqual(0.85)
    expect(room.world.effects).toMatchObject([
      { tool: 'tag_book', arguments: { book: 'B-12', tag: 'maritime' } },
    ])
  })

  test('a tool that fails is told as a failure on the path it was let through', async () => {
    const broken = await openReadingRoom({ broken: 'tag_book' })
    const response = await broken.ask(SURE)
    expect(response).toMatchObject({ success: false, execution_path: 'high_confidence' })
    expect(response.state).toBeUndefined()
    expect(response.tool_results).toMatchObject([{ success: false, status: 'failed' }])
    await broken.stop()
  })

  test('what reaches outside waits for a person, who is told what and why', async () => {
    const response = await room.ask(MAIL)
    expect(response).toMatchObject({
      success: false,
      execution_path: 'suggested',
      state: 'awaiting_approval',
      approval_state: 'awaiting_approval',
      approval_request: { goal: MAIL, tools_proposed: ['send_reminder'], time_limit: 300 },
    })
    expect(response.soul_request_id).toBe(response.approval_request?.request_id)
    expect(room.world.effects).toHaveLength(0)
  })

  test('an approved call runs once and the answer says that it was approved', async () => {
    const response = await room.decide(await room.ask(FINAL), { decision: 'approve' })
    expect(response).toMatchObject({
      success: true,
      execution_path: 'approved',
      approval_state: 'approved',
      soul_request_id: null,
      tools_used: ['remove_member'],
    })
    expect(room.world.effects).toHaveLength(1)
  })

  test('a denied call does not run, and the reason is in the message', async () => {
    const response = await room.decide(await room.ask(FINAL), {
      decision: 'reject',
      reason: 'M-7 pays monthly',
    })
    expect(response).toMatchObject({
      success: false,
      execution_path: 'rejected',
      state: 'approval_denied',
      approval_state: 'denied',
    })
    expect(response.result.message).toContain('M-7 pays monthly')
    expect(room.world.effects).toHaveLength(0)
  })

  test('an open goal comes back with questions', async () => {
    const response = await room.ask(VAGUE)
    expect(response).toMatchObject({
      success: false,
      execution_path: 'clarification',
      state: 'clarification_needed',
      clarification: { round: 1, original_goal: VAGUE },
    })
    expect(response.clarification?.questions.length).toBeGreaterThan(0)
    expect(response.soul_request_id).toBe(response.clarification?.request_id)
  })

  test('a goal that names a missing tool is stopped with a question', async () => {
    const response = await room.ask(BROKEN)
    expect(response).toMatchObject({
      success: false,
      state: 'pre_validation_failed',
      validation: { validation_status: 'pre_validation_failed' },
    })
    expect(response.clarification).toBeDefined()
    expect(response.confidence).toBeLessThan(0.55)
  })

  test('a goal that contradicts itself is refused with the question whose answer would repair it', async () => {
    const response = await room.ask('Remove member M-7 and do not remove member M-7')
    expect(response).toMatchObject({ execution_path: 'rejected', state: 'pre_validation_failed' })
    expect(response.result.next_steps).toEqual([expect.stringContaining('Which of the two is meant')])
  })

  test('a clear goal that no tool serves is impossible, and a way forward is named', async () => {
    const response = await room.ask('Translate the catalogue to Finnish')
    expect(response).toMatchObject({
      success: false,
      execution_path: 'rejected',
      state: 'execution_impossible',
    })
    expect(response.result.message).toContain('It would need a tool that can translate.')
    expect(response.result.next_steps.length).toBeGreaterThan(0)
  })

  test('an empty goal is answered with a question', async () => {
    const response = await room.ask('   ')
    expect(response).toMatchObject({ success: false, state: 'pre_validation_failed', confidence: 0 })
    expect(response.clarification?.questions.length).toBeGreaterThan(0)
  })
})

describe('nothing runs', () => {
  test('at autonomy level 1, and the proposal stands as advice', async () => {
    room.engine.settings = { ...DEFAULT_SETTINGS, autonomy_level: 1 }
    for (const goal of [SURE, MAIL, FINAL]) {
      const response = await room.ask(goal)
      expect(response).toMatchObject({ success: false, execution_path: 'suggested', approval_state: 'none' })
      expect(response.result.message).toContain('Autonomy level 1')
    }
    expect(room.world.effects).toHaveLength(0)
  })

  test('in a session outside the rollout', async () => {
    room.engine.settings = { ...DEFAULT_SETTINGS, rollout_percent: 0 }
    const response = await room.ask(SURE, { session_id: 'ses_outside' })
    expect(response).toMatchObject({ success: false, execution_path: 'suggested' })
    expect(response.result.message).toContain('rollout')
    expect(room.world.effects).toHaveLength(0)
  })

  test('without a person when no approval may be asked', async () => {
    const held = await room.ask(MAIL, { approval_required: false })
    expect(held).toMatchObject({ success: false, execution_path: 'suggested', approval_state: 'none' })
    expect(held.soul_request_id).toBeNull()
    expect(room.world.effects).toHaveLength(0)
  })

  test('after the autonomy was lowered while a gate was open', async () => {
    const waiting = await room.ask(FINAL)
    room.engine.settings = { ...DEFAULT_SETTINGS, autonomy_level: 1 }
    const response = await room.decide(waiting, { decision: 'approve' })
    expect(response).toMatchObject({ success: false, execution_path: 'suggested' })
    expect(room.world.effects).toHaveLength(0)
  })
})

describe('time', () => {
  test('the limit of a request is the life of its gate', async () => {
    const response = await room.ask(MAIL, { time_limit_seconds: 60 })
    expect(response.approval_request?.time_limit).toBe(60)
    const gate = await room.gateOf(response)
    expect(Date.parse(gate.expires_at ?? '') - Date.parse(gate.created_at)).toBe(60_000)
  })

  test('an unanswered gate times out visibly; reopened it can still be approved', async () => {
    const waiting = await room.ask(FINAL)
    await until(async () => {
      room.engine.clock.advance(1_000)
      return (await room.gateOf(waiting)).status === 'expired'
    })
    expect(await room.now(waiting.run_id)).toMatchObject({
      success: false,
      execution_path: 'suggested',
      state: 'approval_timeout',
      approval_state: 'timeout',
    })
    const reopened = await room.engine.gates.reopen(reviewer, waiting.soul_request_id ?? '')
    if (isRefusal(reopened)) throw new Error(reopened.detail)
    const again = await room.now(waiting.run_id)
    expect(again).toMatchObject({ state: 'awaiting_approval', soul_request_id: reopened.gate.gate_id })
    const done = await room.decide(again, { decision: 'approve' })
    expect(done).toMatchObject({ success: true, execution_path: 'approved' })
    expect(room.world.effects).toHaveLength(1)
  })
})

describe('a clarification', () => {
  test('makes a goal executable with its answers, and keeps the original goal', async () => {
    const asked = await room.ask('Tag a book')
    expect(asked.clarification?.original_goal).toBe('Tag a book')
    const response = await room.decide(asked, {
      decision: 'answer',
      answers: answersTo(asked, ['B-12', 'maritime']),
    })
    expect(response.tools_used.length > 0 || response.approval_request !== undefined).toBe(true)
    expect([...response.tools_used, ...(response.approval_request?.tools_proposed ?? [])]).toContain(
      'tag_book',
    )
  })

  test('is asked at most three times', async () => {
    let response = await room.ask(VAGUE)
    let rounds = 0
    while (response.clarification !== undefined) {
      rounds += 1
      response = await room.decide(response, {
        decision: 'answer',
        answers: answersTo(response, ['something', 'something']),
      })
    }
    expect(rounds).toBe(3)
    expect(response).toMatchObject({ success: false, tool_results: [] })
  })

  test('that is skipped leaves a suggestion, and is not asked again in the session', async () => {
    const asked = await room.ask(VAGUE, { session_id: 'ses_skip' })
    expect(await room.decide(asked, { decision: 'skip' })).toMatchObject({
      execution_path: 'suggested',
      state: 'low_confidence',
    })
    const again = await room.ask(VAGUE, { session_id: 'ses_skip' })
    expect(again).toMatchObject({ state: 'low_confidence', soul_request_id: null })
    expect((await room.ask(VAGUE, { session_id: 'ses_other' })).state).toBe('clarification_needed')
  })

  test('that is rejected ends the goal', async () => {
    const response = await room.decide(await room.ask(VAGUE), { decision: 'reject' })
    expect(response).toMatchObject({ execution_path: 'rejected', state: 'approval_denied' })
  })

  test('that is rejected cancels the run, with the words of the person', async () => {
    const asked = await room.ask(VAGUE)
    const ended = await room.decide(asked, { decision: 'reject', reason: 'Never mind.' })
    expect(ended).toMatchObject({ success: false, execution_path: 'rejected', state: 'approval_denied' })
    const run = await room.engine.store.getRun(asked.run_id)
    expect(run).toMatchObject({ status: 'cancelled', cancelled_because: 'Never mind.' })
  })

  test('is about what a call still lacks when the goal is otherwise clear', async () => {
    const asked = await room.ask('Put a tag on B-12')
    expect(asked.clarification?.questions.some(question => question.question.includes('tag'))).toBe(true)
  })

  test('is about the goal itself where no tool is likely to be meant', async () => {
    const asked = await room.ask('make reading nicer')
    expect(asked.state).toBe('clarification_needed')
    expect(asked.clarification?.ambiguity_reason).toContain('leaves open what exactly should be done')
  })
})

describe('a steer', () => {
  test('becomes the goal, and the new proposal cites it', async () => {
    const first = await room.ask(MAIL)
    const second = await room.decide(first, {
      decision: 'steer',
      steer_instructions: 'Send the reminder to M-9 instead',
    })
    expect(second).toMatchObject({
      state: 'awaiting_approval',
      approval_request: { tools_proposed: ['send_reminder'] },
    })
    const gate = await room.gateOf(second)
    expect(gate.steered_from).toBe(first.soul_request_id)
    expect('tool_calls' in gate.subject && gate.subject.tool_calls[0]?.arguments).toEqual({ member: 'M-9' })
    expect(gate.briefing.summary).toContain('M-9')
    expect(room.world.effects).toHaveLength(0)
  })
})

describe('a steer that names a part of the goal', () => {
  test('changes that part, and the rest stays as it was asked', async () => {
    const first = await room.ask(MAIL)
    const second = await room.decide(first, { decision: 'steer', steer_instructions: 'to M-9 instead' })
    const gate = await room.gateOf(second)
    expect('tool_calls' in gate.subject && gate.subject.tool_calls).toMatchObject([
      { tool: 'send_reminder', arguments: { member: 'M-9' } },
    ])
    expect(room.world.effects).toHaveLength(0)
  })
})

describe('every answer', () => {
  test('has as many results as tools used, in the same order', async () => {
    for (const goal of [
      SURE,
      MAIL,
      FINAL,
      VAGUE,
      BROKEN,
      'Find books about lighthouses and put the tag “old” on B-3',
    ]) {
      const response = await room.ask(goal)
      expect(response.tool_results.map(result => result.tool_name)).toEqual(response.tools_used)
      expect(response.result.tool_results).toEqual(response.tool_results)
      expect(response.confidence).toBeGreaterThanOrEqual(0)
      expect(response.confidence).toBeLessThanOrEqual(1)
    }
  })

  test('to the same goal in the same situation is the same', async () => {
    const stable = async () => {
      const { run_id: _, soul_request_id: __, result, ...rest } = await room.ask(VAGUE)
      const { clarification, ...kept } = rest
      return { ...kept, questions: clarification?.questions, understanding: result.understanding }
    }
    expect(await stable()).toEqual(await stable())
  })

  test('names the evidence of each factor, and the factors with what is added to them sum up to its score', async () => {
    const { confidence, result } = await room.ask(SURE)
    const sum = result.confidence_factors.reduce((total, factor) => total + factor.contribution, 0)
    const added = result.confidence_adjustments.reduce((total, { delta }) => total + delta, 0)
    expect(sum + added).toBeCloseTo(confidence, 5)
    expect(result.confidence_adjustments).toMatchObject([{ source: 'reading' }])
    for (const factor of result.confidence_factors) expect(factor.evidence.length).toBeGreaterThan(0)
  })
})

function answersTo(
  response: {
    readonly clarification?: { readonly questions: readonly { readonly question: string }[] } | undefined
  },
  values: readonly [string, string],
) {
  const [book, tag] = values
  return (response.clarification?.questions ?? []).map(({ question }, index) => ({
    question_index: index,
    value: /\btag\b.*\bget\b|Which tag/i.test(question) ? tag : book,
  }))
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 20_000; turn += 1) {
    if (await holds()) return
    await new Promise(resolve => setImmediate(resolve))
  }
  throw new Error('it never came about')
}
