import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineAgent, defineTool, toolFailed } from '../../agents/agents.ts'
import { fakeClock } from '../../base/clock.ts'
import type { Principal } from '../../contracts/principal.ts'
import { createScriptedProvider } from '../../llm/scripted/scripted.ts'
import { createSoulgate, type Soulgate } from '../../soulgate.ts'
import { approve, openTestSoulgate, reject, steer, type TestSoulgate } from '../../testing/testing.ts'
import { SYSTEM_PRINCIPAL } from './program-principal.ts'

const Order = z.object({ id: z.string(), customer: z.string() })
const Refund = z.object({ customer: z.string(), amount: z.number().meta({ soulgate: 'amount' }) })

function refundDesk() {
  const paid: { readonly customer: string; readonly amount: number; readonly key: string }[] = []
  const refund = defineTool({
    name: 'refund',
    description: 'Send money back to a customer.',
    input: Refund,
    effect: 'irreversible',
    execute: async ({ customer, amount }, { idempotencyKey }) => {
      if (amount > 1000) throw toolFailed('The bank pays at most 1000 at once.')
      paid.push({ customer, amount, key: idempotencyKey })
      return { receipt: `r${paid.length}` }
    },
  })
  let lookedUp = 0
  const refunds = defineAgent({
    name: 'refunds',
    input: Order,
    output: z.object({ refunded: z.boolean(), note: z.string() }),
    run: async (context, order) => {
      const amount = await context.step('find charge', () => {
        lookedUp += 1
        return order.id === 'big' ? 5000 : 12
      })
      const call = await context.call(
        refund,
        { customer: order.customer, amount },
        { reason: 'It came broken.' },
      )
      switch (call.status) {
        case 'succeeded':
          return { refunded: true, note: call.output.receipt }
        case 'failed':
          return { refunded: false, note: call.error }
        case 'rejected':
          return { refunded: false, note: call.reason }
        case 'steered':
          return { refunded: false, note: call.instruction }
        default:
          return { refunded: false, note: call.status }
      }
    },
  })
  return { refund, refunds, paid, lookedUp: () => lookedUp }
}

async function withProgram(
  own: Pick<Parameters<typeof openTestSoulgate>[0] & object, 'soulgate'>,
  work: (test: TestSoulgate) => Promise<void>,
): Promise<void> {
  const test = await openTestSoulgate(own)
  try {
    await work(test)
  } finally {
    await test.close()
  }
}

it('runs an agent of one’s own to a gate, and after an approval its tool once', async () => {
  const { refund, refunds, paid, lookedUp } = refundDesk()
  await withProgram({ soulgate: { agents: [refunds], tools: [refund] } }, async ({ soulgate, reviewer }) => {
    reviewer.script(approve())
    const run = await soulgate.start(refunds, { id: 'o1', customer: 'c7' })
    expect(await run.result()).toEqual({ status: 'completed', output: { refunded: true, note: 'r1' } })
    expect(paid).toEqual([{ customer: 'c7', amount: 12, key: expect.any(String) }])
    expect(lookedUp()).toBe(1)
    const [gate] = reviewer.seen
    expect(gate?.briefing).toMatchObject({ agent: 'refunds', agent_says: 'It came broken.' })
    expect(gate?.why_held.map(({ source }) => source)).toContain('provenance')
  })
})

it('answers a no, an instruction and a failure as values', async () => {
  const { refund, refunds, paid } = refundDesk()
  await withProgram({ soulgate: { agents: [refunds], tools: [refund] } }, async ({ soulgate, reviewer }) => {
    reviewer.script(reject('Not our fault.'), steer('Send a new one.'), approve())
    const notes: unknown[] = []
    for (const id of ['o1', 'o2', 'big']) {
      const run = await soulgate.start(refunds, { id, customer: 'c7' })
      notes.push(await run.result())
    }
    expect(notes).toMatchObject([
      { output: { note: 'Not our fault.' } },
      { output: { note: 'Send a new one.' } },
      { output: { note: 'The bank pays at most 1000 at once.' } },
    ])
    expect(paid).toEqual([])
  })
})

it('refuses an input that does not fit, over HTTP as in process, and names the agents there are', async () => {
  const { refund, refunds } = refundDesk()
  await withProgram({ soulgate: { agents: [refunds], tools: [refund] } }, async ({ soulgate, client }) => {
    // A person who writes JavaScript has no compiler to stop this.
    await expect(soulgate.start(refunds, JSON.parse('{"id":7}'))).rejects.toThrow(
      /does not fit agent refunds.*id/,
    )
    await expect(client.runs.start({ kind: 'agent', agent: 'refunds', input: {} })).rejects.toThrow(/refunds/)
    await expect(client.runs.start({ kind: 'agent', agent: 'payouts', input: {} })).rejects.toMatchObject({
      problem: { errors: [{ field: 'agent', message: 'must be one of refunds' }] },
    })
  })
})

