import { hostname } from 'node:os'
import { resolve } from 'node:path'
import type { AgentEnvironment, SoulgateConfig } from '../agents/agents.ts'
import { type Clock, systemClock, systemTimers, type Timers } from '../base/clock.ts'
import { createIds, type Ids } from '../base/ids.ts'
import { systemRandom } from '../base/random.ts'
import type { JsonObject } from '../contracts/json-value.ts'
import type { Dispatch } from '../dispatch/dispatch.ts'
import { type Access, createAccess, type OidcProvider, readPeople } from '../engine/access/access.ts'
import type { ContractService } from '../engine/autonomy/autonomy.ts'
import { type CallService, createCallService } from '../engine/calls/calls.ts'
import type { Catalog } from '../engine/catalog/catalog.ts'
import {
  createGateService,
  type FindReleases,
  type GateService,
  type JudgeCalls,
  type JudgePaths,
  whyRuleNeverActs,
} from '../engine/gate/gate.ts'
import { createGuidelineService, type GuidelineService } from '../engine/guardrails/guardrails.ts'
import { createMemory, type Memory } from '../engine/memory/memory.ts'
import { createPages, type Pages } from '../engine/pages/pages.ts'
import { createPermissionService, type PermissionService } from '../engine/permissions/permissions.ts'
import type { PlanService } from '../engine/planning/planning.ts'
import { gradeOutsideCall } from '../engine/reasoning/reasoning.ts'
import { type AgentDefinition, createRunEngine, findRegistered, type RunEngine } from '../engine/run/run.ts'
import { createScheduleService, type ScheduleService } from '../engine/schedules/schedules.ts'
import type { AttachableSealing, SecretService } from '../engine/secrets/secrets.ts'
import { createSettingsService, type SettingsService } from '../engine/settings/settings.ts'
import type { Soul } from '../engine/soul/soul.ts'
import { createStop, type Stop } from '../engine/stop/stop.ts'
import type { ExecutableTool } from '../engine/tools/tools.ts'
import type { TriggerService } from '../engine/triggers/triggers.ts'
import { createWorkItemService, type WorkItemService } from '../engine/workitem/workitem.ts'
import { createGuardedFetch } from '../network/network.ts'
import type { OidcOptions } from '../oidc/oidc.ts'
import type { Store } from '../store/store.ts'
import { createPlaceFacts, type FolderFiles, foldsCase, toWorkspacePath } from '../workspace/workspace.ts'
import { agentEnvironment, resolveForTool } from './agents/agent-environment.ts'
import { assembleTriggers } from './agents/assemble-triggers.ts'
import { createOwnAgents, type OwnAgents } from './agents/own-agents.ts'
import { SYSTEM_PRINCIPAL } from './agents/program-principal.ts'
import { assembleRule } from './assemble-rule.ts'
import { assembleCatalog } from './catalog.ts'
import { assembleChat, assembleToolGroups } from './chat/assemble-chat.ts'
import { createLiveText, type LiveText } from './chat/live-text.ts'
import { createEvidenceReader, withEvidence } from './gates/evidence.ts'
import type { Remember } from './gates/remember.ts'
import { createMetrics, type Metrics } from './health/metrics.ts'
import { traced, withTraces } from './health/traces.ts'
import { createWorkers, type Workers } from './health/workers.ts'
import { assembleIterations } from './iterations/assemble-iterations.ts'
import { assembleLlm, type ModelSettings } from './models/language-models.ts'
import { createLiveLlm, type LiveLlm } from './models/live-llm.ts'
import { type AgentTools, withToolGroups } from './models/tool-groups.ts'
import { type AssembledPlans, assemblePlans, joinAdmissions } from './plans/assemble-plans.ts'
import { createReadingRule, refuseReading } from './reading.ts'
import { assembleReasoning, chooseSoul } from './reasoning/assemble-reasoning.ts'
import { createOfflinePlanner } from './reasoning/offline-planner.ts'
import { assembleSecrets } from './secrets/secret-keys.ts'
import { type AssembledWorkItems, assembleWorkItems } from './work-items/assemble-work-items.ts'
import { createWorkerHub, type WorkerHub } from './workers/worker-hub.ts'

