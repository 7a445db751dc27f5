import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { type Clock, toIso } from '../../base/clock.ts'
import { type AutonomyContract, AutonomyStatus } from '../../contracts/autonomy-contract.ts'
import type { ReasoningResponse } from '../../contracts/reasoning.ts'
import type { ContractService } from '../../engine/autonomy/autonomy.ts'
import { countInsights, readWindowFacts } from '../../engine/insight/insight.ts'
import type { RunEngine } from '../../engine/run/run.ts'
import type { Soul } from '../../engine/soul/soul.ts'
import type { ModelCallRecord } from '../../llm/llm.ts'
import type { Store } from '../../store/store.ts'
import type { Workers } from './workers.ts'

/** Where the figures of the moment are read. */
export interface MetricsSource {
  readonly store: Store
  readonly clock: Clock
  readonly runs: Pick<RunEngine, 'active'>
  readonly soul: Pick<Soul, 'health'>
  readonly workers: Pick<Workers, 'alive'>
  readonly contracts: Pick<ContractService, 'list'>
}

/** What this process counts since it started, and what it reads from the store when it is asked. */
export interface Metrics {
  recordModelCall(call: ModelCallRecord): void
  /** `isAnswered`: false for what was told that its run is not done yet. */
  recordAnswer(
    response: ReasoningResponse,
    about: { readonly isAnswered: boolean; readonly durationMs: number },
  ): void
  /** In the text format of Prometheus. */
  render(engine: MetricsSource): Promise<string>
}

const ANSWER_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const WINDOW_MS = 3_600_000
/** The measures of the window are read from the store at most this often. */
const WINDOW_READ_MS = 30_000

export function createMetrics(): Metrics {
  const registry = new Registry()
  const models = modelCounters(registry)
  const answers = new Counter({
    name: 'soulgate_reasoning_answers_total',
    help: 'Answers of POST /reasoning/execute by path, state and approval.',
    labelNames: ['execution_path', 'state', 'approval_state'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'soulgate_reasoning_answer_seconds',
    help: 'Time until POST /reasoning/execute answered.',
    buckets: ANSWER_SECONDS,
    registers: [registry],
  })
  const confidence = new Histogram({
    name: 'soulgate_reasoning_confidence',
    help: 'Graded confidence of the answers.',
    buckets: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1],
    registers: [registry],
  })
  const readWindow = createWindowReader()
  return {
    recordModelCall: models,
    recordAnswer: (response, { isAnswered, durationMs }) => {
      const { state = 'none', approval_state, confidence: score } = response
      const execution_path = isAnswered ? response.execution_path : 'unanswered'
      answers.inc({ execution_path, state, approval_state })
      seconds.observe(durationMs / 1000)
      if (isAnswered) confidence.observe(score)
    },
    render: async engine => {
      const [own, standing, recent] = await Promise.all([
        registry.metrics(),
        renderStanding(engine),
        readWindow(engine),
      ])
      return `${own}\n${standing}\n${recent}`
    },
  }
}

function modelCounters(registry: Registry): Metrics['recordModelCall'] {
  const labelNames = ['tier', 'purpose', 'model', 'outcome'] as const
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames, registers: [registry] })
  const calls = counter('soulgate_model_calls_total', 'Calls of language models by outcome.')
  const attempts = counter('soulgate_model_attempts_total', 'Attempts that those calls took.')
  const input = counter('soulgate_model_input_tokens_total', 'Tokens read by language models.')
  const output = counter('soulgate_model_output_tokens_total', 'Tokens written by language models.')
  const cost = counter('soulgate_model_cost_usd_total', 'What language models cost, by the price file.')
  const seconds = new Histogram({
    name: 'soulgate_model_call_seconds',
    help: 'Time of a call of a language model, its retries with it.',
    labelNames: ['tier', 'model', 'outcome'] as const,
    buckets: ANSWER_SECONDS,
    registers: [registry],
  })
  return ({ tier, purpose, model, outcome, usage, cost_usd, duration_ms, ...call }) => {
    const labels = { tier, purpose, model, outcome }
    calls.inc(labels)
    attempts.inc(labels, call.attempts)
    input.inc(labels, usage.input_tokens)
    output.inc(labels, usage.output_tokens)
    cost.inc(labels, cost_usd)
    seconds.observe({ tier, model, outcome }, duration_ms / 1000)
  }
}

