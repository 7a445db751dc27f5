import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  builder,
  found,
  granted,
  makePlace,
  type Place,
  reviewer,
} from '../../../test/soulgate/program-fixture.ts'
import type { DecideRequest } from '../../contracts/decision.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { Soulgate } from '../../soulgate.ts'

let place: Place
let soulgate: Soulgate
beforeAll(async () => {
  place = await makePlace()
  soulgate = await place.open()
})
afterAll(() => place.leave())

async function held(path: string): Promise<Gate> {
  const call = { tool: 'write_file', arguments: { path, content: 'x' } }
  const { gate } = await granted(soulgate.calls.propose(builder, call))
  return found(gate)
}

async function codes(gates: readonly Gate[], decision: DecideRequest['decision']) {
  const items = gates.map(({ gate_id, view_digest }) => ({ gate_id, view_digest, decision }))
  const results = await soulgate.gates.decideBatch(reviewer, items)
  return results.map(({ code, gate }) => code ?? gate?.status)
}

describe('a batch', () => {
  it('approves what is held for the same reasons and splits off what is held for another', async () => {
    const gates = [
      await held(join(place.workspace, 'up.md')),
      await held('notes/a.md'),
      await held('notes/b.md'),
    ]
    expect(await codes(gates, 'approve')).toEqual(['needs_single_review', 'approved', 'approved'])
  })

  it('rejects whatever it holds, dangerous calls and evidence that nobody opened included', async () => {
    const subject = { tool_calls: [{ tool: 'burn_thing', arguments: { path: 'a' } }] }
    const claimed = await granted(
      soulgate.gates.open(builder, { type: 'tool_approval', summary: 'Burn', subject }),
    )
    const artifacts = [{ path: 'change.diff', type: 'diff' as const, size_bytes: 2, preview: '+x' }]
    const review = await granted(
      soulgate.gates.open(builder, { type: 'code_review', summary: 'Look', artifacts }),
    )
    const gates = [
      claimed.gate,
      review.gate,
      await held(join(place.workspace, 'up.md')),
      await held('notes/c.md'),
    ]
    expect(await codes(gates, 'reject')).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
  })

  it('approves no evidence that was not opened, and nothing that wants a word typed', async () => {
    const subject = { tool_calls: [{ tool: 'burn_thing', arguments: { path: 'a' } }] }
    const { gate } = await granted(
      soulgate.gates.open(builder, { type: 'tool_approval', summary: 'Burn', subject }),
    )
    expect(await codes([gate], 'approve')).toEqual(['needs_single_review'])
    expect(await codes([{ ...gate, gate_id: 'gate_none' }], 'approve')).toEqual(['not_found'])
  })
})
