import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  builder,
  codeOf,
  found,
  granted,
  makePlace,
  type Place,
  reviewer,
  viewer,
} from '../../../test/soulgate/program-fixture.ts'
import type { Soulgate } from '../../soulgate.ts'

const DAY_MS = 86_400_000

let place: Place
let soulgate: Soulgate
let nowMs = Date.parse('2026-03-01T09:00:00.000Z')

beforeAll(async () => {
  place = await makePlace()
  soulgate = await place.open({ clock: { now: () => nowMs } })
})
afterAll(() => place.leave())

async function decideMove(from: string, decision: 'approve' | 'reject'): Promise<void> {
  const proposed = await granted(
    soulgate.calls.propose(builder, { tool: 'move_file', arguments: { from, to: `archive/${from}` } }),
  )
  const gate = found(proposed.gate)
  nowMs += 60_000
  await granted(soulgate.gates.decide(reviewer, gate.gate_id, { decision, view_digest: gate.view_digest }))
}

it('counts people’s decisions scope by scope, and settles approvals after a week', async () => {
  for (const name of ['a.log', 'b.log', 'c.log']) await decideMove(name, 'approve')
  await decideMove('d.log', 'reject')
  const before = await granted(soulgate.autonomy.scopes(reviewer, 90 * DAY_MS))
  expect(before).toMatchObject({ truncated: false, target: 0.98, delta: 0.05 })
  expect(before.scopes).toMatchObject([
    { tool: 'move_file', right: 0, wrong: 1, unsettled: 3, unlabelled: 0 },
  ])
  nowMs += 8 * DAY_MS
  const after = await granted(soulgate.autonomy.scopes(reviewer, 90 * DAY_MS))
  expect(after.scopes).toMatchObject([{ right: 3, wrong: 1, unsettled: 0, still_needed: 325 }])
  expect((await granted(soulgate.autonomy.scopes(reviewer, DAY_MS))).scopes).toEqual([])
})

it('tells people, and never an agent, whatever role it claims', async () => {
  expect((await granted(soulgate.autonomy.scopes(viewer, 90 * DAY_MS))).scopes).toHaveLength(1)
  for (const who of [builder, { ...builder, role: 'admin' as const }]) {
    expect(await codeOf(soulgate.autonomy.scopes(who, DAY_MS))).toBe('forbidden')
  }
})
