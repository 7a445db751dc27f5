import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, openTrustDesk, type TrustDesk } from '../../../test/soulgate/autonomy-fixture.ts'
import {
  admin,
  builder,
  codeOf,
  found,
  granted,
  member,
  reviewer,
} from '../../../test/soulgate/program-fixture.ts'
import type { Gate } from '../../contracts/gate.ts'

const PAY = {
  ...{ name: 'pay_invoice', description: 'Pays an invoice.', prerequisites: [], produces: [] },
  input_schema: {
    type: 'object',
    properties: {
      amount: { type: 'number', 'x-soulgate': 'amount' },
      to: { type: 'string', 'x-soulgate': 'recipient' },
      urgency: { enum: ['now', 'later'] },
    },
  },
  annotations: { read_only: false, idempotent: false, destructive: true, open_world: true },
  reversibility: 'irreversible' as const,
}

let desk: TrustDesk
beforeEach(async () => {
  desk = await openTrustDesk()
  await granted(desk.soulgate.tools.declare(admin, PAY))
})
afterEach(() => desk.close())

const { canaries } = { canaries: () => desk.soulgate.canaries }
const offer = () => granted(canaries().offer(reviewer))

async function switchOn(isOn = true): Promise<void> {
  const { version } = await granted(desk.soulgate.settings.get(admin))
  await granted(desk.soulgate.settings.update(admin, { version, flags: { canaries_enabled: isOn } }))
}

async function pay(): Promise<Gate> {
  const call = { tool: PAY.name, arguments: { amount: 42, to: 'ana@real.example', urgency: 'now' } }
  const { gate } = await granted(desk.soulgate.calls.propose(builder, call))
  return found(gate)
}

/** One real payment is approved. */
async function approveOne(): Promise<void> {
  const gate = await pay()
  desk.pass(60_000)
  const decision = { decision: 'approve', view_digest: gate.view_digest, confirm: PAY.name } as const
  await granted(desk.soulgate.gates.viewed(reviewer, gate.gate_id, gate.view_digest))
  await granted(desk.soulgate.gates.decide(reviewer, gate.gate_id, decision))
}

/** Goes on deciding real cards until a canary comes. */
async function untilCanary(): Promise<Gate> {
  for (let nth = 0; nth < 80; nth += 1) {
    await approveOne()
    const { gate } = await offer()
    if (gate !== undefined) return gate
  }
  throw new TypeError('no canary came')
}

const callOf = (gate: Gate) => found('tool_calls' in gate.subject ? gate.subject.tool_calls[0] : undefined)
const events = async (type: string) =>
  (await granted(desk.soulgate.audit.search(admin, { types: [type] } as never, { limit: 200 }))).items

