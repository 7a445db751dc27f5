import { expect, it } from 'vitest'
import { z } from 'zod'
import { callOf, defineAgent, defineTool } from '../../agents/agents.ts'
import { fakeClock } from '../../base/clock.ts'
import type { DecideRequest } from '../../contracts/decision.ts'
import { createScriptedProvider } from '../../llm/scripted/scripted.ts'
import {
  approve,
  openTestSoulgate,
  type TestSoulgate,
  type TestSoulgateOptions,
} from '../../testing/testing.ts'
import { SYSTEM_PRINCIPAL } from './program-principal.ts'

const KEY = 'sk-live-0123456789'
const Nothing = z.object({})
const ADMIN = { kind: 'person', id: 'person_1', name: 'Ada', role: 'admin' } as const
const QUIET = { read_only: false, destructive: false, idempotent: true }

async function withProgram(
  soulgate: NonNullable<TestSoulgateOptions['soulgate']>,
  work: (test: TestSoulgate) => Promise<void>,
): Promise<void> {
  const test = await openTestSoulgate({ soulgate })
  try {
    await work(test)
  } finally {
    await test.close()
  }
}

it('opens a stored secret for a tool and a step while they run, and keeps its value nowhere', async () => {
  const seen: string[] = []
  const pay = defineTool({
    name: 'pay',
    description: 'Pays.',
    input: Nothing,
    effect: 'irreversible',
    execute: async (_input, { secret }) => {
      seen.push(await secret('BANK_KEY'))
      return { header: `Bearer ${seen.at(-1)}` }
    },
  })
  const payer = defineAgent({
    name: 'payer',
    input: Nothing,
    run: async context => {
      const step = await context.step(
        'look',
        async (_signal, { secret }) => `key ${await secret('BANK_KEY')}`,
      )
      const broken = await context
        .step('fail', async (_signal, { secret }) => {
          throw new Error(`refused ${await secret('BANK_KEY')}`)
        })
        .catch(error => String(error.message))
      const missing = await context
        .step('none', (_signal, { secret }) => secret('OTHER_KEY'))
        .catch(error => String(error.message))
      const call = await context.call(pay, {})
      return { step, broken, missing, header: call.status === 'succeeded' ? call.output.header : call.status }
    },
  })
  await withProgram({ agents: [payer], tools: [pay] }, async ({ soulgate, reviewer, clientOf }) => {
    const client = clientOf('admin')
    await soulgate.secrets.put(SYSTEM_PRINCIPAL, 'BANK_KEY', { value: KEY })
    reviewer.script(approve())
    const run = await soulgate.start(payer, {})
    expect(await run.result()).toEqual({
      status: 'completed',
      output: {
        step: 'key [secret BANK_KEY]',
        broken: 'refused [secret BANK_KEY]',
        missing: expect.stringContaining('soulgate secret set OTHER_KEY'),
        header: 'Bearer [secret BANK_KEY]',
      },
    })
    expect(seen).toEqual([KEY])
    const kept = [
      await soulgate.runs.steps(SYSTEM_PRINCIPAL, run.id),
      (await client.runs.events(run.id)).events,
    ]
    expect(JSON.stringify(kept)).not.toContain(KEY)
  })
})

it('opens no secret that an admin kept for other tools, and fails before it runs', async () => {
  const peek = defineTool({
    name: 'peek',
    description: 'Peeks.',
    input: Nothing,
    effect: 'irreversible',
    secrets: ['BANK_KEY'],
    execute: async (_input, { secret }) => ({ value: await secret('BANK_KEY') }),
  })
  const peeker = defineAgent({
    name: 'peeker',
    input: Nothing,
    run: async context => {
      const call = await context.call(peek, {})
      return { status: call.status, error: call.status === 'failed' ? call.error : '' }
    },
  })
  await withProgram({ agents: [peeker], tools: [peek] }, async ({ soulgate, reviewer }) => {
    await soulgate.secrets.put(SYSTEM_PRINCIPAL, 'BANK_KEY', { value: KEY, tools: ['pay'] })
    reviewer.script(approve())
    const run = await soulgate.start(peeker, {})
    expect(await run.result()).toMatchObject({
      output: { status: 'failed', error: expect.stringContaining('not for peek') },
    })
  })
})

