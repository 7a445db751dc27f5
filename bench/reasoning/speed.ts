import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Principal } from '../../src/contracts/principal.ts'
import { isRefusal } from '../../src/contracts/refusal.ts'
import type { RegisteredTool, Tool } from '../../src/contracts/tool.ts'
import {
  computeConfidence,
  defaultWeights,
  rateContextRichness,
  rateToolAvailability,
  rateToolConfidence,
} from '../../src/engine/confidence/confidence.ts'
import { understandGoal } from '../../src/engine/reasoning/goal/goal.ts'
import { reasonFrom, validateGoal } from '../../src/engine/reasoning/goal-reader.ts'
import { preValidate, validationAdjustments } from '../../src/engine/reasoning/prevalidate/prevalidate.ts'
import { proposeCalls } from '../../src/engine/reasoning/propose/propose.ts'
import { createSoulgate } from '../../src/soulgate.ts'
import { createApi, serveApi } from '../../src/surfaces/api/api.ts'

/** One timed measure: milliseconds at two quantiles, and the bar at the 99th where design 5 has one. */
export interface Speed {
  readonly name: string
  readonly samples: number
  readonly p50_ms: number
  readonly p99_ms: number
  readonly errors: number
  /** Processor time of this process for each sample: what stays true on a machine that does other work as well. */
  readonly cpu_ms: number
  readonly bar_p99_ms?: number
}

const GOALS = [
  'Show the invoices of March and send the open ones to ada@example.org',
  'Move all reports older than two weeks into the archive folder',
  'Book a room for eight people next Tuesday at 14:00',
  'please tidy it up somehow',
  'Use the shelf_scanner tool on room 3',
  'Cancel order 4711, but do not cancel order 4711',
]
const VERBS =
  'list find read create update delete send archive export import assign close open merge split'.split(' ')
const NOUNS =
  'invoice order member report ticket room booking parcel contract sensor lamp recipe chart table branch release'.split(
    ' ',
  )

/** Pre-validation with confidence, and proposing, at growing registries; then whole requests over HTTP at once. */
export async function measureSpeed(): Promise<readonly Speed[]> {
  const speeds: Speed[] = []
  for (const size of [10, 100, 1_000, 10_000]) speeds.push(measureChecks(size))
  for (const size of [10, 100, 1_000]) speeds.push(await measureProposals(size))
  for (const length of [1_250, 5_000, 20_000]) speeds.push(await measureLongGoals(length))
  speeds.push(...(await measureRequests([25, 100, 400])))
  return speeds
}

function makeTools(size: number): readonly Tool[] {
  return Array.from({ length: size }, (_, index) => {
    const verb = VERBS[index % VERBS.length] ?? 'list'
    const noun = NOUNS[Math.floor(index / VERBS.length) % NOUNS.length] ?? 'invoice'
    const area = Math.floor(index / (VERBS.length * NOUNS.length))
    return {
      name: `${noun}_${verb}_${area}`,
      description: `${verb} a ${noun} of area ${area}`,
      input_schema: {
        type: 'object',
        properties: { [`${noun}_id`]: { type: 'string' }, note: { type: 'string' } },
        required: [`${noun}_id`],
      },
      annotations: {
        read_only: index % 3 === 0,
        idempotent: index % 2 === 0,
        destructive: false,
        open_world: false,
      },
      reversibility: index % 3 === 0 ? 'read_only' : 'reversible',
      prerequisites: [],
      produces: [],
    }
  })
}

function measureChecks(size: number): Speed {
  const tools = makeTools(size)
  const times: number[] = []
  const cpu = process.cpuUsage()
  for (let round = -50; round < 600; round += 1) {
    const goal = `${GOALS[Math.abs(round) % GOALS.length]} (${Math.abs(round)})`
    const started = performance.now()
    const validation = preValidate(goal, { tools })
    const { goal_understanding } = understandGoal(goal, { tools })
    gradeOf(goal_understanding, { validation, tools })
    if (round >= 0) times.push(performance.now() - started)
  }
  const bar = size === 1_000 ? { bar_p99_ms: 5 } : {}
  return {
    ...speedOf(`pre-validation + confidence, ${size.toLocaleString('en')} tools`, times, {
      cpu,
      samples: 650,
    }),
    ...bar,
  }
}

function gradeOf(
  understood: number,
  { validation, tools }: { validation: ReturnType<typeof preValidate>; tools: readonly Tool[] },
): void {
  computeConfidence(
    {
      goal_understanding: understood,
      tool_availability: rateToolAvailability({
        steps_needed: 1,
        steps_covered: 1,
        fit: 0.8,
        arguments_known: 1,
        missing_named_tools: 0,
        unhealthy_tools: 0,
      }),
      context_richness: rateContextRichness({
        self_contained: true,
        prior_goals: 1,
        history_available: true,
        session_state: false,
        preferences_known: false,
        same_tool_recently: false,
        material_given: false,
      }),
      tool_confidence: rateToolConfidence(tools.slice(0, 3)),
      adjustments: validationAdjustments(validation),
    },
    defaultWeights(),
  )
}

async function measureProposals(size: number): Promise<Speed> {
  const tools = makeTools(size)
  const times: number[] = []
  const cpu = process.cpuUsage()
  for (let round = -10; round < 120; round += 1) {
    const goal = `${GOALS[Math.abs(round) % GOALS.length]} (${Math.abs(round)})`
    const started = performance.now()
    await proposeCalls({ goal, tools, context: {}, now: new Date(0) })
    if (round >= 0) times.push(performance.now() - started)
  }
  return speedOf(`proposing calls, ${size.toLocaleString('en')} tools`, times, { cpu, samples: 130 })
}

