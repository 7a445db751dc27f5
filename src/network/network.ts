export { isPublicAddress } from './address-guard.ts'
export { addressObjection, createGuardedFetch, type GuardedFetchOptions } from './guarded-fetch.ts'
export { admitUrl, canonicalHost } from './host-allow-list.ts'
export { type ResolveHost, requestPinned, resolveBefore, systemResolveHost } from './pinned-request.ts'
