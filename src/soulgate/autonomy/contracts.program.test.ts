import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  DAY_MS,
  openTrustDesk,
  type TrustDesk,
  UPDATE_TICKET,
} from '../../../test/soulgate/autonomy-fixture.ts'
import {
  admin,
  builder,
  codeOf,
  found,
  granted,
  member,
  reviewer,
  viewer,
} from '../../../test/soulgate/program-fixture.ts'
import { type PolicyReplay, PolicyReplayRequest } from '../../contracts/policy-replay.ts'

/** Opens soon: 32 right labels, or so. */
const EASY = { target: 0.9, max_per_hour: 1_000, max_per_day: 1_000 }

let desk: TrustDesk
beforeEach(async () => {
  desk = await openTrustDesk()
})
afterEach(() => desk.close())

/** A contract that stands open. */
async function openContract(terms: Parameters<TrustDesk['grant']>[0] = {}): Promise<string> {
  await desk.prove(40)
  const contract = await desk.grant({ ...EASY, ...terms })
  expect(contract.status).toBe('open')
  return contract.contract_id
}

/** Proposes until a call is released, or until one is held as a spot check. */
async function until(outcome: 'released' | 'held', args?: Parameters<TrustDesk['propose']>[0]) {
  for (let nth = 0; nth < 400; nth += 1) {
    const answer = await desk.propose(args)
    if (answer.outcome === outcome) return answer
  }
  throw new TypeError(`no call was ${outcome}`)
}

const events = async (type: string) =>
  (await granted(desk.soulgate.audit.search(admin, { types: [type] } as never, { limit: 100 }))).items

