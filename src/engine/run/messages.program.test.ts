import { afterEach, describe, expect, it } from 'vitest'
import {
  memoryStore,
  settled,
  startEngine,
  startRun,
  type TestEngine,
} from '../../../test/engine/engine-fixture.ts'
import { agentOf, rest } from '../../../test/engine/run-desk.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import { isRefusal } from '../../contracts/refusal.ts'

const engines: TestEngine[] = []
async function engineWith(...options: Parameters<typeof startEngine>): Promise<TestEngine> {
  const engine = await startEngine(...options)
  engines.push(engine)
  return engine
}
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop()
})

const collector = agentOf(async context => {
  const came: string[] = []
  while (came.at(-1) !== 'end') came.push(String((await context.receive('reports')).word))
  return came
})

const send = (engine: TestEngine, runId: string, word: string) =>
  engine.store.transact(tx => engine.runs.send(tx, { run_id: runId, mailbox: 'reports', body: { word } }))

describe('a run that receives messages', () => {
  it('waits without a gate, and gets each once and in order, also those that came early', async () => {
    const engine = await engineWith({ agents: [collector] })
    const run = await startRun(engine)
    await send(engine, run.run_id, 'early')
    await rest()
    const waiting = await settled(engine, run.run_id)
    expect(waiting).toMatchObject({
      status: 'waiting_input',
      waiting_reason: 'message',
      waiting_gate_ids: [],
      steps: 2,
    })
    await Promise.all([send(engine, run.run_id, 'a'), send(engine, run.run_id, 'b')])
    await send(engine, run.run_id, 'end')
    await rest()
    expect((await settled(engine, run.run_id)).output).toEqual(['early', 'a', 'b', 'end'])
    expect(await engine.store.listDocuments('run_message')).toEqual([])
  })

  it('goes on elsewhere after a restart, with what was sent while nobody ran it', async () => {
    const store = await memoryStore()
    const first = await startEngine({ agents: [collector], store, workerId: 'worker_one' })
    const run = await startRun(first)
    await send(first, run.run_id, 'before')
    await rest()
    await settled(first, run.run_id)
    await first.stop()
    await send(first, run.run_id, 'between')
    const second = await engineWith({ agents: [collector], store, workerId: 'worker_two' })
    await send(second, run.run_id, 'end')
    await rest()
    expect((await settled(second, run.run_id)).output).toEqual(['before', 'between', 'end'])
  })

  it('takes none when it has ended, and nobody else’s', async () => {
    const engine = await engineWith({ agents: [collector] })
    const [one, other] = [await startRun(engine), await startRun(engine)]
    await send(engine, one.run_id, 'end')
    await rest()
    expect((await settled(engine, one.run_id)).status).toBe('completed')
    const late = await send(engine, one.run_id, 'late')
    expect(isRefusal(late) && late.code).toBe('run_ended')
    expect(isRefusal(await send(engine, 'run_none', 'x'))).toBe(true)
    expect((await settled(engine, other.run_id)).status).toBe('waiting_input')
  })
})

describe('admission', () => {
  it('refuses a start before anything of it is written, and writes with a start what belongs to it', async () => {
    const seen: JsonObject[] = []
    const engine = await engineWith({
      agents: [collector],
      admission: {
        refuse: async (_tx, { input }) =>
          Object(input).barred ? { refused: true, code: 'forbidden', detail: 'No.' } : undefined,
        admitted: async (tx, run) => {
          await tx.putDocument({ kind: 'note', id: run.run_id, body: run.input, at: run.created_at })
          seen.push({ run_id: run.run_id })
          return []
        },
      },
    })
    await expect(startRun(engine, { barred: true })).rejects.toThrow('No.')
    expect((await engine.store.listRuns({}, { limit: 10 })).items).toEqual([])
    const run = await startRun(engine, { word: 'x' })
    expect(seen).toEqual([{ run_id: run.run_id }])
    expect((await engine.store.getDocument('note', run.run_id))?.body).toEqual({ word: 'x' })
  })
})
