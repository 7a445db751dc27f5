import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { type FakeClock, fakeClock } from '../../base/clock.ts'
import { createRemoteSoul, type SendRequest, type Soul } from './soul.ts'

const SECRET = Buffer.from('a secret of thirty-two characters').toString('base64')
const APPROVAL = { goal: 'g', confidence: 0.7, tools_proposed: ['t'], reasoning_summary: 's' }
const CONTEXT = { prior_goals: ['earlier'], prior_approvals: [], context_summary: 'c' }

type Answer = { readonly status?: number; readonly body: unknown } | 'never' | 'refused'

interface Rig {
  readonly soul: Soul
  readonly clock: FakeClock
  readonly asked: {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }[]
  answer: Answer
}

function rig(answer: Answer): Rig {
  const clock = fakeClock(Date.parse('2026-03-01T09:00:00.000Z'))
  const asked: Rig['asked'] = []
  let count = 0
  const send: SendRequest = async (url, request) => {
    asked.push({ url, headers: request.headers, body: request.body })
    const now = standing.answer
    if (now === 'never') return new Promise(() => {})
    if (now === 'refused') throw new TypeError('connection refused')
    const text = typeof now.body === 'string' ? now.body : JSON.stringify(now.body)
    return { status: now.status ?? 200, text: async () => text }
  }
  const soul = createRemoteSoul({
    url: 'https://soul.example/base/',
    secret: SECRET,
    send,
    clock,
    timers: clock.timers,
    newId: () => {
      count += 1
      return String(count)
    },
  })
  const standing: Rig = { soul, clock, asked, answer }
  return standing
}

test('each request is signed as Standard Webhooks says', async () => {
  const { soul, asked, clock } = rig({ body: { valid: true, feedback: 'fine' } })
  expect(await soul.validateApprovalRequest(APPROVAL)).toEqual({ valid: true, feedback: 'fine' })
  const [request] = asked
  expect(request?.url).toBe('https://soul.example/base/validate_approval_request')
  expect(Number(request?.headers['webhook-timestamp'])).toBe(clock.now() / 1000)
  const { 'webhook-id': id = '', 'webhook-signature': signature } = request?.headers ?? {}
  const signed = new Webhook(SECRET).sign(id, new Date(clock.now()), request?.body ?? '')
  expect(signature).toBe(signed)
  expect(
    new Webhook(Buffer.from('another one').toString('base64')).sign(
      id,
      new Date(clock.now()),
      request?.body ?? '',
    ),
  ).not.toBe(signature)
})

test('an older Soul that says approved: false refuses, and approved: true only lets the question be asked', async () => {
  const standing = rig({ body: { approved: false, feedback: 'not today' } })
  expect(await standing.soul.validateApprovalRequest(APPROVAL)).toEqual({
    valid: false,
    feedback: 'not today',
  })
  standing.answer = { body: { approved: true } }
  expect(await standing.soul.validateApprovalRequest(APPROVAL)).toEqual({ valid: true, feedback: '' })
})

test.each<[string, Answer]>([
  ['a refused connection', 'refused'],
  ['an error status', { status: 500, body: { valid: true } }],
  ['a redirect', { status: 302, body: '' }],
  ['text that is no JSON', { body: '<html>' }],
  ['JSON of another shape', { body: { ok: 'yes' } }],
  ['a verdict that is no boolean', { body: { valid: 'true' } }],
  ['an endless answer', { body: JSON.stringify({ valid: true, feedback: 'x'.repeat(1_000_001) }) }],
])('%s is no answer', async (_, answer) => {
  const { soul } = rig(answer)
  await expect(soul.validateApprovalRequest(APPROVAL)).rejects.toMatchObject({ code: 'soul_unavailable' })
  expect(soul.health().ok).toBe(false)
})

test('after two seconds without an answer it is given up', async () => {
  const { soul, clock } = rig('never')
  const asking = soul.validateApprovalRequest(APPROVAL)
  const failed = expect(asking).rejects.toThrow('no answer within 2000 ms')
  await new Promise(resolve => setImmediate(resolve))
  clock.advance(2_000)
  await failed
})

test('after five failures nothing is asked for ten seconds, then one request tries', async () => {
  const standing = rig('refused')
  const { soul, clock, asked } = standing
  const fail = () =>
    expect(soul.validateApprovalRequest(APPROVAL)).rejects.toMatchObject({ code: 'soul_unavailable' })
  for (let attempt = 0; attempt < 8; attempt += 1) await fail()
  expect(asked).toHaveLength(5)
  clock.advance(10_000)
  await fail()
  await fail()
  expect(asked).toHaveLength(6)
  clock.advance(10_000)
  standing.answer = { body: { valid: true } }
  expect(await soul.validateApprovalRequest(APPROVAL)).toMatchObject({ valid: true })
  expect(await soul.validateApprovalRequest(APPROVAL)).toMatchObject({ valid: true })
  expect(soul.health().ok).toBe(true)
})

test('a context is asked once for a run, once for a session with caching on, and never kept over a failure', async () => {
  const standing = rig({ body: CONTEXT })
  const { soul, asked, clock } = standing
  expect(await soul.conversationContext('ses_1', 'run_1')).toMatchObject({
    prior_goals: ['earlier'],
    recent_tools: [],
  })
  await soul.conversationContext('ses_1', 'run_1')
  expect(asked).toHaveLength(1)
  await soul.conversationContext('ses_1', 'run_2')
  expect(asked).toHaveLength(2)
  soul.setCaching(true)
  await soul.conversationContext('ses_1', 'run_3')
  expect(asked).toHaveLength(2)
  clock.advance(60_000)
  await soul.conversationContext('ses_1', 'run_4')
  expect(asked).toHaveLength(3)
  standing.answer = 'refused'
  await expect(soul.validateApprovalRequest(APPROVAL)).rejects.toThrow()
  await expect(soul.conversationContext('ses_1', 'run_4')).rejects.toMatchObject({ code: 'soul_unavailable' })
})

test('which questions may be asked and what was stored come back as they were said', async () => {
  const standing = rig({ body: { valid: true, approved_questions: [1], feedback: '' } })
  const request = {
    original_goal: 'g',
    ambiguity_reason: 'r',
    questions: [],
    round: 1,
    time_limit: 300,
  }
  expect(await standing.soul.validateClarification(request)).toMatchObject({ approved_questions: [1] })
  standing.answer = { body: { stored: true, decision_id: 'dec_1' } }
  const decision = {
    decision_id: 'dec_1',
    gate_id: 'gate_1',
    session_id: 'ses_1',
    goal: 'g',
    confidence: 0.7,
    decision: 'approved',
    approval_time: '2026-03-01T09:00:00.000Z',
    approver: 'person_1',
  }
  expect(await standing.soul.storeDecision(decision)).toEqual({ stored: true, decision_id: 'dec_1' })
})
