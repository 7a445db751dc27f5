import type {
  AutonomyScopes,
  AutonomySuggestion,
  AutonomySuggestions,
  CallEstimates,
} from '../contracts/autonomy.ts'
import type {
  AutonomyContract,
  AutonomyContractDetail,
  ChangeAutonomy,
  GrantAutonomyInput,
  ReportCall,
} from '../contracts/autonomy-contract.ts'
import type { Refused } from './problem.ts'
import type { RequestOptions, Transport } from './transport.ts'

type ReadOptions = Pick<RequestOptions, 'signal'>

/**
 * How often people agreed with the calls of agents, and the contracts under which some of them run by themselves. For
 * people, never for agents; granting and changing is for reviewers, under their own sign-in.
 */
export interface AutonomyClient {
  /** Over a number of days such as `90d`. */
  scopes(window?: string, options?: ReadOptions): Promise<AutonomyScopes>
  /** What would have saved most questions first; drafts that nothing is made of yet. For reviewers. */
  suggestions(options?: ReadOptions): Promise<readonly AutonomySuggestion[]>
  /** How probable it is that people find the calls of a gate right, by what they decided before. */
  estimates(gateId: string, options?: ReadOptions): Promise<CallEstimates>
  /** Newest first. */
  contracts(options?: ReadOptions): Promise<readonly AutonomyContract[]>
  contract(contractId: string, options?: ReadOptions): Promise<AutonomyContractDetail>
  /** For the calls of one line of `scopes`; it opens when the evidence suffices. */
  grant(terms: GrantAutonomyInput): Promise<AutonomyContract | Refused>
  change(
    contractId: string,
    change: ChangeAutonomy['change'],
    because?: string,
  ): Promise<AutonomyContract | Refused>
  /** `harmful` suspends the contract at once. */
  report(
    callId: string,
    verdict: ReportCall['verdict'],
    text?: string,
  ): Promise<Refused | Record<string, never>>
}

export function createAutonomyClient(transport: Transport): AutonomyClient {
  const at = (id: string) => `/api/autonomy/contracts/${encodeURIComponent(id)}`
  return {
    scopes: (window = '90d', options = {}) =>
      transport.read('/api/autonomy/scopes', { query: { window }, ...options }),
    suggestions: async options =>
      (await transport.read<AutonomySuggestions>('/api/autonomy/suggestions', options)).suggestions,
    estimates: (gateId, options) =>
      transport.read(`/api/gates/${encodeURIComponent(gateId)}/estimates`, options),
    contracts: async options => {
      const path = '/api/autonomy/contracts'
      return (await transport.read<{ readonly contracts: readonly AutonomyContract[] }>(path, options))
        .contracts
    },
    contract: (id, options) => transport.read(at(id), options),
    grant: terms => transport.command('POST', '/api/autonomy/contracts', { body: terms }),
    change: (id, change, because) =>
      transport.command('PATCH', at(id), {
        body: { change, ...(because === undefined ? {} : { because }) },
      }),
    report: (id, verdict, text) =>
      transport.command('POST', `/api/autonomy/calls/${encodeURIComponent(id)}/report`, {
        body: { verdict, ...(text === undefined ? {} : { text }) },
      }),
  }
}
