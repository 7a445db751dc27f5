import type { CreatePermission, Permission, PermissionList } from '../contracts/permission.ts'
import type { Principal } from '../contracts/principal.ts'
import { type Refusal, refuse } from '../contracts/refusal.ts'
import type { RememberOffers } from '../contracts/remember.ts'
import { may } from '../engine/access/access.ts'
import { readCanaryCard } from './autonomy/canaries.ts'
import type { Engine } from './engine.ts'
import { canSee, unknownGate } from './visibility.ts'

type Answered = { readonly refused?: false; readonly permission: Permission } | Refusal

/** Classes of calls and trusted values, as surfaces see them. */
export interface PermissionsPart {
  list(who: Principal): Promise<PermissionList | Refusal>
  create(who: Principal, body: CreatePermission): Promise<Answered>
  revoke(who: Principal, id: string): Promise<Answered>
  /** What may be remembered beside the approval of a gate, in plain words. */
  offers(who: Principal, gateId: string): Promise<RememberOffers | Refusal>
}

export function createPermissions({
  permissions: { list, create, revoke },
  remember,
  store,
}: Pick<Engine, 'permissions' | 'remember' | 'store'>): PermissionsPart {
  return {
    offers: async (who, gateId) => {
      const gate = (await store.getGate(gateId)) ?? (await readCanaryCard(store, who, gateId))
      return gate && canSee(who, gate) ? remember.find(who, gate) : unknownGate(gateId)
    },
    list: async who => {
      if (who.kind === 'agent' || !may(who.role, 'permission.read'))
        return refuse('forbidden', `A ${who.role} may not read permissions.`)
      return { permissions: [...(await list())] }
    },
    create,
    revoke,
  }
}
