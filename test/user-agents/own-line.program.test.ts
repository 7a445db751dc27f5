import { readFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { type AgentContext, defineAgent, defineTool, toolFailed } from '../../src/soulgate.ts'
import { openTestSoulgate, type TestSoulgate } from '../../src/testing/testing.ts'

const shop = {
  find: () => {
    throw new RangeError('no such order') // the order
  },
}
const pay = defineTool({
  ...{
    name: 'pay',
    description: 'Pays.',
    effect: 'read',
    world: 'closed',
    input: z.object({ amount: z.number() }),
  },
  execute: ({ amount }) => {
    if (amount === 0) throw toolFailed('nothing to pay')
    throw new TypeError('the bank is gone') // the bank
  },
})

let test: TestSoulgate | undefined
afterEach(() => test?.close())

async function failureOf(run: (context: AgentContext) => Promise<unknown>) {
  const agent = defineAgent({ name: 'desk', input: z.object({}), run })
  test = await openTestSoulgate({ soulgate: { agents: [agent], tools: [pay] } })
  return (await test.soulgate.start(agent, {})).result()
}

const failed = (code: string, message: unknown) => ({ status: 'failed', error: { code, message } })
/** The line of this file that ends with these words, as errors name it. */
function lineOf(words: string): string {
  const lines = readFileSync(import.meta.filename, 'utf8').split('\n')
  return `(own-line.program.test.ts:${lines.findIndex(line => line.endsWith(`// ${words}`)) + 1})`
}

it('says at which line of the user’s own code an agent failed', async () => {
  const run = (context: AgentContext) => Reflect.get(context, 'steps')() // the typo
  expect(await failureOf(run)).toEqual(
    failed('step_failed', expect.stringContaining(`is not a function ${lineOf('the typo')}`)),
  )
})

it('says it of what a step throws, and of arguments that do not fit', async () => {
  const inStep = await failureOf(context => context.step('find', () => shop.find()))
  expect(inStep).toEqual(failed('step_failed', `no such order ${lineOf('the order')}`))
  await test?.close()
  const unfit = await failureOf(
    context => context.call('pay', 'all of it' as never), // the call
  )
  expect(unfit).toEqual(
    failed('invalid_input', `The arguments of pay must be an object. ${lineOf('the call')}`),
  )
})

it('says it of what a tool throws, and adds nothing to what a tool itself says of its failure', async () => {
  const call = (amount: number) =>
    pay.executable.execute({
      ...{ arguments: { amount }, idempotencyKey: 'k', signal: new AbortController().signal },
    })
  await expect(call(5)).rejects.toThrow(`the bank is gone ${lineOf('the bank')}`)
  expect((await call(0)).result.error).toBe('nothing to pay')
})

it('says where an agent is declared whose answer does not fit its output schema', async () => {
  const output = z.object({ receipt: z.string() })
  const run = async () => Object({ receipt: 12 })
  const agent = defineAgent({ name: 'desk', input: z.object({}), output, run }) // the declaration
  test = await openTestSoulgate({ soulgate: { agents: [agent] } })
  const end = await (await test.soulgate.start(agent, {})).result()
  const said = `The answer of agent desk ${lineOf('the declaration')} does not fit its schema: receipt:`
  expect(end).toEqual(failed('invalid_input', expect.stringContaining(said)))
})
