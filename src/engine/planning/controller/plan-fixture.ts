import { memoryStore, settled, startEngine, type TestEngine } from '../../../../test/engine/engine-fixture.ts'
import { type FakeClock, fakeClock } from '../../../base/clock.ts'
import type { DecideRequest } from '../../../contracts/decision.ts'
import type { Gate } from '../../../contracts/gate.ts'
import type { JsonObject } from '../../../contracts/json-value.ts'
import {
  type GrammarReport,
  type PatternSpec,
  type PlanGoalInput,
  PlanNode,
  type PlanOutline,
  type PlanSchedule,
  type PlanToolName,
  type PlanToolResult,
  type Roadmap,
} from '../../../contracts/plan.ts'
import type { Principal } from '../../../contracts/principal.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../contracts/settings.ts'
import type { Llm } from '../../../llm/llm.ts'
import type { Store, StoredRun } from '../../../store/store.ts'
import type {
  PlanArtifact,
  PlanTime,
  PlanTool,
  PlanToolEnvironment,
  PlanToolInputs,
  PlanToolOutputs,
  PlanTools,
} from '../planning-tools.ts'
import { createPlanAdmission } from './admission.ts'
import { approvalHandler } from './approval-handler.ts'
import { createPlanAgent } from './plan-agent.ts'
import { type PlanRecord, readPlan } from './record.ts'

export const planner: Principal = { kind: 'person', id: 'person_paula', name: 'Paula', role: 'member' }

/** What a scripted tool answers; without a script it does a small, sound piece of work. */
export type ToolScript = {
  readonly [Name in PlanToolName]?: (
    input: PlanToolInputs[Name],
    environment: PlanToolEnvironment,
    call: number,
  ) => Promise<PlanToolResult<PlanToolOutputs[Name]>> | PlanToolResult<PlanToolOutputs[Name]>
}

export interface PlanBench {
  readonly engine: TestEngine
  readonly calls: Record<string, number>
  /** Milliseconds of work that each tool takes. */
  elapsed: { ms: number; perCall: number }
  start(input?: Partial<PlanGoalInput>, who?: Principal): Promise<StoredRun>
  settled(run: Pick<StoredRun, 'run_id'>): Promise<StoredRun>
  gate(run: Pick<StoredRun, 'run_id'>): Promise<Gate>
  decide(run: Pick<StoredRun, 'run_id'>, request: DecideRequest, who?: Principal): Promise<StoredRun>
  plan(run: Pick<StoredRun, 'run_id'>): Promise<PlanRecord>
  stop(): Promise<void>
}

export const PATTERN: PatternSpec = {
  pattern_type: 'milestone_project',
  introduced_by: 'system',
  confidence: 0.9,
}

export function good<Data>(data: Data, confidence = 0.9): PlanToolResult<Data> {
  return { ok: true, confidence, explanations: [], data }
}

export function broken(because = 'it broke'): PlanToolResult<never> {
  return { ok: false, confidence: 0, explanations: [because], data: null }
}

export function outlineOf(titles: readonly string[], pattern: PatternSpec = PATTERN): PlanOutline {
  const node = (fields: Partial<PlanNode>): PlanNode =>
    PlanNode.parse({ level: 4, node_type: 'task', title: 'x', parent_id: 'phase', ...fields })
  const tasks = titles.map((title, n) =>
    node({ id: `task_${n}`, title, estimated_minutes: 60, stream: 'main' }),
  )
  return {
    root_id: 'root',
    pattern,
    plan_context: { strategy_profile: { mode: 'hybrid' }, assumptions: [], constraints: {}, pattern },
    nodes: [
      PlanNode.parse({ id: 'root', node_type: 'goal', level: 1, title: 'Build the shed' }),
      PlanNode.parse({ id: 'phase', node_type: 'phase', level: 2, title: 'Build', parent_id: 'root' }),
      ...tasks,
    ],
  }
}

export function roadmapOf(outline: PlanOutline): Roadmap {
  const option = { summary: '', measures: {}, reason: 'shortest' }
  return {
    root_id: outline.root_id,
    nodes: outline.nodes,
    roadmap_context: {},
    rationale: 'It is shortest.',
    options_tried: [
      { option_id: 'a', title: 'One after the other', score: 0.9, chosen: true, ...option },
      { option_id: 'b', title: 'Side by side', score: 0.5, chosen: false, ...option },
    ],
  }
}