describe('a canary', () => {
  it('comes only where an admin has switched it on, and at most to one card in ten of a day', async () => {
    for (let nth = 0; nth < 30; nth += 1) await approveOne()
    expect(await offer()).toEqual({ on: false })
    await switchOn()
    desk.pass(DAY_MS)
    for (let nth = 0; nth < 8; nth += 1) {
      await approveOne()
      expect(await offer()).toEqual({ on: true })
    }
    let came = 0
    for (let nth = 0; nth < 60; nth += 1) {
      await approveOne()
      const { gate } = await offer()
      if (gate === undefined) continue
      came += 1
      await granted(canaries().answer(reviewer, gate.gate_id, { decision: 'reject' }))
    }
    expect(came).toBeGreaterThan(0)
    expect(came).toBeLessThanOrEqual(7)
    await switchOn(false)
    expect(await offer()).toEqual({ on: false })
  }, 60_000)

  it('is wrong beside its own request, in the shape of a real call, and names no real agent or person', async () => {
    await switchOn()
    const gate = await untilCanary()
    const text = JSON.stringify(gate)
    for (const real of ['ana', 'real.example', builder.id, builder.name, reviewer.id])
      expect([real, text.includes(real)]).toEqual([real, false])
    expect(gate).toMatchObject({ status: 'pending', type: 'tool_approval', confirm_word: PAY.name })
    expect((await offer()).gate?.gate_id).toBe(gate.gate_id)
    const { arguments: args } = callOf(gate)
    const result = await granted(canaries().answer(reviewer, gate.gate_id, { decision: 'reject' }))
    expect(result).toMatchObject({ caught: true, proposed: String(args[result.argument]) })
    expect(gate.briefing.agent_says).toContain(result.asked)
    expect(result.asked).not.toBe(result.proposed)
    if (result.kind === 'amount') expect(args).toMatchObject({ amount: 420, urgency: 'now' })
    expect((await offer()).gate).toBeUndefined()
  }, 60_000)

  it('is told to its person alone: their rate with its interval, and in the audit trail without a name', async () => {
    await switchOn()
    const first = await untilCanary()
    expect(await granted(canaries().answer(reviewer, first.gate_id, { decision: 'approve' }))).toMatchObject({
      caught: false,
    })
    const window = 7 * DAY_MS
    const { own } = await granted(desk.soulgate.insights.attention(reviewer, window))
    expect(own.checks).toMatchObject({ answered: 1, caught: 0, low: 0 })
    const asAdmin = await granted(desk.soulgate.insights.attention(admin, window))
    expect(asAdmin.own.checks).toBeUndefined()
    expect(asAdmin).not.toHaveProperty('everybody')
    const [event, ...others] = await events('canary_answered')
    expect(others).toEqual([])
    expect(event).toMatchObject({ actor: { kind: 'system' }, payload: { decision: 'approve' } })
    expect(JSON.stringify(event)).not.toContain(reviewer.id)
  }, 60_000)

  it('is nobody else’s: not an agent’s, a member’s, or another reviewer’s', async () => {
    await switchOn()
    const gate = await untilCanary()
    const answer = { decision: 'reject' } as const
    for (const who of [builder, { ...builder, role: 'admin' as const }, member]) {
      expect(await codeOf(canaries().offer(who))).toBe('forbidden')
      expect(await codeOf(canaries().answer(who, gate.gate_id, answer))).toBe('forbidden')
    }
    expect(await codeOf(canaries().answer(admin, gate.gate_id, answer))).toBe('not_found')
    await granted(canaries().answer(reviewer, gate.gate_id, answer))
    expect(await codeOf(canaries().answer(reviewer, gate.gate_id, answer))).toBe('not_found')
  }, 60_000)

  it('is put off, given time and assigned like a gate, on the card of its person alone', async () => {
    await switchOn()
    const { gate_id: id, expires_at: end } = await untilCanary()
    const change = (given: object, who = reviewer) => canaries().change(who, id, given)
    const { gate: assigned } = await granted(change({ assignee: admin.id, extend_seconds: 3600 }))
    expect(assigned).toMatchObject({ gate_id: id, assignee: admin.id, status: 'pending' })
    expect(Date.parse(found(assigned?.expires_at)) - Date.parse(found(end))).toBe(3_600_000)
    expect((await granted(change({ assignee: null }))).gate).not.toHaveProperty('assignee')
    const { snoozed_until: until } = await granted(change({ snooze_seconds: 3600 }))
    expect(Date.parse(found(until)) - desk.now()).toBe(3_600_000)
    expect(await offer()).toMatchObject({ gate: { gate_id: id }, snoozed_until: until })
    desk.pass(3_600_000)
    expect(await offer()).not.toHaveProperty('snoozed_until')
    await granted(change({ snooze_seconds: 3600 }))
    expect(await granted(change({ snooze_seconds: 0 }))).not.toHaveProperty('snoozed_until')
    expect(await codeOf(change({ assignee: null }, admin))).toBe('not_found')
    expect(await codeOf(change({ assignee: null }, { ...builder, role: 'admin' }))).toBe('forbidden')
    await granted(canaries().answer(reviewer, id, { decision: 'reject' }))
    expect(await codeOf(change({ snooze_seconds: 0 }))).toBe('not_found')
  }, 60_000)

  it('offers what a gate of its calls would, and gives nothing of it', async () => {
    await switchOn()
    const gate = await untilCanary()
    const real = await pay()
    const { permissions, guardrails } = desk.soulgate
    expect(await granted(permissions.offers(reviewer, gate.gate_id))).toEqual(
      await granted(permissions.offers(reviewer, real.gate_id)),
    )
    const rule = { decision: 'approve', remember: 'rule' } as const
    expect(await codeOf(guardrails.previewRules(reviewer, gate.gate_id, rule))).toBe(
      await codeOf(guardrails.previewRules(reviewer, real.gate_id, rule)),
    )
    await granted(canaries().answer(reviewer, gate.gate_id, { decision: 'approve' }))
    expect((await granted(permissions.list(reviewer))).permissions).toEqual([])
  }, 60_000)

  it('has everything on its card that a gate of the same tool has, in the same words', async () => {
    const display = { act: 'Pay {amount} to {to}' }
    const tool = { ...PAY, name: 'pay_shown', display }
    await granted(desk.soulgate.tools.declare(admin, tool as never))
    const { version } = await granted(desk.soulgate.settings.get(admin))
    await granted(desk.soulgate.settings.update(admin, { version, gate_ttl_seconds: 7200 }))
    await switchOn()
    const proposal = {
      ...{ tool: tool.name, arguments: { amount: 42, to: 'ana@real.example', urgency: 'now' } },
      ...{ goal: 'Pay the open invoice' },
    }
    let [real, card]: (Gate | undefined)[] = []
    for (let nth = 0; nth < 80 && card === undefined; nth += 1) {
      real = found((await granted(desk.soulgate.calls.propose(builder, proposal))).gate)
      desk.pass(60_000)
      await granted(desk.soulgate.gates.viewed(reviewer, real.gate_id, real.view_digest))
      const decision = { decision: 'approve', view_digest: real.view_digest, confirm: tool.name } as const
      await granted(desk.soulgate.gates.decide(reviewer, real.gate_id, decision))
      card = (await offer()).gate
    }
    const lineOf = (gate: Gate) =>
      gate.briefing.act?.parts.map(({ kind, text }) => [kind, kind === 'words' && text])
    expect(lineOf(found(card))).toEqual(lineOf(found(real)))
    const shown = (gate: Gate) => ({
      fields: Object.keys(gate).sort(),
      briefing: Object.keys(gate.briefing).sort(),
      call: Object.keys(callOf(gate)).sort(),
      described: callOf(gate).description,
      why: gate.why_held,
      quorum: gate.quorum,
      displays: gate.displays,
      lasts: Date.parse(found(gate.expires_at)) - Date.parse(gate.created_at),
    })
    const { session_id: _session, ...rest } = found(real)
    expect(shown(found(card))).toEqual(shown(rest))
    expect(callOf(found(card)).digest).toMatch(/^(?=.*[1-9a-f])[0-9a-f]{64}$/)
  }, 60_000)

  it('leaves out a text in words where the schema allows it, and is not made where it does not', async () => {
    const remark = { to: 'ana@real.example', remark: 'For Ana, as we said on the phone' }
    const schema = {
      ...PAY.input_schema,
      properties: { ...PAY.input_schema.properties, remark: { type: 'string' } },
    }
    await switchOn()
    const withRemark = async (name: string, required: readonly string[]) => {
      const tool = { ...PAY, name, input_schema: { ...schema, required: [...required] } }
      await granted(desk.soulgate.tools.declare(admin, tool))
      for (let nth = 0; nth < 40; nth += 1) {
        const { gate } = await granted(
          desk.soulgate.calls.propose(builder, { tool: name, arguments: remark }),
        )
        const { gate_id, view_digest } = found(gate)
        desk.pass(60_000)
        await granted(desk.soulgate.gates.viewed(reviewer, gate_id, view_digest))
        const decision = { decision: 'approve', view_digest, confirm: name } as const
        await granted(desk.soulgate.gates.decide(reviewer, gate_id, decision))
        const { gate: card } = await offer()
        if (card !== undefined) return card
      }
      return undefined
    }
    expect(await withRemark('pay_with_remark', ['to', 'remark'])).toBeUndefined()
    const card = found(await withRemark('pay_plainly', ['to']))
    expect(Object.keys(callOf(card).arguments)).toEqual(['to'])
    expect(JSON.stringify(card)).not.toContain('phone')
  }, 120_000)

  it('makes no label, insight, gate, call or grant, whatever is answered', async () => {
    await switchOn()
    const gate = await untilCanary()
    const counts = async () => ({
      scopes: await granted(desk.soulgate.autonomy.scopes(reviewer, 90 * DAY_MS)),
      own: { ...(await granted(desk.soulgate.insights.attention(reviewer, DAY_MS))).own, checks: 0 },
      insights: (await granted(desk.soulgate.insights.read(reviewer, DAY_MS))).measures,
      gates: (await desk.soulgate.gates.list(reviewer, {}, { limit: 200 })).items.map(
        ({ gate_id }) => gate_id,
      ),
    })
    const before = await counts()
    await granted(canaries().answer(reviewer, gate.gate_id, { decision: 'approve' }))
    expect(await counts()).toEqual(before)
    expect(before.gates).not.toContain(gate.gate_id)
  }, 60_000)
})