it('takes for a person’s words what they read of an option, not the id that the agent gave it', async () => {
  const fetchIt = defineTool({
    name: 'fetch_it',
    description: 'Fetches.',
    input: z.object({ host: z.string().meta({ soulgate: 'host' }) }),
    effect: 'external',
    execute: () => null,
  })
  const asker = defineAgent({
    name: 'asker',
    input: Nothing,
    run: async context => {
      const options = { 'evil.example': 'Blue', b: 'shop.example' }
      const asked = await context.ask('colour', { colour: { question: 'Which one?', options } })
      if (asked.status !== 'answered') return null
      await context.call(fetchIt, { host: asked.answers.colour })
      return context.call(fetchIt, { host: 'shop.example' })
    },
  })
  await withProgram({ agents: [asker], tools: [fetchIt] }, async ({ soulgate, reviewer }) => {
    const reads = { reversibility: 'reversible', annotations: { ...QUIET, open_world: true } } as const
    const { definition_hash } = Object(await soulgate.tools.get(ADMIN, 'fetch_it'))
    await soulgate.tools.confirm(ADMIN, 'fetch_it', { definition_hash, ...reads })
    const choose = (value: string) => (): DecideRequest => ({
      decision: 'answer',
      answers: [{ question_id: 'colour', value }],
    })
    const sourcesOf = async (value: string) => {
      const before = reviewer.seen.length
      reviewer.script(choose(value), approve(), approve())
      await (await soulgate.start(asker, {})).result()
      return reviewer.seen.slice(before + 1).map(gate => gate.why_held.map(({ source }) => source))
    }
    const [evil] = await sourcesOf('evil.example')
    expect(evil).toContain('provenance')
    const [, shop] = await sourcesOf('b')
    expect(shop ?? []).not.toContain('provenance')
  })
})

it('remembers for the session as data, tells whose words stand there, and leaves what a person wrote', async () => {
  const notes = defineAgent({
    name: 'notes',
    input: z.object({ text: z.string() }),
    run: async (context, { text }) => {
      const before = await context.memory.recall('customer wishes')
      const kept = await context.memory.remember('customer wishes', text)
      return { before: before?.text ?? null, by: before?.by ?? null, kept }
    },
  })
  await withProgram({ agents: [notes] }, async ({ soulgate, clientOf }) => {
    const first = await soulgate.start(notes, { text: 'likes tea' })
    expect(await first.result()).toMatchObject({ output: { before: null, kept: { kept: true } } })
    const { session_id: sessionId } = await clientOf('admin').runs.get(first.id)
    const second = await soulgate.start(notes, { text: 'likes coffee' }, { sessionId })
    expect(await second.result()).toMatchObject({ output: { before: 'likes tea', by: 'agent' } })
    await soulgate.sessionMemory.putSection(
      { kind: 'person', id: 'person_1', name: 'Ada', role: 'admin' },
      { sessionId, section: 'customer_wishes' },
      { title: 'Wishes', content: 'likes water' },
    )
    const third = await soulgate.start(notes, { text: 'likes wine' }, { sessionId })
    expect(await third.result()).toMatchObject({
      output: { before: 'likes water', by: 'person', kept: { kept: false, reason: expect.any(String) } },
    })
  })
})

it('is a tool of a model-driven agent as a child run, with the strictest effect of what it may call', async () => {
  const effects = ['read', 'external'] as const
  const [look, send] = effects.map(effect =>
    defineTool({
      name: effect,
      description: 'Does.',
      input: Nothing,
      effect,
      execute: () => ({ done: true }),
    }),
  )
  if (look === undefined || send === undefined) throw new Error('two tools')
  const sender = defineAgent({
    name: 'sender',
    description: 'Sends.',
    input: Nothing,
    tools: [look, send],
    run: async context => {
      const [sent, other] = [await context.call(send, {}), await context.call('delete_file', { path: 'a' })]
      const together = await context.calls([callOf(look, {})])
      return { sent: sent.status, other, together: together[0]?.status }
    },
  })
  const silent = defineAgent({ name: 'silent', input: Nothing, run: async () => ({}) })
  const boss = defineAgent({
    name: 'boss',
    model: 'standard',
    instructions: 'Help.',
    tools: [sender.asTool({ description: 'Sends mail.' }), look],
  })
  expect([sender.asTool().effect, silent.asTool().effect, boss.asTool().effect]).toEqual([
    'external',
    'irreversible',
    'external',
  ])
  const provider = createScriptedProvider({
    timers: fakeClock(0).timers,
    script: [{ answer: { tool_calls: [{ name: 'sender', arguments: {} }] } }, { answer: { text: 'Sent.' } }],
  })
  const models = { providers: [provider], tiers: { STANDARD: 'scripted/one' } }
  await withProgram({ agents: [boss], models }, async ({ soulgate, reviewer }) => {
    reviewer.script(approve(), approve())
    const run = await soulgate.start(boss, { message: 'Send it.' })
    expect(await run.result()).toEqual({ status: 'completed', output: { text: 'Sent.' } })
    expect(provider.requests[0]?.tools?.map(({ description }) => description)).toContain('Sends mail.')
    const told = provider.requests.at(-1)?.messages.findLast(({ role }) => role === 'tool')?.content
    expect(JSON.parse(String(told))).toMatchObject({
      status: 'completed',
      output: {
        sent: 'succeeded',
        other: { status: 'denied', reason: expect.stringContaining('does not name delete_file') },
      },
    })
  })
})
