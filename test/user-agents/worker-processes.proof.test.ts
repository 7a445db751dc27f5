import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { isRefused } from '../../src/sdk/sdk.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres.ts'
import type { Store } from '../../src/store/store.ts'
import { createTestDatabase } from '../postgres/test-database.ts'
import { createFleet, type Fleet, type FleetNode } from '../scale-out/fleet.ts'
import { answerTo, confirmTools, countFaults, haveEnded } from './desk-people.ts'
import { DESK_OUTPUT, type DeskEffect } from './refund-desk.ts'

const RUNS = 4
/** At which effects the worker that has it is killed, before it can say so. What is irreversible leaves a doubt. */
const KILLED_AT = [
  { tool: 'notify', nth: 2 },
  { tool: 'refund', nth: 2 },
  { tool: 'refund', nth: 5 },
]

const root = mkdtempSync(join(tmpdir(), 'soulgate-worker-processes-'))
const effectsFile = join(root, 'effects.jsonl')
let fleet: Fleet | undefined
let store: Store | undefined
afterAll(async () => {
  await fleet?.close()
  await store?.close()
  rmSync(root, { recursive: true, force: true })
})

it('a user’s agent on `soulgate worker --config` processes that are killed between effect and result ends with nothing ungated, doubled or lost', {
  timeout: 300_000,
}, async () => {
  const databaseUrl = await createTestDatabase()
  fleet = createFleet(databaseUrl)
  const config = writeConfig()
  const startWorker = (at: Fleet): Promise<FleetNode> => at.start('worker', undefined, ['--config', config])
  const first = await fleet.start('up')
  const workers = await Promise.all([startWorker(fleet), startWorker(fleet)])
  store = await openPostgresStore({ url: databaseUrl, now: () => new Date().toISOString(), poolSize: 2 })
  const at = await fleet.clientAt(first)
  await confirmTools(at)
  const runIds: string[] = []
  for (let n = 0; n < RUNS; n += 1) {
    const input = { order: `o${n}`, customer: `c${n}` }
    const run = await at.runs.start({ kind: 'agent', agent: 'refunds', input })
    if (isRefused(run)) throw new Error(run.problem.detail)
    runIds.push(run.run_id)
  }
  let kills = 0
  const deadline = Date.now() + 240_000
  while (Date.now() < deadline && !(await haveEnded(at, runIds))) {
    const due = KILLED_AT[kills]
    const reached = readEffects().filter(({ tool }) => tool === due?.tool)[(due?.nth ?? 0) - 1]
    if (reached !== undefined) {
      kills += 1
      // It may have died for an effect before.
      const victim = workers.find(({ process }) => process.pid === reached.pid)
      await victim?.end('SIGKILL')
      if (victim !== undefined) workers.splice(workers.indexOf(victim), 1, await startWorker(fleet))
    }
    const { items } = await at.gates.list({ status: 'pending', limit: 50 })
    for (const gate of items) {
      await at.gates.decide(gate.gate_id, await answerTo(store, gate, readEffects()))
    }
    await wait(20)
  }
  const effects = readEffects()
  const runs = await Promise.all(runIds.map(runId => at.runs.get(runId)))
  expect(runs.map(({ status, output }) => ({ status, output }))).toEqual(
    runIds.map(() => ({ status: 'completed', output: DESK_OUTPUT })),
  )
  expect(await countFaults(store, effects, RUNS)).toEqual({ ungated: 0, doubled: 0, lost: 0 })
  expect(kills).toBe(KILLED_AT.length)
  const { items: asked } = await at.gates.list({ type: 'unknown_outcome', limit: 50 })
  expect(asked).not.toEqual([])
})

type LoggedEffect = DeskEffect & { readonly pid: number }

/** The tools write what they do into a file, and take a moment before they say so: then they are killed. */
function writeConfig(): string {
  appendFileSync(effectsFile, '')
  const desk = resolve(import.meta.dirname, 'refund-desk.ts')
  const text = `
import { appendFileSync, readFileSync } from 'node:fs'
import { createRefundDesk } from ${JSON.stringify(desk)}
export default createRefundDesk(async effect => {
  appendFileSync(${JSON.stringify(effectsFile)}, JSON.stringify({ ...effect, pid: process.pid }) + '\\n')
  const lines = readFileSync(${JSON.stringify(effectsFile)}, 'utf8').trim().split('\\n').map(line => JSON.parse(line))
  const alike = lines.filter(({ tool }) => tool === effect.tool)
  const nth = alike.findLastIndex(({ key, pid }) => key === effect.key && pid === process.pid) + 1
  const isDue = ${JSON.stringify(KILLED_AT)}.some(due => due.tool === effect.tool && due.nth === nth)
  // Whoever is to be killed here is still at it when that comes, also on a busy machine.
  await new Promise(resolve => setTimeout(resolve, isDue ? 20_000 : 400))
})
`
  const file = join(root, 'soulgate.config.ts')
  writeFileSync(file, text)
  return file
}

function readEffects(): readonly LoggedEffect[] {
  const lines = readFileSync(effectsFile, 'utf8').split('\n').slice(0, -1)
  return lines.map(line => JSON.parse(line) as LoggedEffect)
}
