import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  admin,
  codeOf,
  found,
  granted,
  makePlace,
  member,
  type Place,
  reviewer,
} from '../../test/soulgate/program-fixture.ts'
import type { DecideRequest } from '../contracts/decision.ts'
import type { Gate } from '../contracts/gate.ts'
import type { Soulgate } from '../soulgate.ts'

const GOAL = 'Move every .log file older than 7 days into archive/ and write a summary'

let place: Place
beforeEach(async () => {
  place = await makePlace()
  await place.write('old.log', 'first', 30)
  await place.write('older.log', 'second', 90)
  await place.write('fresh.log', 'third', 1)
  await place.write('notes.txt', 'fourth', 90)
})
afterEach(() => place.leave())

const BEFORE = ['fresh.log', 'notes.txt', 'old.log', 'older.log']

async function ask(soulgate: Soulgate): Promise<{ gateId: string; gate: Gate; runId: string }> {
  const asked = await soulgate.reasoning.execute(member, { goal: GOAL, approval_required: true })
  expect(asked).toMatchObject({
    success: false,
    approval_state: 'awaiting_approval',
    state: 'awaiting_approval',
  })
  const gateId = found(asked.soul_request_id)
  return { gateId, gate: await granted(soulgate.gates.get(reviewer, gateId)), runId: asked.run_id }
}

function approval({ view_digest, confirm_word }: Gate): DecideRequest {
  return {
    decision: 'approve',
    view_digest,
    ...(confirm_word === undefined ? {} : { confirm: confirm_word }),
  }
}

/** The old logs are in the archive once each, the rest is where it was, and there is a summary. */
async function expectDone(): Promise<void> {
  const files = await place.files()
  expect(files).toEqual(
    expect.arrayContaining(['archive/old.log', 'archive/older.log', 'fresh.log', 'notes.txt']),
  )
  expect(files.filter(file => file === 'old.log' || file === 'older.log')).toEqual([])
  expect(files).toHaveLength(5)
  expect(await place.read('archive/old.log')).toBe('first')
}

describe('the main job', () => {
  it('shows exactly what will run, runs it once after the approval, and journals it', async () => {
    const soulgate = await place.open()
    const { gateId, gate, runId } = await ask(soulgate)
    expect(await place.files()).toEqual(BEFORE)
    expect(gate.why_held.length).toBeGreaterThan(0)
    const calls = 'tool_calls' in gate.subject ? gate.subject.tool_calls : []
    expect(calls.map(call => call.tool)).toEqual(['move_file', 'move_file', 'write_file'])
    await granted(soulgate.gates.decide(reviewer, gateId, approval(gate)))
    const ended = await granted(soulgate.reasoning.response(member, gateId, 10_000))
    expect(ended).toMatchObject({ success: true, approval_state: 'approved', execution_path: 'approved' })
    expect(ended.tool_results.map(result => result.status)).toEqual(['succeeded', 'succeeded', 'succeeded'])
    expect(ended.tools_used).toHaveLength(3)
    await expectDone()
    const { steps } = await granted(soulgate.runs.steps(member, runId))
    expect(steps.filter(step => step.kind === 'tool').map(step => step.status)).toEqual([
      'succeeded',
      'succeeded',
      'succeeded',
    ])
    expect(await codeOf(soulgate.gates.decide(admin, gateId, { decision: 'reject' }))).toBe('gate_closed')
    expect(await granted(soulgate.audit.verify(admin))).toMatchObject({ ok: true })
  })

  it('can be taken back as a whole', async () => {
    const soulgate = await place.open()
    const { gateId, gate, runId } = await ask(soulgate)
    await granted(soulgate.gates.decide(reviewer, gateId, approval(gate)))
    await granted(soulgate.reasoning.response(member, gateId, 10_000))
    const { undone } = await granted(soulgate.calls.undoRun(member, runId))
    expect(undone).toHaveLength(3)
    expect(await place.files()).toEqual(BEFORE)
  })

  it('does nothing after a rejection', async () => {
    const soulgate = await place.open()
    const { gateId } = await ask(soulgate)
    await granted(soulgate.gates.decide(reviewer, gateId, { decision: 'reject' }))
    const ended = await granted(soulgate.reasoning.response(member, gateId, 10_000))
    expect(ended).toMatchObject({ success: false, approval_state: 'denied', state: 'approval_denied' })
    expect(await place.files()).toEqual(BEFORE)
  })

  it('cannot be approved by the member who asked, nor by anybody with the wrong word', async () => {
    const soulgate = await place.open()
    const { gateId, gate } = await ask(soulgate)
    expect(await codeOf(soulgate.gates.decide(member, gateId, approval(gate)))).toBe('forbidden')
    expect(
      await codeOf(soulgate.gates.decide(reviewer, gateId, { ...approval(gate), view_digest: 'x' })),
    ).toBe('view_stale')
    expect(await place.files()).toEqual(BEFORE)
  })

  it('stays held while everything is stopped, and does nothing', async () => {
    const soulgate = await place.open()
    const { gateId, gate, runId } = await ask(soulgate)
    await granted(soulgate.stop.engage(member, 'something is wrong'))
    await granted(soulgate.gates.decide(reviewer, gateId, approval(gate)))
    await soulgate.runs.settled(runId, 2_000)
    expect(await place.files()).toEqual(BEFORE)
  })
})

describe('a restart', () => {
  it('while the gate waits loses nothing, and nothing runs twice', async () => {
    const before = await place.open()
    const { gateId, gate, runId } = await ask(before)
    await before.close()
    const after = await place.open()
    expect(await after.gates.get(reviewer, gateId)).toEqual(gate)
    expect(await granted(after.runs.get(member, runId))).toMatchObject({ status: 'waiting_input' })
    expect(await place.files()).toEqual(BEFORE)
    await granted(after.gates.decide(reviewer, gateId, approval(gate)))
    expect(await granted(after.reasoning.response(member, gateId, 10_000))).toMatchObject({ success: true })
    await expectDone()
    await after.close()
    const again = await place.open()
    expect(await granted(again.runs.get(member, runId))).toMatchObject({ status: 'completed' })
    await expectDone()
  })

  it('takes up what was approved while nobody worked', async () => {
    const before = await place.open()
    const { gateId, gate, runId } = await ask(before)
    await before.close()
    const idle = await place.open({ works: false })
    await granted(idle.gates.decide(reviewer, gateId, approval(gate)))
    expect(await place.files()).toEqual(BEFORE)
    await idle.close()
    const after = await place.open()
    expect(await granted(after.reasoning.response(member, gateId, 10_000))).toMatchObject({ success: true })
    expect(await granted(after.runs.get(member, runId))).toMatchObject({ status: 'completed' })
    await expectDone()
  })

  it('keeps a decision that was still in its undo window', async () => {
    const before = await place.open()
    const { gateId, gate, runId } = await ask(before)
    await granted(before.gates.decide(reviewer, gateId, { ...approval(gate), effective_in_ms: 300 }))
    await before.close()
    expect(await place.files()).toEqual(BEFORE)
    const after = await place.open()
    await granted(after.gates.wait(reviewer, gateId, 5_000))
    expect(await granted(after.reasoning.response(member, gateId, 10_000))).toMatchObject({ success: true })
    expect(await granted(after.runs.get(member, runId))).toMatchObject({ status: 'completed' })
    await expectDone()
  })
})