/** What the engine is put together from. */
export interface EngineParts {
  readonly store: Store
  readonly dispatch: Dispatch
  readonly clock?: Clock
  readonly timers?: Timers
  /** The folder of the program's own data; no tool may touch it. */
  readonly home: string
  readonly workspace: string
  /** Whether the file system of the workspace takes upper and lower case for the same. Default: as it is found. */
  readonly foldsCase?: boolean
  readonly settingsSeed?: JsonObject
  readonly fallbackMode?: 'static' | 'restrictive'
  /** The Soul behind this address, instead of the built-in one; `soulSecret` signs what it is asked. */
  readonly soulUrl?: string
  readonly soulSecret?: string
  /** Puts something around the built-in Soul, such as a watch. */
  readonly watchSoul?: (soul: Soul) => Soul
  readonly models?: ModelSettings
  readonly oidc?: OidcOptions
  /** Agents and tools of one's own. */
  readonly own?: SoulgateConfig
  /** Instead of the tools of the workspace; proposing then looks through none of them. */
  readonly dryRunTools?: readonly ExecutableTool[]
  /** How the store keeps what looks like a secret; begun here, before anything of people is read or written. */
  readonly sealing?: AttachableSealing
  /** Told of failures that nobody waits for. */
  readonly report?: (error: unknown, about: JsonObject) => void
}

/** Every service of the engine, wired. */
export interface Engine {
  readonly store: Store
  readonly dispatch: Dispatch
  readonly clock: Clock
  readonly timers: Timers
  readonly ids: Ids
  readonly access: Access
  readonly settings: SettingsService
  readonly guidelines: GuidelineService
  /** Contracts of earned autonomy. */
  readonly contracts: ContractService
  readonly permissions: PermissionService
  readonly remember: Remember
  /** The release rule with the guardrails and settings of this moment. */
  readonly judge: JudgeCalls
  /** What the release rule says of a tool on a path; everything that reads on behalf of somebody asks it. */
  readonly judgePaths: JudgePaths
  readonly gates: GateService
  readonly runs: RunEngine
  readonly ownAgents: OwnAgents
  readonly schedules: ScheduleService
  readonly triggers: TriggerService
  /** Workers beside the server that are connected here. */
  readonly remoteWorkers: WorkerHub
  readonly calls: CallService
  readonly catalog: Catalog
  /** The catalog with the tools that only agents have. */
  readonly agentTools: AgentTools
  readonly stop: Stop
  readonly secrets: SecretService
  readonly workItems: WorkItemService
  readonly plans: PlanService
  /** The folders of the workspace; absent while rehearsing, where there is none. */
  readonly folderFiles?: FolderFiles
  readonly soul: Soul
  readonly llm: LiveLlm
  readonly memory: Memory
  readonly pages: Pages
  /** Text of the models that run in this process. */
  readonly live: LiveText
  readonly metrics: Metrics
  readonly workers: Workers
  /** A path as guidelines name it: relative to the workspace where it lies inside. */
  readonly toWorkspacePath: (path: string) => string
  readonly report: (error: unknown, about: JsonObject) => void
}

/** The only place where the parts meet. */
export async function assembleEngine(parts: EngineParts): Promise<Engine> {
  const { store } = parts
  const late: { gates?: GateService } = {}
  const { basis, reading } = await assembleBasis(parts)
  const { clock, settings, catalog } = basis
  const rule = assembleRule(basis, parts.workspace, () => late.gates)
  const { contracts, judge, judgePaths, findReleases, remember } = rule
  reading.attach(judgePaths)
  const environment = agentEnvironment({ ...basis, mayLook: parts.dryRunTools === undefined })
  const agents = assembleAgents(basis, environment)
  const items =
    parts.dryRunTools === undefined
      ? assembleWorkItems({ ...basis, ...reading }, environment, parts)
      : undefined
  const plans = assemblePlans(basis)
  const access = await assembleAccess(basis, parts)
  const ownAgents = createOwnAgents(parts.own ?? {}, environment)
  const remoteWorkers = createWorkerHub({ ...basis, access, environment })
  const { gates, runs } = assembleRuns(basis, {
    judge,
    contracts,
    findReleases,
    remember,
    access,
    agents,
    ownAgents,
    remoteWorkers,
    items,
    plans,
  })
  late.gates = gates
  const calls = createCallService({
    ...basis,
    gates,
    judge,
    contracts,
    tools: catalog,
    settings: settings.get,
    isStopped: basis.stop.isStopped,
    whyUnreadable: async (who, path) =>
      (await refuseReading({ store, clock, judgePaths }, who, path))?.detail,
    grade: (call, goal) => gradeOutsideCall(catalog.get(call.tool), goal),
  })
  return {
    ...basis,
    contracts,
    judge,
    judgePaths,
    remember,
    gates,
    runs,
    ownAgents,
    schedules: createScheduleService({ ...basis, who: SYSTEM_PRINCIPAL, startWithin: runs.startWithin }),
    triggers: assembleTriggers(basis, { ownAgents, runs }),
    remoteWorkers,
    calls,
    workItems: createWorkItemService({ store, clock, runs }),
    plans: plans.service,
    ...(items === undefined ? {} : { folderFiles: items.folderFiles }),
    access,
  }
}

