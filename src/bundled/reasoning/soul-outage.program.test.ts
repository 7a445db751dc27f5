import { afterEach, expect, test } from 'vitest'
import { openReadingRoom, type ReadingRoom } from '../../../test/engine/reasoning-fixture.ts'
import { SoulgateError } from '../../base/errors.ts'
import type { DecisionToStore, Soul } from '../../engine/soul/soul.ts'

const SURE = 'Put the tag “maritime” on B-12'
const FINAL = 'Remove member M-7'
const VAGUE = 'do something nice'

/** A Soul whose answers a test sets. */
interface Wilful {
  isUp: boolean
  refusal: string | undefined
  approvedQuestions: readonly number[] | 'all' | 'none'
  readonly stored: DecisionToStore[]
}

let room: ReadingRoom
afterEach(() => room.stop())

async function openWith(wilful: Wilful): Promise<void> {
  room = await openReadingRoom({ soul: () => soulOf(wilful) })
}

function soulOf(wilful: Wilful): Soul {
  const reach = (): void => {
    if (!wilful.isUp) throw new SoulgateError('soul_unavailable', 'Soul did not answer: connection refused.')
  }
  return {
    kind: 'remote',
    validateApprovalRequest: async () => {
      reach()
      return { valid: wilful.refusal === undefined, feedback: wilful.refusal ?? '' }
    },
    validateClarification: async ({ questions }) => {
      reach()
      const all = questions.map((_question, index) => index)
      const { approvedQuestions: chosen } = wilful
      return {
        valid: chosen !== 'none',
        approved_questions: typeof chosen === 'string' ? all : chosen,
        feedback: '',
      }
    },
    conversationContext: async () => {
      reach()
      return {
        prior_goals: [],
        prior_approvals: [],
        context_summary: '',
        user_preferences: {},
        recent_tools: [],
      }
    },
    storeDecision: async decision => {
      reach()
      wilful.stored.push(decision)
      return { stored: true, decision_id: decision.decision_id }
    },
    health: () => ({ ok: wilful.isUp, detail: '' }),
    setCaching: () => {},
  }
}

function wilful(part: Partial<Wilful> = {}): Wilful {
  return { isUp: true, refusal: undefined, approvedQuestions: 'all', stored: [], ...part }
}

async function passSeconds(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    room.engine.clock.advance(1_000)
    for (let turn = 0; turn < 5; turn += 1) await new Promise(resolve => setImmediate(resolve))
  }
}

test.each([SURE, FINAL])('while Soul is down nothing runs and the run waits: %s', async goal => {
  await openWith(wilful({ isUp: false }))
  const response = await room.ask(goal)
  expect(response).toMatchObject({
    success: false,
    state: 'awaiting_approval',
    approval_state: 'awaiting_approval',
  })
  expect(response.result.message).toContain('connection refused')
  await passSeconds(120)
  expect(room.world.effects).toHaveLength(0)
  expect((await room.now(response.run_id)).state).toBe('awaiting_approval')
})

test('a Soul that stays down lets the run time out visibly', async () => {
  await openWith(wilful({ isUp: false }))
  const response = await room.ask(SURE)
  await passSeconds(302)
  expect(await room.now(response.run_id)).toMatchObject({
    success: false,
    execution_path: 'suggested',
    state: 'approval_timeout',
    approval_state: 'timeout',
  })
  expect(room.world.effects).toHaveLength(0)
})

test('when Soul returns in time the run goes on', async () => {
  const soul = wilful({ isUp: false })
  await openWith(soul)
  const response = await room.ask(SURE)
  await passSeconds(20)
  soul.isUp = true
  await passSeconds(40)
  expect(await room.now(response.run_id)).toMatchObject({ success: true, execution_path: 'high_confidence' })
  expect(room.world.effects).toHaveLength(1)
})

test('a Soul may refuse an approval request; then nobody is asked and nothing runs', async () => {
  await openWith(wilful({ refusal: 'members are removed on Mondays only' }))
  const response = await room.ask(FINAL)
  expect(response).toMatchObject({
    execution_path: 'rejected',
    state: 'approval_denied',
    soul_request_id: null,
  })
  expect(response.result.message).toContain('members are removed on Mondays only')
  expect(await room.engine.store.countGates({})).toBe(0)
  expect(room.world.effects).toHaveLength(0)
})

test('a Soul that finds a request valid has approved nothing: a person is asked', async () => {
  await openWith(wilful())
  expect(await room.ask(FINAL)).toMatchObject({ state: 'awaiting_approval' })
  expect(room.world.effects).toHaveLength(0)
})

test('only the questions that Soul lets through are asked', async () => {
  await openWith(wilful({ approvedQuestions: [0] }))
  expect((await room.ask(VAGUE)).clarification?.questions).toHaveLength(1)
})

test('when Soul lets no question through the goal ends as a suggestion', async () => {
  await openWith(wilful({ approvedQuestions: 'none' }))
  expect(await room.ask(VAGUE)).toMatchObject({ state: 'low_confidence', execution_path: 'suggested' })
})

test('what a person decided is told to Soul, with who and when', async () => {
  const soul = wilful()
  await openWith(soul)
  const done = await room.decide(await room.ask(FINAL), { decision: 'approve' })
  expect(done.success).toBe(true)
  expect(soul.stored).toMatchObject([{ goal: FINAL, decision: 'approved', approver: 'person_rita' }])
  await room.decide(await room.ask(FINAL), { decision: 'reject' })
  expect(soul.stored[1]).toMatchObject({ decision: 'denied' })
})

test('a decision that Soul cannot store still stands', async () => {
  const soul = wilful()
  await openWith(soul)
  const waiting = await room.ask(FINAL)
  soul.isUp = false
  expect(await room.decide(waiting, { decision: 'approve' })).toMatchObject({ success: true })
  expect(room.world.effects).toHaveLength(1)
})
