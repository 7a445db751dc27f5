import type { Clock } from '../../base/clock.ts'
import { toIso } from '../../base/clock.ts'
import type { TaskContext } from '../../contracts/guideline.ts'
import type { Permission } from '../../contracts/permission.ts'
import type { Settings } from '../../contracts/settings.ts'
import type { RegisteredTool } from '../../contracts/tool.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import { type CompiledGuidelines, evaluate } from '../guardrails/guardrails.ts'
import {
  type Classifiable,
  classifyCall,
  NO_PLACES,
  type PlaceFacts,
  standingFor,
  withTrust,
} from '../permissions/permissions.ts'
import { effectiveAnnotations } from '../tools/tools.ts'
import { nameCall, placesOf, reachOf } from './call-contexts.ts'
import type { ContractPort, ToolCatalog } from './gate-ports.ts'
import type {
  CallFacts,
  FindConcerns,
  FindReleases,
  FindWorkItem,
  JudgeCalls,
  JudgePaths,
  WhyNeverRuns,
} from './judge.ts'
import { createKeeping, type KeepVerdicts } from './kept-verdict.ts'
import { releaseCall } from './release-call.ts'
import {
  type CallInput,
  type JudgedInput,
  judgeInput,
  type ReleaseInput,
  taskContexts,
  taskOf,
} from './release-input.ts'

export interface JudgeEnvironment {
  readonly clock: Clock
  readonly tools: Pick<ToolCatalog, 'get'>
  readonly settings: () => Promise<Settings>
  /** A path as guidelines name it: relative to the workspace where it lies inside. */
  readonly toWorkspacePath?: (path: string) => string
  /** Which work item holds a call, and which one it belongs to; without it there are none. */
  readonly findWorkItem?: FindWorkItem
  readonly findConcerns?: FindConcerns
  /** Whether a tool writes only to its session's own pages, product doc or plan. */
  readonly writesOwn?: (tool: string) => boolean
  /** Asks the contracts of autonomy about one call that is proposed alone; without it there are none. */
  readonly findContract?: ContractPort['find']
  /** Why a call can never run, so that nobody is asked about it; without it all calls can. */
  readonly whyNeverRuns?: WhyNeverRuns
  /** The guardrails of this moment; never rejects: a store that is down answers its fallback. */
  readonly guardrails: () => Promise<{ readonly compiled: CompiledGuidelines; readonly version: number }>
  /** Classes of calls and trusted values in force; without it there are none. */
  readonly permissions?: () => Promise<readonly Permission[]>
  /** What is looked up of the files on this machine; without it no command stays in any folder. */
  readonly places?: PlaceFacts
  /** Where verdicts are kept; without it none is, as in a rehearsal. */
  readonly keep?: KeepVerdicts
}

/**
 * The release rule over the guardrails and settings of this moment: what it looks at is read, then it is asked, and what
 * it was asked is handed back to be kept with the verdict.
 */
export function createJudge(environment: JudgeEnvironment): JudgeCalls {
  const keepOf = createKeeping(environment)
  return async (calls, facts) => {
    const [settings, guardrails, read] = await Promise.all([
      environment.settings(),
      environment.guardrails(),
      readInput(environment, calls, facts),
    ])
    const policy = { compiled: guardrails.compiled, settings }
    const first = judgeInput(read, policy)
    const input = await withContract(environment, read, { calls, judged: first })
    const judged = input === read ? first : judgeInput(input, policy)
    const kept = calls.length === 0 ? undefined : await keepOf(input, policy, judged)
    return { ...judged, guardrails_version: guardrails.version, ...(kept === undefined ? {} : { kept }) }
  }
}

/**
 * What a contract of autonomy says of a call that is proposed alone and would wait; of several calls people look at all.
 * It is told which rules hold or deny the call, so that it knows when a new one touches its calls.
 */
async function withContract(
  { findContract }: JudgeEnvironment,
  input: ReleaseInput,
  { calls, judged: { verdict } }: { readonly calls: readonly ToolCall[]; readonly judged: JudgedInput },
): Promise<ReleaseInput> {
  const [call, ...others] = calls
  const isWaiting = verdict.outcome === 'held' || verdict.outcome === 'denied'
  if (findContract === undefined || call === undefined || others.length > 0 || !isWaiting) return input
  const rules =
    verdict.outcome === 'held' ? verdict.why_held.map(({ rule_id }) => rule_id) : [verdict.rule_id]
  const contract = await findContract(
    call,
    input.facts,
    rules.filter(id => id !== undefined),
  )
  return contract === undefined ? input : { ...input, contract }
}

/** Everything that the release rule is told beside what people have set. */
async function readInput(
  environment: JudgeEnvironment,
  calls: readonly ToolCall[],
  facts: CallFacts,
): Promise<ReleaseInput> {
  const { findConcerns = noConcerns, clock } = environment
  const now = toIso(clock.now())
  const [concerns, ...inputs] = await Promise.all([
    findConcerns(facts),
    ...calls.map(call => readCall(environment, call, { facts, now })),
  ])
  return { now, facts, calls: inputs, concerns }
}