async function assembleBasis(
  parts: EngineParts,
): Promise<{ readonly basis: Basis; readonly reading: ReturnType<typeof createReadingRule> }> {
  const { store, dispatch } = parts
  const clock = parts.clock ?? systemClock
  const timers = parts.timers ?? systemTimers
  const ids = createIds({ clock })
  const { report = () => {} } = parts
  const seed = parts.settingsSeed === undefined ? {} : { seed: parts.settingsSeed }
  const settings = createSettingsService({ store, clock, ...seed })
  const secrets = await assembleSecrets(parts, { clock, ids })
  const reading = createReadingRule(store)
  const catalog = await assembleCatalog(parts, { clock, settings: settings.get, secrets, ...reading })
  const isFolding = parts.foldsCase ?? foldsCase(resolve(parts.workspace))
  const permissions = createPermissionService({
    ...{ store, clock, ids, places: createPlaceFacts(), getTool: catalog.get },
  })
  const guidelines = createGuidelineService({
    ...{ store, clock, ids, fallbackMode: parts.fallbackMode ?? 'static' },
    whyNeverActs: async () => {
      const given = await permissions.list()
      return (rule, guidelines) =>
        whyRuleNeverActs(rule, { tools: catalog.list(), permissions: given, guidelines })
    },
    foldsCase: isFolding,
  })
  const workerId = ids.newId('worker')
  const workers = createWorkers({ store, clock, workerId, host: hostname(), pid: process.pid })
  const basis: Basis = {
    ...(await assembleMind(parts, { clock, ids, catalog, settings, secrets, report })),
    store,
    dispatch,
    clock,
    timers,
    ids,
    settings,
    guidelines,
    permissions,
    catalog,
    workers,
    report,
    toWorkspacePath: path => toWorkspacePath(parts.workspace, path, isFolding),
    stop: createStop({ store, clock }),
    secrets,
    soul: chooseSoul(parts, { clock, timers, ids }),
  }
  return { basis, reading }
}

/** The agents that need nothing of each other. */
function assembleAgents(basis: Basis, environment: AgentEnvironment): readonly AgentDefinition[] {
  return [assembleReasoning(basis, environment), assembleChat(basis), assembleIterations(basis)]
}

async function assembleAccess({ store, clock, ids }: Basis, { oidc }: EngineParts): Promise<Access> {
  return createAccess({
    ...{ store, clock, ids, random: systemRandom },
    ...(await openOidc(oidc)),
    isAgentName: async (tx, name) => (await findRegistered(tx, name)) !== undefined,
  })
}

/** The library of the provider is loaded only where one is set up. */
async function openOidc(options: OidcOptions | undefined): Promise<{ readonly oidc?: OidcProvider }> {
  if (options === undefined) return {}
  const { createOidcProvider } = await import('../oidc/oidc.ts')
  return { oidc: createOidcProvider(options) }
}

