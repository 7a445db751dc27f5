import { expect } from 'vitest'
import { fakeClock } from '../../src/base/clock.ts'
import type { DecideRequest } from '../../src/contracts/decision.ts'
import type { Gate } from '../../src/contracts/gate.ts'
import type { ModelRequest } from '../../src/contracts/model.ts'
import type { ScriptedStep } from '../../src/llm/scripted/scripted.ts'
import type { Store } from '../../src/store/store.ts'
import { type ChatEngine, call, startChatEngine, turn } from '../engine/chat-fixture.ts'
import { START_MS, type World } from '../engine/engine-fixture.ts'
import { answerTo, checkChain, type Survive } from './survive.ts'
import { surviveTalk } from './two-lives.ts'

const SESSION = 'ses_long_talk'

const ask = (question: string) =>
  call('ask_user', { questions: [{ id: 'choice', question, type: 'radio', options: ['red', 'blue'] }] })
const look = (place: string) => call('look_at', { place })

/** Twelve turns: two questions, one approval, one sub-agent, and things to look at. */
const TURNS: readonly ScriptedStep[] = [
  turn('I look around.', look('a'), look('b')),
  turn('A question first.', ask('Which colour?')),
  turn('Then there.', look('c')),
  turn('Somebody else may look.', call('delegate', { task: 'Look at the cellar' })),
  turn('Three at once.', look('d'), look('e'), look('f')),
  turn('I move it.', call('move_thing', { path: 'g' })),
  turn('Another question.', ask('Which one next?')),
  turn('Now h.', look('h')),
  turn('Now i.', look('i')),
  turn('A wrong turn.', call('no_such_tool', {})),
  turn('Now j.', look('j')),
  turn('All done.'),
]
const CHILD_TURNS: readonly ScriptedStep[] = [turn('Down I go.', look('cellar')), turn('The cellar is dry.')]

/** Answers by what was said last, not by how often it was called: a call that is made again says the same. */
function script(request: ModelRequest): ScriptedStep {
  const isChild = request.messages.some(
    message => message.role === 'user' && message.content === 'Look at the cellar',
  )
  const turns = isChild ? CHILD_TURNS : TURNS
  const last = request.messages.findLast(message => message.role === 'assistant')?.content
  const index = turns.findIndex(step => 'answer' in step && step.answer.text === last) + 1
  return turns[index] ?? turn('There is nothing more to say.')
}

/** A long talk whose first process is killed at one write: nobody could tell from what stands. */
export function surviveChat(expected: { transcript?: unknown }): Survive {
  return surviveTalk(() => {
    const world: World = { effects: [] }
    const clock = fakeClock(START_MS)
    return {
      session: SESSION,
      message: 'Have a look',
      start: store => startChatEngine({ script, world, clock, store }),
      decisionOn: gate => decisionOn(gate, world),
      check: (engine, store) => check(engine, store, expected),
    }
  })
}

function decisionOn(gate: Gate, world: World): DecideRequest {
  if (gate.type !== 'interview') return answerTo(gate, world)
  return { decision: 'answer', answers: [{ question_id: 'choice', value: 'blue' }] }
}

async function check(engine: ChatEngine, store: Store, expected: { transcript?: unknown }): Promise<void> {
  const runs = (await store.listRuns({}, { limit: 10 })).items
  expect(runs.map(run => [run.status, run.error])).toEqual([
    ['completed', undefined],
    ['completed', undefined],
  ])
  const messages = await engine.memory.conversation.list(SESSION, { limit: 500 })
  const transcript = messages.map(({ role, content, tool_calls, tool_name, is_error }) => ({
    ...{ role, content, tool_name, is_error },
    calls: tool_calls?.map(item => [item.name, item.arguments]),
  }))
  expected.transcript ??= transcript
  expect(transcript).toEqual(expected.transcript)
  expect(messages.map(message => message.seq)).toEqual(messages.map((_, index) => index + 1))
  const steps = (await Promise.all(runs.map(run => store.listSteps(run.run_id)))).flat()
  const models = steps.filter(step => step.kind === 'model')
  expect(models).toHaveLength(TURNS.length + CHILD_TURNS.length)
  expect(models.every(step => step.status === 'succeeded')).toBe(true)
  const main = runs.find(run => run.parent_run_id === undefined)
  expect(main?.output).toMatchObject({ message: 'All done.', model_calls: TURNS.length })
  const calls = (await Promise.all(runs.map(run => store.listCalls(run.run_id)))).flat()
  expect(calls.map(item => item.status)).toEqual(calls.map(() => 'succeeded'))
  expect(calls).toHaveLength(11)
  const moves = engine.world.effects.filter(effect => effect.tool === 'move_thing')
  expect(moves).toHaveLength(1)
  for (const run of runs) await checkChain(store, `run:${run.run_id}`)
}
