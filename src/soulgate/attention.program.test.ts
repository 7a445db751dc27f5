import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTrustDesk, type TrustDesk } from '../../test/soulgate/autonomy-fixture.ts'
import {
  admin,
  builder,
  codeOf,
  found,
  granted,
  member,
  reviewer,
  viewer,
} from '../../test/soulgate/program-fixture.ts'

const WEEK_MS = 7 * 86_400_000

let desk: TrustDesk
beforeAll(async () => {
  desk = await openTrustDesk()
})
afterAll(() => desk.close())

const read = (who: typeof reviewer) => granted(desk.soulgate.insights.attention(who, WEEK_MS))

it('tells people how they read their own cards, and nobody how somebody else does', async () => {
  await desk.decide('approve')
  await desk.decide('reject')
  const gate = found((await desk.propose()).gate)
  const fast = { decision: 'approve', view_digest: gate.view_digest } as const
  await granted(desk.soulgate.gates.decide(reviewer, gate.gate_id, fast))
  const { own, ...others } = await read(reviewer)
  expect(own).toMatchObject({ answers: 3, too_fast: 1, rejected: 1, edited: 0 })
  expect(others).not.toHaveProperty('everybody')
  expect((await read(member)).own.answers).toBe(0)
  for (const who of [viewer, builder, { ...builder, role: 'admin' as const }])
    expect(await codeOf(desk.soulgate.insights.attention(who, WEEK_MS))).toBe('forbidden')
})

it('tells admins the sum once five people decided, and not before', async () => {
  const decideAs = async (nth: number) => {
    const gate = found((await desk.propose()).gate)
    desk.pass(60_000)
    const who = { ...reviewer, id: `person_${nth}` }
    const decision = { decision: 'approve', view_digest: gate.view_digest } as const
    await granted(desk.soulgate.gates.decide(who, gate.gate_id, decision))
  }
  for (let nth = 0; nth < 3; nth += 1) await decideAs(nth)
  const few = await read(admin)
  expect(few).not.toHaveProperty('everybody')
  expect(few.why_no_sum).toContain('4 decided')
  await decideAs(3)
  expect((await read(admin)).everybody).toMatchObject({ people: 5, answers: 7, too_fast: 1 })
})