/** The models, what they remember, and the tools that only they have. */
async function assembleMind(
  parts: EngineParts,
  basis: Pick<Engine, 'clock' | 'ids' | 'catalog' | 'settings' | 'secrets' | 'report'>,
): Promise<Pick<Engine, 'llm' | 'memory' | 'pages' | 'metrics' | 'live' | 'agentTools'>> {
  const { store } = parts
  const { clock, ids, catalog, settings } = basis
  const { llm, metrics } = await assembleModels(parts, basis)
  const maxMessages = async () => (await settings.get()).limits.compact_messages
  const memory = createMemory({ store, clock, ids, llm, maxMessages })
  const pages = createPages({ store, clock, ids, memory })
  const agentTools = withToolGroups(catalog, assembleToolGroups({ store, memory, pages, llm, settings }))
  return { llm, memory, pages, metrics, live: createLiveText(), agentTools }
}

async function assembleModels(
  parts: EngineParts,
  { catalog, clock, secrets, report }: Pick<Engine, 'catalog' | 'clock' | 'secrets' | 'report'>,
): Promise<Pick<Engine, 'llm' | 'metrics'>> {
  const metrics = createMetrics()
  const plan = createOfflinePlanner(catalog, clock)
  const llm = await createLiveLlm({
    ...{ store: parts.store, clock, report, own: secrets.own, send: createGuardedFetch() },
    assemble: async room =>
      withTraces(await assembleLlm({ ...parts, room, plan, record: metrics.recordModelCall })),
  })
  return { metrics, llm }
}

/** What everything else stands on. */
type Basis = Omit<
  Engine,
  | 'contracts'
  | 'judge'
  | 'judgePaths'
  | 'remember'
  | 'gates'
  | 'runs'
  | 'ownAgents'
  | 'schedules'
  | 'triggers'
  | 'remoteWorkers'
  | 'calls'
  | 'access'
  | 'workItems'
  | 'folderFiles'
  | 'plans'
>

/** Gates and runs know each other: a run opens gates, a decided gate wakes its run. */
function assembleRuns(
  basis: Basis,
  {
    judge,
    contracts,
    findReleases,
    remember,
    access,
    agents,
    ownAgents,
    remoteWorkers,
    items,
    plans,
  }: {
    readonly judge: JudgeCalls
    readonly contracts: ContractService
    readonly findReleases: FindReleases
    readonly remember: Remember
    readonly access: Access
    readonly agents: readonly AgentDefinition[]
    readonly ownAgents: OwnAgents
    readonly remoteWorkers: WorkerHub
    readonly items: AssembledWorkItems | undefined
    readonly plans: AssembledPlans
  },
): Pick<Engine, 'gates' | 'runs'> {
  const { store, dispatch, clock, timers, ids, agentTools, settings, report } = basis
  const engine = {
    ...{ store, dispatch, clock, ids, judge, contracts, tools: agentTools, settings: settings.get },
    readEvidence: createEvidenceReader(agentTools),
  }
  const late: { runs?: RunEngine } = {}
  const service = createGateService({
    ...engine,
    findReleases,
    refusePermissions: remember.refuse,
    people: readPeople,
    proveByPasskey: access.proveApproval,
    timers: {
      wakeAt: (tx, gateId, dueMs) =>
        dispatch.enqueue(tx, { queue: 'gate_timer', key: gateId, due_at: dueMs, payload: {} }),
      forget: (tx, gateId) => dispatch.cancel(tx, 'gate_timer', gateId),
    },
    observer: () => {
      if (!late.runs) throw new TypeError('gates were used before the engine was whole')
      return late.runs.observer
    },
  })
  const gates = withEvidence(service, { store, folderFiles: items?.folderFiles })
  const runs = createRunEngine({
    ...engine,
    timers,
    gates,
    agent: of =>
      of.kind === 'agent'
        ? (ownAgents.find(of) ?? remoteWorkers.find(of))
        : [...agents, items?.agent, plans.agent].find(definition => definition?.kind === of.kind),
    admission: joinAdmissions([...(items === undefined ? [] : [items.admission]), plans.admission]),
    workerId: basis.workers.id,
    turn: () => new Promise(done => setImmediate(done)),
    livingWorkers: basis.workers.living,
    report: (error, about) => report(error, about),
    resolveSecrets: call => resolveForTool(basis, call),
    trace: traced,
    stopped: basis.stop.isEngaged,
    isStopped: basis.stop.isStopped,
  })
  late.runs = runs
  return { gates, runs }
}
