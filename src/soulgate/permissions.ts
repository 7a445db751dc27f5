import type { CreatePermission, Permission, PermissionList } from '../contracts/permission.ts'
import type { Principal } from '../contracts/principal.ts'
import { type Refusal, refuse } from '../contracts/refusal.ts'
import { may } from '../engine/access/access.ts'
import type { PermissionService } from '../engine/permissions/permissions.ts'

type Answered = { readonly refused?: false; readonly permission: Permission } | Refusal

/** Classes of calls and trusted values, as surfaces see them. */
export interface PermissionsPart {
  list(who: Principal): Promise<PermissionList | Refusal>
  create(who: Principal, body: CreatePermission): Promise<Answered>
  revoke(who: Principal, id: string): Promise<Answered>
}

export function createPermissions({ list, create, revoke }: PermissionService): PermissionsPart {
  return {
    list: async who => {
      if (who.kind === 'agent' || !may(who.role, 'permission.read'))
        return refuse('forbidden', `A ${who.role} may not read permissions.`)
      return { permissions: [...(await list())] }
    },
    create,
    revoke,
  }
}
