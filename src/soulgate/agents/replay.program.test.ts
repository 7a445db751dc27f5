import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { type AgentContext, defineAgent, defineTool } from '../../agents/agents.ts'
import { createSoulgate, type ReplayedRun } from '../../soulgate.ts'

const folder = mkdtempSync(join(tmpdir(), 'soulgate-replay-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

let touched = 0
const look = defineTool({
  name: 'look',
  description: 'Looks.',
  input: z.object({ at: z.string() }),
  effect: 'read',
  world: 'closed',
  execute: () => {
    touched += 1
    return 'seen'
  },
})

type Work = (context: AgentContext) => Promise<unknown>

const agentOf = (work: Work, version = '1') =>
  defineAgent({ name: 'checker', version, input: z.object({}), run: context => work(context) })

const recorded: Work = async context => {
  const [a, b] = await context.all([context.step('a', () => 1), context.step('b', () => 2)])
  await context.step('sum', () => Number(a) + Number(b))
  context.emit({ half: true })
  await context.receive('go')
  await context.call(look, { at: 'door' })
  return 'done'
}

const open = (work: Work, version?: string) =>
  createSoulgate({
    home: join(folder, 'home'),
    workspace: join(folder, 'workspace'),
    agents: [agentOf(work, version)],
    tools: [look],
  })

async function replayed(
  work: Work,
  version?: string,
  which?: { readonly since?: string; readonly runId?: string },
): Promise<ReplayedRun | undefined> {
  await using soulgate = await open(work, version)
  for await (const found of soulgate.replay(which)) return found
  return undefined
}

const changes: readonly (readonly [string, Work])[] = [
  ['a step that is gone', async context => void (await context.step('sum', () => 3))],
  ['a step with another name', context => context.step('c', () => 1)],
  [
    'two steps one after the other',
    async context => {
      await context.step('a', () => 1)
      await context.call(look, { at: 'door' })
    },
  ],
  ['a call where a step was', context => context.call(look, { at: 'door' })],
  ['a sleep before', async context => void (await context.sleep({ hours: 1 }))],
  ['a question before', context => context.ask('which', { a: { question: 'Which?' } })],
  ['an early end', async () => 'done'],
  [
    'an end after the first steps',
    async context => {
      await context.all([context.step('a', () => 1), context.step('b', () => 2)])
      return 'done'
    },
  ],
  [
    'another mailbox',
    async context => {
      await context.all([context.step('a', () => 1), context.step('b', () => 2)])
      await context.step('sum', () => 3)
      context.emit({ half: true })
      await context.receive('other')
    },
  ],
  [
    'a step that stands in another order',
    async context => {
      await context.all([context.step('b', () => 2), context.step('a', () => 1)])
    },
  ],
]

const compatible: readonly (readonly [string, Work])[] = [
  ['nothing', recorded],
  [
    'other work in a step',
    async context => {
      await context.all([context.step('a', () => 'x'), context.step('b', () => 'y')])
      await context.step('sum', () => 'z')
      context.emit({ half: true })
      await context.receive('go')
    },
  ],
  [
    'another call behind the wait',
    async context => {
      await context.all([context.step('a', () => 1), context.step('b', () => 2)])
      await context.step('sum', () => 3)
      context.emit({ half: false })
      await context.receive('go')
      return context.call(look, { at: 'window' })
    },
  ],
  [
    'a random number before',
    async context => {
      context.random()
      return recorded(context)
    },
  ],
  [
    'a name made before',
    async context => {
      context.id('order')
      return recorded(context)
    },
  ],
  [
    'plain computing before',
    async context => {
      ;[3, 1, 2].sort()
      return recorded(context)
    },
  ],
  [
    'a look at the conditions',
    async context => {
      if (context.conditions.length > 3) return 'many'
      return recorded(context)
    },
  ],
  [
    'a sleep behind the wait',
    async context => {
      await context.all([context.step('a', () => 1), context.step('b', () => 2)])
      await context.step('sum', () => 3)
      context.emit({ half: true })
      await context.receive('go')
      await context.sleep({ days: 1 })
    },
  ],
  [
    'two mailboxes in a row',
    async context => {
      await context.all([context.step('a', () => 1), context.step('b', () => 2)])
      await context.step('sum', () => 3)
      context.emit({ half: true })
      await context.receive('go')
      return context.receive('more')
    },
  ],
  [
    'a change that asks whether it holds',
    async context => {
      if (await context.patched('first')) await context.step('new', () => 0)
      return recorded(context)
    },
  ],
]

it('names the first step at which new code differs from the record, and passes what goes with it', async () => {
  const first = await open(recorded)
  await first.startWorker()
  const run = await first.start(agentOf(recorded), {})
  await first.runs.settled(run.id, 10_000)
  await first.close()

  const seqs: unknown[] = []
  for (const [what, work] of changes) {
    const found = await replayed(work)
    expect([what, found?.status]).toEqual([what, 'different'])
    seqs.push(found?.status === 'different' ? found.seq : undefined)
  }
  // The step at which each of the ten changes differs first.
  expect(seqs).toEqual([1, 1, 2, 1, 1, 1, 1, 3, 5, 1])
  for (const [what, work] of compatible)
    expect([what, (await replayed(work))?.status]).toEqual([what, 'same'])
  expect(await replayed(recorded, '2')).toMatchObject({ status: 'not_carried', version: '1' })
  expect(await replayed(changes[1]?.[1] ?? recorded)).toMatchObject({
    seq: 1,
    detail: expect.stringMatching(/“a”.*“c”/),
  })
  const [earlier, later] = [-60_000, 60_000].map(ms => new Date(Date.now() + ms).toISOString())
  const [, other = recorded] = changes[1] ?? []
  expect(await replayed(other, '1', { since: String(earlier) })).toMatchObject({ status: 'different' })
  expect(await replayed(other, '1', { since: String(later) })).toBeUndefined()
  expect(await replayed(other, '1', { runId: run.id })).toMatchObject({ run_id: run.id })
  expect(await replayed(other, '1', { runId: 'run_other' })).toBeUndefined()
  expect(touched).toBe(0)

  // The record is as it was: the run goes on.
  const again = await open(recorded)
  await again.startWorker()
  await again.run(agentOf(recorded), run.id).send('go', {})
  await again.runs.settled(run.id, 10_000)
  expect(['completed', 'waiting_input']).toContain(await again.run(agentOf(recorded), run.id).status())
  await again.close()
}, 60_000)
