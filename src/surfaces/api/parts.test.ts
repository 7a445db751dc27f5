import { describe, expect, test } from 'vitest'
import { SoulgateError } from '../../base/errors.ts'
import { DecideRequest } from '../../contracts/decision.ts'
import { GateType } from '../../contracts/gate.ts'
import { issuesToErrors } from '../../contracts/issues.ts'
import { isLoopback } from '../../contracts/server-address.ts'
import { bodyLimitOf, readJsonBody } from './body.ts'
import { toOldGate } from './contract-v1.ts'
import { errorToResponse, ProblemError, REFUSAL_STATUS, refusalToResponse } from './problems.ts'
import { createRateLimit } from './rate-limit.ts'
import { preferredWaitMs, UnfitInput } from './route.ts'
import { requireKnownHost } from './security.ts'

const LIMIT = 64

async function failure(
  act: () => Promise<unknown>,
): Promise<{ status: number; body: Record<string, unknown> }> {
  try {
    return { status: 200, body: { value: await act() } }
  } catch (error) {
    const response = errorToResponse(error, '/here')
    return { status: response.status, body: Object(await response.json()) }
  }
}

function post(body: string | Uint8Array<ArrayBuffer> | ReadableStream): Request {
  return new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit)
}

describe('reading a body', () => {
  test('an empty body is an empty object', async () => {
    expect(await readJsonBody(post('  '), LIMIT)).toEqual({})
    expect(await readJsonBody(new Request('http://localhost/', { method: 'POST' }), LIMIT)).toEqual({})
  })

  test.each([
    ['no JSON', '{"a":', 'body'],
    ['a repeated key', '{"a":{"b":1,"\\u0062":2}}', 'a.b'],
    ['an integer beyond 2^53', '{"a":[9007199254740993]}', 'a.0'],
    ['half a surrogate pair', '{"a":"\\ud800"}', 'a'],
  ])('%s is a 400 that names the field', async (_, text, field) => {
    expect(await failure(() => readJsonBody(post(text), LIMIT))).toMatchObject({
      status: 400,
      body: { code: 'invalid', errors: [{ field }] },
    })
  })

  test('bytes that are not UTF-8 are a 400', async () => {
    const answer = await failure(() => readJsonBody(post(new Uint8Array([34, 0xff, 34])), LIMIT))
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining('UTF-8') } })
  })

  test('reading stops at the limit, also when the length was not said', async () => {
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1
        controller.enqueue(new Uint8Array(16).fill(32))
      },
    })
    expect(await failure(() => readJsonBody(post(endless), LIMIT))).toMatchObject({
      status: 413,
      body: { code: 'too_large', limit_bytes: LIMIT },
    })
    expect(sent).toBeLessThan(10)
  })

  test('chats may be larger than the rest', () => {
    expect([bodyLimitOf('/api/chat'), bodyLimitOf('/api/chat/stream'), bodyLimitOf('/api/chats')]).toEqual(
      [12, 12, 2].map(mebibytes => mebibytes * 1024 * 1024),
    )
  })
})

describe('problem documents', () => {
  test('a refusal has its status, its code, and the decision that stands', async () => {
    const response = refusalToResponse(
      { refused: true, code: 'gate_closed', detail: 'Gate gate_1 is closed.', data: { gate_id: 'gate_1' } },
      '/api/gates/gate_1/decide',
    )
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect([response.status, await response.json()]).toEqual([
      409,
      {
        type: 'urn:soulgate:problem:gate_closed',
        title: 'In conflict with what stands',
        status: 409,
        code: 'gate_closed',
        detail: 'Gate gate_1 is closed.',
        instance: '/api/gates/gate_1/decide',
        gate_id: 'gate_1',
      },
    ])
  })

  test('facts of a refusal cannot change the status or the code', async () => {
    const data = { status: 200, code: 'fine', detail: 'all well' }
    const response = refusalToResponse({ refused: true, code: 'forbidden', detail: 'No.', data }, '/')
    expect(await response.json()).toMatchObject({ status: 403, code: 'forbidden', detail: 'No.' })
  })

  test('every refusal is a 4xx', () => {
    for (const status of Object.values(REFUSAL_STATUS)) expect(String(status)).toMatch(/^4\d\d$/)
  })

  test('a store that is away is a 503 with the time to wait', async () => {
    const error = new SoulgateError('store_unavailable', 'The store does not answer.', { retry: 'safe' })
    const response = errorToResponse(error, '/')
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
  })

  test('what nobody understands is a bare 500 without its message', async () => {
    const response = errorToResponse(new Error('secret path /root/x'), '/')
    const text = await response.text()
    expect(response.status).toBe(500)
    expect(text).not.toContain('secret')
    expect(text).not.toContain('at ')
  })

  test('fields are named with their place, through arrays and unions', () => {
    const parsed = DecideRequest.safeParse({
      decision: 'maybe',
      affected_artifacts: ['ok.md', '../../etc/passwd'],
      answers: [{ value: 5 }],
    })
    const fields = issuesToErrors(parsed.error?.issues ?? []).map(error => error.field)
    expect(fields).toEqual(['decision', 'affected_artifacts.1', 'answers.0.value'])
  })

  test('an entry of a list is named by what was given, and a field that stands alone is not sent back', () => {
    const body = {
      decision: 'maybe',
      affected_artifacts: ['ok.md', '../../etc/passwd', `/${'x'.repeat(900)}`],
    }
    const parsed = DecideRequest.safeParse(body, { reportInput: true })
    const [decision, climbing, absolute] = issuesToErrors(parsed.error?.issues ?? [])
    expect(climbing).toEqual({
      field: 'affected_artifacts.1',
      message: 'must be a relative path without ..: “../../etc/passwd”',
    })
    expect(absolute?.message).toMatch(/: “\/x{119}…”$/)
    expect(decision?.message).not.toContain('maybe')
  })

  test('a missing field is said to be required', async () => {
    const parsed = DecideRequest.safeParse({})
    const response = errorToResponse(new UnfitInput('body', parsed.error?.issues ?? []), '/')
    expect(await response.json()).toMatchObject({ status: 400, errors: [{ field: 'decision' }] })
  })
})