async function readCall(
  environment: JudgeEnvironment,
  call: ToolCall,
  { facts, now }: { readonly facts: CallFacts; readonly now: string },
): Promise<CallInput> {
  const { writesOwn = never, whyNeverRuns } = environment
  const tool = environment.tools.get(call.tool)
  const effective = effectiveAnnotations(tool)
  const reach = await reachOf(nameCall(call, tool), environment.toWorkspacePath)
  const trusted = effective.declared && !call.claimed
  const tasks = taskContexts(call, facts, { now, reach })
  const [neverRuns, ...items] = await Promise.all([
    whyNeverRuns?.(call, facts),
    ...tasks.map(task => workItemOf(environment, { call, task, facts, trusted })),
  ])
  const { description: _words, ...told } = call
  const { classed, origins } = await readPermissions(environment, call, { agent: facts.agent, now })
  return {
    call: origins === undefined ? told : { ...told, origins: [...origins] },
    effective,
    ...(classed === undefined ? {} : { classed }),
    reach,
    ...(items.some(item => item.own || item.unapproved !== undefined) ? { work_items: items } : {}),
    ...(writesOwn(call.tool) ? { own_writes: true } : {}),
    ...(neverRuns === undefined ? {} : { never_runs: neverRuns }),
  }
}

async function readPermissions(
  { tools, permissions = noPermissions, places = NO_PLACES }: JudgeEnvironment,
  call: ToolCall,
  facts: { readonly agent: string; readonly now: string },
): Promise<ReadClass> {
  return readClass(call, { ...facts, tool: tools.get(call.tool), permissions: await permissions(), places })
}

type ReadClass = Pick<CallInput, 'classed'> & Pick<ToolCall, 'origins'>

/** Step 0: the class of the call, and its origins with what a reviewer trusts. */
export async function readClass(
  call: ToolCall,
  given: Omit<Classifiable, 'arguments' | 'tool'> & { readonly tool: RegisteredTool | undefined },
): Promise<ReadClass> {
  const { tool, permissions, places } = given
  if (tool === undefined || tool.claimed || call.claimed || permissions.length === 0)
    return call.origins === undefined ? {} : { origins: call.origins }
  const about = { ...given, tool, arguments: call.arguments, folder: call.folder }
  const judged = await classifyCall(about)
  const classed = judged !== undefined && 'class' in judged ? judged : undefined
  const standing = standingFor(about)
  const roots = standing.flatMap(({ id, shape }) =>
    shape.kind === 'commands' && classed?.permission_ids.includes(id) === true ? shape.roots : [],
  )
  const trusted = { permissions: standing, roots, places }
  const origins = await withTrust({ arguments: call.arguments, origins: call.origins }, trusted)
  return { ...(classed === undefined ? {} : { classed }), origins: [...origins] }
}

const noPermissions = async (): Promise<readonly Permission[]> => []

const noConcerns: FindConcerns = async () => []
const never = (): boolean => false

const NO_WORK_ITEM = { own: false } as const

async function workItemOf(
  { findWorkItem }: JudgeEnvironment,
  about: {
    readonly call: ToolCall
    readonly task: TaskContext
    readonly facts: CallFacts
    readonly trusted: boolean
  },
): Promise<Awaited<ReturnType<FindWorkItem>>> {
  const { call, task, facts, trusted } = about
  if (findWorkItem === undefined) return NO_WORK_ITEM
  const runId = facts.executing_run_id
  return findWorkItem({
    arguments: call.arguments,
    paths: task.paths ?? [],
    trusted,
    ...(runId === undefined ? {} : { executing_run_id: runId }),
  })
}

export function createPathJudge(environment: JudgeEnvironment): JudgePaths {
  return async facts => {
    const [settings, guardrails] = await Promise.all([environment.settings(), environment.guardrails()])
    const now = toIso(environment.clock.now())
    return (name, path) => {
      const tool = environment.tools.get(name)
      const effective = effectiveAnnotations(tool)
      const call: ToolCall = {
        ...{ call_id: '', tool: name, arguments: { path }, description: '', definition_hash: '', digest: '' },
        annotations: effective.annotations,
        reversibility: effective.reversibility,
        claimed: !effective.declared,
        origins: [{ pointer: '/path', value: path, meaning: 'path', source: 'trusted' }],
      }
      const { definition } = nameCall(call, tool)
      const { toWorkspacePath = path => path } = environment
      const { paths, hosts } = placesOf(definition, call.arguments)
      // Reading changes nothing and is no act of its own.
      const reach = { paths: paths.map(toWorkspacePath), hosts, events: [], changed: [] }
      const task = taskOf(call, facts, { now, reach })
      const context = { task, settings, effective, session_id: facts.session_id, conditions: [] }
      return releaseCall(call, { ...context, guardrails: evaluate(guardrails.compiled, task) })
    }
  }
}

export function createReleaseFinder(environment: JudgeEnvironment): FindReleases {
  return async (calls, facts) => {
    const { compiled } = await environment.guardrails()
    const now = toIso(environment.clock.now())
    const found = calls.map(async call => {
      const named = nameCall(call, environment.tools.get(call.tool))
      const reach = await reachOf(named, environment.toWorkspacePath)
      return evaluate(compiled, taskOf(call, facts, { now, reach })).releases.map(
        release => release.guideline_id,
      )
    })
    return [...new Set((await Promise.all(found)).flat())]
  }
}
