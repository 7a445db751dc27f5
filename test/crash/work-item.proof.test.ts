import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RequestKey } from '../../src/sdk/sdk.ts'
import { signedBrowser, signInWith } from '../signed-browser.ts'

const MAIN = resolve(import.meta.dirname, '../../src/surfaces/cli/main.ts')
const folder = mkdtempSync(join(tmpdir(), 'soulgate-work-item-'))
const workspace = join(folder, 'workspace')
const environment = {
  PATH: process.env.PATH,
  HOME: folder,
  SOULGATE_HOME: join(folder, 'home'),
  SOULGATE_WORKSPACE: workspace,
  SOULGATE_PORT: '0',
}
let child: ChildProcess
let url = ''
let session: RequestKey

beforeAll(async () => {
  mkdirSync(join(workspace, 'items/one'), { recursive: true })
  writeFileSync(join(workspace, 'items/one/note.bin'), Buffer.from([1, 0, 255]))
  const code = await start()
  session = await signInWith(url, code)
}, 60_000)
afterAll(async () => {
  await kill()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the program; answers the code of its sign-in link. */
async function start(): Promise<string> {
  child = spawn(process.execPath, [MAIN, 'up', '--print-link'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const link = await new Promise<string>((found, failed) => {
    let said = ''
    const read = (piece: Buffer) => {
      said += piece.toString()
      const seen = /https?:\/\/\S+code=\S+/.exec(said)?.[0]
      if (seen) found(seen)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', code => failed(new Error(`The program ended with ${code}:\n${said}`)))
  })
  url = new URL(link).origin
  return (
    new URL(link).searchParams.get('code') ??
    new URLSearchParams(new URL(link).hash.slice(1)).get('code') ??
    ''
  )
}

async function kill(): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>(done => child.once('exit', () => done()))
  child.kill('SIGKILL')
  await gone
}

async function restart(): Promise<void> {
  await kill()
  await start()
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into as a caller would
async function ask(method: string, path: string, body?: object): Promise<any> {
  // The server is another one after each crash; the session and its key are the same.
  return (await signedBrowser(url, session).send(method, path, body)).json
}

/** Runs the command line as a process of its own. */
function soulgate(...line: readonly string[]) {
  return new Promise<{ code: number; text: string }>(done => {
    const run = spawn(process.execPath, [MAIN, ...line], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    for (const stream of [run.stdout, run.stderr]) {
      stream.on('data', piece => {
        text += String(piece)
      })
    }
    run.once('exit', code => done({ code: code ?? -1, text }))
  })
}

/** The item once it waits for people or for reports. */
async function rested(itemId: string) {
  const { run_id: runId } = await ask('GET', `/api/work-items/${itemId}`)
  for (;;) {
    const { status } = await ask('GET', `/api/runs/${runId}`)
    if (status !== 'running' && status !== 'queued') return ask('GET', `/api/work-items/${itemId}`)
  }
}

/** Decides as somebody who has opened the documents. */
async function decide(gateId: string, body: object) {
  const { view_digest } = await ask('GET', `/api/gates/${gateId}`)
  await ask('POST', `/api/gates/${gateId}/viewed`, { view_digest })
  return ask('POST', `/api/gates/${gateId}/decide`, body)
}

describe('a work item of a program that is killed between its steps', () => {
  test('goes on where it was, from the command line, and does nothing twice', async () => {
    const begun = await soulgate(
      ...['workitem', 'start', 'Name search', '--id', 'P1', '--folder', 'items/one', '--path', 'src/search'],
      ...['--description', '- Show the ten best matches', '--max-hours', '2'],
    )
    expect([begun.code, begun.text]).toEqual([3, expect.stringContaining('Waits for people at gate_')])
    await restart()
    let item = await rested('P1')
    await decide(item.waiting_gate_ids[0], {
      decision: 'approve',
      option_id: 'expand',
      option_input: { new_limit: 9 },
    })
    await restart()
    item = await rested('P1')
    const status = await soulgate('workitem', 'status', 'P1')
    expect(status.text).toContain('Step 2 of 11: planning · intent pending')
    const early = await soulgate('workitem', 'report', 'P1', 'task_started', 'task=T1', '--json')
    expect([early.code, JSON.parse(early.text).error.code]).toEqual([4, 'intent_not_approved'])
    await decide(item.waiting_gate_ids[0], { decision: 'reject', reason: 'not yet' })
    await kill()
    await start()
    item = await rested('P1')
    expect(item).toMatchObject({ step: 'workplan', round: 2 })
    expect(readdirSync(join(workspace, 'items/one'))).toEqual(['note.bin'])
    expect([...readFileSync(join(workspace, 'items/one/note.bin'))]).toEqual([1, 0, 255])
    const again = await soulgate('workitem', 'report', 'P1', 'workplan', 'description=Show twenty matches')
    expect(again.code).toBe(3)
    item = await rested('P1')
    await decide(item.waiting_gate_ids[0], { decision: 'approve' })
    await restart()
    item = await rested('P1')
    expect(item).toMatchObject({ step: 'build', intent: { status: 'approved' } })
    const [first, ...others] = item.tasks.map((task: { task_id: string }) => task.task_id)
    const done = await soulgate('workitem', 'report', 'P1', 'task_done', `task=${first}`, 'hours=1')
    expect([done.code, done.text]).toEqual([0, expect.stringContaining(`✓ ${first}`)])
    await restart()
    await rested('P1')
    for (const report of [
      ...others.map((task: string) => ({ kind: 'task_done', task, hours: 1 })),
      { kind: 'tests_done' },
      { kind: 'review_done' },
      { kind: 'commit', paths: ['src/search/a.ts'] },
      { kind: 'committed', commit: 'abc' },
      { kind: 'no_devops' },
    ]) {
      await ask('POST', '/api/work-items/P1/reports', { report })
      await rested('P1')
    }
    item = await rested('P1')
    expect(item).toMatchObject({ status: 'completed', used: { hours: item.tasks.length } })
    const listed = await soulgate('workitem', 'list', '--json')
    expect(JSON.parse(listed.text).items).toMatchObject([{ item_id: 'P1', status: 'completed' }])
    const kept = await soulgate('workitem', 'versions', 'P1')
    expect(kept.text).toContain('rejected')
    const verified = await ask('GET', '/api/audit/verify')
    expect(verified.ok ?? verified.valid).not.toBe(false)
    const calls = await ask('GET', `/api/runs/${item.run_id}/steps`)
    const tools = calls.steps.filter((step: { kind: string }) => step.kind === 'tool')
    expect(tools.every((step: { status: string }) => step.status === 'succeeded')).toBe(true)
  }, 240_000)

  test('is whole wherever it was killed while it planned', async () => {
    for (const [index, delay] of [0, 40].entries()) {
      const id = `K${index}`
      const started = ask('POST', '/api/work-items', { title: id, item_id: id, description: '- One thing' })
      await started.catch(() => {})
      await new Promise(resume => setTimeout(resume, delay))
      await restart()
      const item = await rested(id)
      expect([delay, item.step, item.waiting_gate_ids.length]).toEqual([delay, 'planning', 1])
      expect(readdirSync(join(workspace, item.folder)).toSorted()).toEqual([
        'design.md',
        'tasks.md',
        'user_stories.md',
      ])
      const versions = await ask('GET', `/api/work-items/${id}/versions`)
      expect(versions.versions).toMatchObject([{ reason: 'before_planning', files: [] }])
      const gates = await ask('GET', `/api/gates?run_id=${item.run_id}`)
      expect(gates.gates).toHaveLength(1)
    }
  }, 240_000)
})
