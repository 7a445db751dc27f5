import { fakeClock } from '../../base/clock.ts'
import { SoulgateError } from '../../base/errors.ts'
import {
  type HarnessReport,
  type HarnessResult,
  HarnessScenario,
  HarnessToolSets,
  type Latencies,
} from '../../contracts/harness.ts'
import type { ReasoningResponse } from '../../contracts/reasoning.ts'
import { type DryRun, openDryRun } from './dry-run.ts'
import { judgeScenario } from './harness-judge.ts'
import { scoreResults } from './harness-score.ts'
import { indexTools, type SearchTools } from './search-baseline.ts'

export { compareReports, type HarnessDifference } from './harness-score.ts'

/** What the harness runs, and where it comes from. */
export interface HarnessOptions {
  readonly scenarios: readonly HarnessScenario[]
  readonly toolSets: HarnessToolSets
  readonly source: string
  /** At most this many scenarios, spread evenly over the classes. */
  readonly count?: number
  /** Told after each scenario. */
  readonly onProgress?: (done: number, of: number) => void
}

const CONCURRENT_REQUESTS = 100
/** Scenarios that mean a date mean it from here. */
const NOW_MS = Date.parse('2026-03-02T09:00:00.000Z')

/** Reads a scenario file (JSON lines); throws `invalid_scenarios` naming the line. */
export function readScenarios(text: string): readonly HarnessScenario[] {
  const lines = text
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [{ line, at: index + 1 }]))
  return lines.map(({ line, at }) => {
    const parsed = HarnessScenario.safeParse(parseJson(line, `Line ${at}`))
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    throw invalid(`Line ${at}: ${issue?.path.join('.')} ${issue?.message}`)
  })
}

/** Reads a file of tool sets (one JSON object); throws `invalid_scenarios` naming the tool. */
export function readToolSets(text: string): HarnessToolSets {
  const parsed = HarnessToolSets.safeParse(parseJson(text, 'The tool sets'))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalid(`The tool sets: ${issue?.path.join('.')} ${issue?.message}`)
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid(`${what} is not JSON`)
  }
}

function invalid(message: string): SoulgateError {
  return new SoulgateError('invalid_scenarios', `${message}.`)
}

/**
 * Runs scenarios through the real pipeline on the real engine over a store in memory: validate, reason, grade, gate.
 * Tools are declared and stand for nothing: whatever is released or approved comes to a counter, never to a tool.
 * Each approval that was asked for is given afterwards, so that grants and results can be counted. The same
 * scenarios give the same report, apart from `timing`.
 */
export async function runHarness(options: HarnessOptions): Promise<HarnessReport> {
  const { toolSets, source } = options
  const scenarios = spread(options.scenarios, options.count)
  const rehearsals = new Map<string, DryRun>()
  const rehearsalOf = async (name: string): Promise<DryRun> => {
    const standing = rehearsals.get(name)
    if (standing) return standing
    const opened = await openDryRun(toolSets[name] ?? [], fakeClock(NOW_MS))
    rehearsals.set(name, opened)
    return opened
  }
  const indexes = new Map<string, SearchTools>()
  const indexOf = (name: string): SearchTools => {
    const index = indexes.get(name) ?? indexTools(toolSets[name] ?? [])
    indexes.set(name, index)
    return index
  }
  try {
    const results: HarnessResult[] = []
    const timesMs: number[] = []
    for (const scenario of scenarios) {
      if (toolSets[scenario.tools] === undefined)
        throw invalid(`Scenario ${scenario.id} names the tool set ${scenario.tools}, which is not given`)
      const set = toolSets[scenario.tools] ?? []
      const writing = new Set(set.flatMap(tool => (tool.reversibility === 'read_only' ? [] : [tool.name])))
      const rehearsal = await rehearsalOf(scenario.tools)
      const search = indexOf(scenario.tools)
      const { result, tookMs } = await runScenario(rehearsal, { scenario, writing, search })
      results.push(result)
      timesMs.push(tookMs)
      options.onProgress?.(results.length, scenarios.length)
    }
    const concurrent = await runConcurrently(scenarios, rehearsalOf)
    return {
      source,
      ...scoreResults(results),
      timing: {
        one_at_a_time: latenciesOf(timesMs, 0),
        concurrent,
        soul: latenciesOf(
          [...rehearsals.values()].flatMap(rehearsal => rehearsal.soulTimesMs),
          0,
        ),
        latency_histogram: histogramOf(timesMs),
      },
    }
  } finally {
    for (const rehearsal of rehearsals.values()) await rehearsal.close()
  }
}