async function renderStanding({
  store,
  clock,
  runs,
  soul,
  workers,
  contracts,
}: MetricsSource): Promise<string> {
  const registry = new Registry()
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const byStatus = new Gauge({
    name: 'soulgate_runs',
    help: 'Runs by status.',
    labelNames: ['status'],
    registers: [registry],
  })
  for (const [status, count] of Object.entries(await store.countRuns())) byStatus.set({ status }, count)
  gauge('soulgate_gates_pending', 'Gates that wait for people.').set(
    await store.countGates({ status: 'pending' }),
  )
  gauge('soulgate_workers_alive', 'Workers that gave a sign of life lately; while 0, no run goes on.').set(
    await workers.alive(),
  )
  const [oldest] = (await store.listGates({ status: 'pending', sort: 'oldest' }, { limit: 1 })).items
  gauge('soulgate_oldest_gate_seconds', 'Age of the gate that waits longest for people; 0 without one.').set(
    oldest === undefined ? 0 : Math.max(0, clock.now() - Date.parse(oldest.created_at)) / 1000,
  )
  gauge('soulgate_runs_active', 'Runs executing in this process.').set(runs.active())
  const { ok, p95_ms } = soul.health()
  gauge('soulgate_soul_up', 'Whether Soul answered when it was last asked; while 0, nothing executes.').set(
    ok ? 1 : 0,
  )
  if (p95_ms !== undefined)
    gauge('soulgate_soul_p95_seconds', 'How long Soul takes to answer, 95th percentile.').set(p95_ms / 1000)
  setContracts(registry, await contracts.list())
  gauge('soulgate_events', 'Entries of the audit chain.').set(await store.countEvents())
  return registry.metrics()
}

function setContracts(registry: Registry, contracts: readonly AutonomyContract[]): void {
  const byStatus = new Gauge({
    name: 'soulgate_autonomy_contracts',
    help: 'Contracts of autonomy by status.',
    labelNames: ['status'],
    registers: [registry],
  })
  for (const status of AutonomyStatus.options)
    byStatus.set({ status }, contracts.filter(contract => contract.status === status).length)
  const calls = new Gauge({
    name: 'soulgate_autonomy_calls',
    help: 'Calls that ran by the contracts that stand, since each opened; and those reported, undone or failed.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const standing = contracts.filter(({ status }) => status !== 'ended')
  for (const outcome of ['released', 'reported'] as const)
    calls.set(
      { outcome },
      standing.reduce((sum, { evidence }) => sum + evidence[outcome], 0),
    )
}

/** The measures and the approval funnel of the last hour, as `/api/insights` tells them. */
function createWindowReader(): (engine: MetricsSource) => Promise<string> {
  let last: { readonly atMs: number; readonly text: Promise<string> } | undefined
  return engine => {
    const nowMs = engine.clock.now()
    const isFresh = last !== undefined && nowMs >= last.atMs && nowMs - last.atMs < WINDOW_READ_MS
    if (!isFresh) last = { atMs: nowMs, text: renderWindow(engine, nowMs) }
    last?.text.catch(() => {
      last = undefined
    })
    return last?.text ?? Promise.resolve('')
  }
}

async function renderWindow({ store, soul }: MetricsSource, nowMs: number): Promise<string> {
  const registry = new Registry()
  const window = { from: toIso(nowMs - WINDOW_MS), to: toIso(nowMs) }
  const { answers = 0, p95_ms } = soul.health()
  const insights = countInsights(await readWindowFacts(store, window), window, { answers, p95_ms })
  const measure = new Gauge({
    name: 'soulgate_measure',
    help: 'Measures of the last hour, as GET /api/insights tells them.',
    labelNames: ['id', 'unit'],
    registers: [registry],
  })
  for (const { id, unit, value } of insights.measures) if (value !== null) measure.set({ id, unit }, value)
  const funnel = new Gauge({
    name: 'soulgate_approval_funnel',
    help: 'How far proposals of the last hour came.',
    labelNames: ['stage'],
    registers: [registry],
  })
  for (const { stage, count } of insights.funnel) funnel.set({ stage }, count)
  return registry.metrics()
}