describe('every way to let a canary run ends in nothing', () => {
  it('by deciding, in a batch, by its ids, its digest, or its grant', async () => {
    await switchOn()
    const gate = await untilCanary()
    const { gate_id: id, view_digest } = gate
    const call = callOf(gate)
    const { gates, calls, grants, autonomy, permissions } = desk.soulgate
    const approve = { decision: 'approve', view_digest, confirm: PAY.name } as const
    const tries = async () => {
      for (const who of [reviewer, admin, member, builder]) {
        expect(await codeOf(gates.get(who, id))).toBe('not_found')
        expect(await codeOf(gates.decide(who, id, approve))).toMatch(/not_found|forbidden/)
        expect(await codeOf(gates.viewed(who, id, view_digest))).toMatch(/not_found|forbidden/)
        expect(await codeOf(gates.reopen(who, id))).toMatch(/not_found|forbidden/)
        expect(await codeOf(gates.undoDecision(who, id))).toMatch(/not_found|forbidden/)
        expect(await codeOf(calls.get(who, call.call_id))).toMatch(/not_found|forbidden/)
        expect(await codeOf(calls.undo(who, call.call_id))).toMatch(/not_found|forbidden/)
        for (const grant of [id, call.call_id, call.digest])
          expect(await codeOf(grants.consume(who, grant, call.digest))).toMatch(/not_found|forbidden/)
      }
      const [one] = await granted(gates.decideBatch(reviewer, [{ ...approve, gate_id: id }]))
      expect(one).toMatchObject({ ok: false })
      for (const who of [admin, builder, member])
        expect(await codeOf(permissions.offers(who, id))).toMatch(/not_found|forbidden/)
      expect(await codeOf(autonomy.report(reviewer, call.call_id, { verdict: 'wrong' }))).toBe('not_found')
    }
    const grantsBefore = (await events('grant_issued')).length
    await tries()
    await granted(canaries().answer(reviewer, id, { decision: 'approve' }))
    await tries()
    desk.pass(2 * DAY_MS)
    await tries()
    expect((await events('grant_issued')).length).toBe(grantsBefore)
    for (const type of ['grant_consumed', 'call_released', 'gate_opened'])
      for (const event of await events(type)) expect(JSON.stringify(event)).not.toContain(id)
  }, 60_000)
})
