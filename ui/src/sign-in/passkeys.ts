import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { PasskeyAssertion } from 'soulgate/contracts/passkey'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { beginSession } from './begin-session.ts'

/** Whether this page may use passkeys: browsers bind them to names, so that an address of numbers has none. */
export function passkeyHint(place: Pick<Location, 'hostname' | 'port' | 'protocol'>): string | undefined {
  if (typeof globalThis.PublicKeyCredential !== 'function') return 'This browser has no passkeys.'
  if (!/^[\d.]+$|^\[/.test(place.hostname)) return undefined
  const port = place.port === '' ? '' : `:${place.port}`
  return `Passkeys need a name: open ${place.protocol}//localhost${port} on this machine, or reach Soulgate under its name.`
}

/** Asks the authenticator for a new passkey and has it kept. Resolves to what went wrong, in words. */
export async function addPasskey(name: string): Promise<string | undefined> {
  const options = await client.auth.passkeyOptions('add')
  if (isRefused(options)) return options.problem.detail
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const made = await startRegistration({ optionsJSON }).catch(wasDismissed)
  if (made === undefined) return 'No passkey was made.'
  const kept = await client.auth.addPasskey(name, made as Parameters<typeof client.auth.addPasskey>[1])
  return isRefused(kept) ? kept.problem.detail : undefined
}

/** Asks the authenticator to sign in. Resolves to what went wrong, in words. */
export async function signInWithPasskey(): Promise<string | undefined> {
  const options = await client.auth.passkeyOptions('sign_in')
  if (isRefused(options)) return options.problem.detail
  const signed = await signWithPasskey(options)
  if (signed === undefined) return 'No passkey was chosen.'
  const answer = await beginSession(key => client.auth.signInWithPasskey(signed, key))
  return isRefused(answer) ? answer.problem.detail : undefined
}

/** Has the authenticator sign; undefined where the person closed its dialog, or this page has no passkeys. */
export async function signWithPasskey(options: object): Promise<PasskeyAssertion | undefined> {
  if (passkeyHint(location) !== undefined) return undefined
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const signed = await startAuthentication({ optionsJSON }).catch(wasDismissed)
  return signed as PasskeyAssertion | undefined
}

/** Closing the browser's dialog is no failure. */
function wasDismissed(error: unknown): undefined {
  if (error instanceof Error && ['NotAllowedError', 'AbortError', 'InvalidStateError'].includes(error.name))
    return
  throw error
}
