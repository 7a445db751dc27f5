import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { type AgentScheduleOptions, defineAgent, defineTool } from '../../agents/agents.ts'
import type { Principal } from '../../contracts/principal.ts'
import { openTestSoulgate, type TestSoulgate } from '../../testing/testing.ts'

const Letter = z.object({ to: z.string() })

function mailer(schedule: Partial<AgentScheduleOptions<{ to: string }>> = {}) {
  const send = defineTool({
    name: 'send',
    description: 'Send a letter.',
    input: z.object({ to: z.string().meta({ soulgate: 'recipient' }) }),
    effect: 'irreversible',
    execute: () => 'sent',
  })
  const agent = defineAgent({
    name: 'mailer',
    input: Letter,
    schedules: { daily: { cron: '0 10 * * *', input: { to: 'ana@example.com' }, ...schedule } },
    run: async (context, { to }) => (await context.call(send, { to })).status,
  })
  return { agents: [agent], tools: [send] }
}

/** Runs of the mailer, oldest first. */
async function runsOf(test: TestSoulgate) {
  const { items } = await test.clientOf('viewer').runs.list({ kind: 'agent', limit: 50 })
  return items.toReversed()
}

async function settle(test: TestSoulgate): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await new Promise(resolve => setImmediate(resolve))
  await test.advance({ seconds: 1 })
}

it('starts one run at each time, as the program, whose input vouches for nothing', async () => {
  const test = await openTestSoulgate({ soulgate: mailer() })
  try {
    await settle(test)
    expect(await runsOf(test)).toEqual([])
    for (let day = 0; day < 3; day += 1) {
      await test.advance({ hours: 24 })
      await settle(test)
    }
    const runs = await runsOf(test)
    expect(runs).toHaveLength(3)
    expect(runs[0]).toMatchObject({ trigger_source: 'schedule', asked_by: 'agent', status: 'waiting_input' })
    const { items } = await test.clientOf('reviewer').gates.list({ status: 'pending' })
    expect(items[0]?.why_held.map(({ source }) => source)).toContain('provenance')
    const [schedule] = await test.clientOf('viewer').schedules.list()
    expect(schedule).toMatchObject({ agent: 'mailer', name: 'daily', last_run_id: runs[2]?.run_id })
  } finally {
    await test.close()
  }
})

it('is changed in process by nobody who may not do it over HTTP', async () => {
  const test = await openTestSoulgate({ soulgate: mailer() })
  const daily = { agent: 'mailer', name: 'daily' }
  const kinds = { agent: 'agent', viewer: 'person', member: 'person' } as const
  try {
    for (const [role, kind] of Object.entries(kinds)) {
      const who = { kind, id: `${role}:one`, name: role, role: role as keyof typeof kinds }
      expect(await test.soulgate.schedules.setStatus(who, daily, 'paused')).toMatchObject({
        code: 'forbidden',
      })
      expect(await test.soulgate.schedules.runNow(who, daily)).toMatchObject({ code: 'forbidden' })
    }
    expect(await test.soulgate.schedules.list()).toMatchObject([{ status: 'active' }])
    await settle(test)
    expect(await runsOf(test)).toEqual([])
  } finally {
    await test.close()
  }
})

it('is paused, resumed and started at once by a reviewer, and by no agent', async () => {
  const test = await openTestSoulgate({ soulgate: mailer() })
  const daily = { agent: 'mailer', name: 'daily' }
  try {
    await expect(test.client.schedules.pause(daily)).rejects.toMatchObject({ status: 403 })
    await expect(test.clientOf('member').schedules.run(daily)).rejects.toMatchObject({ status: 403 })
    const reviewer = test.clientOf('reviewer').schedules
    expect(await reviewer.pause(daily)).toMatchObject({ status: 'paused' })
    await test.advance({ days: 2 })
    await settle(test)
    expect(await runsOf(test)).toEqual([])
    expect(await reviewer.run(daily)).toMatchObject({ agent: 'mailer', trigger_source: 'schedule' })
    expect(await reviewer.resume(daily)).toMatchObject({ next_at: '2026-01-07T10:00:00.000Z' })
    await test.advance({ days: 1 })
    await settle(test)
    expect(await runsOf(test)).toHaveLength(2)
    await expect(reviewer.pause({ agent: 'mailer', name: 'weekly' })).rejects.toMatchObject({ status: 404 })
    const system: Principal = { kind: 'system', id: 'system:test', name: 'test', role: 'admin' }
    const { items } = await test.soulgate.audit.search(system, { types: ['schedule_changed'] }, { limit: 10 })
    expect(items.map(({ actor }) => actor.kind)).toEqual(['person', 'person', 'person'])
  } finally {
    await test.close()
  }
})

async function afterThreeDaysDown(
  own: (schedule?: Partial<AgentScheduleOptions<{ to: string }>>) => ReturnType<typeof mailer>,
  missed: 'skip' | 'once',
): Promise<{ readonly runs: number; readonly error: string | undefined; readonly next: string | undefined }> {
  const root = mkdtempSync(join(tmpdir(), 'soulgate-schedule-'))
  const home = { home: join(root, 'home'), storePath: join(root, 'soulgate.db') }
  const open = (startAt: string) => openTestSoulgate({ startAt, soulgate: { ...own({ missed }), ...home } })
  try {
    const before = await open('2026-01-05T09:00:00.000Z')
    await settle(before)
    await before.close()
    const after = await open('2026-01-08T12:00:00.000Z')
    await settle(after)
    await settle(after)
    const [schedule] = await after.clientOf('viewer').schedules.list()
    const runs = (await runsOf(after)).length
    await after.close()
    return { runs, error: schedule?.last_error, next: schedule?.next_at }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

it('skips the times at which nobody was there, or makes up for them with one run, as the schedule says', async () => {
  expect(await afterThreeDaysDown(mailer, 'skip')).toEqual({
    runs: 0,
    error: expect.stringContaining('2026-01-05T10:00:00.000Z was missed'),
    next: '2026-01-09T10:00:00.000Z',
  })
  expect(await afterThreeDaysDown(mailer, 'once')).toEqual({
    runs: 1,
    error: undefined,
    next: '2026-01-09T10:00:00.000Z',
  })
})

it('forgets a schedule that the configuration has no more, and refuses an input that does not fit', async () => {
  const root = mkdtempSync(join(tmpdir(), 'soulgate-schedule-'))
  const home = { home: join(root, 'home'), storePath: join(root, 'soulgate.db') }
  const agent = (schedules: object) =>
    defineAgent({ name: 'mailer', input: Letter, schedules: Object(schedules), run: async () => null })
  try {
    await (await openTestSoulgate({ soulgate: { ...mailer(), ...home } })).close()
    const next = await openTestSoulgate({ soulgate: { agents: [agent({})], ...home } })
    expect(await next.clientOf('viewer').schedules.list()).toEqual([])
    await next.close()
    const unfit = agent({ daily: { cron: '0 10 * * *', input: { to: 7 } } })
    await expect(openTestSoulgate({ soulgate: { agents: [unfit], ...home } })).rejects.toThrow(
      /Schedule daily: .*does not fit agent mailer/,
    )
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})

it('shows no schedule, with what it starts, to the key of an agent', async () => {
  const test = await openTestSoulgate({ soulgate: mailer() })
  try {
    await expect(test.client.schedules.list()).rejects.toMatchObject({ code: 'forbidden' })
    expect(await test.clientOf('viewer').schedules.list()).toHaveLength(1)
  } finally {
    await test.close()
  }
})
