import type { Clock } from '../base/clock.ts'
import type { Ids } from '../base/ids.ts'
import { systemRandom } from '../base/random.ts'
import { ModelTier } from '../contracts/model.ts'
import { type ContractService, createContractService } from '../engine/autonomy/autonomy.ts'
import {
  createJudge,
  createPathJudge,
  createReleaseFinder,
  type FindReleases,
  type GateService,
  type JudgeCalls,
  type JudgePaths,
} from '../engine/gate/gate.ts'
import type { GuidelineService } from '../engine/guardrails/guardrails.ts'
import type { PermissionService } from '../engine/permissions/permissions.ts'
import type { SecretService } from '../engine/secrets/secrets.ts'
import type { SettingsService } from '../engine/settings/settings.ts'
import type { Stop } from '../engine/stop/stop.ts'
import { createWorkItemHolds } from '../engine/workitem/workitem.ts'
import type { Llm } from '../llm/llm.ts'
import type { Store } from '../store/store.ts'
import { createLocator, createPlaceFacts } from '../workspace/workspace.ts'
import { createConcernFinder } from './confidence/concerns.ts'
import { createRemember, type Remember } from './gates/remember.ts'
import type { AgentTools } from './models/tool-groups.ts'
import { createVerdictKeeping } from './policy/verdict-keeping.ts'
import { createPrecheck } from './precheck.ts'

/** What the release rule stands on. */
interface RuleBasis {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly agentTools: AgentTools
  readonly settings: SettingsService
  readonly guidelines: GuidelineService
  readonly permissions: PermissionService
  readonly llm: Pick<Llm, 'describe'>
  readonly stop: Stop
  readonly secrets: Pick<SecretService, 'mask'>
  readonly toWorkspacePath: (path: string) => string
}

/**
 * The release rule over guardrails, settings, work items, reports of confidence and contracts of autonomy of this moment.
 * Contracts open gates, which know them: `gates` are there once the engine is whole.
 */
export function assembleRule(
  basis: RuleBasis,
  workspace: string,
  gates: () => GateService | undefined,
): {
  readonly contracts: ContractService
  readonly judge: JudgeCalls
  readonly judgePaths: JudgePaths
  readonly findReleases: FindReleases
  readonly remember: Remember
} {
  const { store, clock, agentTools, settings, guidelines, permissions, toWorkspacePath } = basis
  const contracts = assembleContracts(basis, gates)
  const rule = {
    clock,
    tools: agentTools,
    settings: settings.get,
    guardrails: guidelines.current,
    toWorkspacePath,
    findWorkItem: createWorkItemHolds({ store, clock, locate: createLocator(workspace) }).find,
    findConcerns: createConcernFinder({ store, clock }),
    findContract: contracts.find,
    permissions: permissions.current,
    places: createPlaceFacts(),
    whyNeverRuns: createPrecheck(agentTools),
    writesOwn: (tool: string) => agentTools.executable(tool)?.ownWrites === true,
  }
  return {
    contracts,
    judge: createJudge({ ...rule, keep: createVerdictKeeping(store, basis.ids) }),
    judgePaths: createPathJudge(rule),
    findReleases: createReleaseFinder(rule),
    remember: createRemember({
      ...{ clock, places: rule.places, getTool: agentTools.get },
      holdsSecret: text => basis.secrets.mask(text) !== text,
      judgeWith: further => {
        const { findContract: _none, ...alone } = rule
        return createJudge({
          ...alone,
          permissions: async () => [...(await permissions.current()), ...further],
        })
      },
    }),
  }
}

function assembleContracts(
  { store, clock, ids, agentTools, settings, llm, stop }: RuleBasis,
  gates: () => GateService | undefined,
): ContractService {
  return createContractService({
    ...{ store, clock, ids, random: systemRandom, tools: agentTools, settings: settings.get },
    gates: () => {
      const service = gates()
      if (service === undefined) throw new TypeError('contracts were used before the engine was whole')
      return service
    },
    model: () => JSON.stringify(ModelTier.options.map(tier => llm.describe(tier))),
    isStopped: stop.isStopped,
  })
}
