import { toIso } from '../../../base/clock.ts'
import { digest } from '../../../base/digest.ts'
import { isSoulgateError } from '../../../base/errors.ts'
import type { JsonObject, JsonValue } from '../../../contracts/json-value.ts'
import type { ModelRequest, ModelResponse } from '../../../contracts/model.ts'
import {
  GrammarReport,
  type PlanToolName,
  type PlanToolResult,
  type TraceStep,
} from '../../../contracts/plan.ts'
import type { StepMeasure } from '../../run/run.ts'
import type { PlanToolEnvironment, PlanToolInputs, PlanToolOutputs } from '../planning-tools.ts'
import { moneyLimit } from './caps.ts'
import type { Flow, ReachedCap } from './flow.ts'
import { missingFor } from './tool-order.ts'

/** What a tool answered, or the limit that stopped it. */
export type ToolOutcome<Data> =
  | { readonly reached?: undefined; readonly result: PlanToolResult<Data> }
  | { readonly reached: ReachedCap }

interface Executed {
  readonly result: PlanToolResult<JsonValue> | null
  readonly reached: ReachedCap | null
  readonly trace: Omit<TraceStep, 'run_id'>
  readonly asked?: Pick<StepMeasure, 'model' | 'model_tier'>
}

const MIN_SEARCH_MS = 200
const MAX_SEARCH_MS = 3_000
const MIN_MODEL_MS = 1_000
/** Names of steps under which the trace is found in the journal. */
const TOOL_STEP = 'tool:'

/**
 * Runs one tool as one journaled step: refused when what it needs is not there, remembered when the same was asked of
 * the same model before, counted and traced in any case. A tool that throws has answered `ok: false`.
 */
export async function runTool<Name extends PlanToolName>(
  flow: Flow,
  name: Name,
  input: PlanToolInputs[Name],
): Promise<ToolOutcome<PlanToolOutputs[Name]>> {
  const { parts, context } = flow
  const tool = parts.tools[name]
  const missing = missingFor(parts.tools, name, flow.produced)
  const key = digest('soulgate.plan.tool.v1', {
    tool: name,
    model: tool.asks_model ? flow.model : null,
    input: input as unknown as JsonObject,
  })
  const known = missing.length === 0 ? flow.remembered.get(key) : undefined
  const seq = flow.traceLength
  flow.traceLength += 1
  const executed = (await context.step(
    `${TOOL_STEP}${name}`,
    async signal => {
      const begun = { seq, at: toIso(parts.clock.now()), stage: flow.state, tool: name }
      if (missing.length > 0) {
        return asJson({
          result: failed(`${name} needs ${missing.join(', ')}, which nothing has made yet.`),
          begun,
        })
      }
      if (known !== undefined)
        return asJson({ result: known as PlanToolResult<JsonValue>, begun, remembered: true })
      return asJson(await execute(flow, { name, input, key, signal, begun }))
    },
    { kind: tool.asks_model ? 'model' : 'compute', input: { key }, measure },
  )) as unknown as Executed
  const { trace, reached } = executed
  flow.used.working_ms += trace.duration_ms
  flow.used.cost_usd += trace.cost_delta
  flow.used.turn_usd += trace.cost_delta
  if (reached !== null) return { reached }
  const result = (known ?? executed.result ?? failed('It gave no answer.')) as PlanToolResult<
    PlanToolOutputs[Name]
  >
  if (result.ok) {
    for (const artifact of tool.produces) flow.produced.add(artifact)
    flow.remembered.set(key, result)
  }
  return { result }
}

interface Begun {
  readonly seq: number
  readonly at: string
  readonly stage: Flow['state']
  readonly tool: PlanToolName
}

interface Execution<Name extends PlanToolName> {
  readonly name: Name
  readonly input: PlanToolInputs[Name]
  readonly key: string
  readonly signal: AbortSignal
  readonly begun: Begun
}

interface Finished {
  readonly result: PlanToolResult<unknown>
  readonly begun: Begun
  readonly reached?: ReachedCap | undefined
  readonly remembered?: boolean
  readonly meter?: Meter
  readonly duration_ms?: number
}

/** What the models that a tool asked have cost. */
interface Meter {
  costUsd: number
  tokens: number
  /** The last that answered, and its tier. */
  asked?: Pick<StepMeasure, 'model' | 'model_tier'>
  reached: ReachedCap | undefined
}

