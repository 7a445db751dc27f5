import { afterEach, beforeEach, expect, it } from 'vitest'
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

let desk: TrustDesk
beforeEach(async () => {
  desk = await openTrustDesk()
})
afterEach(() => desk.close())

const suggestions = async () => (await granted(desk.soulgate.autonomy.suggestions(reviewer))).suggestions

it('tells what would have saved questions, tried on them, and makes none of it', async () => {
  for (let nth = 0; nth < 4; nth += 1) await desk.decide('approve')
  expect(await suggestions()).toEqual([])
  for (let nth = 0; nth < 4; nth += 1) await desk.decide('approve')
  const found = await suggestions()
  expect(found.map(({ kind, would_have_saved: saved }) => [kind, saved])).toEqual([
    ['rule', 8],
    ['contract', 8],
  ])
  for (const each of found) expect(each).toMatchObject({ approvals_in_a_row: 8, tool: 'update_ticket' })
  expect(found[1]).toMatchObject({ still_needed: 168, draft: { contracts: [{ target: 0.98 }] } })
  expect(found[1]?.why).toContain('8 approvals in a row')
  expect(await desk.propose()).toMatchObject({ outcome: 'held' })
  expect((await granted(desk.soulgate.autonomy.contracts(reviewer))).contracts).toEqual([])
  expect((await granted(desk.soulgate.permissions.list(reviewer))).permissions).toEqual([])
})

it('is a draft that can be saved as it stands', async () => {
  for (let nth = 0; nth < 8; nth += 1) await desk.decide('approve')
  const rule = (await suggestions()).find(({ kind }) => kind === 'rule')?.draft.guidelines?.[0]
  await granted(desk.soulgate.guardrails.create(admin, rule))
  expect(await desk.propose()).toMatchObject({ outcome: 'released' })
})

it('suggests nothing that would have run what people rejected, and nothing after a no', async () => {
  await desk.decide('reject')
  for (let nth = 0; nth < 8; nth += 1) await desk.decide('approve')
  expect(await suggestions()).toEqual([])
  desk.pass(31 * DAY_MS)
  for (let nth = 0; nth < 8; nth += 1) await desk.decide('approve')
  expect(await suggestions()).toHaveLength(2)
  await desk.decide('reject')
  for (let nth = 0; nth < 4; nth += 1) await desk.decide('approve')
  expect(await suggestions()).toEqual([])
})

it('counts approvals in a row from the last call that went wrong', async () => {
  for (let nth = 0; nth < 3; nth += 1) await desk.decide('approve')
  const gate = found((await desk.propose()).gate)
  desk.pass(60_000)
  const decision = { decision: 'approve', view_digest: gate.view_digest } as const
  const { gate: decided } = await granted(desk.soulgate.gates.decide(reviewer, gate.gate_id, decision))
  const { grant_id, digest } = found(decided.grants?.[0])
  await granted(desk.soulgate.grants.consume(builder, grant_id, digest))
  const failed = { success: false, output: null, error: 'the ticket is locked' }
  await granted(desk.soulgate.grants.result(builder, grant_id, failed))
  for (let nth = 0; nth < 4; nth += 1) await desk.decide('approve')
  expect(await suggestions()).toEqual([])
  await desk.decide('approve')
  expect((await suggestions()).map(({ approvals_in_a_row: row }) => row)).toEqual([5, 5])
})

it('suggests no contract where one stands, and tells reviewers alone', async () => {
  for (let nth = 0; nth < 8; nth += 1) await desk.decide('approve')
  await desk.grant()
  expect(await suggestions()).toEqual([])
  for (const who of [member, builder, { ...builder, role: 'admin' as const }])
    expect(await codeOf(desk.soulgate.autonomy.suggestions(who))).toBe('forbidden')
})
