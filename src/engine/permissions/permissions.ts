/** Which calls of a tool count as less than the tool could do, and which values are trusted: given by reviewers. */

export { checkPermission } from './check-permission.ts'
export {
  type CallClassification,
  type Classifiable,
  classifyCall,
  standingFor,
} from './classify-call.ts'
export {
  countPermission,
  createPermissionService,
  givePermission,
  type PermissionService,
  suspendPermissions,
} from './permission-service.ts'
export { NO_PLACES, type PlaceFacts } from './places.ts'
export { proposePermissions } from './propose-permissions.ts'
export { withTrust } from './trusted-values.ts'