describe('the rate limit', () => {
  test('lets a burst through, then as many as refill, per key', () => {
    let now = 0
    const limit = createRateLimit({ now: () => now }, 1000)
    const take = (key: string) => {
      try {
        limit.take(key, 20, 'starts')
        return 'ok'
      } catch (error) {
        return error instanceof ProblemError ? `${error.status} after ${error.retryAfterSeconds}` : 'broken'
      }
    }
    expect(Array.from({ length: 20 }, () => take('a'))).toEqual(Array(20).fill('ok'))
    expect(take('a')).toBe('429 after 1')
    expect(take('b')).toBe('ok')
    now = 50
    expect([take('a'), take('a')]).toEqual(['ok', '429 after 1'])
    now = -100_000
    expect(take('a')).toBe('429 after 1')
  })

  test('a quiet key may use the windows that it saved at once, and no more than those', () => {
    let now = 0
    const limit = createRateLimit({ now: () => now }, 1000)
    const take = () => limit.take('a', 20, 'starts', 5)
    for (let count = 0; count < 100; count += 1) take()
    expect(take).toThrow('More than 20 starts per 1 s')
    now = 3_600_000
    for (let count = 0; count < 100; count += 1) take()
    expect(take).toThrow('More than 20 starts per 1 s')
  })

  test('five sign-ins a minute, then the wait in seconds', () => {
    const limit = createRateLimit({ now: () => 0 }, 60_000)
    for (let count = 0; count < 5; count += 1) limit.take('x', 5, 'sign-ins')
    expect(() => limit.take('x', 5, 'sign-ins')).toThrow('Wait 12 s')
  })
})

describe('hosts', () => {
  test.each([
    'localhost',
    'localhost:7411',
    '127.0.0.1:1',
    '[::1]:7411',
    'LOCALHOST',
  ])('%s is answered', host => {
    expect(() => requireKnownHost(host, [])).not.toThrow()
  })
  test.each([
    'evil.example',
    'evil.example:7411',
    'localhost.evil.example',
    '',
    undefined,
    '127.0.0.1.evil',
  ])('%s is not answered on loopback', host => {
    expect(() => requireKnownHost(host, [])).toThrow('localhost')
  })
  test('a name that was set is answered', () => {
    expect(() => requireKnownHost('gates.example:443', ['gates.example'])).not.toThrow()
  })
  test('loopback addresses are told from others', () => {
    expect(['127.0.0.1', '127.8.8.8', '::1', 'localhost'].map(isLoopback)).toEqual(Array(4).fill(true))
    expect(['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.nip.io', ''].map(isLoopback)).toEqual(
      Array(5).fill(false),
    )
  })
})

test('the preferred wait is read in seconds and capped at a minute', () => {
  const waits = ['wait=5', 'respond-async, wait=10', 'wait=9999', 'wait=x', ''].map(prefer =>
    preferredWaitMs(new Headers({ prefer })),
  )
  expect(waits).toEqual([5000, 10_000, 60_000, 0, 0])
})

test('contract 1.0 shows its own five types only', () => {
  const types = GateType.options.filter(type => toOldGate({ ...GATE, type }) !== undefined)
  expect(types.sort()).toEqual([
    'code_review',
    'deployment_approval',
    'design_review',
    'prd_review',
    'test_failures',
  ])
  expect(toOldGate({ ...GATE, type: 'test_failures', status: 'steered' })).toMatchObject({
    type: 'test_review',
    status: 'rejected',
  })
})

const GATE: Parameters<typeof toOldGate>[0] = {
  gate_id: 'gate_1',
  type: 'prd_review',
  threshold: 'mandatory',
  status: 'pending',
  requested_by: 'agent:x',
  separate_approver: false,
  briefing: {
    gate_type: 'prd_review',
    summary: 's',
    details: '',
    artifacts: [],
    agent: 'x',
    truncated: false,
  },
  subject: { document: {} },
  subject_digest: '',
  view_digest: '',
  why_held: [],
  risks: [],
  alternatives: [],
  artifacts: [],
  options: [],
  quorum: { approvals_required: 1, roles: [], veto: false },
  created_at: '2026-01-31T09:30:00.000Z',
  decisions: [],
  call_decisions: {},
  approvals: { have: 0, need: 1 },
}