export function scheduleOf(roadmap: Roadmap): PlanSchedule {
  const tasks = roadmap.nodes.filter(node => node.level === 4)
  const at = (day: number, hour: number): string =>
    `2026-03-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00+00:00`
  return {
    timezone: 'UTC',
    milestones: [],
    notes: [],
    finish: at(2 + tasks.length, 10),
    blocks: tasks.map((task, n) => ({
      block_id: `block_${n}`,
      plan_node_id: task.id,
      title: task.title,
      start: at(2 + n, 9),
      end: at(2 + n, 10),
      status: 'scheduled',
      tags: [],
    })),
  }
}

export const SOUND: GrammarReport = { valid: true, violations: [], confidence: 1, suggested_fixes: [] }

type Runs = { readonly [Name in PlanToolName]: PlanTool<Name>['run'] }

const SOUND_WORK: Runs = {
  pattern_selector: async ({ wished }) => good({ pattern: wished ?? PATTERN, alternatives: [] }),
  node_generator: async ({ pattern, situation }) =>
    good({
      outline: outlineOf(
        ['Build the floor', 'Build the walls', 'Build the roof', ...situation.instructions],
        pattern,
      ),
    }),
  grammar_validator: async () => good(SOUND),
  context_elicitor: async () => good({ questions: [], is_sufficient: true }),
  dependency_resolver: async ({ outline }) => good({ nodes: outline.nodes, added: [] }),
  roadmap_builder: async ({ outline }) => {
    const roadmap = roadmapOf(outline)
    return good({ roadmap, options_tried: roadmap.options_tried })
  },
  schedule_generator: async ({ roadmap }) => good({ schedule: scheduleOf(roadmap), notes: [] }),
  portfolio_probe: async () =>
    good({ conflicts: [], utilization_minutes: 0, suggested_shifts: [], notes: [] }),
  approval_handler: approvalHandler.run,
  summarizer: async ({ stage }) => good({ text: `The ${stage}.` }),
  brainstormer: async () => good({ ideas: [] }),
  option_crafter: async () => good({ options: [] }),
  preference_probe: async () => good({}),
}

const NEEDS: Readonly<Record<PlanToolName, readonly [readonly PlanArtifact[], readonly PlanArtifact[]]>> = {
  pattern_selector: [[], ['pattern']],
  node_generator: [['pattern'], ['outline']],
  grammar_validator: [['outline'], ['validation_report']],
  context_elicitor: [[], ['questions']],
  dependency_resolver: [['outline'], ['nodes_with_dependencies']],
  roadmap_builder: [['outline', 'nodes_with_dependencies'], ['roadmap']],
  schedule_generator: [['roadmap'], ['schedule']],
  portfolio_probe: [['schedule'], ['portfolio_check']],
  approval_handler: [[], ['approval_state']],
  summarizer: [[], ['summary']],
  brainstormer: [[], ['ideas']],
  option_crafter: [[], ['options']],
  preference_probe: [[], ['style']],
}

/** Tools that work by a script; each call is counted and takes the time that the bench says. */
function scriptedTools(
  script: ToolScript,
  bench: { readonly calls: Record<string, number>; readonly elapsed: { ms: number; perCall: number } },
): PlanTools {
  const make = <Name extends PlanToolName>(name: Name): PlanTool<Name> => {
    const [prerequisites, produces] = NEEDS[name]
    return {
      name,
      prerequisites,
      produces,
      asks_model: false,
      run: async (input, environment) => {
        const call = bench.calls[name] ?? 0
        bench.calls[name] = call + 1
        bench.elapsed.ms += bench.elapsed.perCall
        const scripted = script[name] as
          | ((
              input: PlanToolInputs[Name],
              environment: PlanToolEnvironment,
              call: number,
            ) => ReturnType<PlanTool<Name>['run']>)
          | undefined
        if (scripted !== undefined) return scripted(input, environment, call)
        return SOUND_WORK[name](input, environment)
      },
    }
  }
  return {
    pattern_selector: make('pattern_selector'),
    node_generator: make('node_generator'),
    grammar_validator: make('grammar_validator'),
    context_elicitor: make('context_elicitor'),
    dependency_resolver: make('dependency_resolver'),
    roadmap_builder: make('roadmap_builder'),
    schedule_generator: make('schedule_generator'),
    portfolio_probe: make('portfolio_probe'),
    approval_handler: make('approval_handler'),
    summarizer: make('summarizer'),
    brainstormer: make('brainstormer'),
    option_crafter: make('option_crafter'),
    preference_probe: make('preference_probe'),
  }
}

