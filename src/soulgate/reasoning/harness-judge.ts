import type { HarnessOutcome, HarnessResult, HarnessScenario } from '../../contracts/harness.ts'
import type { ReasoningResponse } from '../../contracts/reasoning.ts'
import type { SearchTools } from './search-baseline.ts'

const STOPPED: ReadonlySet<string> = new Set([
  'pre_validation_failed',
  'clarification_needed',
  'execution_impossible',
])

/** Everything that one scenario led to: its first answer, and what ran after a person had approved it. */
export interface ScenarioEnd {
  readonly first: ReasoningResponse
  readonly last: ReasoningResponse
  /** The gate of the first answer quotes a condition of the goal. */
  readonly quotesCondition: boolean
  readonly executionsWithoutGrant: number
  /** The tools that do more than read. */
  readonly writing: ReadonlySet<string>
  /** What a search index alone finds, for comparison. */
  readonly search: SearchTools
}

/** Sets one scenario beside what came of it. */
export function judgeScenario(scenario: HarnessScenario, end: ScenarioEnd): HarnessResult {
  const { first, last } = end
  const outcome = outcomeOf(first)
  const tools = toolsOf(first)
  const wrote = wroteOf(outcome, tools, end)
  const rightArguments = hasRightArguments(scenario, last)
  const found = end.search(scenario.goal, Math.max(1, tools.length))
  const failing = first.validation?.failures.map(failure => failure.check) ?? []
  return {
    id: scenario.id,
    class: scenario.class,
    subtype: subtypeOf(scenario.id),
    goal: scenario.goal,
    expected: scenario.expect.outcome,
    expected_tools: [...new Set(scenario.expect.tools)],
    expected_checks: [...(scenario.expect.failing_checks ?? [])],
    ...(scenario.expect.states_everything === undefined
      ? {}
      : { states_everything: scenario.expect.states_everything }),
    outcome,
    state: first.state ?? null,
    execution_path: first.execution_path,
    approval_state: first.approval_state,
    tools,
    search_tools: [...found.tools],
    search_score: Math.round(found.score * 1e4) / 1e4,
    failing_checks: [...new Set(failing)],
    confidence: first.confidence,
    right: isRight(scenario, { outcome, state: first.state ?? null, tools, wrote }),
    ...(rightArguments === undefined ? {} : { right_arguments: rightArguments }),
    wrote,
    mismatched_results: [first, last].some(isMismatched),
    executions_without_grant: end.executionsWithoutGrant,
    message: first.result.message,
  }
}

/** The subtype of a scenario: its id without the number at the end; a bare number belongs to none. */
export function subtypeOf(id: string): string {
  return id.replace(/[-_.:#/ ]*\d+$/, '') || 'none'
}

function outcomeOf(response: ReasoningResponse): HarnessOutcome {
  if (response.approval_state === 'awaiting_approval') return 'ask'
  if (response.clarification !== undefined) return 'clarify'
  const path = response.execution_path
  if (path === 'high_confidence' || path === 'released') return 'execute'
  return path === 'rejected' ? 'reject' : 'suggest'
}

function toolsOf(response: ReasoningResponse): string[] {
  const proposed = response.approval_request?.tools_proposed ?? response.tools_used
  return [...new Set(proposed)]
}

function isRight(
  { expect }: HarnessScenario,
  got: {
    readonly outcome: HarnessOutcome
    readonly state: string | null
    readonly tools: readonly string[]
    readonly wrote: HarnessResult['wrote']
  },
): boolean {
  switch (expect.outcome) {
    case 'execute_or_ask':
      return (got.outcome === 'execute' || got.outcome === 'ask') && isSameSet(expect.tools, got.tools)
    case 'clarify':
      return got.outcome === 'clarify'
    case 'reject':
      return isStopped(got.state)
    case 'no_write':
      return got.wrote === 'no' || got.wrote === 'held_on_condition'
  }
}

function wroteOf(
  outcome: HarnessOutcome,
  tools: readonly string[],
  { writing, quotesCondition }: Pick<ScenarioEnd, 'writing' | 'quotesCondition'>,
): HarnessResult['wrote'] {
  if (outcome === 'clarify' || outcome === 'reject' || !tools.some(tool => writing.has(tool))) return 'no'
  if (outcome === 'execute') return 'ran'
  return quotesCondition ? 'held_on_condition' : 'held'
}

/** After the approval, so that the calls are seen as they ran. Undefined where nothing is expected or other tools ran. */
function hasRightArguments({ expect }: HarnessScenario, last: ReasoningResponse): boolean | undefined {
  if (expect.arguments === undefined) return undefined
  const expected = Array.isArray(expect.arguments) ? expect.arguments : [expect.arguments]
  const calls = last.tool_results
  if (
    calls.length !== expected.length ||
    !isSameSet(
      expect.tools,
      calls.map(call => call.tool_name),
    )
  )
    return undefined
  return expected.every((wanted, index) => {
    const input = calls[index]?.input ?? {}
    return Object.entries(wanted).every(([name, value]) => isSameValue(value, input[name]))
  })
}

/** Letter case and spaces around a text make no other value; a list is any of its values where there is no list. */
function isSameValue(expected: unknown, got: unknown): boolean {
  if (Array.isArray(expected) && !Array.isArray(got)) return expected.some(one => isSameValue(one, got))
  const plain = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : value)
  return JSON.stringify(plain(expected)) === JSON.stringify(plain(got))
}

/** Whether two lists name the same tools. */
export function isSameSet(expected: readonly string[], got: readonly string[]): boolean {
  const wanted = new Set(expected)
  return wanted.size === new Set(got).size && got.every(tool => wanted.has(tool))
}

/** Whether a goal went no further: refused, impossible or asked about. */
export function isStopped(state: string | null): boolean {
  return state !== null && STOPPED.has(state)
}

function isMismatched({ tool_results, tools_used, result }: ReasoningResponse): boolean {
  const isUneven = tool_results.length !== tools_used.length
  const isRenamed = tool_results.some((item, index) => item.tool_name !== tools_used[index])
  return isUneven || isRenamed || result.tool_results.length !== tool_results.length
}