it('lets no agent’s key take the name of an agent, in either order', async () => {
  const { refund, refunds } = refundDesk()
  await withProgram({ soulgate: { agents: [refunds], tools: [refund] } }, async ({ clientOf }) => {
    await expect(clientOf('admin').tokens.create({ name: 'refunds', role: 'agent' })).rejects.toThrow(
      /registered agent/,
    )
  })
})

it('does not start where an agent’s key has the name of one of its agents', async () => {
  const home = mkdtempSync(join(tmpdir(), 'soulgate-own-'))
  const options = { home: join(home, 'home'), workspace: join(home, 'workspace') }
  const first = await createSoulgate(options)
  await first.access.createToken(SYSTEM_PRINCIPAL, { name: 'refunds', role: 'agent' })
  await first.close()
  const { refunds } = refundDesk()
  await expect(createSoulgate({ ...options, agents: [refunds] })).rejects.toThrow(/called refunds/)
  rmSync(home, { recursive: true })
})

it('asks people typed questions, and hands their answers over', async () => {
  const helper = defineAgent({
    name: 'helper',
    input: z.object({}),
    run: async context => {
      const asked = await context.ask('which', {
        colour: { question: 'Which colour?', options: { red: 'Red', blue: 'Blue' } },
        name: { question: 'What is it called?' },
      })
      return asked.status === 'answered' ? asked.answers : asked.status
    },
  })
  await withProgram({ soulgate: { agents: [helper] } }, async ({ soulgate, reviewer }) => {
    reviewer.always(() => ({
      decision: 'answer',
      answers: [
        { question_id: 'colour', value: 'blue' },
        { question_id: 'name', value: 'Ada' },
      ],
    }))
    const run = await soulgate.start(helper, {})
    expect(await run.result()).toEqual({ status: 'completed', output: { colour: 'blue', name: 'Ada' } })
  })
})

it('opens a gate of its own with choices of its own', async () => {
  const release = defineAgent({
    name: 'release',
    input: z.object({ version: z.string() }),
    run: (context, { version }) =>
      context.gate('ship', {
        title: `Ship ${version}?`,
        card: { version },
        choices: {
          now: { label: 'Ship it now', outcome: 'approve' },
          later: { label: 'Wait for Monday', outcome: 'skip' },
        },
      }),
  })
  await withProgram({ soulgate: { agents: [release] } }, async ({ soulgate, reviewer }) => {
    reviewer.always(() => ({ decision: 'skip', option_id: 'later' }))
    const run = await soulgate.start(release, { version: '2.1' })
    expect(await run.result()).toEqual({
      status: 'completed',
      output: { status: 'decided', choice: 'later' },
    })
    expect(reviewer.seen[0]?.options.map(({ label }) => label)).toEqual(['Ship it now', 'Wait for Monday'])
  })
})

it('sleeps, takes messages, and calls children, each once', async () => {
  const child = defineAgent({
    name: 'child',
    input: z.object({ n: z.number() }),
    output: z.object({ doubled: z.number() }),
    run: async (_context, { n }) => ({ doubled: n * 2 }),
  })
  const parent = defineAgent({
    name: 'parent',
    input: z.object({}),
    run: async context => {
      await context.sleep({ days: 1 })
      const { n } = await context.receive('numbers', z.object({ n: z.number() }))
      const ended = await context.child(child, { n })
      return ended.status === 'completed' ? ended.output.doubled : ended.status
    },
  })
  await withProgram(
    { soulgate: { agents: [parent, child] } },
    async ({ soulgate, advance, client, clientOf }) => {
      const run = await soulgate.start(parent, {})
      await soulgate.runs.settled(run.id, 5000)
      await advance({ days: 1, seconds: 1 })
      expect(await clientOf('viewer').runs.agents()).toMatchObject([
        { name: 'child' },
        { name: 'parent', version: '1' },
      ])
      await expect(client.runs.send(run.id, 'numbers', { n: 1 })).rejects.toMatchObject({ status: 403 })
      await expect(clientOf('member').runs.send(run.id, 'numbers', { n: 1 })).rejects.toMatchObject({
        status: 403,
      })
      await clientOf('reviewer').runs.send(run.id, 'numbers', { n: 21 })
      expect(await run.result()).toEqual({ status: 'completed', output: 42 })
    },
  )
})

it('says what an agent did wrong: an answer that JSON cannot carry, one that does not fit, a thrown error', async () => {
  const bad = defineAgent({
    name: 'bad',
    input: z.object({ how: z.string() }),
    output: z.object({ ok: z.boolean() }),
    run: async (_context, { how }): Promise<{ ok: boolean }> => {
      if (how === 'throw') throw new Error('The ledger is closed.')
      return JSON.parse('{"ok":"no"}')
    },
  })
  await withProgram({ soulgate: { agents: [bad] } }, async ({ soulgate }) => {
    const thrown = await (await soulgate.start(bad, { how: 'throw' })).result()
    expect(thrown).toMatchObject({ status: 'failed', error: { message: 'The ledger is closed.' } })
    const unfit = await (await soulgate.start(bad, { how: 'unfit' })).result()
    expect(unfit).toMatchObject({
      status: 'failed',
      error: { code: 'invalid_input', message: expect.stringContaining('answer of agent bad') },
    })
  })
})

