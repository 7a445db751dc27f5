import { join } from 'node:path'
import { SoulgateError } from './base/errors.ts'
import { applyGuidelines } from './soulgate/agents/own-guidelines.ts'
import { registerOwn } from './soulgate/agents/register-own.ts'
import { createAgentRuns } from './soulgate/agents/run-handle.ts'
import { createSchedules } from './soulgate/agents/schedules.ts'
import { createArtifacts } from './soulgate/artifacts.ts'

export { acceptHomeHistory, readHomeKey, readTrustedKeyFile, trustKeys } from './soulgate/audit/key-files.ts'

import { createAuditPart } from './soulgate/audit/audit.ts'
import { createLateAudit } from './soulgate/audit/late-audit.ts'
import { createChat } from './soulgate/chat/chat.ts'
import { createChatQueue } from './soulgate/chat/chat-queue.ts'
import { createConfidence } from './soulgate/confidence/confidence.ts'
import { assembleEngine, type Engine } from './soulgate/engine.ts'
import { createEvents } from './soulgate/events.ts'
import { createAutoApproval } from './soulgate/gates/auto-approve.ts'
import { createGates } from './soulgate/gates/gates.ts'
import { createGuardrails } from './soulgate/guardrails/guardrails.ts'
import { createHealth } from './soulgate/health/health.ts'
import { sendTraces } from './soulgate/health/traces.ts'
import { createInsights } from './soulgate/insights.ts'
import { createIterations } from './soulgate/iterations/iterations.ts'
import { createSessionMemory } from './soulgate/memory/session-memory.ts'
import { createModelsPart } from './soulgate/models/models-part.ts'
import { createGrants, createSessions, createTools } from './soulgate/nouns.ts'
import { createPagesPart } from './soulgate/pages/pages.ts'
import { createPlans } from './soulgate/plans/plans.ts'
import type { Soulgate, SoulgateOptions } from './soulgate/program.ts'
import { createReasoning } from './soulgate/reasoning/reasoning.ts'
import { createRuns } from './soulgate/runs.ts'
import { createSettingsPart } from './soulgate/settings.ts'
import { openStorage, type Storage } from './soulgate/storage.ts'
import { assembleWebhooks } from './soulgate/webhooks.ts'
import { createWork } from './soulgate/work.ts'
import { createWorkItems } from './soulgate/work-items/work-items.ts'
import { createWorkersPart } from './soulgate/workers/workers-part.ts'

export {
  type AgentContext,
  type AgentDefinition,
  type AgentLimits,
  type AgentScheduleOptions,
  type CallResult,
  callOf,
  defineAgent,
  defineConfig,
  defineGateType,
  defineTool,
  type Effect,
  type GateChoice,
  type GateResult,
  type GateTypeDefinition,
  type GateTypeOptions,
  nonRetryable,
  type RetryPolicy,
  type SoulgateConfig,
  type StepOptions,
  type ToolContext,
  type ToolDefinition,
  toolFailed,
} from './agents/agents.ts'
export {
  ACTION_NAMES,
  ACTIONS,
  type Action,
  isDecision,
  may,
  needsSignIn,
  ROLE_HIERARCHY,
} from './engine/access/access.ts'
export { isKeyName, verifyExport } from './engine/audit/audit.ts'
export { previewFrame } from './engine/pages/pages.ts'
export {
  type BackupSummary,
  backUp,
  checkBackupFile,
  type LiveToken,
  liveTokensOf,
  type RestoreSummary,
  restore,
} from './soulgate/backup/backup.ts'
export type { ModelSettings } from './soulgate/models/language-models.ts'
export { findLocalServers, type LocalServer } from './soulgate/models/local-servers.ts'
export { type TriedModel, tryModels } from './soulgate/models/try-models.ts'
export { scheduleProjectFile } from './soulgate/plans/scheduling.ts'
export type * from './soulgate/program.ts'
export {
  compareReports,
  type HarnessDifference,
  readScenarios,
  readToolSets,
  runHarness,
} from './soulgate/reasoning/harness.ts'

