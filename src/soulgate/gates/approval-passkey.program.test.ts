import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAuthenticator, type Lie } from '../../../test/engine/authenticator-fixture.ts'
import {
  admin,
  builder,
  codeOf,
  found,
  granted,
  makePlace,
  type Place,
  reviewer,
} from '../../../test/soulgate/program-fixture.ts'
import { fakeClock } from '../../base/clock.ts'
import type { DecideRequest } from '../../contracts/decision.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { PasskeyAssertion } from '../../contracts/passkey.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { Soulgate } from '../../soulgate.ts'

const KEY = { kty: 'EC', crv: 'P-256', x: 'x'.repeat(43), y: 'y'.repeat(43) } as const
const SITE = { id: 'gate.example', origin: 'https://gate.example' }
const clock = fakeClock(Date.parse('2026-03-01T12:00:00Z'))
let place: Place
let soulgate: Soulgate
let authenticator: ReturnType<typeof createAuthenticator>
beforeAll(async () => {
  place = await makePlace()
  soulgate = await place.open({ clock })
  authenticator = await passkeyOf(reviewer)
})
beforeEach(() => policy('registered'))
afterAll(() => place.leave())

async function passkeyOf(who: Principal) {
  const made = createAuthenticator(SITE)
  const response = made.create(await soulgate.access.passkeyOptions(who, SITE))
  await granted(soulgate.access.addPasskey(who, SITE, { name: 'Laptop', response }))
  return made
}
async function policy(approval_passkey: 'marked' | 'registered' | 'required'): Promise<void> {
  const { version } = await soulgate.settings.get(admin)
  await granted(soulgate.settings.update(admin, { version, approval_passkey }))
}
/** A tool that nobody has declared can do anything. */
async function held(thing = 'a', tool = 'wipe_disk'): Promise<Gate> {
  const subject = { tool_calls: [{ tool, arguments: { thing } }] }
  return (await granted(soulgate.gates.open(builder, { type: 'tool_approval', summary: 'Wipe', subject })))
    .gate
}
const approvalOf = (gate: Gate, more: Partial<DecideRequest> = {}): DecideRequest => ({
  ...{ decision: 'approve', view_digest: gate.view_digest, confirm: gate.confirm_word, ...more },
})
async function sign(gate: Gate, request: DecideRequest, lie: Lie = {}): Promise<PasskeyAssertion> {
  const asked = { request, site: SITE }
  const { options } = await granted(soulgate.gates.passkeyOptions(reviewer, gate.gate_id, asked))
  return authenticator.get(options, lie)
}
const decide = (gate: Gate, request: DecideRequest, who = reviewer) =>
  soulgate.gates.decide(who, gate.gate_id, request)
async function isUntouched(gate: Gate): Promise<void> {
  const standing = await granted(soulgate.gates.get(builder, gate.gate_id))
  expect(standing).toMatchObject({ status: 'pending', decisions: [] })
  expect(standing.grants).toBeUndefined()
}

describe('an approval of what cannot be taken back', () => {
  it('is signed with the passkey of its person, and the trail names it', async () => {
    const gate = await held()
    const unsigned = await decide(gate, approvalOf(gate))
    expect(unsigned).toMatchObject({ code: 'passkey_required', data: { has_passkey: true } })
    await isUntouched(gate)
    const request = approvalOf(gate)
    const signed = await granted(decide(gate, { ...request, passkey: await sign(gate, request) }))
    const [passkey] = await soulgate.access.listPasskeys(reviewer)
    expect(signed).toMatchObject({
      gate: { status: 'approved' },
      decision: { passkey_id: passkey?.passkey_id },
    })
    expect(JSON.stringify(signed)).not.toContain('clientDataJSON')
    const { items } = await soulgate.audit.search(admin, { types: ['gate_decided'] }, { limit: 1 })
    expect(items[0]?.payload).toMatchObject({ passkey_id: passkey?.passkey_id })
  })

  it('is needed where an agent says itself that its tool is harmless', async () => {
    const harmless = { read_only: true, idempotent: true, destructive: false, open_world: false }
    const tool = { name: 'look_around', description: 'Looks.', input_schema: { type: 'object' } }
    const claim = { ...tool, annotations: harmless, reversibility: 'read_only' as const }
    await granted(soulgate.tools.declare(builder, { ...claim, prerequisites: [], produces: [] }))
    const gate = await held('a', 'look_around')
    expect(await codeOf(decide(gate, approvalOf(gate)))).toBe('passkey_required')
  })

  it('is needed for no rejection, and for nobody who has none', async () => {
    const rejected = await held()
    expect((await granted(decide(rejected, { decision: 'reject' }))).gate.status).toBe('rejected')
    const gate = await held()
    expect((await granted(decide(gate, approvalOf(gate), admin))).gate.status).toBe('approved')
  })

  it('keeps its signature through the undo window, and takes effect after it', async () => {
    const gate = await held()
    const request = approvalOf(gate, { effective_in_ms: 5000 })
    const answer = await granted(decide(gate, { ...request, passkey: await sign(gate, request) }))
    expect(answer.gate.deciding?.decision.passkey_id).toMatch(/^passkey_/)
    clock.advance(5001)
    const closed = await granted(soulgate.gates.wait(builder, gate.gate_id, 10_000))
    expect(closed).toMatchObject({ status: 'approved', decisions: [{ passkey_id: expect.any(String) }] })
  })
})

