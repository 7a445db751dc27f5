import { appendFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fakeClock } from '../../base/clock.ts'
import { SoulgateError } from '../../base/errors.ts'
import { createAuditSpool, type SpooledEntry } from './audit-spool.ts'

const newFolder = () => join(mkdtempSync(join(tmpdir(), 'soulgate-late-')), 'late')
const entry = (n: number): SpooledEntry => ({
  id: `entry_${n}`,
  kind: 'gate_decision',
  at: `2026-03-01T09:00:${String(n % 60).padStart(2, '0')}.000Z`,
  body: { n },
})
const down = new SoulgateError('store_unavailable', 'The disk is full.')

function start(folder: string, write: (entry: SpooledEntry) => Promise<void>, mostKept = 100) {
  const clock = fakeClock(Date.parse('2026-03-01T09:00:00Z'))
  const reported: unknown[] = []
  const report = (error: unknown) => void reported.push(error)
  const late = createAuditSpool({ timers: clock.timers, report, folder, write, mostKept })
  const settle = async (isDone: () => boolean) => {
    await expect
      .poll(() => {
        clock.advance(1_000)
        return isDone()
      })
      .toBe(true)
  }
  return { late, reported, settle }
}

describe('what the trail could not take', () => {
  test('is written in the order in which it happened, and nothing overtakes it', async () => {
    let isDown = true
    const written: string[] = []
    const { late, settle } = start(newFolder(), async ({ id }) => {
      if (isDown) throw down
      written.push(id)
    })
    for (let n = 0; n < 30; n += 1) late.add(entry(n))
    await settle(() => late.state().waiting === 30)
    expect(written).toEqual([])
    isDown = false
    await settle(() => late.state().waiting === 0)
    expect(written).toEqual(Array.from({ length: 30 }, (_, n) => `entry_${n}`))
  })

  test('outlives the process: the next one writes what lies in the folder, a cut last line left out', async () => {
    const folder = newFolder()
    const first = start(folder, async () => Promise.reject(down))
    first.late.add(entry(1))
    first.late.add(entry(2))
    first.late.close()
    const [name = ''] = readdirSync(folder)
    const [line = ''] = readFileSync(join(folder, name), 'utf8').split('\n')
    writeFileSync(
      join(folder, '999999.jsonl'),
      line.replace('entry_1', 'entry_0').replace('09:00:01', '09:00:00'),
    )
    appendFileSync(join(folder, name), '{"id":"entry_3","ki')
    const written: string[] = []
    const second = start(folder, async ({ id }) => void written.push(id))
    second.late.start()
    await second.settle(() => second.late.state().waiting === 0)
    expect(written).toEqual(['entry_0', 'entry_1', 'entry_2'])
    expect(second.reported).toHaveLength(1)
    expect(readdirSync(folder)).toEqual([])
  })

  test('is bounded, and what is given up is counted and told, never silent', async () => {
    const { late, reported } = start(newFolder(), async () => Promise.reject(down))
    for (let n = 0; n < 102; n += 1) late.add(entry(n))
    expect(late.state()).toMatchObject({ waiting: 100, lost: 2 })
    expect(reported).toHaveLength(2)
  })

  test('stays in memory where the folder cannot be written, and says so', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'soulgate-late-')), 'a-file')
    writeFileSync(file, '')
    let isDown = true
    const { late, reported, settle } = start(file, async () => {
      if (isDown) throw down
    })
    late.add(entry(1))
    expect(late.state()).toEqual({ waiting: 1, lost: 0, durable: false })
    expect(reported).toHaveLength(1)
    isDown = false
    await settle(() => late.state().waiting === 0)
    expect(late.state().durable).toBe(true)
  })

  test('that no store would ever take does not hold up what came after it', async () => {
    const written: string[] = []
    const { late, reported, settle } = start(newFolder(), async ({ id }) => {
      if (id === 'entry_1') throw new TypeError('not an entry')
      written.push(id)
    })
    late.add(entry(1))
    late.add(entry(2))
    await settle(() => late.state().waiting === 0)
    expect(written).toEqual(['entry_2'])
    expect(late.state().lost).toBe(1)
    expect(reported).toHaveLength(1)
  })
})
