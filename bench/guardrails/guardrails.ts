import type { Guideline, TaskContext } from '../../src/contracts/guideline.ts'
import { compileGuidelines, evaluate } from '../../src/engine/guardrails/guardrails.ts'
import { measureBriefings } from './briefings.ts'

const SIZES = [10, 100, 1_000, 10_000] as const
const WARM_UP = 300
const ROUNDS = 3_000
/** A slow size is measured for so long, and no longer. */
const MAX_MS = 3_000
const NOW = '2026-03-01T12:00:00.000Z'
const BAR_MS = 1

/** A mixed rule book: half by agent, the rest by tool, path, event, action and expression. */
function mixedGuideline(index: number): Guideline {
  const shapes: readonly Pick<Guideline, 'condition' | 'action'>[] = [
    {
      condition: { agents: [`agent-${index % 97}`] },
      action: { type: 'instruction', instruction: `Mind rule ${index}.` },
    },
    {
      condition: { tools: [`tool_${index % 101}`], agents: ['backend', `agent-${index % 89}`] },
      action: { type: 'tool_restriction', tools_denied: [`danger_${index}`] },
    },
    {
      condition: { paths: [`area-${index}/*`, `*/secrets-${index}/*.pem`] },
      action: { type: 'hitl_gate', gate_type: 'tool_approval' },
    },
    {
      condition: { events: [`event-${index % 53}`], gate_types: ['code_review'] },
      action: { type: 'hitl_gate', gate_type: 'code_review' },
    },
    {
      condition: { actions: ['commit', `action-${index % 31}`], domains: ['payments'] },
      action: { type: 'constraint', max_files: index % 20 },
    },
    {
      condition: { tools: ['move_*'], custom: `arguments.amount > ${index} && confidence < 0.5` },
      action: { type: 'hitl_gate', gate_type: 'tool_approval' },
    },
  ]
  const shape = shapes[index % 2 === 0 ? 0 : 1 + (Math.floor(index / 2) % 5)] ?? {
    condition: {},
    action: { type: 'telemetry' },
  }
  return {
    id: `guideline-${index}`,
    name: `Guideline ${index}`,
    description: '',
    enabled: true,
    category: 'custom',
    priority: index % 1000,
    metadata: {},
    version: 1,
    created_at: NOW,
    updated_at: NOW,
    created_by: 'bench',
    ...shape,
  }
}

const contexts: readonly TaskContext[] = [
  {
    agent: 'reasoning',
    tool: 'move_file',
    action: 'move',
    paths: ['logs/a.log', 'archive/a.log'],
    arguments: { amount: 7 },
    confidence: 0.7,
    now: NOW,
  },
  { agent: 'agent-11', tool: 'tool_5', event: 'event-3', paths: ['area-7/x.ts'], now: NOW },
  {
    agent: 'backend',
    tool: 'write_file',
    action: 'commit',
    domain: 'payments',
    paths: ['a/secrets-4/key.pem'],
    arguments: {},
    confidence: 0.3,
    now: NOW,
  },
]

/** Books that no index can shorten: every guideline is looked at each time. */
const BOOKS: Readonly<Record<string, (index: number) => Guideline>> = {
  mixed: mixedGuideline,
  'paths only': index => ({
    ...mixedGuideline(index),
    condition: { paths: [`area-${index}/*`, `*/secrets-${index}/*.pem`] },
  }),
  'expressions only': index => ({
    ...mixedGuideline(index),
    condition: { custom: `arguments.amount > ${index} && agent != "agent-${index}"` },
  }),
}

interface Measured {
  readonly p50: number
  readonly p99: number
  /** Processor time: what is left when others use the machine as well. */
  readonly cpuP50: number
  readonly cpuP99: number
  readonly matched: number
}

function measure(make: (index: number) => Guideline, size: number): Measured {
  const compiled = compileGuidelines(Array.from({ length: size }, (_, index) => make(index)))
  const times: number[] = []
  const cpuTimes: number[] = []
  let matched = 0
  const until = performance.now() + MAX_MS
  for (
    let round = -Math.min(WARM_UP, Math.ceil(100_000 / size));
    round < ROUNDS && (round < 30 || performance.now() < until);
    round += 1
  ) {
    const context = contexts[Math.abs(round) % contexts.length] ?? {}
    const cpu = process.cpuUsage()
    const start = process.hrtime.bigint()
    const result = evaluate(compiled, context)
    const tookMs = Number(process.hrtime.bigint() - start) / 1e6
    const { user, system } = process.cpuUsage(cpu)
    matched = Math.max(matched, result.matched_count)
    if (round < 0) continue
    times.push(tookMs)
    cpuTimes.push((user + system) / 1000)
  }
  return {
    ...{ p50: shareOf(times, 0.5), p99: shareOf(times, 0.99), matched },
    ...{ cpuP50: shareOf(cpuTimes, 0.5), cpuP99: shareOf(cpuTimes, 0.99) },
  }
}

function shareOf(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
}

/** `npm run bench -- guardrails`: evaluation of 10 to 10,000 guidelines and how it grows; briefings by gate type. */
export async function main(): Promise<void> {
  console.log(`guardrails: one evaluation, at most ${ROUNDS} rounds`)
  for (const [name, make] of Object.entries(BOOKS)) {
    const head =
      'guidelines   most matched    p50 ms    p99 ms   cpu p50   cpu p99   cpu p50 against the size before'
    console.log(`\n${name}\n${head}`)
    let previous: number | undefined
    for (const size of SIZES) {
      const { p50, p99, cpuP50, cpuP99, matched } = measure(make, size)
      const times = [p50, p99, cpuP50, cpuP99].map(ms => ms.toFixed(4).padStart(8))
      const growth = previous === undefined ? '' : `×${(cpuP50 / previous).toFixed(1)}`
      const isMet = p99 <= BAR_MS ? 'met' : `missed (processor time: ${cpuP99 <= BAR_MS ? 'met' : 'missed'})`
      const bar = size === 1_000 ? `  bar p99 ≤ ${BAR_MS} ms: ${isMet}` : ''
      console.log(
        `${[String(size).padStart(10), String(matched).padStart(12), ...times].join('  ')}   ${growth}${bar}`,
      )
      previous = cpuP50
    }
  }
  await measureBriefings()
}