async function execute<Name extends PlanToolName>(flow: Flow, execution: Execution<Name>): Promise<Finished> {
  const { parts } = flow
  const { name, input, key, signal, begun } = execution
  const startedMs = parts.elapsedMs()
  const elapsedMs = (): number => parts.elapsedMs() - startedMs
  const leftMs = Math.max(0, flow.caps.working_seconds * 1000 - flow.used.working_ms)
  const meter: Meter = { costUsd: 0, tokens: 0, reached: undefined }
  const environment: PlanToolEnvironment = {
    signal,
    seed: Number.parseInt(key.slice(0, 8), 16),
    elapsedMs,
    search_ms: Math.min(MAX_SEARCH_MS, Math.max(MIN_SEARCH_MS, leftMs / 4)),
    ...(parts.llm.describe('STANDARD').isOffline
      ? {}
      : { model: request => askModel(flow, { request, signal, meter, leftMs: leftMs - elapsedMs() }) }),
  }
  const result = await settle(() => parts.tools[name].run(input, environment), signal)
  return { result, begun, reached: meter.reached, meter, duration_ms: elapsedMs() }
}

async function askModel(
  flow: Flow,
  call: {
    readonly request: ModelRequest
    readonly signal: AbortSignal
    readonly meter: Meter
    readonly leftMs: number
  },
): Promise<ModelResponse> {
  const { llm, spentTodayUsd } = flow.parts
  const { request, signal, meter, leftMs } = call
  const reached = moneyLimit(flow, {
    estimateUsd: llm.estimateCostUsd(request),
    spentTodayUsd: await spentTodayUsd(),
    spentInToolUsd: meter.costUsd,
  })
  if (reached !== undefined) {
    meter.reached = reached
    throw new Error(`The limit ${reached.cap} is reached.`)
  }
  const response = await llm.generate(request, { signal, withinMs: Math.max(MIN_MODEL_MS, leftMs) })
  meter.costUsd += response.cost_usd
  meter.tokens += response.usage.input_tokens + response.usage.output_tokens
  meter.asked = { model: response.model, model_tier: request.tier }
  return response
}

/** What a tool throws is its answer; that the run was cancelled is not. */
async function settle<Data>(
  work: () => Promise<PlanToolResult<Data>>,
  signal: AbortSignal,
): Promise<PlanToolResult<unknown>> {
  try {
    return await work()
  } catch (error) {
    if (signal.aborted) throw error
    const code = isSoulgateError(error) ? `${error.code}: ` : ''
    return failed(`${code}${error instanceof Error ? error.message : 'the tool failed'}`)
  }
}

function failed(because: string): PlanToolResult<null> {
  return { ok: false, confidence: 0, explanations: [because], data: null }
}

function asJson(finished: Finished): JsonObject {
  const { result, begun, reached, remembered = false, meter, duration_ms = 0 } = finished
  const outcome = reached !== undefined ? 'cap_reached' : result.ok ? 'ok' : 'failed'
  const trace: Executed['trace'] = {
    ...begun,
    outcome,
    ok: result.ok && reached === undefined,
    duration_ms,
    confidence: result.confidence,
    cost_delta: meter?.costUsd ?? 0,
    tokens: meter?.tokens ?? 0,
    violations: violationsIn(result.data),
    adaptations: adaptationsIn(result.data),
    explanations: [...result.explanations],
    remembered,
  }
  const kept = remembered || reached !== undefined ? null : result
  const asked = meter?.asked === undefined ? {} : { asked: meter.asked }
  return { result: kept, reached: reached ?? null, trace, ...asked } as unknown as JsonObject
}

function violationsIn(data: unknown): string[] {
  const report = GrammarReport.safeParse(data)
  if (!report.success) return []
  return report.data.violations.map(({ code, node_id }) =>
    node_id === undefined ? code : `${code}:${node_id}`,
  )
}

function adaptationsIn(data: unknown): string[] {
  const report = GrammarReport.safeParse(data)
  return report.success ? (report.data.repair_notes ?? []) : []
}

function measure(value: JsonObject): StepMeasure {
  const { trace, asked } = value as unknown as Executed
  return { tokens: trace.tokens, cost_usd: trace.cost_delta, confidence: trace.confidence, ...asked }
}

/** The step of the trace that a step of the journal holds; undefined where it holds none. */
export function traceOf(
  step: { readonly name: string; readonly output?: JsonValue | undefined },
  runId: string,
) {
  if (!step.name.startsWith(TOOL_STEP) || step.output === undefined) return undefined
  const { trace } = Object(step.output) as { trace?: Executed['trace'] }
  return trace === undefined ? undefined : { ...trace, run_id: runId }
}