/** Every n-th, so that each class keeps its share. */
function spread(
  scenarios: readonly HarnessScenario[],
  count: number | undefined,
): readonly HarnessScenario[] {
  if (count === undefined || count >= scenarios.length) return scenarios
  return Array.from(
    { length: count },
    (_, index) => scenarios[Math.floor((index * scenarios.length) / count)],
  ).filter(scenario => scenario !== undefined)
}

interface ScenarioParts {
  readonly scenario: HarnessScenario
  /** The tools that do more than read. */
  readonly writing: ReadonlySet<string>
  readonly search: SearchTools
}

async function runScenario(
  rehearsal: DryRun,
  { scenario, writing, search }: ScenarioParts,
): Promise<{ readonly result: HarnessResult; readonly tookMs: number }> {
  const started = performance.now()
  const first = await rehearsal.execute({
    goal: scenario.goal,
    context: requestContext(scenario),
    approval_required: true,
  })
  const tookMs = performance.now() - started
  const quotesCondition = await rehearsal.quotesCondition(first)
  const last = await rehearsal.approve(first)
  const executionsWithoutGrant = await rehearsal.executionsWithoutGrant()
  const end = { first, last, quotesCondition, executionsWithoutGrant, writing, search }
  return { result: judgeScenario(scenario, end), tookMs }
}

/** Elements that are objects are those of a page; names of things stay as they are. */
function requestContext({ context }: Pick<HarnessScenario, 'context'>): HarnessScenario['context'] {
  const { elements, ...rest } = context
  const isPage = Array.isArray(elements) && elements.some(element => typeof element === 'object')
  return isPage && !('ui_schema' in context) ? { ...rest, ui_schema: elements } : context
}

/** A hundred at once over the tool set that most scenarios have. */
async function runConcurrently(
  scenarios: readonly HarnessScenario[],
  rehearsalOf: (name: string) => Promise<DryRun>,
): Promise<Latencies> {
  const counts = new Map<string, number>()
  for (const { tools } of scenarios) counts.set(tools, (counts.get(tools) ?? 0) + 1)
  const [name] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? []
  if (name === undefined) return latenciesOf([], 0)
  const own = scenarios.filter(scenario => scenario.tools === name)
  const rehearsal = await rehearsalOf(name)
  let errors = 0
  const timesMs = await Promise.all(
    Array.from({ length: CONCURRENT_REQUESTS }, async (_, index) => {
      const { goal = '', context = {} } = own[index % own.length] ?? {}
      const started = performance.now()
      const response: ReasoningResponse | undefined = await rehearsal
        .execute({ goal, context: requestContext({ context }), approval_required: true })
        .catch(() => undefined)
      if (response === undefined || response.run_id === '') errors += 1
      return performance.now() - started
    }),
  )
  return latenciesOf(timesMs, errors)
}

function latenciesOf(timesMs: readonly number[], errors: number): Latencies {
  const sorted = [...timesMs].sort((a, b) => a - b)
  const at = (share: number): number =>
    Math.round((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) * 100) / 100
  return {
    requests: sorted.length,
    errors,
    p50_ms: at(0.5),
    p95_ms: at(0.95),
    p99_ms: at(0.99),
    most_ms: at(1),
  }
}

/** Bins that double: below 1 ms, below 2 ms, 4, 8 … the last one holds the rest. */
function histogramOf(timesMs: readonly number[]): number[] {
  const bins = Array.from({ length: 10 }, () => 0)
  for (const ms of timesMs) {
    const at = Math.min(9, Math.max(0, Math.ceil(Math.log2(Math.max(ms, 0.5)))))
    bins[at] = (bins[at] ?? 0) + 1
  }
  return bins
}