describe('what a passkey signed', () => {
  const lies: readonly (readonly [string, Lie])[] = [
    ['without its user', { isUserVerified: false }],
    ['for another site', { origin: 'https://evil.example' }],
    ['to a question nobody asked', { challenge: 'A'.repeat(43) }],
  ]
  it.each(lies)('%s approves nothing', async (_kind, lie) => {
    const gate = await held()
    const request = approvalOf(gate)
    const passkey = await sign(gate, request, lie)
    expect(await codeOf(decide(gate, { ...request, passkey }))).toBe('passkey_required')
    await isUntouched(gate)
  })

  it('counts for its own gate, its own arguments and its own conditions alone', async () => {
    const [gate, other] = [await held('a'), await held('b')]
    const callId = found('tool_calls' in gate.subject ? gate.subject.tool_calls[0] : undefined).call_id
    const changes: readonly Partial<DecideRequest>[] = [
      { edited_arguments: { [callId]: { thing: 'everything' } } },
      { conditions: ['and the backups'] },
    ]
    for (const change of changes) {
      const passkey = await sign(gate, approvalOf(gate))
      expect(await codeOf(decide(gate, { ...approvalOf(gate, change), passkey }))).toBe('passkey_required')
    }
    const passkey = await sign(gate, approvalOf(gate))
    expect(await codeOf(decide(other, { ...approvalOf(other), passkey }))).toBe('passkey_required')
    await isUntouched(gate)
    await isUntouched(other)
  })

  it('counts once, also when its decision was taken back', async () => {
    const gate = await held()
    const request = approvalOf(gate)
    const { options } = await granted(
      soulgate.gates.passkeyOptions(reviewer, gate.gate_id, { request, site: SITE }),
    )
    const first = { ...request, passkey: authenticator.get(options), effective_in_ms: 5000 }
    await granted(decide(gate, first))
    await granted(soulgate.gates.undoDecision(reviewer, gate.gate_id))
    const again = { ...request, passkey: authenticator.get(options) }
    expect(await codeOf(decide(gate, again))).toBe('passkey_required')
    await isUntouched(gate)
  })

  it('counts for two minutes, for its person, and signs nobody in', async () => {
    const gate = await held()
    const request = approvalOf(gate)
    const late = await sign(gate, request)
    clock.advance(120_001)
    expect(await codeOf(decide(gate, { ...request, passkey: late }))).toBe('passkey_required')
    expect(await codeOf(decide(gate, { ...request, passkey: late }))).toBe('passkey_required')
    const forApproval = await sign(gate, request)
    expect(await codeOf(soulgate.access.signInWithPasskey(SITE, forApproval, KEY))).toBe('forbidden')
    const forSignIn = authenticator.get(await soulgate.access.passkeySignInOptions(SITE))
    expect(await codeOf(decide(gate, { ...request, passkey: forSignIn }))).toBe('passkey_required')
    const bo: Principal = { ...reviewer, id: 'person_bo', name: 'Bo' }
    await passkeyOf(bo)
    const passkey = await sign(gate, request)
    expect(await codeOf(decide(gate, { ...request, passkey }, bo))).toBe('passkey_required')
    await isUntouched(gate)
  })
})

describe('the policy', () => {
  it('“required” lets nobody without a passkey approve', async () => {
    await policy('required')
    const gate = await held()
    const answer = await decide(gate, approvalOf(gate), admin)
    expect(answer).toMatchObject({ code: 'passkey_required', data: { has_passkey: false } })
    await isUntouched(gate)
  })

  it('“marked” asks where a guideline says so, also for what can be taken back', async () => {
    await policy('marked')
    const plain = await held()
    expect((await granted(decide(plain, approvalOf(plain)))).gate.status).toBe('approved')
    const rule = {
      name: 'Signed reviews',
      description: '',
      category: 'hitl_gate' as const,
      priority: 900,
      enabled: true,
      condition: { gate_types: ['code_review' as const] },
      action: { type: 'hitl_gate' as const, gate_type: 'code_review' as const, fresh_passkey: true },
    }
    await granted(soulgate.guardrails.create(admin, rule))
    const { gate } = await granted(soulgate.gates.open(builder, { type: 'code_review', summary: 'Look' }))
    expect(gate.fresh_passkey).toBe(true)
    expect(await codeOf(decide(gate, { decision: 'approve' }))).toBe('passkey_required')
    const inBatch = { decision: 'approve' as const, view_digest: gate.view_digest }
    expect(await codeOf(soulgate.gates.decide(admin, gate.gate_id, inBatch, { batch: true }))).toBe(
      'needs_single_review',
    )
    const passkey = await sign(gate, { decision: 'approve' })
    expect((await granted(decide(gate, { decision: 'approve', passkey }))).gate.status).toBe('approved')
  })
})
