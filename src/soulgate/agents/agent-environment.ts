import { type AgentEnvironment, isOfSource } from '../../agents/agents.ts'
import type { Clock } from '../../base/clock.ts'
import type { Catalog } from '../../engine/catalog/catalog.ts'
import type { GuidelineService } from '../../engine/guardrails/guardrails.ts'
import type { Memory } from '../../engine/memory/memory.ts'
import type { SecretService } from '../../engine/secrets/secrets.ts'
import type { SettingsService } from '../../engine/settings/settings.ts'
import { findSecretReferences, type ResolveSecrets } from '../../engine/tools/tools.ts'
import type { Llm } from '../../llm/llm.ts'
import type { Store } from '../../store/store.ts'
import { demandedTerms } from '../gates/gate-terms.ts'
import type { AgentTools } from '../models/tool-groups.ts'
import { createBudgets } from './budgets.ts'
import { look } from './look.ts'
import { createAgentMemory } from './session-memory.ts'

interface Environment {
  readonly store: Store
  readonly clock: Clock
  readonly llm: Llm
  readonly agentTools: AgentTools
  readonly settings: SettingsService
  readonly secrets: SecretService
  readonly memory: Memory
  readonly guidelines: GuidelineService
  readonly catalog: Catalog
  /** False while rehearsing, where no tool is touched. */
  readonly mayLook: boolean
  readonly toWorkspacePath: (path: string) => string
}

/** What agents of one's own need of the program. */
export function agentEnvironment({
  llm,
  agentTools,
  settings,
  secrets,
  memory,
  catalog,
  mayLook,
  store,
  clock,
  ...rules
}: Environment): AgentEnvironment {
  return {
    ...{ llm, resolveSecrets: secrets.resolve, memory: createAgentMemory(memory) },
    tool: agentTools.get,
    ...(mayLook ? { look: (tool, args) => look(catalog, tool, args) } : {}),
    toolsOf: source => {
      const known = agentTools.list().filter(({ name }) => isOfSource(source, name))
      const carried = known.filter(({ name }) => agentTools.executable(name) !== undefined)
      // Of a server that is not there at the moment the tools that it had: a run that names one goes on as it began.
      return carried.length > 0 ? carried : known
    },
    demands: ({ event, context, ...opening }) =>
      demandedTerms(rules, { ...opening, context: { ...context, event } }),
    budgets: createBudgets(store, clock),
    budgetUsd: async () => (await settings.get()).budgets.chat_run_usd,
  }
}

/** A secret of the server never leaves it: a tool that runs on a worker uses those that lie beside it. */
export async function resolveForTool(
  { catalog, secrets }: { readonly catalog: Catalog; readonly secrets: SecretService },
  call: Parameters<ResolveSecrets>[0],
): ReturnType<ResolveSecrets> {
  const isRemote =
    catalog.get(call.tool)?.declared_role === 'worker' ||
    catalog.executable(call.tool)?.runsElsewhere === true
  if (!isRemote || findSecretReferences(call.arguments).length === 0) return secrets.resolve(call)
  const message = `${call.tool} runs on a worker, which is given no stored secret of the server. Keep the secret beside the worker.`
  return { ok: false, message }
}
