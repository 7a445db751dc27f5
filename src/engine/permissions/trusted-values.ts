import type { JsonObject } from '../../contracts/json-value.ts'
import type { Permission } from '../../contracts/permission.ts'
import type { ArgumentOrigin } from '../../contracts/tool-call.ts'
import { isHost, isUnder, textAt } from './classify-call.ts'
import type { PlaceFacts } from './places.ts'

/** What a reviewer trusts for one call. */
export interface TrustedHere {
  readonly permissions: readonly Permission[]
  /** Folders in which its commands were found to stay. */
  readonly roots: readonly string[]
  readonly places: PlaceFacts
}

/**
 * The origins of a call, those of trusted folders, hosts and recipients marked as trusted. Where every host of a call is
 * a trusted one, so is the plain text that goes there.
 */
export async function withTrust(
  {
    arguments: args,
    origins = [],
  }: { readonly arguments: JsonObject; readonly origins?: readonly ArgumentOrigin[] | undefined },
  trusted: TrustedHere,
): Promise<readonly ArgumentOrigin[]> {
  const marked: ArgumentOrigin[] = []
  for (const origin of origins) {
    const by = isVouchedFor(origin)
      ? undefined
      : await whoTrusts(origin, textAt(args, origin.pointer), trusted)
    marked.push(by === undefined ? origin : { ...origin, source: 'trusted', where: by })
  }
  const hosts = marked.filter(({ meaning }) => meaning === 'host')
  const isForTrusted = hosts.length > 0 && hosts.every(({ where }) => where?.startsWith(BY) === true)
  if (!isForTrusted) return marked
  return marked.map(origin =>
    isVouchedFor(origin) || !['text', 'amount', undefined].includes(origin.meaning)
      ? origin
      : { ...origin, source: 'trusted', where: 'it goes to a trusted host' },
  )
}

const BY = 'trusted by '

function isVouchedFor({ source }: ArgumentOrigin): boolean {
  return source === 'person' || source === 'trusted'
}

async function whoTrusts(
  { meaning, value }: ArgumentOrigin,
  argument: string,
  { permissions, roots, places }: TrustedHere,
): Promise<string | undefined> {
  if (meaning === 'path' && roots.length > 0 && (await isUnder(places, value, roots)))
    return `${BY}the class of the call`
  for (const { id, shape } of permissions) {
    if (shape.kind !== 'trust') continue
    const isTrusted =
      shape.of === 'root'
        ? meaning === 'path' && (await isUnder(places, value, [shape.value]))
        : shape.of === 'host'
          ? (meaning === 'host' || meaning === 'link') &&
            hasHost(argument === '' ? value : meaning === 'link' ? value : argument, shape.value)
          : RECIPIENTS.has(meaning ?? '') && sameText(value, shape.value)
    if (isTrusted) return `${BY}${id}`
  }
  return undefined
}

const RECIPIENTS: ReadonlySet<string> = new Set(['recipient', 'receiver', 'name'])

function sameText(left: string, right: string): boolean {
  return left.trim().normalize('NFC').toLowerCase() === right.trim().normalize('NFC').toLowerCase()
}

/** A URL with somebody's name in it, or another scheme than the web's, is not the host's alone. */
function hasHost(text: string, pattern: string): boolean {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`
  if (!URL.canParse(whole)) return false
  const { protocol, hostname, username } = new URL(whole)
  return /^https?:$/.test(protocol) && username === '' && isHost(hostname, pattern)
}
