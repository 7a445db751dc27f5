import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSoulgate, type Soulgate } from '../../src/soulgate.ts'
import { createTestDatabase } from '../postgres/test-database.ts'
import { codeOf, found, granted, reviewer, scout } from './program-fixture.ts'
import { buildAll, decide, gateOf, report, rested, startItem } from './work-item-fixture.ts'

let root: string
let one: Soulgate
let other: Soulgate
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'soulgate-two-'))
  const databaseUrl = await createTestDatabase()
  const open = async (name: string) => {
    const program = await createSoulgate({
      home: join(root, name),
      workspace: join(root, 'workspace'),
      databaseUrl,
    })
    await program.startWorker()
    return program
  }
  one = await open('one')
  other = await open('other')
}, 60_000)
afterAll(async () => {
  for (const program of [one, other]) await program?.close()
  await rm(root, { recursive: true, force: true })
})

/** Whether the item holds a write, as this program sees it. */
async function isHeld(program: Soulgate): Promise<boolean> {
  const call = { tool: 'write_file', arguments: { path: 'src/search/a.ts', content: 'x' } }
  const { why_held } = await granted(program.calls.propose(scout, call))
  return why_held.some(why => why.rule_id?.startsWith('work_item:'))
}

describe('a work item of two programs on one database', () => {
  test('is held, approved and built from either of them', async () => {
    const started = await startItem(one, { item_id: 'P1' })
    await expect.poll(() => isHeld(other), { timeout: 10_000 }).toBe(true)
    const early = other.workItems.report(scout, 'P1', { kind: 'task_started', task: 'T1' })
    expect(await codeOf(early)).toBe('intent_not_approved')
    let item = await decide(other, started, { decision: 'reject', reason: 'not yet' })
    expect(item).toMatchObject({ step: 'workplan', documents: [] })
    item = await report(one, item, { kind: 'workplan', description: '- Show twenty matches' })
    item = await rested(other, 'P1')
    expect((await gateOf(other, item)).type).toBe('intent_approval')
    item = await decide(one, item, { decision: 'approve' })
    await expect.poll(() => isHeld(other), { timeout: 10_000 }).toBe(false)
    item = await buildAll(other, item)
    expect(item.step).toBe('review')
    expect(found((await one.workItems.list(reviewer, { limit: 5 })).items[0]).item_id).toBe('P1')
  }, 60_000)

  test('begins once, whichever of them was faster', async () => {
    const begin = (program: Soulgate) =>
      startItem(program, { item_id: 'P2' }).then(
        () => 'began',
        () => 'refused',
      )
    const outcomes = await Promise.all([begin(one), begin(other), begin(one), begin(other)])
    expect(outcomes.filter(outcome => outcome === 'began')).toHaveLength(1)
    const { items } = await one.workItems.list(reviewer, { limit: 50 })
    expect(items.filter(item => item.item_id === 'P2')).toHaveLength(1)
  }, 60_000)
})
