import type { Guideline, TaskContext } from '../src/contracts/guideline.ts'
import { compileGuidelines, evaluate } from '../src/engine/guardrails/guardrails.ts'

const SIZES = [10, 100, 1_000, 10_000] as const
const WARM_UP = 300
const ROUNDS = 3_000
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
  readonly matched: number
}

function measure(make: (index: number) => Guideline, size: number): Measured {
  const compiled = compileGuidelines(Array.from({ length: size }, (_, index) => make(index)))
  const times: number[] = []
  let matched = 0
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const context = contexts[Math.abs(round) % contexts.length] ?? {}
    const start = process.hrtime.bigint()
    const result = evaluate(compiled, context)
    const tookMs = Number(process.hrtime.bigint() - start) / 1e6
    if (round >= 0) times.push(tookMs)
    matched = Math.max(matched, result.matched_count)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), matched }
}

/** `npm run bench -- guardrails`: evaluation of 10 to 10,000 guidelines, and how it grows. */
export async function main(): Promise<void> {
  console.log(`guardrails: one evaluation, ${ROUNDS} rounds`)
  for (const [name, make] of Object.entries(BOOKS)) {
    console.log(`\n${name}\nguidelines   most matched   p50 ms    p99 ms   p99 against the size before`)
    let previous: number | undefined
    for (const size of SIZES) {
      const { p50, p99, matched } = measure(make, size)
      const cells = [String(size).padStart(10), String(matched).padStart(12), p50.toFixed(4).padStart(7)]
      const growth = previous === undefined ? '' : `×${(p99 / previous).toFixed(1)}`
      const bar = size === 1_000 ? `  bar p99 ≤ ${BAR_MS} ms: ${p99 <= BAR_MS ? 'met' : 'missed'}` : ''
      console.log(`${cells.join('   ')}   ${p99.toFixed(4).padStart(7)}   ${growth}${bar}`)
      previous = p99
    }
  }
}
