import { isLoopback } from '../../contracts/server-address.ts'
import { ProblemError } from './problems.ts'
import type { RouteCall } from './route.ts'

/** Browsers bind passkeys to names: on this machine that is `localhost`, whatever address is listened on. */
export function siteOf(services: RouteCall<unknown, unknown>['services']) {
  const { protocol, hostname, port, origin } = new URL(services.publicUrl())
  if (isLoopback(hostname))
    return { id: 'localhost', origin: `${protocol}//localhost${port === '' ? '' : `:${port}`}` }
  if (/^[\d.]+$|^\[/.test(hostname)) {
    const detail = `Browsers make passkeys for names, not for ${hostname}. Reach Soulgate under a name, and set SOULGATE_PUBLIC_URL to it.`
    throw new ProblemError(409, 'no_name', detail)
  }
  return { id: hostname, origin }
}
