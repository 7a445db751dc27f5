import { afterEach, describe, expect, it } from 'vitest'
import {
  type ChatEngine,
  type ChatEngineOptions,
  call,
  startChatEngine,
  turn,
} from '../../../test/engine/chat-fixture.ts'
import { member, memoryStore, settled } from '../../../test/engine/engine-fixture.ts'
import { answerOnly, openGates, rest } from '../../../test/engine/run-desk.ts'
import { DEFAULT_SETTINGS } from '../../contracts/settings.ts'

const engines: ChatEngine[] = []
async function engineWith(options: ChatEngineOptions): Promise<ChatEngine> {
  const engine = await startChatEngine(options)
  engines.push(engine)
  return engine
}
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop()
})

const stepsUpTo = (max_steps: number) => ({
  ...DEFAULT_SETTINGS,
  limits: { ...DEFAULT_SETTINGS.limits, max_steps },
})
const looking = (index: number) => turn('', call('look_at', { place: `place ${index}` }))

describe('a chat that does not end by itself', () => {
  it('is put before people after its last turn, and goes on to the limit they set', async () => {
    const engine = await engineWith({ script: (_request, index) => looking(index), settings: stepsUpTo(4) })
    const run = await settled(engine, (await engine.say('Look everywhere')).run_id)
    const [gate] = await openGates(engine, run.run_id)
    expect(gate).toMatchObject({
      type: 'constraint_exception',
      briefing: { constraint_info: { constraint: 'scope', limit: 4, turns: 4 } },
    })
    expect(engine.requests).toHaveLength(4)
    await answerOnly(engine, run.run_id, {
      decision: 'approve',
      option_id: 'expand',
      option_input: { new_limit: 6 },
    })
    expect(engine.requests).toHaveLength(6)
    const ended = await answerOnly(engine, run.run_id, { decision: 'reject', option_id: 'abort' })
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'aborted' } })
    expect(engine.requests).toHaveLength(6)
  })

  it('is told to leave the rest out when people reduce its scope', async () => {
    const script = (_request: unknown, index: number) => (index < 3 ? looking(index) : turn('That is all.'))
    const engine = await engineWith({ script, settings: stepsUpTo(3) })
    const run = await settled(engine, (await engine.say('Look everywhere')).run_id)
    const ended = await answerOnly(engine, run.run_id, { decision: 'steer', option_id: 'reduce' })
    expect(ended).toMatchObject({ status: 'completed', output: { message: 'That is all.' } })
    expect(engine.requests.at(-1)?.messages.at(-1)?.content).toContain('Leave out what does not fit')
  })

  it('has 30 turns by default, and as many as the settings say', async () => {
    const engine = await engineWith({ script: (_request, index) => looking(index) })
    const run = await settled(engine, (await engine.say('Look everywhere')).run_id)
    expect(run.status).toBe('waiting_input')
    expect(engine.requests).toHaveLength(30)
  })

  it('stops after three turns in a row in which nothing succeeded', async () => {
    const engine = await engineWith({ script: (_request, index) => turn('', call(`nothing_${index}`)) })
    const run = await settled(engine, (await engine.say('Do it')).run_id)
    expect(run).toMatchObject({ status: 'failed', error: { code: 'too_many_errors' } })
    expect(run.error?.message).toContain('Tool not found: nothing_2')
    expect(engine.requests).toHaveLength(3)
  })

  it('forgets errors once something succeeded', async () => {
    const script = (_request: unknown, index: number) =>
      index === 5 ? turn('Done.') : index === 2 ? looking(index) : turn('', call(`nothing_${index}`))
    const engine = await engineWith({ script })
    const run = await settled(engine, (await engine.say('Do it')).run_id)
    expect(run).toMatchObject({ status: 'completed', output: { model_calls: 6 } })
  })

  it('counts a model that answers nothing as an error', async () => {
    const engine = await engineWith({ script: () => turn('') })
    const run = await settled(engine, (await engine.say('Do it')).run_id)
    expect(run).toMatchObject({ status: 'failed', error: { code: 'too_many_errors' } })
    expect(run.error?.message).toContain('answered with nothing')
  })

  it('makes the same call twice in a row and no more', async () => {
    const engine = await engineWith({ script: () => turn('', call('look_at', { place: 'here' })) })
    const run = await settled(engine, (await engine.say('Look')).run_id)
    expect(run).toMatchObject({ status: 'failed', error: { code: 'too_many_errors' } })
    expect(run.error?.message).toContain('same call')
    expect(engine.world.effects).toHaveLength(2)
    expect(engine.requests).toHaveLength(5)
  })
})

describe('the money of a chat', () => {
  it('is asked for before a call that it does not cover, and expanded by people', async () => {
    const settings = { ...DEFAULT_SETTINGS, budgets: { ...DEFAULT_SETTINGS.budgets, chat_run_usd: 0 } }
    const engine = await engineWith({ script: [turn('Hello.')], settings })
    const run = await settled(engine, (await engine.say('Hi')).run_id)
    const [gate] = await openGates(engine, run.run_id)
    expect(gate).toMatchObject({
      type: 'constraint_exception',
      briefing: { constraint_info: { constraint: 'budget' } },
    })
    expect(engine.requests).toHaveLength(0)
    const ended = await answerOnly(engine, run.run_id, {
      decision: 'approve',
      option_id: 'expand',
      option_input: { new_limit: 1 },
    })
    expect(ended).toMatchObject({ status: 'completed', output: { message: 'Hello.' } })
  })

  it('is that of the day, too', async () => {
    const engine = await engineWith({ script: [turn('Hello.')], spentToday: 5 })
    const run = await settled(engine, (await engine.say('Hi')).run_id)
    const [gate] = await openGates(engine, run.run_id)
    expect(gate?.briefing.details).toContain('budget of the day')
    const ended = await answerOnly(engine, run.run_id, { decision: 'approve', option_id: 'expand' })
    expect(ended.status).toBe('completed')
  })
})

describe('cancelling a chat', () => {
  it('ends a model call that is under way, also from another engine on the same database', async () => {
    const store = await memoryStore()
    const engine = await engineWith({ script: [{ silence: true }], store, workerId: 'worker_one' })
    const other = await engineWith({ script: [], store, workerId: 'worker_two', capacity: 0 })
    const started = await engine.say('Think for ever')
    await rest()
    expect(engine.requests).toHaveLength(1)
    await other.runs.cancel(member, started.run_id, 'enough')
    const run = await settled(engine, started.run_id)
    expect(run).toMatchObject({ status: 'cancelled', cancelled_because: 'enough' })
    expect(engine.clock.now() - Date.parse(run.created_at)).toBe(0)
  })

  it('ends a chat that waits for answers, with its questions', async () => {
    const engine = await engineWith({
      script: [turn('', call('ask_user', { questions: [{ question: 'Which?', type: 'text' }] }))],
    })
    const waiting = await settled(engine, (await engine.say('Do it')).run_id)
    await engine.runs.cancel(member, waiting.run_id, 'enough')
    const gates = await engine.store.listGates({ run_id: waiting.run_id }, { limit: 10 })
    expect(gates.items.map(gate => gate.status)).toEqual(['cancelled'])
    expect((await settled(engine, waiting.run_id)).status).toBe('cancelled')
  })
})