/** Goals of one length, of kinds that take long to read, as the product reads them: beyond a length it asks for fewer words. */
async function measureLongGoals(length: number): Promise<Speed> {
  const tools = makeTools(12).map(
    (tool): RegisteredTool => ({
      ...{ ...tool, origin: 'built_in', claimed: false, definition_hash: tool.name, declared_by: ADMIN.id },
    }),
  )
  const times: number[] = []
  const cpu = process.cpuUsage()
  for (let round = 0; round < 5; round += 1)
    for (const part of LONG_PARTS) {
      const goal = `${round} ${part.repeat(length)}`.slice(0, length)
      const started = performance.now()
      const question = { goal, tools, context: {}, history: [] }
      validateGoal(question)
      await reasonFrom({ ...question, now: 0 })
      times.push(performance.now() - started)
    }
  return speedOf(`reading a goal of ${length.toLocaleString('en')} characters`, times, { cpu })
}

const LONG_PARTS = [
  'Show the invoices of March and send the open ones to ada@example.org. ',
  'move report 12 to box 4, ',
  'not the ',
  '"(a) ',
]

const ADMIN: Principal = { kind: 'system', id: 'system:bench', name: 'bench', role: 'admin' }

/** The real server over a real file, as `soulgate up` starts it; every request is a run of its own. */
async function measureRequests(sizes: readonly number[]): Promise<readonly Speed[]> {
  const folder = mkdtempSync(join(tmpdir(), 'soulgate-bench-'))
  mkdirSync(join(folder, 'workspace'))
  const places = { home: join(folder, 'home'), workspace: join(folder, 'workspace') }
  const soulgate = await createSoulgate({ ...places })
  const settings = await soulgate.settings.get(ADMIN)
  await soulgate.settings.update(ADMIN, { version: settings.version, limits: { starts_per_second: 10_000 } })
  const served = await serveApi({
    app: createApi({ soulgate, version: 'bench' }),
    port: 0,
    host: '127.0.0.1',
  })
  await soulgate.startWorker()
  const made = await soulgate.access.createToken(ADMIN, { name: 'bench', role: 'member' })
  if (isRefusal(made)) throw new Error(made.detail)
  const load = (atOnce: number, rounds: number, goals: readonly string[] = GOALS) =>
    runLoad([served.url, made.token, atOnce, rounds, JSON.stringify(goals)])
  try {
    await load(20, 4)
    const speeds: Speed[] = []
    for (const size of sizes) {
      const cpu = process.cpuUsage()
      const answers = await load(size, 5)
      const errors = answers.filter(answer => !answer.ok).length
      const times = answers.map(answer => answer.ms)
      const speed = speedOf(`POST /reasoning/execute, ${size} at once`, times, { cpu, errors })
      speeds.push(size === 100 ? { ...speed, bar_p99_ms: 250 } : speed)
    }
    speeds.push(await measureAnswering(served.url, () => load(LONG_PARTS.length, 1, longGoals())))
    return speeds
  } finally {
    await served.close()
    await soulgate.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const longGoals = (): readonly string[] => LONG_PARTS.map(part => part.repeat(20_000).slice(0, 19_900))

/** How soon the server answers somebody else while it reads the longest goals that it takes. */
async function measureAnswering(url: string, readLong: () => Promise<unknown>): Promise<Speed> {
  const times: number[] = []
  const cpu = process.cpuUsage()
  let isOver = false
  const reading = readLong().finally(() => {
    isOver = true
  })
  while (!isOver) {
    const started = performance.now()
    await (await fetch(`${url}/health`)).arrayBuffer()
    times.push(performance.now() - started)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  await reading
  return speedOf('GET /health while the longest goals are read', times, { cpu })
}

/** The client is a process of its own, as every client is. */
async function runLoad(
  parameters: readonly (string | number)[],
): Promise<readonly { readonly ms: number; readonly ok: boolean }[]> {
  const file = fileURLToPath(new URL('./request-load.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...parameters.map(String)], {
    maxBuffer: 2 ** 26,
  })
  return JSON.parse(stdout)
}

interface Spent {
  /** What the processor had done for this process before. */
  readonly cpu: NodeJS.CpuUsage
  readonly errors?: number
  /** How many samples were worked on, those for warming up among them. */
  readonly samples?: number
}

function speedOf(name: string, times: readonly number[], { cpu, errors = 0, samples }: Spent): Speed {
  const { user, system } = process.cpuUsage(cpu)
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
  const cpu_ms = (user + system) / 1000 / Math.max(1, samples ?? times.length)
  return { name, samples: sorted.length, p50_ms: at(0.5), p99_ms: at(0.99), errors, cpu_ms }
}

/** Prints the times beside their bars. */
export function printSpeeds(speeds: readonly Speed[]): void {
  console.log(
    `\n${'time'.padEnd(52)} ${'samples'.padStart(7)} ${'p50 ms'.padStart(8)} ${'p99 ms'.padStart(8)} ${'cpu ms'.padStart(7)} ${'errors'.padStart(6)}  bar`,
  )
  for (const { name, samples, p50_ms, p99_ms, cpu_ms, errors, bar_p99_ms } of speeds) {
    const isMet = bar_p99_ms === undefined || (p99_ms <= bar_p99_ms && errors === 0)
    const bar = bar_p99_ms === undefined ? '' : `p99 ≤ ${bar_p99_ms} ms: ${isMet ? 'met' : 'MISSED'}`
    console.log(
      `${name.padEnd(52)} ${String(samples).padStart(7)} ${p50_ms.toFixed(2).padStart(8)} ${p99_ms.toFixed(2).padStart(8)} ${cpu_ms.toFixed(2).padStart(7)} ${String(errors).padStart(6)}  ${bar}`,
    )
  }
}