/** Time that reads no words and finds nothing wrong. */
const plainTime: Omit<PlanTime, 'readGoal'> = {
  readFeedback: () => undefined,
  editBrief: ({ brief, constraints }, words) => ({
    ...{ brief, constraints, done: [], missed: [words], is_work_changed: false },
  }),
  replaceBrief: ({ constraints }, brief) => ({
    ...{ brief, constraints, done: [], missed: [], is_work_changed: true },
  }),
  readWords: text => ({ constraints: {}, understood: [], rest: text, unclear: [] }),
  defaultCalendar: timezone => ({ timezone, weekly: [], exceptions: [] }),
  checkConstraints: () => [],
  relax: ({ constraints, calendar }) => ({ constraints, calendar, text: 'relaxed' }),
  validateSchedule: () => SOUND,
  adapt: async ({ nodes, schedule }) => ({ nodes, draft: { schedule, notes: [] }, entries: [], changes: [] }),
  moveBlock: () => ({ problem: 'nothing moves here' }),
  toIcs: () => 'BEGIN:VCALENDAR',
}

const OFFLINE: Pick<Llm, 'generate' | 'describe' | 'estimateCostUsd'> = {
  generate: () => Promise.reject(new Error('no model is asked here')),
  describe: () => ({
    model: 'offline/rules',
    fallbacks: [],
    isOffline: true,
    isPriced: true,
    contextWindow: 1000,
  }),
  estimateCostUsd: () => 0,
}

interface BenchOptions {
  readonly script?: ToolScript
  /** Instead of scripted ones, which are not counted then. */
  readonly tools?: PlanTools
  readonly time?: Partial<PlanTime>
  readonly settings?: Partial<Settings>
  readonly store?: Store
  readonly clock?: FakeClock
  readonly llm?: typeof OFFLINE
  readonly asksModel?: boolean
}

/** The real run engine, gates and store around the planning agent; only its tools are scripted. */
export async function startPlanBench(options: BenchOptions = {}): Promise<PlanBench> {
  const clock = options.clock ?? fakeClock(Date.parse('2026-03-01T09:00:00.000Z'))
  const store = options.store ?? (await memoryStore())
  const calls: Record<string, number> = {}
  const elapsed = { ms: 0, perCall: 1 }
  const settings: Settings = { ...DEFAULT_SETTINGS, ...options.settings }
  const tools = options.tools ?? scriptedTools(options.script ?? {}, { calls, elapsed })
  const plain = { ...plainTime, ...options.time }
  const time: PlanTime = { readGoal: plain.readWords, ...plain }
  const agent = createPlanAgent({
    ...{ store, clock, time },
    elapsedMs: () => elapsed.ms,
    llm: options.llm ?? OFFLINE,
    settings: async () => settings,
    spentTodayUsd: async () => 0,
    tools,
  })
  const admission = createPlanAdmission({ clock, time })
  const engine = await startEngine({ agents: [agent], store, clock, admission })
  const bench: PlanBench = {
    ...{ engine, calls, elapsed },
    start: async (input = {}, who = planner) => {
      const body = JSON.parse(JSON.stringify({ goal: 'Build a garden shed', ...input })) as JsonObject
      const started = await engine.runs.start({ who, kind: 'plan', input: body, trigger_source: 'api' })
      if (isRefusal(started)) throw new Error(started.detail)
      return bench.settled(started.run)
    },
    settled: run => settled(engine, run.run_id),
    gate: async run => {
      const { waiting_gate_ids } = await bench.settled(run)
      const [gate] = await store.getGates(waiting_gate_ids)
      if (gate === undefined) throw new Error(`run ${run.run_id} waits at no gate`)
      return gate
    },
    decide: async (run, request, who = planner) => {
      const gate = await bench.gate(run)
      if (gate.briefing.truncated) await engine.gates.markViewed(who, gate.gate_id, gate.view_digest)
      const decided = await engine.gates.decide(who, gate.gate_id, request)
      if (isRefusal(decided))
        throw new Error(`${decided.code}: ${decided.detail} ${JSON.stringify(decided.errors)}`)
      return bench.settled(run)
    },
    plan: async run => {
      const record = await readPlan(store, run.run_id.replace('run_', 'plan_'))
      if (record === undefined) throw new Error(`no plan of ${run.run_id}`)
      return record
    },
    stop: async () => {
      await engine.stop()
      if (options.store === undefined) await store.close()
    },
  }
  return bench
}
