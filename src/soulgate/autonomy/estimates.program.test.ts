import { afterEach, beforeEach, expect, it } from 'vitest'
import { DAY_MS, openTrustDesk, type TrustDesk } from '../../../test/soulgate/autonomy-fixture.ts'
import { builder, codeOf, found, granted, viewer } from '../../../test/soulgate/program-fixture.ts'

let desk: TrustDesk
beforeEach(async () => {
  desk = await openTrustDesk()
})
afterEach(() => desk.close())

async function estimate(args = { status: 'closed' }, who = builder) {
  const call = { tool: 'update_ticket', arguments: args }
  const gate = found((await granted(desk.soulgate.calls.propose(who, call))).gate)
  desk.pass(2 * 60_000)
  const { estimates } = await granted(desk.soulgate.autonomy.estimates(viewer, gate.gate_id))
  return found(estimates[0])
}

it('says no number before thirty settled decisions on calls of the scope, and then one with its interval', async () => {
  expect(await estimate()).toMatchObject({ labels: 0, still_needed: 30 })
  await desk.prove(29)
  expect(await estimate()).toMatchObject({ labels: 29, still_needed: 1 })
  await desk.prove(11)
  const sure = await estimate()
  expect(sure).toMatchObject({ labels: 40, calibrated: { high: 1 } })
  expect(sure).not.toHaveProperty('still_needed')
  expect(found(sure.calibrated).probability).toBeGreaterThan(0.9)
  expect((await estimate({ status: 'open' })).labels).toBe(0)
  expect((await estimate(undefined, { ...builder, id: 'agent:other', name: 'other' })).labels).toBe(0)
  for (let nth = 0; nth < 20; nth += 1) await desk.decide('reject')
  const { probability, low, high } = found((await estimate()).calibrated)
  expect(probability).toBeLessThan(found(sure.calibrated).probability)
  expect([low <= probability, probability <= high]).toEqual([true, true])
}, 60_000)

it('counts no approval of this week, and is told to people alone', async () => {
  for (let nth = 0; nth < 3; nth += 1) await desk.decide('approve')
  expect((await estimate()).labels).toBe(0)
  desk.pass(8 * DAY_MS)
  expect((await estimate()).labels).toBe(3)
  const gate = found((await desk.propose()).gate)
  for (const who of [builder, { ...builder, role: 'admin' as const }])
    expect(await codeOf(desk.soulgate.autonomy.estimates(who, gate.gate_id))).toBe('forbidden')
  expect(await codeOf(desk.soulgate.autonomy.estimates(viewer, 'gate_none'))).toBe('not_found')
})
