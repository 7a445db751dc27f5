import type { AutonomyScopes } from '../contracts/autonomy.ts'
import type { RequestOptions, Transport } from './transport.ts'

/** How often people agreed with the calls of agents; for people, never for agents. */
export interface AutonomyClient {
  /** Over a number of days such as `90d`. */
  scopes(window?: string, options?: Pick<RequestOptions, 'signal'>): Promise<AutonomyScopes>
}

export function createAutonomyClient(transport: Transport): AutonomyClient {
  return {
    scopes: (window = '90d', options = {}) =>
      transport.read('/api/autonomy/scopes', { query: { window }, ...options }),
  }
}
