import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { type AgentContext, defineAgent, defineTool, giveUp } from '../../agents/agents.ts'
import { openTestSoulgate, type TestSoulgate } from '../../testing/testing.ts'

const write = defineTool({
  ...{ name: 'write_note', description: 'Writes a note.', effect: 'irreversible' },
  input: z.object({ path: z.string().meta({ soulgate: 'path' }) }),
  execute: async ({ path }) => path,
})
const INPUT = { title: 'Write notes/asked', attached: 'notes/attached' }

let test: TestSoulgate
afterEach(() => test.close())

async function start(work: (context: AgentContext) => Promise<unknown>) {
  const agent = defineAgent({
    ...{ name: 'author', run: work },
    input: z.object({ title: z.string(), attached: z.string() }),
  })
  test = await openTestSoulgate({ soulgate: { agents: [agent], tools: [write] } })
  const member = test.clientOf('member')
  const { run_id: id } = await member.runs.start({ kind: 'agent', agent: 'author', input: INPUT })
  const get = () => member.runs.get(id)
  const ended = async () => {
    for (;;) {
      const run = await get()
      if (['completed', 'failed', 'cancelled'].includes(run.status)) return run
      await new Promise(resolve => setImmediate(resolve))
    }
  }
  return { get, ended, steps: () => member.runs.steps(id) }
}

async function gateNow() {
  for (;;) {
    const [found] = (await test.clientOf('reviewer').gates.list({ status: 'pending' })).items
    if (found !== undefined) return test.clientOf('reviewer').gates.get(found.gate_id)
    await new Promise(resolve => setImmediate(resolve))
  }
}

it('grounds calls in the words of the input that the agent names, and in no other text of it', async () => {
  const paths = [INPUT.attached, 'notes/asked']
  const calls = paths.map(path => ({ tool: 'write_note', input: { path } }))
  await start(context => context.propose(calls, { inputWords: [INPUT.title] }))
  const { subject } = await gateNow()
  const found = 'tool_calls' in subject ? subject.tool_calls : []
  expect(found.map(({ origins }) => origins?.[0]?.source)).toEqual(['unknown', 'person'])
})

it('asks for words in a clarification under the terms that the agent sets, whatever guidelines say of gates', async () => {
  const run = await start(async context => {
    const { decision } = await context.standardGate('clarification', {
      ...{ name: 'which', why: 'Two are meant.', within: { seconds: 60 }, onExpiry: 'wait' },
      subject: {
        questions: [
          {
            ...{ id: 'q1', question: 'Which?', type: 'radio', allow_other: true, required: true },
            options: [
              { id: 'a', label: 'this' },
              { id: 'b', label: 'that' },
            ],
          },
        ],
      },
      reading: { by: 'built_in', leftover: [] },
    })
    return context.propose([{ tool: 'write_note', input: { path: 'notes/else' } }], {
      reason: decision?.decision ?? 'none',
    })
  })
  const asked = await gateNow()
  expect(asked).toMatchObject({ type: 'clarification', briefing: { reading: { by: 'built_in' } } })
  await test.advance({ seconds: 61 })
  const reviewer = test.clientOf('reviewer')
  expect(await reviewer.gates.get(asked.gate_id)).toMatchObject({ status: 'expired' })
  expect((await run.get()).status).toBe('waiting_input')
  await reviewer.gates.reopen(asked.gate_id)
  const { gate_id: again, view_digest } = await gateNow()
  await reviewer.gates.decide(again, {
    ...{ decision: 'answer', view_digest },
    answers: [{ question_id: 'q1', value: 'a', other: 'notes/else' }],
  })
  const { subject } = await gateNow()
  const [call] = 'tool_calls' in subject ? subject.tool_calls : []
  expect(call?.origins?.[0]?.source).toBe('person')
  expect((await run.steps()).map(({ name }) => name)).toEqual(['which', 'propose', 'approval'])
})

it('looks with tools that only read within the workspace, and with no other', async () => {
  const run = await start(context =>
    context.step('look', async (_signal, { look }) => [
      await look('list_files', { path: '.' }),
      await look('write_note', { path: 'notes/a' }),
      await look('list_files', { path: 7 }),
    ]),
  )
  expect((await run.ended()).output).toMatchObject([
    { success: true },
    { success: false, error: 'write_note may not be looked with.' },
    { success: false },
  ])
})

it('ends a run as cancelled, in the words of the agent, and names what it slept for', async () => {
  const run = await start(async context => {
    await context.sleep({ milliseconds: 0 }, { name: 'before giving up' })
    return giveUp('the folder is empty')
  })
  expect(await run.ended()).toMatchObject({
    status: 'cancelled',
    cancelled_because: 'the folder is empty',
  })
  expect((await run.steps())[0]).toMatchObject({ kind: 'timer', name: 'before giving up' })
})
