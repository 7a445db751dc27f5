import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { killOwnProcesses, startOwnProcess } from './own-process.ts'

afterEach(killOwnProcesses)

const report = { task_id: 'no room', agent: 'a-agent', score: 30, reasons: ['the disk is full'] }
const guideline = (n: number, characters = 19_000) => ({
  name: `rule ${n}`,
  category: 'custom',
  condition: { tools: [`tool_${n}`] },
  action: { type: 'instruction', instruction: 'x'.repeat(characters) },
})

test('no room on the disk: nothing is let through, the agent is not stopped, and the next start writes what waited', async () => {
  const root = mkdtempSync(join(tmpdir(), 'soulgate-disk-'))
  const first = await startOwnProcess(root, { mostBlocks: 4096 })
  // A checkpoint of the log may make a little room once more, so it is full when it stays full.
  let made = 0
  for (const characters of [19_000, 1]) {
    let refusals = 0
    for (const end = made + 600; made < end && refusals < 20; made += 1) {
      const { status } = await first.send('reviewer', '/api/guardrails', guideline(made, characters))
      refusals = status === 503 ? refusals + 1 : 0
    }
    expect(refusals).toBe(20)
  }
  const answer = await first.send('agent', '/api/confidence', report)
  expect([answer.status, answer.json]).toMatchObject([
    201,
    { escalated: false, gate_id: null, stored: false },
  ])
  const proposed = await first.send('agent', '/api/calls', { tool: 'anything', arguments: {} })
  expect(proposed.status).toBe(503)
  const evaluated = await first.send('agent', '/api/guardrails/evaluate', { tool: 'tool_1' })
  expect(evaluated.json.guidelines).toMatchObject([{ guideline_name: 'rule 1' }])
  const ready = await first.send('agent', '/readyz')
  expect(ready.status).toBe(503)
  expect(ready.json.checks).toMatchObject({
    audit: { ok: false, detail: '1 entries wait on disk for the store' },
  })
  await first.kill()

  const second = await startOwnProcess(root)
  const listed = () => second.send('viewer', '/api/confidence?task_id=no%20room')
  await expect.poll(async () => (await listed()).json.reports.length, { timeout: 20_000 }).toBe(1)
  expect((await listed()).json.reports[0]).toMatchObject({
    id: answer.json.id,
    written_late: true,
    escalated: true,
  })
  expect((await second.send('viewer', '/api/audit/verify')).json.ok).toBe(true)
  await expect.poll(async () => (await second.send('viewer', '/readyz')).status).toBe(200)
  expect(readdirSync(join(root, 'home', 'late-audit'))).toEqual([])
  await second.kill()
}, 120_000)
