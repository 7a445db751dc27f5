import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  DAY_MS,
  openTrustDesk,
  type TrustDesk,
  UPDATE_TICKET,
} from '../../../test/soulgate/autonomy-fixture.ts'
import { admin, builder, found, granted, reviewer } from '../../../test/soulgate/program-fixture.ts'

const EASY = { target: 0.9, max_per_hour: 1_000, max_per_day: 1_000 }

let desk: TrustDesk
let contractId = ''
beforeEach(async () => {
  desk = await openTrustDesk()
  await desk.prove(40)
  const contract = await desk.grant(EASY)
  expect(contract.status).toBe('open')
  contractId = contract.contract_id
})
afterEach(() => desk.close())

async function until(outcome: 'released' | 'held') {
  for (let nth = 0; nth < 400; nth += 1) {
    const answer = await desk.propose()
    if (answer.outcome === outcome) return answer
  }
  throw new TypeError(`no call was ${outcome}`)
}

async function answer(
  gate: { readonly gate_id: string; readonly view_digest: string },
  decision: 'approve' | 'reject',
) {
  desk.pass(60_000)
  const { gate_id, view_digest } = gate
  await granted(desk.soulgate.gates.decide(reviewer, gate_id, { decision, view_digest }))
}

const notices = async () =>
  (
    await desk.soulgate.gates.list(
      reviewer,
      { status: 'pending', type: 'confidence_threshold' },
      { limit: 10 },
    )
  ).items

