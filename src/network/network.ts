export { isPublicAddress } from './address-guard.ts'
export { admitUrl, canonicalHost } from './host-allow-list.ts'
export { type ResolveHost, requestPinned, resolveBefore, systemResolveHost } from './pinned-request.ts'