describe('a contract of autonomy', () => {
  it('stands in shadow, tells what is still needed, and opens when the evidence suffices', async () => {
    await desk.prove(10)
    const contract = await desk.grant()
    expect(contract).toMatchObject({
      status: 'shadow',
      delta: 0.05,
      evidence: { right: 10, wrong: 0, still_needed: 158 },
    })
    expect(await desk.propose()).toMatchObject({ outcome: 'held' })
    await desk.prove(157)
    expect(await desk.contract()).toMatchObject({
      status: 'shadow',
      evidence: { right: 167, still_needed: 1 },
    })
    await desk.prove(1)
    expect(await desk.contract()).toMatchObject({ status: 'open', evidence: { right: 168, still_needed: 0 } })
    const { grant } = await until('released')
    expect(grant?.issued_by).toBe(`policy:contract:${contract.contract_id}`)
  }, 120_000)

  it('opens by nothing but labels: none that are a week old, none that were given unread', async () => {
    for (let nth = 0; nth < 40; nth += 1) await desk.decide('approve')
    expect(await desk.grant(EASY)).toMatchObject({
      status: 'shadow',
      evidence: { right: 0, unsettled: 40 },
    })
    desk.pass(8 * DAY_MS)
    for (let nth = 0; nth < 3; nth += 1) {
      const gate = found((await desk.propose()).gate)
      const decision = { decision: 'approve', view_digest: gate.view_digest } as const
      await granted(desk.soulgate.gates.decide(reviewer, gate.gate_id, decision))
    }
    await desk.soulgate.autonomy.pass()
    expect(await desk.contract()).toMatchObject({ status: 'open', evidence: { unsettled: 0 } })
  })

  it('shows beside what people decided what it would have done, and never an undecided spot check', async () => {
    const id = await openContract({ stays_in_shadow: true }).catch(() => '')
    expect(id).toBe('')
    expect(await desk.contract()).toMatchObject({ status: 'shadow', stays_in_shadow: true })
    await desk.decide('approve')
    await desk.decide('reject')
    await desk.decide('approve', { status: 'closed', minutes: 5 })
    const contract = await desk.contract()
    const show = async () => granted(desk.soulgate.autonomy.contract(reviewer, contract.contract_id))
    expect((await show()).shadow).toEqual({ agreed: 1, disagreed: 1, would_ask: 0 })
    expect((await show()).calls.map(({ act }) => act)).toEqual(
      Array(2).fill(expect.stringContaining('closed')),
    )
    await granted(desk.soulgate.autonomy.change(reviewer, contract.contract_id, { change: 'resume' }))
    const spot = await until('held')
    expect(JSON.stringify(await show())).not.toContain(spot.call_id)
    expect(spot.why_held).toEqual([{ source: 'policy', text: 'A reversible write: people decide.' }])
  })

  it('lets a call of another shape, an unseen value, or of another agent wait for people', async () => {
    await openContract()
    for (const args of [
      { status: 'open' },
      { status: 'closed', minutes: 5 },
      { status: 'closed', note: 'a' },
    ])
      expect(await desk.propose(args)).toMatchObject({ outcome: 'held' })
    const other = { ...builder, id: 'agent:other', name: 'other' }
    const call = { tool: 'update_ticket', arguments: { status: 'closed' } }
    expect(await desk.soulgate.calls.propose(other, call)).toMatchObject({ outcome: 'held' })
  })

  it('asks about a number above the limit, and one a quarter above the largest that was approved', async () => {
    await desk.prove(40, { status: 'closed', minutes: 5 })
    await desk.grant({ ...EASY, amount_limits: { '/minutes': 5.5 } })
    await until('released', { status: 'closed', minutes: 5.5 })
    for (const minutes of [5.6, 6.3, 9])
      for (let nth = 0; nth < 5; nth += 1)
        expect(await desk.propose({ status: 'closed', minutes })).toMatchObject({ outcome: 'held' })
  })

  it('lets no more run in an hour and a day than was granted, and counts grants that are not used yet', async () => {
    await openContract({ max_per_hour: 3, max_per_day: 4 })
    const given = [await until('released'), await until('released'), await until('released')]
    for (let nth = 0; nth < 30; nth += 1) expect(await desk.propose()).toMatchObject({ outcome: 'held' })
    for (const answer of given) await desk.run(answer)
    expect(await desk.contract()).toMatchObject({ ran_last_hour: 3, ran_last_day: 3 })
    desk.pass(2 * 3_600_000)
    await desk.run(await until('released'))
    for (let nth = 0; nth < 30; nth += 1) expect(await desk.propose()).toMatchObject({ outcome: 'held' })
  })

  it('is granted and changed by reviewers and admins, and read by no agent', async () => {
    const id = await openContract()
    const { autonomy } = desk.soulgate
    for (const who of [builder, { ...builder, role: 'admin' as const }, viewer, member]) {
      expect(await codeOf(autonomy.change(who, id, { change: 'end' }))).toBe('forbidden')
      expect(await codeOf(autonomy.report(who, 'call_x', { verdict: 'wrong' }))).toBe('forbidden')
      if (who.kind !== 'agent') continue
      expect(await codeOf(autonomy.contracts(who))).toBe('forbidden')
      expect(await codeOf(autonomy.contract(who, id))).toBe('forbidden')
    }
    expect((await granted(autonomy.contracts(viewer))).contracts).toHaveLength(1)
    expect(await events('autonomy_granted')).toHaveLength(1)
    expect(await events('autonomy_opened')).toHaveLength(1)
  })

  it('is not granted for a claimed, changed or irreversible tool, twice, or for a time that is over', async () => {
    await openContract()
    await expect(desk.grant(EASY)).rejects.toThrow('about these calls already')
    const { contract_id: id } = await desk.contract()
    await granted(desk.soulgate.autonomy.change(admin, id, { change: 'end' }))
    await expect(desk.grant({ ends_at: '2026-01-01T00:00:00.000Z' })).rejects.toThrow('past')
    await expect(desk.grant({ amount_limits: { '/cents': 1 } })).rejects.toThrow('is no number')
    await granted(desk.soulgate.tools.declare(admin, { ...UPDATE_TICKET, reversibility: 'irreversible' }))
    await expect(desk.grant(EASY)).rejects.toThrow('does not stand any more')
    expect(await desk.propose()).toMatchObject({ outcome: 'held' })
  })

  it.each([
    ['externally reversible', { reversibility: 'externally_reversible' }, admin, 'not reversible here'],
    ['irreversible', { reversibility: 'irreversible' }, admin, 'not reversible here'],
    ['only claimed', {}, builder, 'nobody has confirmed'],
  ] as const)('is never granted for a tool that is %s, however often people agreed', async (_, how, who, why) => {
    const { soulgate } = desk
    const tool = `${who.name}_ticket`
    await granted(soulgate.tools.declare(who, { ...UPDATE_TICKET, ...how, name: tool }))
    for (let nth = 0; nth < 3; nth += 1) {
      const call = { tool, arguments: { status: 'closed' } }
      const gate = found((await granted(soulgate.calls.propose(builder, call))).gate)
      await soulgate.gates.viewed(reviewer, gate.gate_id, gate.view_digest)
      desk.pass(60_000)
      const confirm = gate.confirm_word === undefined ? {} : { confirm: gate.confirm_word }
      const decision = { decision: 'approve', view_digest: gate.view_digest, ...confirm } as const
      await granted(soulgate.gates.decide(reviewer, gate.gate_id, decision))
    }
    await expect(desk.grant(EASY)).rejects.toThrow(why)
  })

  it('is tried on past calls before it is granted: approvals saved, mistakes let through, call by call', async () => {
    const values = { status: 'closed', minutes: 5 }
    for (const decision of ['approve', 'approve', 'reject', 'approve'] as const)
      await desk.decide(decision, values)
    await desk.decide('approve', { status: 'closed', minutes: 8 })
    await desk.decide('approve', { status: 'open', minutes: 5 })
    const { scopes } = await granted(desk.soulgate.autonomy.scopes(reviewer, 90 * DAY_MS))
    const { scope, numbers } = found(scopes.find(({ shape }) => shape.includes('/status = "closed"')))
    expect(numbers).toEqual([{ place: '/minutes', largest: 8 }])
    const replay = async (terms: object) => {
      const request = PolicyReplayRequest.parse({ contracts: [{ scope, ...terms }] })
      const { lines } = await granted(desk.soulgate.policy.replay(reviewer, request))
      let result: PolicyReplay | undefined
      for await (const line of lines) if ('result' in line) result = line.result
      return found(result)
    }
    // The first shows the value, and 8 is more than a quarter above what was approved by then.
    const tried = await replay({})
    expect(tried.counts).toMatchObject({ approval_saved: 2, rejected_would_run: 1 })
    expect(tried).toMatchObject({ proposals: 6, changed: 3, reproduced: { matched: 6, of: 6 } })
    expect(tried.changes[0]).toMatchObject({ kind: 'rejected_would_run', before: 'held', after: 'released' })
    expect((await replay({ max_per_hour: 1 })).changed).toBe(1)
    expect((await replay({ amount_limits: { '/minutes': 4 } })).changed).toBe(0)
    expect((await granted(desk.soulgate.autonomy.contracts(reviewer))).contracts).toEqual([])
    const denied = { name: 'No tickets', category: 'custom', condition: { tools: ['update_ticket'] } }
    const action = { type: 'hitl_gate', gate_type: 'tool_approval', gate_threshold: 'mandatory' }
    await granted(desk.soulgate.guardrails.create(admin, { ...denied, priority: 900, action }))
    expect((await replay({})).counts.approval_saved).toBe(0)
  })

  it('ends by itself when its time is over', async () => {
    await openContract({ ends_at: new Date(desk.now() + 40 * DAY_MS).toISOString() })
    const answer = await until('released')
    desk.pass(33 * DAY_MS)
    const { grant_id, digest } = found(answer.grant)
    expect(await codeOf(desk.soulgate.grants.consume(builder, grant_id, digest))).toBe('grant_expired')
    expect(await desk.propose()).toMatchObject({ outcome: 'held' })
    await desk.soulgate.autonomy.pass()
    expect(await desk.contract()).toMatchObject({ status: 'ended' })
  })
})