describe('a contract takes itself back', () => {
  it('by spot checks that people reject, in one step: nothing runs, the owner is asked, δ is halved', async () => {
    const waiting = await until('released')
    let wrong = 0
    while ((await desk.contract()).status === 'open') {
      await answer(found((await until('held')).gate), 'reject')
      wrong += 1
    }
    expect(wrong).toBeGreaterThan(1)
    expect(wrong).toBeLessThan(12)
    expect(await desk.contract()).toMatchObject({
      status: 'suspended',
      suspended_because: 'spot_checks',
      suspensions: 1,
      delta: 0.025,
      evidence: { right: 0, wrong: 0, spot_checks: 0 },
    })
    const { grant_id, digest } = found(waiting.grant)
    const late = await desk.soulgate.grants.consume(builder, grant_id, digest)
    expect(late).toMatchObject({ code: 'grant_revoked', gate: { status: 'pending' } })
    const [notice, ...more] = await notices()
    expect(more).toEqual([])
    expect(notice).toMatchObject({
      briefing: { heading: 'builder may not call update_ticket by itself any more' },
      assignee: reviewer.id,
      definition: { title: 'Autonomy taken back', claimed: false },
      subject: { document: { contract_id: contractId, before: '33 right and 0 wrong decisions of people' } },
      context: {
        because: 'spot_checks',
        evidence: { right: 33, wrong: 0, spot_checks_wrong: wrong },
      },
    })
    expect(await desk.propose()).toMatchObject({ outcome: 'held' })
  })

  it('begins anew when its owner says so, and needs more evidence than before', async () => {
    await granted(desk.soulgate.autonomy.report(reviewer, (await run()).call_id, { verdict: 'harmful' }))
    await answer(found((await notices())[0]), 'approve')
    const contract = await desk.contract()
    expect(contract).toMatchObject({ status: 'shadow', suspensions: 1, evidence: { right: 0 } })
    expect(contract.evidence.still_needed).toBeGreaterThan(32)
    await desk.prove(contract.evidence.still_needed - 1)
    expect(await desk.contract()).toMatchObject({ status: 'shadow' })
    await desk.prove(1)
    expect(await desk.contract()).toMatchObject({ status: 'open' })
  })

  it('ends when its owner says so', async () => {
    await granted(desk.soulgate.autonomy.report(reviewer, (await run()).call_id, { verdict: 'harmful' }))
    await answer(found((await notices())[0]), 'reject')
    expect(await desk.contract()).toMatchObject({ status: 'ended' })
  })

  it('at once when one call is reported as harmful', async () => {
    const { call_id } = await run()
    expect(await desk.soulgate.health.metrics()).toContain('soulgate_autonomy_contracts{status="open"} 1')
    expect(await desk.soulgate.health.metrics()).toContain('soulgate_autonomy_calls{outcome="released"} 1')
    await granted(
      desk.soulgate.autonomy.report(reviewer, call_id, { verdict: 'harmful', text: 'wrong ticket' }),
    )
    expect(await desk.contract()).toMatchObject({ status: 'suspended', suspended_because: 'harm' })
    expect(await notices()).toMatchObject([
      {
        subject: { document: { ran: 'Calls: 1. Reported, undone or failed: 1' } },
        context: { because: 'harm', evidence: { released: 1, reported: 1 } },
      },
    ])
    expect(await desk.soulgate.health.metrics()).toContain(
      'soulgate_autonomy_contracts{status="suspended"} 1',
    )
  })

  it('by calls that failed or were reported, over everything that ran', async () => {
    let reported = 0
    while ((await desk.contract()).status === 'open') {
      if (reported % 2 === 0) await run(false)
      else await granted(desk.soulgate.autonomy.report(reviewer, (await run()).call_id, { verdict: 'wrong' }))
      reported += 1
    }
    expect(reported).toBeGreaterThan(1)
    expect(reported).toBeLessThan(12)
    expect(await desk.contract()).toMatchObject({ suspended_because: 'reports' })
  })

  it('pauses, keeping its evidence, when nobody answers its spot checks', async () => {
    while ((await desk.contract()).status === 'open') {
      const gate = found((await until('held')).gate)
      await granted(desk.soulgate.gates.cancel(builder, gate.gate_id))
    }
    const { suspended_because: because } = await desk.contract()
    expect(['unanswered', 'spot_checks']).toContain(because)
  })

  it('when the tool has another definition, and then learns about that one', async () => {
    const changed = { ...UPDATE_TICKET, description: 'Changes a ticket, and tells the customer.' }
    await granted(desk.soulgate.tools.declare(admin, changed))
    expect(await desk.propose()).toMatchObject({ outcome: 'held' })
    expect(await desk.contract()).toMatchObject({ status: 'suspended', suspended_because: 'definition' })
    expect(await notices()).toHaveLength(1)
    await granted(desk.soulgate.autonomy.change(reviewer, contractId, { change: 'resume' }))
    await desk.prove(50)
    expect(await desk.contract()).toMatchObject({ status: 'open' })
  })

  it('when a new guideline touches its calls; one that stood before only holds its own', async () => {
    const rule = (name: string, status: string) => ({
      name,
      category: 'custom',
      priority: 900,
      enabled: true,
      condition: { tools: ['update_ticket'], custom: `arguments.status == "${status}"` },
      action: { type: 'hitl_gate', gate_type: 'tool_approval', gate_threshold: 'mandatory' },
    })
    await granted(desk.soulgate.guardrails.create(admin, rule('others', 'waiting')))
    await until('released')
    desk.pass(1_000)
    await granted(desk.soulgate.guardrails.create(admin, rule('closing', 'closed')))
    expect(await desk.propose()).toMatchObject({ outcome: 'held' })
    expect(await desk.contract()).toMatchObject({ status: 'suspended', suspended_because: 'guideline' })
  })

  it('when everything is stopped, and stays so until a person resumes it', async () => {
    await granted(desk.soulgate.stop.engage(admin))
    await desk.soulgate.autonomy.pass()
    expect(await desk.contract()).toMatchObject({ status: 'suspended', suspended_because: 'stop' })
    await granted(desk.soulgate.stop.lift(admin))
    expect(await desk.propose()).toMatchObject({ outcome: 'held' })
    await granted(desk.soulgate.autonomy.change(reviewer, contractId, { change: 'resume' }))
    expect(await desk.contract()).toMatchObject({ status: 'open', suspensions: 0 })
  })

  it('counts a spot check as wrong that turned out wrong after it was approved', async () => {
    const gate = found((await until('held')).gate)
    await answer(gate, 'approve')
    expect(await desk.contract()).toMatchObject({ evidence: { spot_checks: 1, spot_checks_wrong: 0 } })
    const decided = await granted(desk.soulgate.gates.get(reviewer, gate.gate_id))
    const { grant_id, digest } = found(decided.grants?.[0])
    await granted(desk.soulgate.grants.consume(builder, grant_id, digest))
    const failed = { success: false, output: null, error: 'the ticket is locked' }
    await granted(desk.soulgate.grants.result(builder, grant_id, failed))
    expect(await desk.contract()).toMatchObject({ evidence: { spot_checks: 1, spot_checks_wrong: 1 } })
  })
})

async function run(success = true) {
  const released = await until('released')
  await desk.run(released, success)
  desk.pass(DAY_MS / 24)
  return released
}
