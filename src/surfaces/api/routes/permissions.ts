import { CreatePermission, Permission, PermissionList } from '../../../contracts/permission.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import { RememberOffers } from '../../../contracts/remember.ts'
import { present } from '../present.ts'
import { json, jsonOrRefusal, noContent, pathValue, type Route, route } from '../route.ts'

/** Classes of calls and trusted values: ways out of being asked. */
export const permissionRoutes: readonly Route[] = [
  route({
    id: 'listPermissions',
    tag: 'permissions',
    method: 'GET',
    path: '/api/permissions',
    action: 'permission.read',
    summary: 'list classes of calls and trusted values, newest first, with how often calls ran by them',
    answers: { status: 200, schema: PermissionList },
    handle: async ({ soulgate, who }) => jsonOrRefusal(await soulgate.permissions.list(who)),
  }),
  route({
    id: 'listRememberOffers',
    tag: 'permissions',
    method: 'GET',
    path: '/api/gates/{gate_id}/remember',
    action: 'gate.decide',
    summary: 'ways in which calls like those of a gate would not be asked about again, in plain words',
    answers: { status: 200, schema: RememberOffers },
    handle: async call =>
      jsonOrRefusal(await call.soulgate.permissions.offers(call.who, pathValue(call, 'gate_id'))),
  }),
  route({
    id: 'createPermission',
    tag: 'permissions',
    method: 'POST',
    path: '/api/permissions',
    action: 'permission.write',
    summary: 'classify calls of a tool by the shape of their arguments, or trust a folder, host or recipient',
    body: CreatePermission,
    answers: { status: 201, schema: Permission },
    handle: async ({ soulgate, who, body }) => {
      const answer = await soulgate.permissions.create(who, present(body))
      return isRefusal(answer) ? answer : json(answer.permission, 201)
    },
  }),
  route({
    id: 'revokePermission',
    tag: 'permissions',
    method: 'DELETE',
    path: '/api/permissions/{id}',
    action: 'permission.write',
    summary: 'take a permission back: from then on such calls are asked about again',
    answers: { status: 204 },
    handle: async call => {
      const answer = await call.soulgate.permissions.revoke(call.who, pathValue(call, 'id'))
      return isRefusal(answer) ? answer : noContent()
    },
  }),
]
