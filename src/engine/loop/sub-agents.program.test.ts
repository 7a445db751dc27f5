import { afterEach, describe, expect, it } from 'vitest'
import {
  type ChatEngine,
  type ChatEngineOptions,
  call,
  startChatEngine,
  turn,
} from '../../../test/engine/chat-fixture.ts'
import { settled } from '../../../test/engine/engine-fixture.ts'
import { answerOnly, decide, openGates, rest } from '../../../test/engine/run-desk.ts'
import type { ModelRequest } from '../../contracts/model.ts'

const engines: ChatEngine[] = []
async function engineWith(options: ChatEngineOptions): Promise<ChatEngine> {
  const engine = await startChatEngine(options)
  engines.push(engine)
  return engine
}
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop()
})

const isChild = (request: ModelRequest): boolean =>
  request.messages[0]?.role === 'system' && request.messages[0].content.includes('You are a sub-agent')
const answers = (request: ModelRequest): number =>
  request.messages.filter(message => message.role === 'assistant').length

describe('a sub-agent', () => {
  it('works in a conversation of its own, waits at its own gates, and answers with its result', async () => {
    const script = (request: ModelRequest) => {
      const child = [turn('', call('move_thing', { path: 'a' })), turn('The thing is moved.')]
      const parent = [turn('', call('delegate', { task: 'Move a' })), turn('My helper moved it.')]
      return (isChild(request) ? child : parent)[answers(request)] ?? turn('?')
    }
    const engine = await engineWith({ script })
    const parent = await engine.say('Have a moved')
    await rest(300)
    const [child] = (await engine.store.listRuns({ parent_run_id: parent.run_id }, { limit: 9 })).items
    const [gate] = await openGates(engine, child?.run_id ?? '')
    expect(engine.world.effects).toEqual([])
    await decide(engine, gate?.gate_id ?? '', { decision: 'approve' })
    await expect
      .poll(async () => (await engine.store.getRun(parent.run_id))?.output)
      .toMatchObject({
        message: 'My helper moved it.',
        has_written: true,
      })
    const told = engine.requests.find(request => !isChild(request) && answers(request) === 1)
    expect(told?.messages.at(-1)?.content).toBe('The thing is moved.')
    const transcript = await engine.transcript(parent)
    expect(transcript.map(message => message.role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
  })

  it('starts none of its own beyond the depth, where it is not even offered', async () => {
    const depths: number[] = []
    const script = (request: ModelRequest) => {
      depths.push(request.tools?.some(tool => tool.name === 'delegate') ? 1 : 0)
      return answers(request) === 0 ? turn('', call('delegate', { task: 'Deeper' })) : turn('Back.')
    }
    const engine = await engineWith({ script, limits: { maxDepth: 1 } })
    const run = await engine.say('Dig')
    await expect.poll(async () => (await engine.store.getRun(run.run_id))?.status).toBe('completed')
    const children = (await engine.store.listRuns({ kind: 'chat' }, { limit: 9 })).items
    expect(children).toHaveLength(2)
    expect(depths).toEqual([1, 0, 0, 1])
  })
})

describe('a model that reports low confidence', () => {
  const script = [
    turn(
      '',
      call('report_confidence', { score: 89, reasons: ['I guess'] }),
      call('move_thing', { path: 'a' }),
    ),
    turn('As you wish.'),
  ]

  it('brings a person in before its next call with an effect, and releases nothing by it', async () => {
    const engine = await engineWith({ script })
    const run = await settled(engine, (await engine.say('Move it')).run_id)
    const [gate] = await openGates(engine, run.run_id)
    expect(gate).toMatchObject({ type: 'confidence_threshold', subject: { document: { score: 89 } } })
    await answerOnly(engine, run.run_id, { decision: 'approve' })
    const [next] = await openGates(engine, run.run_id)
    expect(next?.type).toBe('tool_approval')
    expect(engine.world.effects).toEqual([])
  })

  it('makes no call when the person does not let it go on', async () => {
    const engine = await engineWith({ script })
    const run = await settled(engine, (await engine.say('Move it')).run_id)
    const ended = await answerOnly(engine, run.run_id, { decision: 'steer', steer_instructions: 'only look' })
    expect(ended.output).toMatchObject({ message: 'As you wish.' })
    expect(engine.world.effects).toEqual([])
    expect(engine.requests[1]?.messages.at(-1)?.content).toContain('only look')
  })

  it.each([
    [60, 20],
    [20, 95],
  ])('puts its worst report before the person: %d, then %d', async (first, second) => {
    const reports = [first, second].map(score =>
      call('report_confidence', { score, reasons: [`at ${score}`] }),
    )
    const worse = [turn('', ...reports, call('move_thing', { path: 'a' })), turn('As you wish.')]
    const engine = await engineWith({ script: worse })
    const run = await settled(engine, (await engine.say('Move it')).run_id)
    const [gate] = await openGates(engine, run.run_id)
    expect(gate?.subject).toMatchObject({ document: { score: 20, reasons: ['at 20'] } })
    expect(gate?.briefing.summary).toContain('20 %')
  })

  it('brings the person in again when it reports worse after an approval', async () => {
    const again = [
      turn('', call('report_confidence', { score: 60 }), call('move_thing', { path: 'a' })),
      turn('', call('report_confidence', { score: 10 }), call('move_thing', { path: 'b' })),
      turn('As you wish.'),
    ]
    const engine = await engineWith({ script: again })
    const run = await settled(engine, (await engine.say('Move it')).run_id)
    await answerOnly(engine, run.run_id, { decision: 'approve' })
    await answerOnly(engine, run.run_id, { decision: 'reject' })
    const [gate] = await openGates(engine, run.run_id)
    expect(gate).toMatchObject({ type: 'confidence_threshold', subject: { document: { score: 10 } } })
  })

  it('is not stopped from 90 on', async () => {
    const sure = [
      turn('', call('report_confidence', { score: 90 }), call('move_thing', { path: 'a' })),
      turn('Done.'),
    ]
    const engine = await engineWith({ script: sure })
    const run = await settled(engine, (await engine.say('Move it')).run_id)
    expect((await openGates(engine, run.run_id)).map(gate => gate.type)).toEqual(['tool_approval'])
  })
})
