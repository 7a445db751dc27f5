import type { CreatePermission, Permission, PermissionList } from '../contracts/permission.ts'
import type { Refused } from './problem.ts'
import type { Transport } from './transport.ts'

/** Classes of calls and trusted values; for people, never for agents. */
export interface PermissionsClient {
  list(options?: { readonly signal?: AbortSignal }): Promise<PermissionList>
  create(permission: CreatePermission): Promise<Permission | Refused>
  revoke(id: string): Promise<Refused | undefined>
}

export function createPermissionsClient(transport: Transport): PermissionsClient {
  return {
    list: (options = {}) => transport.read('/api/permissions', options),
    create: permission => transport.command('POST', '/api/permissions', { body: permission }),
    async revoke(id) {
      const answer = await transport.command<object>('DELETE', `/api/permissions/${encodeURIComponent(id)}`)
      return 'refused' in answer ? (answer as Refused) : undefined
    },
  }
}