it('lets a model drive an agent: each of its calls is decided, its results go back, its answer is the end', async () => {
  const { refund, paid } = refundDesk()
  const assistant = defineAgent({
    name: 'assistant',
    model: 'standard',
    instructions: 'Help.',
    tools: [refund],
  })
  const provider = createScriptedProvider({
    timers: fakeClock(0).timers,
    script: [
      { answer: { tool_calls: [{ name: 'refund', arguments: { customer: 'c7', amount: 12 } }] } },
      { answer: { tool_calls: [{ name: 'transfer', arguments: {} }] } },
      { answer: { text: 'Done, receipt r1.' } },
    ],
  })
  const models = { providers: [provider], tiers: { STANDARD: 'scripted/one' } }
  await withProgram({ soulgate: { agents: [assistant], models } }, async ({ soulgate, reviewer }) => {
    reviewer.script(approve())
    const run = await soulgate.start(assistant, { message: 'Refund customer c7 for order 1.' })
    expect(await run.result()).toEqual({ status: 'completed', output: { text: 'Done, receipt r1.' } })
    expect(paid).toHaveLength(1)
    expect(reviewer.seen).toHaveLength(1)
    const told = provider.requests.at(-1)?.messages.filter(({ role }) => role === 'tool')
    expect(told?.map(({ content }) => content)).toEqual([
      expect.stringContaining('"receipt":"r1"'),
      'There is no tool transfer.',
    ])
  })
})

it('holds a tool that was confirmed again after its definition changed', async () => {
  const home = mkdtempSync(join(tmpdir(), 'soulgate-own-'))
  const options = { home: join(home, 'home'), workspace: join(home, 'workspace') }
  const look = (description: string) =>
    defineTool({
      name: 'look',
      description,
      input: z.object({}),
      effect: 'read',
      world: 'closed',
      execute: () => 'seen',
    })
  const started = async (description: string, work: (soulgate: Soulgate) => Promise<void>) => {
    const soulgate = await createSoulgate({ ...options, tools: [look(description)] })
    await work(soulgate)
    await soulgate.close()
  }
  const person: Principal = { kind: 'person', id: 'person:ada', name: 'Ada', role: 'reviewer' }
  const claimed = async (soulgate: Soulgate) => Object(await soulgate.tools.get(person, 'look')).claimed
  await started('Looks.', async soulgate => {
    expect(await claimed(soulgate)).toBe(true)
    const { definition_hash } = Object(await soulgate.tools.get(person, 'look'))
    await soulgate.tools.confirm(person, 'look', { definition_hash })
  })
  await started('Looks.', async soulgate => expect(await claimed(soulgate)).toBe(false))
  await started('Looks, and tells somebody.', async soulgate => expect(await claimed(soulgate)).toBe(true))
  rmSync(home, { recursive: true })
})

it('leaves a run to a worker that carries its version, and says that it waits for one', async () => {
  const home = mkdtempSync(join(tmpdir(), 'soulgate-own-'))
  const options = { home: join(home, 'home'), workspace: join(home, 'workspace') }
  const at = (version: string) =>
    defineAgent({
      ...{ name: 'waits', version, input: z.object({}) },
      run: async context => {
        await context.receive('go')
        return version
      },
    })
  const first = await createSoulgate({ ...options, agents: [at('1')] })
  await first.startWorker()
  const run = await first.start(at('1'), {})
  await first.runs.settled(run.id, 5000)
  await first.close()
  const second = await createSoulgate({ ...options, agents: [at('2')] })
  await second.startWorker()
  await second.run(at('2'), run.id).send('go', {})
  await until(
    async () =>
      Object(await second.runs.get(SYSTEM_PRINCIPAL, run.id)).waiting_reason === 'no_worker_carries_agent',
  )
  await second.close()
  const third = await createSoulgate({ ...options, agents: [at('1'), at('2')], clock: later })
  await third.startWorker()
  expect(await third.run(at('1'), run.id).result()).toEqual({ status: 'completed', output: '1' })
  await third.close()
  rmSync(home, { recursive: true })
})

const later = { now: () => Date.now() + 60_000 }

async function until(probe: () => Promise<boolean>): Promise<void> {
  while (!(await probe())) await new Promise(resolve => setImmediate(resolve))
}

it('takes no messages for runs of the bundled agents: those are the words of people', async () => {
  await withProgram({}, async ({ client, clientOf }) => {
    const run = await client.runs.start({ kind: 'reasoning', input: { goal: 'Delete old.log' } })
    const refused = { problem: { errors: undefined, detail: expect.stringContaining('kind reasoning') } }
    await expect(clientOf('admin').runs.send(run.run_id, 'notes', {})).rejects.toMatchObject(refused)
  })
})
