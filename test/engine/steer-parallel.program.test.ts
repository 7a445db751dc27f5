import { afterEach, describe, expect, it } from 'vitest'
import {
  admin,
  agent,
  type Desk,
  declared,
  found,
  granted,
  heldCall,
  openDesk,
  refused,
  reviewer,
} from './desk-fixture.ts'
import { settled, startEngine, startRun, type TestEngine } from './engine-fixture.ts'
import { agentOf, decide, openGates, proposeMoves, rest } from './run-desk.ts'

const engines: TestEngine[] = []
const desks: Desk[] = []
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop()
  for (const desk of desks.splice(0)) await desk.close()
})

describe('a steer on one of three parallel calls', () => {
  it('runs none of the three old calls of a run, and the new proposal cites the steer', async () => {
    const engine = await startEngine({
      agents: [
        agentOf(async context => {
          const outcomes = await Promise.all(['a', 'b', 'c'].map(path => proposeMoves(context, [path])))
          const steered = outcomes.find(outcome => outcome.outcome === 'steered')
          if (steered?.outcome !== 'steered') return outcomes.map(outcome => outcome.outcome)
          const again = await context.propose([{ tool: 'move_thing', arguments: { path: 'd' } }], {
            steered_from: steered.answer.gate.gate_id,
          })
          return [...outcomes.map(outcome => outcome.outcome), again.outcome]
        }),
      ],
    })
    engines.push(engine)
    const run = await startRun(engine)
    await settled(engine, run.run_id)
    const [first, second, third] = await openGates(engine, run.run_id)
    await decide(engine, found(second).gate_id, { decision: 'steer', steer_instructions: 'move d instead' })
    await rest()
    await settled(engine, run.run_id)
    const [fresh, another] = await openGates(engine, run.run_id)
    expect(another).toBeUndefined()
    expect(fresh).toMatchObject({
      steered_from: found(second).gate_id,
      subject: { tool_calls: [{ arguments: { path: 'd' } }] },
    })
    expect(await engine.store.getGate(found(second).gate_id)).toMatchObject({
      status: 'steered',
      superseded_by: found(fresh).gate_id,
    })
    for (const sibling of [first, third])
      expect((await engine.store.getGate(found(sibling).gate_id))?.status).toBe('cancelled')
    await decide(engine, found(fresh).gate_id, { decision: 'approve' })
    await rest()
    expect((await settled(engine, run.run_id)).status).toBe('completed')
    expect(engine.world.effects.map(effect => effect.arguments.path)).toEqual(['d'])
  })

  it('runs none of the three old calls of an outside executor, and its new call cites the steer', async () => {
    const desk = await openDesk()
    desks.push(desk)
    await granted(desk.catalog.declare(admin, declared('move_thing')))
    const calls = []
    for (const path of ['a', 'b', 'c']) {
      calls.push(await heldCall(desk, { arguments: { path }, run_id: 'outside-1' }))
    }
    const [first, second, third] = calls
    const other = await heldCall(desk, { arguments: { path: 'x' }, run_id: 'outside-2' })
    await granted(desk.gates.decide(reviewer, found(third).gate.gate_id, { decision: 'approve' }))
    const grant = found((await desk.store.listGrants({ gate_id: found(third).gate.gate_id }))[0])
    const steer = { decision: 'steer', steer_instructions: 'move d instead' } as const
    await granted(desk.gates.decide(reviewer, found(second).gate.gate_id, steer))
    expect((await refused(desk.calls.consume(agent, grant.grant_id, grant.digest))).code).toBe(
      'grant_revoked',
    )
    const late = desk.gates.decide(reviewer, found(first).gate.gate_id, { decision: 'approve' })
    expect((await refused(late)).code).toBe('gate_closed')
    for (const call of calls) {
      const grants = await desk.store.listGrants({ call_id: call.call_id })
      expect(grants.filter(each => each.status !== 'revoked')).toEqual([])
      expect(await desk.store.getCall(call.call_id)).toBeUndefined()
    }
    const fresh = await heldCall(desk, { arguments: { path: 'd' }, run_id: 'outside-1' })
    expect(fresh.gate.steered_from).toBe(found(second).gate.gate_id)
    expect((await desk.store.getGate(found(second).gate.gate_id))?.superseded_by).toBe(fresh.gate.gate_id)
    await granted(desk.gates.decide(reviewer, fresh.gate.gate_id, { decision: 'approve' }))
    expect(
      (await heldCall(desk, { arguments: { path: 'e' }, run_id: 'outside-1' })).gate.steered_from,
    ).toBeUndefined()
    expect((await desk.store.getGate(other.gate.gate_id))?.status).toBe('pending')
  })
})
