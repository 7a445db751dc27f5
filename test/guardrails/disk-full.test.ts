import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'

const program = fileURLToPath(new URL('./served-program.ts', import.meta.url))
const processes: ChildProcess[] = []
afterEach(() => {
  for (const child of processes.splice(0)) child.kill('SIGKILL')
})

/** Starts the program; with `mostBlocks` no file of it grows beyond so many blocks of 512 bytes. */
async function start(root: string, mostBlocks?: number) {
  const limit = mostBlocks === undefined ? '' : `trap '' XFSZ; ulimit -f ${mostBlocks};`
  const child = spawn('sh', ['-c', `${limit} exec "$0" "$@"`, process.execPath, program, root], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  processes.push(child)
  const line = await new Promise<string>((told, failed) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part
      if (text.includes('\n')) told(text.slice(0, text.indexOf('\n')))
    })
    child.once('exit', code => failed(new Error(`the program ended with ${code}`)))
  })
  const { url, tokens } = JSON.parse(line)
  const send = async (role: string, path: string, body?: object) => {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${tokens[role]}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, json: JSON.parse(await response.text()) }
  }
  const kill = () => {
    const ended = new Promise(resolve => child.once('exit', resolve))
    child.kill('SIGKILL')
    return ended
  }
  return { send, kill }
}

const report = { task_id: 'no room', agent: 'a-agent', score: 30, reasons: ['the disk is full'] }
const guideline = (n: number) => ({
  name: `rule ${n}`,
  category: 'custom',
  condition: { tools: [`tool_${n}`] },
  action: { type: 'instruction', instruction: 'x'.repeat(19_000) },
})

test('no room on the disk: nothing is let through, the agent is not stopped, and the next start writes what waited', async () => {
  const root = mkdtempSync(join(tmpdir(), 'soulgate-disk-'))
  const first = await start(root, 4096)
  let full = 0
  for (let n = 0; n < 400 && full === 0; n += 1) {
    const { status } = await first.send('reviewer', '/api/guardrails', guideline(n))
    if (status !== 201) full = status
  }
  expect(full).toBe(503)
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

  const second = await start(root)
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
