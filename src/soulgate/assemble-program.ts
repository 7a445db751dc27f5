import { join } from 'node:path'
import { collect } from '../agents/agents.ts'
import { createMcpSources } from './agents/mcp-sources.ts'
import { applyGuidelines } from './agents/own-guidelines.ts'
import { registerOwn } from './agents/register-own.ts'
import { createAgentRuns } from './agents/run-handle.ts'
import { createSchedules } from './agents/schedules.ts'
import { createTriggers } from './agents/triggers.ts'
import { createArtifacts } from './artifacts.ts'
import { createAuditPart } from './audit/audit.ts'
import { createLateAudit } from './audit/late-audit.ts'
import { createAutonomy } from './autonomy/autonomy.ts'
import { createCanaries } from './autonomy/canaries.ts'
import { createChat } from './chat/chat.ts'
import { createChatQueue } from './chat/chat-queue.ts'
import { createConfidence } from './confidence/confidence.ts'
import { assembleEngine, type Engine } from './engine.ts'
import { createEvents } from './events.ts'
import { createAutoApproval } from './gates/auto-approve.ts'
import { createGates } from './gates/gates.ts'
import { createGuardrails } from './guardrails/guardrails.ts'
import { createHealth } from './health/health.ts'
import { sendTraces } from './health/traces.ts'
import { createInsights } from './insights.ts'
import { createIterations } from './iterations/iterations.ts'
import { createSessionMemory } from './memory/session-memory.ts'
import { createModelsPart } from './models/models-part.ts'
import { createGrants, createSessions, createTools } from './nouns.ts'
import { createPagesPart } from './pages/pages.ts'
import { createPermissions } from './permissions.ts'
import { createPlans } from './plans/plans.ts'
import { createPolicy } from './policy/policy.ts'
import type { Soulgate, SoulgateOptions } from './program.ts'
import { createReasoning } from './reasoning/reasoning.ts'
import { createRuns } from './runs.ts'
import { createSettingsPart } from './settings.ts'
import type { Storage } from './storage.ts'
import { assembleWebhooks } from './webhooks.ts'
import { createWork } from './work.ts'
import { createWorkItems } from './work-items/work-items.ts'
import { createWorkersPart } from './workers/workers-part.ts'

const DEFAULT_CONCURRENCY = 200

/** Wires every part on an open storage; nothing runs before `startWorker`, and `close` closes the store. */
export async function assembleProgram(
  options: SoulgateOptions,
  { store, dispatch, sealing }: Storage,
): Promise<Soulgate> {
  const { agents = [], tools = [], gateTypes = [] } = options
  const own = { agents, tools, gateTypes }
  const engine = await assembleEngine({ ...options, own, store, dispatch, sealing })
  await engine.settings.start()
  await engine.guidelines.bootstrap({ onlyWhenNew: true })
  await engine.stop.ready()
  await registerOwn(engine, own)
  const mcpSources = createMcpSources(engine, collect(own).sources)
  await mcpSources.load()
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
    await mcpSources.close()
    engine.contracts.close()
    audit.close()
    late.close()
    engine.llm.close()
    await store.close()
    await stopTraces()
  })
  return {
    ...createAgentRuns(engine),
    ...partsOfEngine(engine, options),
    tools: createTools(engine, mcpSources),
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
    artifacts: createArtifacts(engine),
    events: createEvents(engine),
    insights: createInsights(engine),
    autonomy: createAutonomy(engine),
    canaries: createCanaries(engine),
    policy: createPolicy(engine),
    permissions: createPermissions(engine),
    sessions: createSessions(engine),
    sessionMemory: createSessionMemory(engine),
    pages: createPagesPart(engine),
    schedules: createSchedules(engine),
    triggers: createTriggers(engine),
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
