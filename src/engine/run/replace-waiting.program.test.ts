import { afterEach, describe, expect, it } from 'vitest'
import {
  member,
  reviewer,
  settled,
  startEngine,
  type TestEngine,
} from '../../../test/engine/engine-fixture.ts'
import { agentOf, decide, openGates, question, rest } from '../../../test/engine/run-desk.ts'
import { isRefusal } from '../../contracts/refusal.ts'

const engines: TestEngine[] = []
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop()
})

const asks = agentOf(async (context, input) => {
  const names = Array.isArray(input) ? input.map(String) : ['one']
  const ask = async (name: string) => {
    const life = name === 'short' ? 60 : 3600
    return (await context.gate(name, { ...question(name), ttl_seconds: life })).gate.status
  }
  return Promise.all(names.map(ask))
})

async function begin(engine: TestEngine, sessionId: string, names: readonly string[]) {
  const answer = await engine.runs.start({
    ...{ who: member, kind: 'reasoning', input: [...names], session_id: sessionId, trigger_source: 'api' },
  })
  if (isRefusal(answer)) throw new Error(answer.detail)
  await settled(engine, answer.run.run_id)
  return answer.run.run_id
}
async function withExpired(names: readonly string[]) {
  const engine = await startEngine({ agents: [asks] })
  engines.push(engine)
  const runId = await begin(engine, 'ses-one', names)
  const [first] = await openGates(engine, runId)
  engine.clock.advance(61_000)
  await engine.gates.wake(first?.gate_id ?? '')
  await rest()
  return { engine, runId, gateId: first?.gate_id ?? '' }
}

describe('a new goal in a session', () => {
  it('ends the run that waits at an expired gate, and says why', async () => {
    const { engine, runId, gateId } = await withExpired(['short'])
    expect(await engine.store.getRun(runId)).toMatchObject({ waiting_reason: 'gate_expired' })
    await begin(engine, 'ses-other', ['one'])
    expect((await engine.store.getRun(runId))?.status).toBe('waiting_input')
    const next = await begin(engine, 'ses-one', ['one'])
    expect(await engine.store.getRun(runId)).toMatchObject({
      status: 'cancelled',
      cancelled_because: 'replaced',
    })
    expect(await engine.store.getGate(gateId)).toMatchObject({ status: 'expired' })
    expect(await engine.gates.reopen(reviewer, gateId)).toMatchObject({ code: 'run_ended' })
    expect((await engine.store.getRun(next))?.status).toBe('waiting_input')
    const events = await engine.store.listStream(`run:${runId}`, 0, 100)
    expect(events.at(-1)).toMatchObject({
      type: 'run_cancelled',
      actor: { kind: 'person', id: member.id },
      payload: { because: 'replaced' },
    })
  })

  it('leaves alone a run that waits at a gate which can still be answered', async () => {
    const { engine, runId } = await withExpired(['short', 'long'])
    await begin(engine, 'ses-one', ['one'])
    expect((await engine.store.getRun(runId))?.status).toBe('waiting_input')
    const open = (await openGates(engine, runId))[0]
    await decide(engine, open?.gate_id ?? '', { decision: 'approve' })
    await rest()
    expect((await engine.store.getRun(runId))?.status).toBe('waiting_input')
  })

  it('leaves alone a run whose gate was opened again', async () => {
    const { engine, runId, gateId } = await withExpired(['short'])
    const fresh = await engine.gates.reopen(reviewer, gateId)
    if (isRefusal(fresh)) throw new Error(fresh.detail)
    await begin(engine, 'ses-one', ['one'])
    expect((await engine.store.getRun(runId))?.status).toBe('waiting_input')
    await decide(engine, fresh.gate.gate_id, { decision: 'approve' })
    await rest()
    expect(await settled(engine, runId)).toMatchObject({ status: 'completed', output: ['approved'] })
  })
})