const DEFAULT_CONCURRENCY = 200

/** Opens the store, wires every part, loads the default guidelines on a first start. Nothing runs before `startWorker`. */
export async function createSoulgate(options: SoulgateOptions): Promise<Soulgate> {
  refuseAutoApproval(options, process.env.NODE_ENV)
  const storage = await openStorage(options)
  try {
    return await assemble(options, storage)
  } catch (error) {
    await storage.store.close()
    throw error
  }
}

/** Approving without people is for tests: never in production, never on a database that others may share. */
function refuseAutoApproval(
  { autoApproveIterations, databaseUrl }: SoulgateOptions,
  nodeEnv: string | undefined,
): void {
  if (autoApproveIterations !== true) return
  const why = nodeEnv === 'production' ? 'NODE_ENV is production' : 'the database may be shared with others'
  if (nodeEnv !== 'production' && databaseUrl === undefined) return
  const detail = `Proposals and checkpoints are approved without people in tests only, and ${why}. Nothing was started.`
  throw new SoulgateError('auto_approval_refused', detail)
}

async function assemble(options: SoulgateOptions, { store, dispatch, sealing }: Storage): Promise<Soulgate> {
  const { agents = [], tools = [], gateTypes = [] } = options
  const own = { agents, tools, gateTypes }
  const engine = await assembleEngine({ ...options, own, store, dispatch, sealing })
  await engine.settings.start()
  await engine.guidelines.bootstrap({ onlyWhenNew: true })
  await engine.stop.ready()
  await registerOwn(engine, own)
  if (options.guidelines !== undefined) await applyGuidelines(engine, options.guidelines, options.workspace)
  const audit = createAuditPart(engine, options.home)
  await audit.ready()
  const webhooks = assembleWebhooks(engine, options)
  const work = createWork(engine, { seal: audit.seal, eraseSession: audit.part.eraseSession, webhooks })
  const workers = createWorkersPart(engine, work.isWorking)
  const runs = createRuns(engine)
  const plans = createPlans(engine, runs)
  const chatQueue = createChatQueue(engine)
  const late = createLateAudit(engine, join(options.home, 'late-audit'))
  const stopTraces = options.traces === undefined ? async () => {} : await sendTraces(options.traces)
  const autoApproval = options.autoApproveIterations ? createAutoApproval(engine) : undefined
  const close = once(async () => {
    autoApproval?.close()
    chatQueue.close()
    await engine.remoteWorkers.close()
    await work.stop()
    audit.close()
    late.close()
    engine.llm.close()
    await store.close()
    await stopTraces()
  })
  return {
    ...createAgentRuns(engine),
    ...partsOfEngine(engine, options),
    reasoning: createReasoning(engine, runs),
    runs,
    guardrails: createGuardrails(engine, late),
    workItems: createWorkItems(engine, runs),
    iterations: createIterations(engine, { runs, plans }),
    plans,
    confidence: createConfidence(engine, late),
    audit: audit.part,
    chat: createChat(engine, chatQueue),
    webhooks,
    workers,
    health: createHealth(engine, { isWorking: work.isWorking, late, auditDifference: audit.difference }),
    startWorker: () => work.start(options.concurrency ?? DEFAULT_CONCURRENCY),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** What surfaces see of the engine alone. */
function partsOfEngine(engine: Engine, { models }: SoulgateOptions) {
  return {
    gates: createGates(engine),
    calls: engine.calls,
    grants: createGrants(engine),
    tools: createTools(engine),
    artifacts: createArtifacts(engine),
    events: createEvents(engine),
    insights: createInsights(engine),
    sessions: createSessions(engine),
    sessionMemory: createSessionMemory(engine),
    pages: createPagesPart(engine),
    schedules: createSchedules(engine),
    settings: createSettingsPart(engine),
    models: createModelsPart(engine, models),
    access: engine.access,
    secrets: engine.secrets,
    stop: engine.stop,
  }
}

/** Does it at the first call; every call waits for that one. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}
