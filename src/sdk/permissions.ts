import type { CreatePermission, Permission, PermissionList } from '../contracts/permission.ts'
import type { RememberOffers } from '../contracts/remember.ts'
import type { Refused } from './problem.ts'
import type { Transport } from './transport.ts'

/** Classes of calls and trusted values; for people, never for agents. */
export interface PermissionsClient {
  list(options?: { readonly signal?: AbortSignal }): Promise<PermissionList>
  create(permission: CreatePermission): Promise<Permission | Refused>
  revoke(id: string): Promise<Refused | undefined>
  /** What an approval of this gate may bring with it in `permissions`, so that such calls are not asked about again. */
  offers(gateId: string, options?: { readonly signal?: AbortSignal }): Promise<RememberOffers>
}

export function createPermissionsClient(transport: Transport): PermissionsClient {
  return {
    list: (options = {}) => transport.read('/api/permissions', options),
    offers: (gateId, options = {}) =>
      transport.read(`/api/gates/${encodeURIComponent(gateId)}/remember`, options),
    create: permission => transport.command('POST', '/api/permissions', { body: permission }),
    async revoke(id) {
      const answer = await transport.command<object>('DELETE', `/api/permissions/${encodeURIComponent(id)}`)
      return 'refused' in answer ? (answer as Refused) : undefined
    },
  }
}
