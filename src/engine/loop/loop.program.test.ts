import { afterEach, describe, expect, it } from 'vitest'
import {
  type ChatEngine,
  type ChatEngineOptions,
  call,
  startChatEngine,
  turn,
} from '../../../test/engine/chat-fixture.ts'
import { settled } from '../../../test/engine/engine-fixture.ts'
import { answerOnly, openGates } from '../../../test/engine/run-desk.ts'

const engines: ChatEngine[] = []
async function engineWith(options: ChatEngineOptions): Promise<ChatEngine> {
  const engine = await startChatEngine(options)
  engines.push(engine)
  return engine
}
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop()
})

const move = (path: string) => call('move_thing', { path })

describe('the loop', () => {
  it('ends with what the model says once it calls nothing more', async () => {
    const engine = await engineWith({ script: [turn('Hello, Mona.')] })
    const run = await settled(engine, (await engine.say('Hi')).run_id)
    expect(run).toMatchObject({
      status: 'completed',
      output: { message: 'Hello, Mona.', action: 'direct_reply', model_calls: 1, is_offline: false },
    })
    expect((await engine.transcript(run)).map(({ role, content }) => [role, content])).toEqual([
      ['user', 'Hi'],
      ['assistant', 'Hello, Mona.'],
    ])
  })

  it('says of an answer that ended at its length limit that it did', async () => {
    const cut = { answer: { text: 'Once upon a', finish: 'length' } } as const
    const engine = await engineWith({ script: [cut] })
    const run = await settled(engine, (await engine.say('Tell me a story')).run_id)
    expect(run.output).toMatchObject({ message: expect.stringMatching(/^Once upon a\n\n\[Cut off here: /) })
  })

  it('reads at once, and gives the model what it found', async () => {
    const engine = await engineWith({
      script: [
        turn('I look.', call('look_at', { place: 'a' }), call('look_at', { place: 'b' })),
        turn('Both seen.'),
      ],
    })
    const run = await settled(engine, (await engine.say('Look at a and b')).run_id)
    expect(run.status).toBe('completed')
    expect(engine.world.effects.map(effect => effect.arguments.place)).toEqual(['a', 'b'])
    const results = engine.requests[1]?.messages.filter(message => message.role === 'tool')
    expect(results?.map(message => message.content)).toEqual(['seen at a', 'seen at b'])
  })

  it('holds a write for a person, and goes on with its result', async () => {
    const engine = await engineWith({ script: [turn('I move it.', move('a.log')), turn('Moved.')] })
    const waiting = await settled(engine, (await engine.say('Move a.log')).run_id)
    expect(waiting.status).toBe('waiting_input')
    expect(engine.world.effects).toEqual([])
    const run = await answerOnly(engine, waiting.run_id, { decision: 'approve' })
    expect(run).toMatchObject({ status: 'completed', output: { message: 'Moved.', has_written: true } })
    expect(engine.world.effects).toHaveLength(1)
  })

  it('tells the model a person’s no in the person’s words, and proposes anew after a steer', async () => {
    const engine = await engineWith({
      script: [
        turn('', move('a.log')),
        turn('', move('b.log')),
        turn('', move('c.log')),
        turn('I moved c.log.'),
      ],
    })
    const first = await settled(engine, (await engine.say('Tidy up')).run_id)
    await answerOnly(engine, first.run_id, { decision: 'reject', reason: 'a.log is in use' })
    const [second] = await openGates(engine, first.run_id)
    await answerOnly(engine, first.run_id, { decision: 'steer', steer_instructions: 'take c.log instead' })
    const [third] = await openGates(engine, first.run_id)
    expect(third?.steered_from).toBe(second?.gate_id)
    const run = await answerOnly(engine, first.run_id, { decision: 'approve' })
    expect(run.status).toBe('completed')
    expect(engine.world.effects.map(effect => effect.arguments.path)).toEqual(['c.log'])
    const told = engine.requests.map(request => request.messages.at(-1)?.content ?? '')
    expect(told[1]).toContain('<person_words kind="feedback">\na.log is in use')
    expect(told[2]).toContain('<person_words kind="steer">\ntake c.log instead')
  })

  it('asks questions in one batch and takes the answers as the result', async () => {
    const engine = await engineWith({
      script: [
        turn(
          '',
          call('ask_user', {
            questions: [
              { title: 'Which colour?', type: 'single', options: ['red', 'blue'] },
              { question: 'Anything else?', type: 'text' },
            ],
          }),
        ),
        turn('Blue it is.'),
      ],
    })
    const waiting = await settled(engine, (await engine.say('Paint it')).run_id)
    const [gate] = await openGates(engine, waiting.run_id)
    expect(gate).toMatchObject({
      type: 'interview',
      subject: {
        questions: [
          { id: 'q1', type: 'radio', options: [{ id: 'red', label: 'red' }, { id: 'blue' }] },
          { id: 'q2', type: 'text' },
        ],
      },
    })
    const run = await answerOnly(engine, waiting.run_id, {
      decision: 'answer',
      answers: [{ question_id: 'q1', value: 'blue' }],
    })
    expect(run.output).toMatchObject({ message: 'Blue it is.' })
    const told = engine.requests[1]?.messages.at(-1)?.content ?? ''
    expect(told).toContain('"answer":"blue"')
    expect(told).toContain('"unanswered":["Anything else?"]')
  })
})
