import { afterEach, describe, expect, it } from 'vitest'
import {
  mover,
  reviewer,
  settled,
  startEngine,
  startRun,
  type TestEngine,
} from '../../../test/engine/engine-fixture.ts'
import { isRefusal } from '../../contracts/refusal.ts'

const engines: TestEngine[] = []
async function engineWith(options: Parameters<typeof startEngine>[0]): Promise<TestEngine> {
  const engine = await startEngine(options)
  engines.push(engine)
  return engine
}
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop()
})

describe('a run', () => {
  it('waits at a gate, and after the approval does the effect once and completes', async () => {
    const engine = await engineWith({ agents: [mover] })
    const run = await startRun(engine)
    const waiting = await settled(engine, run.run_id)
    expect(waiting.status).toBe('waiting_input')
    expect(waiting.waiting_gate_ids).toHaveLength(1)
    expect(engine.world.effects).toHaveLength(0)
    const gateId = waiting.waiting_gate_ids[0] ?? ''
    const decided = await engine.gates.decide(reviewer, gateId, { decision: 'approve' })
    expect(isRefusal(decided) ? decided.detail : decided.gate.status).toBe('approved')
    const ended = await settled(engine, run.run_id)
    expect(ended.error).toBeUndefined()
    expect(ended.status).toBe('completed')
    expect(ended.output).toEqual({ outcome: 'ran', statuses: ['succeeded'] })
    expect(engine.world.effects).toHaveLength(1)
  })

  it('lets a reversible call run by itself where a person’s rule releases it, with a grant of its own', async () => {
    const engine = await engineWith({ agents: [mover] })
    const run = await startRun(engine, { confidence: 0.95 })
    const ended = await settled(engine, run.run_id)
    expect(ended.output).toEqual({ outcome: 'ran', statuses: ['succeeded'] })
    const grants = await engine.store.listGrants({ run_id: run.run_id })
    expect(grants.map(grant => [grant.status, grant.issued_by])).toEqual([
      ['consumed', 'policy:rule:rule_sure'],
    ])
  })
})
