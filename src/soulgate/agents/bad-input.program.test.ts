import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineAgent, defineConfig, defineTool } from '../../agents/agents.ts'
import { createSoulgate } from '../../soulgate.ts'
import { approve, openTestSoulgate } from '../../testing/testing.ts'

const Nothing = z.object({})
const PERSON = { kind: 'person', id: 'person_1', name: 'Ada', role: 'admin' } as const

function toolThat(execute: () => unknown, more: { readonly effect?: 'read' | 'irreversible' } = {}) {
  return defineTool({
    name: 'odd',
    description: 'Does something odd.',
    input: Nothing,
    effect: more.effect ?? 'irreversible',
    timeout: { milliseconds: 50 },
    execute,
  })
}

function agentOf(tool: ReturnType<typeof toolThat>) {
  return defineAgent({ name: 'caller', input: Nothing, run: async context => await context.call(tool, {}) })
}

it('refuses two agents and two tools of one name', () => {
  const agent = (version: string) =>
    defineAgent({ name: 'twin', version, input: Nothing, run: async () => null })
  expect(() => defineConfig({ agents: [agent('1'), agent('1')] })).toThrow(
    'Two agents are called twin and have version 1. Give one of them another name or version.',
  )
  const tools = [toolThat(() => 1), toolThat(() => 2)]
  expect(() => defineConfig({ tools })).toThrow('Two tools are called odd. Give one of them another name.')
})

it.each([
  ['never', z.never(), 'accepts nothing,'],
  ['a field', z.object({ amount: z.never() }), 'accepts nothing at /amount'],
  ['a choice of none', z.object({ how: z.union([z.never(), z.enum([])]) }), 'accepts nothing at /how'],
  ['bounds that exclude each other', z.object({ a: z.number().min(5).max(3) }), 'accepts nothing at /a'],
  ['a length that none has', z.object({ a: z.string().min(5).max(3) }), 'accepts nothing at /a'],
  ['a field of a field', z.object({ to: z.object({ iban: z.never() }) }), 'accepts nothing at /to/iban'],
])('refuses an input schema that accepts nothing: %s', (_name, input, message) => {
  const define = () => defineAgent({ name: 'closed', input, run: async () => null })
  expect(define).toThrow(`The input schema of agent closed ${message}`)
})

it('refuses a tool whose input is no object where it is defined, and not when the program starts', () => {
  const define = () =>
    defineTool({ name: 'odd', description: 'Reads.', effect: 'read', input: z.string(), execute: () => 1 })
  expect(define).toThrow('Tool odd cannot be used: The input schema must describe an object.')
})

it.each([
  ['throws', () => Promise.reject(new Error('The bank is closed.')), 'The bank is closed.'],
  ['hangs', () => new Promise(() => {}), 'odd did not answer in time. Raise its `timeout`'],
])('asks a person what happened when a tool that may not be repeated %s', async (_how, execute, words) => {
  const tool = toolThat(execute)
  const caller = agentOf(tool)
  const { soulgate, reviewer, close, clientOf } = await openTestSoulgate({
    soulgate: { agents: [caller], tools: [tool] },
  })
  reviewer.script(approve())
  const run = await soulgate.start(caller, {})
  await expect.poll(async () => (await run.gates()).map(({ type }) => type)).toEqual(['unknown_outcome'])
  const [gate] = await run.gates()
  expect(gate?.briefing.details).toContain(words)
  await clientOf('admin').runs.cancel(run.id)
  await close()
})

it('tells an agent that a tool which only reads hung, without asking anybody', async () => {
  const tool = toolThat(() => new Promise(() => {}), { effect: 'read' })
  const caller = agentOf(tool)
  const { soulgate, reviewer, close } = await openTestSoulgate({
    soulgate: { agents: [caller], tools: [tool] },
  })
  const { definition_hash } = Object(await soulgate.tools.get(PERSON, 'odd'))
  await soulgate.tools.confirm(PERSON, 'odd', { definition_hash })
  const run = await soulgate.start(caller, {})
  expect(await run.result()).toMatchObject({
    output: { status: 'failed', error: expect.stringContaining('did not answer in time') },
  })
  expect(reviewer.seen).toEqual([])
  await close()
})

it('keeps the effect of a tool whose answer cannot be JSON, and says why it is not shown', async () => {
  const tool = toolThat(() => ({ big: 1n }))
  const caller = agentOf(tool)
  const { soulgate, reviewer, close } = await openTestSoulgate({
    soulgate: { agents: [caller], tools: [tool] },
  })
  reviewer.script(approve())
  const run = await soulgate.start(caller, {})
  expect(await run.result()).toMatchObject({
    output: {
      status: 'succeeded',
      output: { unreadable_output: expect.stringContaining('Tool odd gave a value that JSON cannot carry') },
    },
  })
  await close()
})

it('does not use up the approval of a tool that was taken out while its run waited', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'soulgate-removed-'))
  const place = { home: join(folder, 'home'), workspace: join(folder, 'workspace') }
  const tool = toolThat(() => 1)
  const caller = agentOf(tool)
  const first = await createSoulgate({ ...place, agents: [caller], tools: [tool] })
  await first.startWorker()
  const { id } = await first.start(caller, {})
  await expect.poll(() => first.run(caller, id).gates()).toHaveLength(1)
  const [gate] = await first.run(caller, id).gates()
  await first.close()

  const second = await createSoulgate({ ...place, agents: [caller] })
  await second.startWorker()
  await second.gates.decide(PERSON, gate?.gate_id ?? '', {
    ...{ decision: 'approve', confirm: 'odd' },
    view_digest: gate?.view_digest ?? '',
  })
  expect(await second.run(caller, id).result()).toMatchObject({
    output: { status: 'failed', error: expect.stringContaining('was taken out of the configuration') },
  })
  const types: string[] = []
  for await (const { type } of second.run(caller, id).events()) types.push(type)
  expect(types).toContain('grant_issued')
  expect(types).not.toContain('grant_consumed')
  await second.close()
})
