import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Gate } from '../../src/contracts/gate.ts'
import type { Principal } from '../../src/contracts/principal.ts'
import { OpenGateRequest } from '../../src/contracts/requests/gates.ts'
import { createSoulgate, type GateRequestBody, type Soulgate } from '../../src/soulgate.ts'

const ROUNDS = 60
const BAR_MS = 100
const robot: Principal = { kind: 'agent', id: 'agent:bench', name: 'bench', role: 'agent' }

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index % 97}`).join(' ')

/** As much as an agent may send: every field that a briefing looks for, long details, many artifacts. */
const context = {
  ...{ epic: words(200), hours: 40, work_item: 'item', operation: words(100), environment: 'production' },
  ...{ target: words(20), command: words(300), branch: 'main', message: words(100), reason: words(100) },
  ...{ paths: Array.from({ length: 200 }, (_, index) => `contracts/${index}.json`), consumers: ['a', 'b'] },
  ...{ concerns: Array.from({ length: 100 }, (_, index) => `${index}: ${words(20)}`), reviewer: 'r' },
  ...{ test: 'sorts', attempts: 4, error: words(300), files: 14, parts: ['backend', 'frontend'] },
  ...{ task: words(50), constraint: 'budget', limit: 10, used: 12, required_change: words(50) },
  ...{ document: 'prd.md', changes: words(100), findings: ['x'], version: '2.1', breaking: true },
}
const artifacts = Array.from({ length: 200 }, (_, index) => ({
  ...{ path: `docs/${index}.md`, type: 'file' as const, size_bytes: 1 },
}))
const questions = [
  { id: 'q1', question: 'Which?', type: 'text' as const, allow_other: false, required: true },
]

/** Opens gates of every type, each with the largest input, and prints how long one takes with its briefing in it. */
export async function measureBriefings(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'soulgate-bench-'))
  const workspace = join(root, 'workspace')
  writeWorkItem(join(workspace, 'item'))
  const settingsSeed = { limits: { open_gates_per_key: 10_000 } }
  const home = join(root, 'home')
  const soulgate = await createSoulgate({ home, workspace, storePath: ':memory:', settingsSeed })
  console.log(`\nbriefings: a gate opened with its briefing, ${ROUNDS} rounds, largest input`)
  console.log('type                         p50 ms    p99 ms   cpu p50   cpu p99')
  const worst = { wall: 0, cpu: 0 }
  for (const type of OpenGateRequest.shape.type.in.options) {
    if (type === 'test_review') continue
    const { wall, cpu } = await openMany(soulgate, type)
    worst.wall = Math.max(worst.wall, shareOf(wall, 0.99))
    worst.cpu = Math.max(worst.cpu, shareOf(cpu, 0.99))
    const cells = [shareOf(wall, 0.5), shareOf(wall, 0.99), shareOf(cpu, 0.5), shareOf(cpu, 0.99)]
    console.log(`${type.padEnd(26)}  ${cells.map(ms => ms.toFixed(2).padStart(8)).join('  ')}`)
  }
  const verdict = (ms: number) => `${ms < BAR_MS ? 'met' : 'missed'} (worst ${ms.toFixed(1)} ms)`
  console.log(`bar p99 < ${BAR_MS} ms: ${verdict(worst.wall)}; in processor time: ${verdict(worst.cpu)}`)
  await soulgate.close()
  rmSync(root, { recursive: true, force: true })
}

async function openMany(soulgate: Soulgate, type: GateRequestBody['type']) {
  const isAsking = type === 'clarification' || type === 'interview'
  const body: GateRequestBody = {
    ...{ type, summary: `a ${type} gate`, details: words(10_000), context, artifacts },
    ...(isAsking ? { subject: { questions } } : {}),
  }
  const wall: number[] = []
  const cpu: number[] = []
  for (let round = -5; round < ROUNDS; round += 1) {
    const usedBefore = process.cpuUsage()
    const start = process.hrtime.bigint()
    const answer = await soulgate.gates.open(robot, body)
    const tookMs = Number(process.hrtime.bigint() - start) / 1e6
    if (answer.refused) throw new Error(answer.detail)
    requireBriefing(answer.gate)
    const used = process.cpuUsage(usedBefore)
    if (round < 0) continue
    wall.push(tookMs)
    cpu.push((used.user + used.system) / 1000)
  }
  return { wall, cpu }
}

function shareOf(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
}

/** A fast answer without a briefing would be no measure. */
function requireBriefing({ type, briefing }: Gate): void {
  if (!briefing.details.includes('docs/0.md')) throw new Error(`the gate of type ${type} has no briefing`)
}

/** Plans as long as the briefing reads them. */
function writeWorkItem(folder: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'design.md'), `# Search\n\n${words(20)}\n\n${words(30_000)}\n`)
  const stories = Array.from({ length: 2_000 }, (_, index) => `## Story ${index}\n\n${words(10)}\n`)
  writeFileSync(join(folder, 'user_stories.md'), stories.join('\n'))
  const tasks = Array.from(
    { length: 4_000 },
    (_, index) => `- [ ] T${index} ${words(5)} (${(index % 5) + 1}h)`,
  )
  writeFileSync(join(folder, 'tasks.md'), tasks.join('\n'))
}
